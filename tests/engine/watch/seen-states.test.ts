// Protects the one state of a thing in a run: the ledger's row says the newest status that a response has shown.
import { describe, expect, test } from 'vitest';
import { SeenStates, withSeenState } from '../../../src/engine/watch/seen-states.js';
import type { Operation } from '../../../src/money/ledger/operation.js';
import { bridgeSwap } from '../../../src/things/bridge-swap.js';
import { withdrawal } from '../../../src/things/withdrawal.js';

const at = Date.parse('2026-11-20T14:00:00Z');
const list = { service: 'bep20-swap', name: 'listBridgeSwaps' };
const swap = {
  id: 'op-2611-0001',
  service: 'bep20-swap',
  call: 'createBridgeSwap',
  outcome: 'done',
  at: '2026-11-20T13:00:00Z',
} as Operation;
const seen = (body: unknown, call = list) => {
  const states = new SeenStates();
  states.observe(call, JSON.stringify(body), at);
  return states;
};

test('a list and a detail show the status of their rows, at the paths that the thing declares', () => {
  expect(seen([{ id: 's-1', status: 'FAIL' }]).of(bridgeSwap, 's-1')).toEqual({ status: 'FAIL', at });
  const detail = { request: { id: 'w-1', status: 'COMPLETED' } };
  expect(seen(detail, { service: 'user', name: 'getWithdrawal' }).of(withdrawal, 'w-1')).toEqual({
    status: 'COMPLETED',
    at,
  });
});

test.each([
  ['no JSON', 'x'],
  ['no list', { id: 's-1' }],
  ['a status that is not a word', [{ id: 's-1', status: { of: 1 } }]],
])('%s shows nothing', (_, body) => {
  expect(seen(body).of(bridgeSwap, 's-1')).toBeUndefined();
});

describe('the row of the ledger', () => {
  const states = seen([{ id: 's-1', status: 'FAIL' }]);
  test('has the newer status, with its time', () => {
    expect(withSeenState({ ...swap, lastStatus: 'PENDING' }, 's-1', states)).toMatchObject({
      lastStatus: 'FAIL',
      seenAt: '2026-11-20T14:00:00.000Z',
    });
  });
  test.each([
    ['of another thing', swap, 's-2'],
    ['of no known thing', swap, undefined],
    ['that a later read has settled', { ...swap, seenAt: '2026-11-20T14:00:01Z' }, 's-1'],
    ['that a person has judged', { ...swap, settledBy: 'person' as const }, 's-1'],
    ['that was refused', { ...swap, outcome: 'refused' as const }, 's-1'],
  ])('stays as it is: one %s', (_, operation, subject) => {
    expect(withSeenState(operation, subject, states)).toBe(operation);
  });
  test('a status from before a payment does not show the payment', () => {
    const order = seen({ id: 'o-1', status: 'PAYMENT_PENDING' }, { service: 'sale', name: 'getOrder' });
    const payment = { ...swap, service: 'sale', call: 'payOrder' };
    expect(withSeenState(payment, 'o-1', order)).toBe(payment);
  });
  test('another account forgets all', () => {
    const left = seen([{ id: 's-1', status: 'FAIL' }]);
    left.clear();
    expect(withSeenState(swap, 's-1', left)).toBe(swap);
  });
});
