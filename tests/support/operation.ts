// An operation of the ledger: a transfer of points that is done, or what the test says of it.
import type { Operation } from '../../src/money/ledger/operation.js';

export const operationOf = (over: Partial<Operation> = {}): Operation => ({
  ...{ id: 'op-1', at: '2026-01-01T00:00:00.000Z', pid: 1, outcome: 'done', profile: 'box' },
  ...{ service: 'user', call: 'transferPoints', method: 'POST', url: 'https://box.example/', ...over },
});
