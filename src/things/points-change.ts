// A change of the user's points: a transfer, a deposit, a withdrawal, the entry fee of a game. The fields of its rows
// are not public (platform 4.3). All of them are of MVP.

import type { RowKind, RowPaths, StateRead } from './operation.js';
import { anyText, thing } from './thing.js';
import { assumedResponse, currency, decimalsOf, fieldsOf, points, toUser } from './transfer.js';
import { withdrawalRead, withdrawalResponse } from './withdrawal.js';

/** The read that finds an operation in the history. */
const inHistory = (
  row: Pick<RowPaths, 'sign' | 'toNames' | 'kind' | 'again'>,
  more: Pick<StateRead, 'complete' | 'appearsLater'>,
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

/** The paths of the names of the user who receives points. */
const receiver = ['receiverId', 'receiverNickname', 'toUserId'] as const;
const quote = fieldsOf('user', 'quotePoints', { amount: 'amount', type: { constant: 'WITHDRAWAL' } });
const transferFee = fieldsOf('user', 'getPointsTransferFee');
const game = fieldsOf('user', 'getGame', { id: 'id' });

/** A deposit in the response that begins it (platform 12.3, BalanceClutchDepositRequestResponseDto). */
export const begunDeposit = {
  id: 'balanceDepositRequest.id',
  status: 'balanceDepositRequest.status',
  amount: 'balanceDepositRequest.goalAmount',
  currency: 'balanceDepositRequest.currencyId',
  /** The address to pay to, the best first. */
  payTo: ['toAddress', 'balanceDepositRequest.address'],
} as const;

const deposit = {
  name: 'points deposit',
  kind: 'points',
  completedBy: 'deposit',
  facts: {
    object: 'currency',
    amount: 'amount',
    decimalsOf: decimalsOf(points[0]),
    token: ['currency'],
    networks: [currency('currency', 'network')],
  },
  response: {
    ...assumedResponse,
    id: begunDeposit.id,
    status: { at: begunDeposit.status, list: 'BalanceRequestStatus' },
    amount: begunDeposit.amount,
    token: begunDeposit.currency,
    otherMeaning: begunDeposit.payTo, // the request has the address that pays
  },
  recoveryCommands: ['points history'],
  state: [
    inHistory({ sign: 'in', kind: ofSwap('DEPOSIT'), again: { address: begunDeposit.payTo } }, { appearsLater: true }),
  ],
} as const;

export const pointsChange = thing({
  name: 'change of the points',
  natural: ['createdAt', 'amount'],
  group: 'Points',
  status: { list: 'BalanceRequestStatus', at: ['status', 'request.status'], existing: 'COMPLETED' },
  reads: [{ call: 'user listPointsHistory', of: 'user', finds: anyText, ids: ['requestId', 'request.id', 'id'] }],
  shownBy: 'points history',
  watch: { kind: 'deposit', what: 'a deposit of points', screen: 'Deposits', appearsLater: true },
  operations: {
    'user transferPoints': {
      name: 'points transfer',
      kind: 'points',
      facts: {
        isFromBalance: true,
        amount: 'amount',
        decimalsOf: decimalsOf(points[0]),
        token: points,
        to: toUser,
        fee: { amount: transferFee('feeAmount'), token: transferFee('currencyId') },
        arrives: { is: 'amount' },
        minimum: transferFee('minAmount'),
        maximum: transferFee('maxAmount'),
      },
      response: {
        ...assumedResponse,
        id: 'id',
        amount: 'amount',
        token: 'currencyId',
        toNames: receiver,
        fee: 'feeAmount',
      },
      recoveryCommands: ['points history'],
      state: [inHistory({ sign: 'out', toNames: receiver, kind: ofSwap() }, { complete: true })],
    },
    'user depositPoints': deposit,
    'user depositPointsV2': deposit,
    'user withdrawPoints': {
      name: 'points withdrawal',
      kind: 'points',
      facts: {
        isFromBalance: true,
        amount: 'amount',
        decimalsOf: decimalsOf(points[0]),
        token: points,
        to: { kind: 'address', at: 'to' },
        networks: [currency('currency', 'network')],
        fee: { amount: quote('feeAmount'), token: points[0], from: 'amount' },
        arrives: { amount: quote('receiveAmount'), token: quote('toCurrencyId') },
        mustMatch: [{ name: 'currency', with: quote('toCurrencyId') }],
        minimum: quote('minAmount'),
        maximum: quote('maxAmount'),
      },
      response: { known: 'assumed', ...withdrawalResponse },
      isAsync: true,
      recoveryCommands: ['points history'],
      state: [
        withdrawalRead,
        inHistory({ sign: 'out', toNames: ['address'], kind: ofSwap('WITHDRAWAL') }, { complete: true }),
      ],
    },
    'user payGame': {
      name: 'game entry fee',
      kind: 'points',
      facts: {
        isFromBalance: true,
        object: 'id',
        amount: game('entryFeeAmount'),
        token: [game('entryFeeCurrencyId')],
        arrives: { what: game('title') },
      },
      response: {
        ...assumedResponse,
        id: 'payment.id',
        status: {
          at: 'payment.status',
          list: 'BalanceRequestStatus',
          notYet: [
            'CONFIRMING_BALANCE_DEPOSIT_REQUEST',
            'CONFIRMING_BALANCE_TRANSACTION',
            'CONFIRMING_MUTATE_EXTERNAL_STATE',
          ],
        },
        price: 'payment.price',
        quantity: 'payment.quantity',
        token: 'payment.currencyId',
      },
      recoveryCommands: ['points history'],
      state: [inHistory({ sign: 'out', kind: { at: 'description', is: ['Entry fee of a game'] } }, { complete: true })],
    },
  },
  next: '',
  brief: { what: 'points', fields: ['amount', 'description'], at: 'createdAt' },
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
