// A withdrawal from a balance to an address on a chain: BalanceWithdrawalRequestStatusDto (platform 12.2).

import type { StateRead } from './operation.js';
import { anyId, anyText, byId, thing } from './thing.js';
import { currency, decimalsOf } from './transfer.js';

const state: Omit<StateRead, 'call'> = {
  ids: [{ row: ['request.id'], sources: [{ response: ['request.id'] }] }],
  status: 'request.status',
  row: {
    known: 'public',
    id: 'request.id',
    amount: 'request.amount',
    token: 'request.currencyId',
    toNames: ['request.address'],
    fee: 'request.feeAmount',
    at: ['request.createdAt'],
  },
};
/** The read of one withdrawal by the id in the response to a request. */
export const withdrawalRead: StateRead = {
  ...state,
  call: 'user getWithdrawal',
  params: { id: { response: ['request.id'] } },
};
/** The response to a request, here and of points. */
export const withdrawalResponse = {
  amounts: 'whole',
  id: 'request.id',
  status: { at: 'request.status', list: 'BalanceRequestStatus' },
  amount: 'request.amount',
  token: 'request.currencyId',
  to: 'request.address',
  fee: 'request.feeAmount',
} as const;

export const withdrawal = thing({
  name: 'withdrawal',
  natural: ['request.createdAt'],
  group: 'Wallet',
  ids: ['request.id'],
  status: { list: 'BalanceRequestStatus', at: ['request.status'] },
  reads: [
    { call: 'user getWithdrawal', params: byId, finds: anyId, namedBy: /^withdrawal(Request)?Id$/i },
    { call: 'user listActiveWithdrawals', of: 'user', finds: anyText },
  ],
  shownBy: 'wallet withdraw show {id}',
  fields: [
    { path: 'request.status', heading: 'status', as: { status: 'BalanceRequestStatus' } },
    { path: 'title' },
    { path: 'request.amount', heading: 'amount', as: { amount: 'request.currencyId' } },
    { path: 'request.feeAmount', heading: 'fee', as: { amount: 'request.currencyId' } },
    { path: 'request.address', heading: 'to' },
    { path: 'cancellable' },
    { path: 'finalized' },
    { path: 'request.updatedAt', heading: 'updated', as: 'time' },
    { path: 'request.id', heading: 'id' },
  ],
  persons: 'name',
  brief: { what: 'withdrawal of', fields: ['request.amount'], at: 'request.createdAt' },
  webPages: [
    {
      transaction: ['request.tokenTransactionLogs.transactionHash'],
      network: ['request.tokenTransactionLogs.network'],
    },
    { link: ['request.tokenTransactionLogs.blockExplorerUrl'] },
  ],
  money: { amount: 'request.amount', goesTo: 'the address' },
  watch: { kind: 'withdrawal', what: 'a withdrawal', screen: 'Withdrawals' },
  actions: [
    ['Cancel', 'wallet withdraw cancel {id}', { during: ['pending'], unlessFalse: 'cancellable', role: 'cancel' }],
  ],
  operations: {
    'user createWithdrawal': {
      name: 'withdrawal',
      kind: 'withdrawal',
      isAsync: true,
      facts: {
        isFromBalance: true,
        amount: 'amount',
        decimalsOf: decimalsOf('currencyId'),
        token: ['currencyId'],
        to: { kind: 'address', at: 'toAddress' },
        networks: [currency('currencyId', 'network')],
        fee: { amount: currency('currencyId', 'withdrawalFee'), token: 'currencyId', from: 'amount' },
        arrives: { is: 'less fee' },
        minimum: currency('currencyId', 'minAmount'),
        maximum: currency('currencyId', 'maxAmount'),
      },
      response: {
        known: 'public',
        ...withdrawalResponse,
        cancel: { line: 'wallet withdraw cancel', id: 'request.id' },
      },
      recoveryCommands: ['wallet withdraw active --currency {currencyId}', 'wallet withdraw active'],
      state: [
        withdrawalRead,
        {
          ...state,
          call: 'user listActiveWithdrawals',
          params: { currencyId: { request: 'currencyId' } },
          isList: true,
        },
      ],
    },
  },
  receipt: [
    { path: 'title', heading: 'Withdrawal' },
    { path: 'request.amount', heading: 'Amount', as: { amount: 'request.currencyId' }, role: 'amount' },
    { path: 'request.address', heading: 'To', role: 'recipient' },
  ],
});
