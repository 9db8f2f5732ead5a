// A swap of MVL and bMVL over the bridge between Ethereum and BSC, and a legacy swap (platform 10.1, 10.2).

import type { Column } from './column.js';
import type { RowPaths, StateRead } from './operation.js';
import { anyText, type CodeField, type Thing, thing } from './thing.js';
import { type DeclaredResponse, type FactLocation, fieldsOf, type TransferFields } from './transfer.js';

/** The token that each type of swap takes. */
export const moved = { by: 'type', values: { TO_BEP20: 'MVL', TO_ERC20: 'bMVL' } } as const;
/** The tokens have as many decimals on both networks. */
const decimals = 18;
/** The token that each type of swap pays out. */
const paidOut = { by: 'type', values: { TO_BEP20: 'bMVL', TO_ERC20: 'MVL' } } as const;
const units = { units: decimals, token: moved } as const;
const row: RowPaths = {
  known: 'assumed',
  id: 'id',
  amount: 'amount',
  amounts: 'base',
  toNames: ['toAddress'],
  fee: 'feeAmount',
  networks: ['fromNetwork', 'toNetwork'],
  kind: { at: 'type', is: { request: 'type' } },
  at: ['createdAt'],
};
const common = {
  group: 'Swap',
  ids: ['id'],
  status: { list: 'WalletTransactionStatus', at: ['status'] },
  units: { amounts: ['amount', 'feeAmount'], token: moved, decimals },
  money: { amount: 'amount', goesTo: 'the address', paidBy: 'depositHash', returnedBy: ['refundHash'] },
} as const satisfies Partial<Thing>;
/** The read that finds an operation by its id. */
const listed = (call: StateRead['call']): StateRead => ({
  call,
  isList: true,
  ids: [{ row: ['id'], sources: [{ response: ['id'] }] }],
  status: 'status',
  row,
});
function crossing(call: string, paramsFrom: Readonly<Record<string, FactLocation>>): TransferFields {
  const terms = fieldsOf('bep20-swap', call, paramsFrom);
  return {
    amount: 'amount',
    decimals,
    token: [moved],
    to: { kind: 'address', at: 'to' },
    networks: [{ constant: 'ETHEREUM' }, { constant: 'BSC' }],
    fee: { amount: terms('feeAmount'), token: moved, decimals, from: 'amount' },
    minimum: terms('minAmount'),
    maximum: terms('maxAmount'),
    arrives: { is: 'less fee', token: paidOut },
  };
}
const response: DeclaredResponse = {
  known: 'assumed',
  amounts: 'base',
  id: 'id',
  status: { at: 'status', list: 'WalletTransactionStatus' },
  amount: 'amount',
  to: 'toAddress',
  fee: 'feeAmount',
  networks: ['fromNetwork', 'toNetwork'],
  same: { type: 'type' },
};
const fields: readonly Column[] = [
  { path: 'status', as: { status: 'WalletTransactionStatus' } },
  { path: 'type', room: 'yields' },
  { path: 'amount', as: units },
  { path: 'feeAmount', heading: 'fee', as: units },
  { path: 'createdAt', heading: 'asked', as: 'time' },
  { path: 'id' },
  { path: 'depositAddress', heading: 'pay to', room: 'yields', while: { path: 'status', is: ['PENDING'] } },
  { path: 'depositHash', heading: 'paid in by', room: 'yields' },
  { path: 'toAddress', heading: 'to' },
  { path: 'amount', heading: 'base units', role: 'units', room: 'yields' },
  { path: 'payoutHash', heading: 'payout' },
  { path: 'refundHash', heading: 'returned by', ifAny: true, assumed: true },
];

/** The address to pay to, until it is paid. */
export const payToCode: CodeField = { at: 'depositAddress', paidBy: 'depositHash' };

export const bridgeSwap = thing({
  ...common,
  name: 'bridge swap',
  natural: ['createdAt'],
  reads: [{ call: 'bep20-swap listBridgeSwaps', of: 'user', finds: anyText, ids: ['id', 'transactionHash', 'hash'] }],
  shownBy: 'swap bridge show {id}',
  fields,
  webPages: [
    { transaction: ['payoutHash'], network: ['toNetwork'] },
    { transaction: ['refundHash', 'depositHash'], network: ['fromNetwork'] },
  ],
  watch: { kind: 'bridge', what: 'a swap over the bridge', screen: 'Bridge' },
  operations: {
    'bep20-swap createBridgeSwap': {
      name: 'bridge swap',
      kind: 'swap',
      facts: crossing('getBridgeFee', { type: 'type' }),
      response,
      isAsync: true,
      recoveryCommands: ['swap bridge list'],
      state: [{ ...listed('bep20-swap listBridgeSwaps'), complete: true }],
    },
  },
});

const legacy = {
  name: 'legacy swap',
  kind: 'swap',
  facts: crossing('getSwapFee', {}),
  response,
  isAsync: true,
  recoveryCommands: ['api bep20-swap list-swaps'],
  state: [listed('bep20-swap listSwaps')],
} as const;
export const legacySwap = thing({
  ...common,
  name: 'legacy swap',
  natural: ['createdAt'],
  reads: [{ call: 'bep20-swap listSwaps', of: 'everybody', finds: anyText, ids: ['id', 'transactionHash', 'hash'] }],
  fields,
  watch: { kind: 'swap', what: 'a legacy swap', screen: 'Legacy' },
  operations: { 'bep20-swap createSwap': legacy, 'bep20-swap createSwapV1': legacy },
});
