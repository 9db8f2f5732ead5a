// Protects the one state of a thing in a run: the ledger's row says the newest status that a response has shown.
import { describe, expect, test } from 'vitest';
import { ownerKey, SeenStates, withSeenState } from '../../../src/engine/watch/seen-states.js';
import type { Operation } from '../../../src/money/ledger/operation.js';
import { bridgeSwap } from '../../../src/things/bridge-swap.js';
import { ride as rideThing } from '../../../src/things/ride.js';
import { withdrawal } from '../../../src/things/withdrawal.js';

const at = Date.parse('2026-11-20T14:00:00Z');
const list = { service: 'bep20-swap', name: 'listBridgeSwaps' };
const swap = {
  ...{ id: 'op-2611-0001', service: 'bep20-swap', call: 'createBridgeSwap', outcome: 'done' },
  at: '2026-11-20T13:00:00Z',
} as Operation;
const mine = ownerKey('p', 'Bearer mine');
const observe = (states: SeenStates, call: typeof list, body: string, time: number, clockOffset?: number) =>
  states.observe(mine, call, body, { at: time, clockOffset });
const seen = (body: unknown, call = list) => {
  const states = new SeenStates();
  observe(states, call, JSON.stringify(body), at);
  return states;
};

test('a list and a detail show the status of their rows, at the paths that the thing declares', () => {
  const ofList = seen([{ id: 's-1', status: 'FAIL' }]).by(mine);
  expect(ofList.of(bridgeSwap, 's-1')).toMatchObject({ status: 'FAIL', at });
  const detail = { request: { id: 'w-1', status: 'COMPLETED' } };
  const ofDetail = seen(detail, { service: 'user', name: 'getWithdrawal' }).by(mine);
  expect(ofDetail.of(withdrawal, 'w-1')).toMatchObject({ status: 'COMPLETED', at });
});

test.each([
  ['no JSON', 'x'],
  ['no list', { id: 's-1' }],
  ['a status that is not a word', [{ id: 's-1', status: { of: 1 } }]],
])('%s shows nothing', (_, body) => {
  expect(seen(body).by(mine).of(bridgeSwap, 's-1')).toBeUndefined();
});

describe('the row of the ledger', () => {
  const states = seen([{ id: 's-1', status: 'FAIL' }]);
  test('has the newer status, with its time', () => {
    const row = withSeenState({ ...swap, lastStatus: 'PENDING' }, 's-1', states.by(mine));
    expect(row).toMatchObject({ lastStatus: 'FAIL', seenAt: '2026-11-20T14:00:00.000Z' });
  });
  test.each([
    ['of another thing', swap, 's-2'],
    ['of no known thing', swap, undefined],
    ['that a later read has settled', { ...swap, seenAt: '2026-11-20T14:00:01Z' }, 's-1'],
    ['that a person has judged', { ...swap, settledBy: 'person' as const }, 's-1'],
    ['that was refused', { ...swap, outcome: 'refused' as const }, 's-1'],
  ])('stays as it is: one %s', (_, operation, subject) => {
    expect(withSeenState(operation, subject, states.by(mine))).toBe(operation);
  });
  test('a status from before a payment does not show the payment', () => {
    const order = seen({ id: 'o-1', status: 'PAYMENT_PENDING' }, { service: 'sale', name: 'getOrder' });
    const payment = { ...swap, service: 'sale', call: 'payOrder' };
    expect(withSeenState(payment, 'o-1', order.by(mine))).toBe(payment);
  });
  test('another account forgets all', () => {
    const left = seen([{ id: 's-1', status: 'FAIL' }]);
    left.clear();
    expect(withSeenState(swap, 's-1', left.by(mine))).toBe(swap);
  });
});

describe('memory of a run', () => {
  const ride = (nth: number, minutes: number, status = 'FINISHED') => ({
    ...{ id: `r-${nth}`, requestedAt: new Date(at).toISOString(), status },
    statusLog: [{ status, at: new Date(at + minutes * 60_000).toISOString() }],
  });
  const call = { service: 'ride-hailing', name: 'getRequest' };
  const many = Array.from({ length: 2500 }, (_, nth) => ({ id: `s-${nth}`, status: 'FAIL' }));
  test('has the newest row of a thing with the clock that its times follow, and forgets all of it for another account', () => {
    const states = new SeenStates();
    for (const [nth, status] of ['PENDING', 'PICKUP'].entries())
      observe(states, call, JSON.stringify(ride(1, nth, status)), at + nth, 3_600_000);
    const newest = { status: 'PICKUP', at: at + 1, clockOffset: 3_600_000, row: { id: 'r-1' } };
    expect(states.by(mine).of(rideThing, 'r-1')).toMatchObject(newest);
    states.clear();
    expect(states.by(mine).of(rideThing, 'r-1')).toBeUndefined();
  });
  test('says how long the last five took, each once, by the times that the service states; one that ended badly counts for nothing', () => {
    const states = new SeenStates();
    for (let nth = 1; nth <= 7; nth++)
      for (const _ of [1, 2]) observe(states, call, JSON.stringify(ride(nth, nth)), at);
    observe(states, call, JSON.stringify(ride(8, 600, 'DRIVER_CANCELED')), at);
    observe(states, call, JSON.stringify({ ...ride(9, 600), requestedAt: undefined }), at);
    expect(states.by(mine).took(rideThing)).toEqual([3, 4, 5, 6, 7].map((minutes) => minutes * 60_000));
  });
  test('is of an account: another one, of this profile or another, sees only what everybody does', () => {
    const states = new SeenStates();
    observe(states, call, JSON.stringify(ride(1, 2)), at);
    states.observe(ownerKey('p'), list, '[{"id":"s-1","status":"FAIL"}]', { at });
    for (const other of [ownerKey('p', 'theirs'), ownerKey('q', 'mine'), ownerKey('p')]) {
      const rows = states.by(other).holding(() => true);
      expect(rows.map(({ id }) => id)).toEqual(other === ownerKey('q', 'mine') ? [] : ['s-1']);
      expect(states.by(other).of(rideThing, 'r-1')).toBeUndefined();
    }
    expect(states.by(mine).of(bridgeSwap, 's-1')?.status).toBe('FAIL');
    expect(states.by(ownerKey('p', 'Bearer mine')).of(rideThing, 'r-1')?.status).toBe('FINISHED');
  });
  test('is bounded: the oldest things go', () => {
    const states = seen(many).by(mine);
    expect([states.of(bridgeSwap, 's-0'), states.of(bridgeSwap, 's-2499')?.status]).toEqual([undefined, 'FAIL']);
  });
  test('has rows by what they hold, also of things without a status, and many of one kind push out none of another', () => {
    const states = new SeenStates();
    observe(states, { service: 'ride-hailing', name: 'getPlace' }, '{"placeId":"PNH-01","name":"Royal Palace"}', at);
    observe(states, call, JSON.stringify(ride(1, 2)), at);
    observe(states, list, JSON.stringify(many), at);
    const named = states.by(mine).holding(({ row }) => row.name === 'Royal Palace' || row.id === 'r-1');
    expect(named.map(({ id, status }) => `${id} ${status}`)).toEqual(['PNH-01 undefined', 'r-1 FINISHED']);
    states.clear();
    expect(states.by(mine).holding(() => true)).toEqual([]);
  });
});
