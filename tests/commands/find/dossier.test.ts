// Where the money of a thing is: only a status, a field of the thing or a linked change of the points counts as evidence.
import { expect, test } from 'vitest';
import { moneyOf } from '../../../src/commands/find/dossier.js';
import type { Part } from '../../../src/commands/find/results.js';
import { caseEvents, tellsOf } from '../../../src/commands/find/timeline.js';
import { statusLists } from '../../../src/services/catalogue/statuses.js';
import { moneyText } from '../../../src/text/money-place.js';
import { bridgeSwap } from '../../../src/things/bridge-swap.js';
import { item } from '../../../src/things/item.js';
import { pointsChange } from '../../../src/things/points-change.js';
import { ride } from '../../../src/things/ride.js';
import { storeOrder } from '../../../src/things/store-order.js';
import type { Thing } from '../../../src/things/thing.js';
import { withdrawal } from '../../../src/things/withdrawal.js';

const part = (thing: Thing, status: string | undefined, row: object, links: readonly number[] = []): Part => {
  return { thing, what: thing.name, id: `${thing.name} 1`, status, from: 'x', links, row: { status, ...row } };
};
const fare = { fare: '7030', currency: 'KHR' };
const stateOf = (...parts: readonly Part[]) => moneyOf(parts)?.state;

test.each([
  ['WAITPAY', 'unpaid'],
  ['EXPIRED_BEFORE_PAY', 'unpaid'],
  ['PICKUP', 'held'],
  ['FINISHED', 'arrived'],
  ['DRIVER_CANCELED', 'not known'],
  ['NEW_WORD', undefined],
  [undefined, undefined],
])('a ride in %s: %s', (status, state) => expect(stateOf(part(ride, status, fare))).toBe(state));

test('every status of a ride has a state', () => {
  for (const status of Object.values(statusLists.RideStatus).flat())
    expect(stateOf(part(ride, status, fare))).toBeDefined();
});

test('a refunded order came back by its status; a swap by its refund, and it is unpaid until its payment is seen', () => {
  const order = { totalPrice: '10', currencyId: 'MVP' };
  const refunded = moneyOf([part(storeOrder, 'CANCEL_REFUNDED', order)])!;
  expect(moneyText(refunded)).toBe('10 MVP was paid, and came back, by status CANCEL_REFUNDED.');
  const swap = { amount: '1', type: 'TO_BEP20' };
  expect(stateOf(part(bridgeSwap, 'PENDING', swap))).toBe('unpaid');
  expect(stateOf(part(bridgeSwap, 'PENDING', { ...swap, depositHash: '0x1' }))).toBe('held');
  expect(stateOf(part(bridgeSwap, 'FAIL', { ...swap, depositHash: '0x1' }))).toBe('not known');
  const returned = moneyOf([part(bridgeSwap, 'FAIL', { ...swap, refundHash: '0x2' })]);
  expect(returned).toMatchObject({ state: 'returned', by: 'refundHash 0x2' });
});

test('a credit counts only if it shares an id; a debit and an equal amount elsewhere do not', () => {
  const order = { totalPrice: '10', currencyId: 'MVP' };
  const change = (amount: string) => part(pointsChange, 'COMPLETED', { amount });
  const linked = part(storeOrder, 'UNQUALIFIED', order, [1]);
  const states = ['10', '-10', '0'].map((amount) => stateOf(linked, change(amount)));
  expect(states).toEqual(['returned', 'not known', 'not known']);
  expect(stateOf(part(storeOrder, 'UNQUALIFIED', order), change('10'))).toBe('not known');
});

test('the money of an item is that of its one order; of two orders, and without an amount, nothing is said', () => {
  const order = part(storeOrder, 'UNQUALIFIED', { totalPrice: '10', currencyId: 'MVP' });
  const money = moneyOf([part(item, 'CANCELED', {}, [1]), order])!;
  expect(moneyText(money)).toBe('10 MVP of the store order was paid. Nothing with its id says whether it came back.');
  for (const parts of [[part(item, 'CANCELED', {}, [1, 2]), order, order], [part(ride, 'DRIVER_CANCELED', {})], []])
    expect(moneyOf(parts)).toBeUndefined();
});

test('an operation tells the time of an end only if its thing states it, and a case no event of long before its own', () => {
  const [begun, ended, found] = ['2026-11-20T06:00:00Z', '2026-11-20T06:10:00Z', '2026-11-20T09:00:00Z'];
  const operation: Part = {
    ...part(withdrawal, 'FAILED', { sentAt: begun, foundAt: found }, [1, 2]),
    ...{ thing: undefined, what: 'operation', class: 'bad', means: 'the transfer failed' },
  };
  const thing = part(withdrawal, 'FAILED', { createdAt: begun, updatedAt: ended });
  const account = { ...part(item, undefined, { createdAt: '2024-08-22T06:00:00Z' }), what: 'your account' };
  const now = Date.parse(found);
  expect(tellsOf([operation], undefined, now)).toBe('Your transfer failed.');
  expect(tellsOf([operation, thing], undefined, now)).toMatch(/^Your transfer failed at \S*10\.$/);
  const told = caseEvents([operation, thing, account]).map(({ what, event }) => `${what} ${event}`);
  expect(told).toContain('operation sent');
  expect(told.join()).not.toContain('account');
});
