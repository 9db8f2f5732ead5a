// A change of the user's points: a transfer, a deposit, a withdrawal, the entry fee of a game. The fields of its rows
// are not public (platform 4.3). All of them are of MVP.

import type { RowKind, RowPaths, StateRead } from './operation.js';
import { anyText, thing } from './thing.js';
import { withdrawalRead } from './withdrawal.js';

/** The read that finds an operation in the history. */
const inHistory = (
  row: Pick<RowPaths, 'sign' | 'recipient' | 'kind'>,
  more: Pick<StateRead, 'complete' | 'late'>,
): StateRead => ({
  call: 'user listPointsHistory',
  isList: true,
  ids: [{ row: ['requestId'], sources: [{ response: ['request.id', 'balanceDepositRequest.id'] }] }],
  status: 'status',
  existing: 'COMPLETED',
  row: { known: 'assumed', id: 'id', amount: 'amount', mayHoldFee: true, fee: 'feeAmount', at: ['createdAt'], ...row },
  ...more,
});
const ofSwap = (...words: readonly string[]): RowKind => ({ at: 'swapType', is: words });

const deposit = {
  name: 'points deposit',
  kind: 'points',
  awaits: 'deposit',
  look: ['points history'],
  state: [inHistory({ sign: 'in', kind: ofSwap('DEPOSIT') }, { late: true })],
} as const;

export const pointsChange = thing({
  name: 'change of the points',
  group: 'Points',
  status: { list: 'BalanceRequestStatus', at: ['status', 'request.status'], existing: 'COMPLETED' },
  reads: [{ call: 'user listPointsHistory', of: 'user', finds: anyText, ids: ['requestId', 'request.id', 'id'] }],
  shownBy: 'points history',
  watch: { kind: 'deposit', what: 'a deposit of points', screen: 'Deposits', late: true },
  operations: {
    'user transferPoints': {
      name: 'points transfer',
      kind: 'points',
      look: ['points history'],
      state: [
        inHistory(
          { sign: 'out', recipient: ['receiverId', 'receiverNickname', 'toUserId'], kind: ofSwap() },
          { complete: true },
        ),
      ],
    },
    'user depositPoints': deposit,
    'user depositPointsV2': deposit,
    'user withdrawPoints': {
      name: 'points withdrawal',
      kind: 'points',
      begins: true,
      look: ['points history'],
      state: [
        withdrawalRead,
        inHistory({ sign: 'out', recipient: ['address'], kind: ofSwap('WITHDRAWAL') }, { complete: true }),
      ],
    },
    'user payGame': {
      name: 'game entry fee',
      kind: 'points',
      look: ['points history'],
      state: [inHistory({ sign: 'out', kind: { at: 'description', is: ['Entry fee of a game'] } }, { complete: true })],
    },
  },
  fields: [
    { path: 'createdAt', heading: 'when', as: 'time', room: 'stays' },
    { path: 'amount', as: 'amount', room: 'stays' },
    { path: 'balanceAfter', heading: 'after', as: 'amount', room: 'stays' },
    { path: 'description', heading: 'what', room: 'stays' },
    { path: 'status', as: { status: 'BalanceRequestStatus' }, ifAny: true },
    { path: 'feeAmount', heading: 'fee', as: 'amount' },
    { path: 'id' },
  ],
});
