// A transaction on a chain, and a transfer in the history of an address (platform 3.5).

import { forms } from '../services/forms.js';
import type { StateRead } from './operation.js';
import { thing } from './thing.js';

const status = { list: 'WalletTransactionStatus', at: ['status'] } as const;
/** The page of a transaction in the explorer of its network. */
const webPages = [{ transaction: ['hash'], network: ['network'] }] as const;
const units = { token: 'ticker', amounts: ['value'] } as const;

export const transfer = thing({
  name: 'transfer',
  natural: ['hash'],
  ids: ['id', 'hash'],
  group: 'Wallet',
  status,
  reads: [
    { call: 'wallet getHistoryRow', params: (id) => ({ id }), finds: ['uuid', 'number'] },
    {
      call: 'wallet listHistory',
      of: 'address',
      params: (address, network) => ({ address, network, filter: 'ALL' }),
      finds: ['address'],
      eachNetwork: true,
      summary: ['direction', 'value', 'type'],
    },
  ],
  shownBy: 'wallet tx show {id}',
  actions: [
    ['Who sent it', 'find {from}', { opens: 'screen' }],
    ['Who received it', 'find {to}', { opens: 'screen' }],
  ],
  units,
  webPages,
  persons: 'name',
  fields: [
    { path: 'status', as: { status: 'WalletTransactionStatus' } },
    { path: 'warning', heading: '▲', room: 'stays', ifAny: true, assumed: true },
    { path: 'updatedAt', heading: 'updated', as: 'time' },
    { path: 'value', as: { units: 'decimals', token: 'ticker' } },
    { path: 'direction', heading: 'in/out', room: 'stays', ifAny: true, assumed: true },
    { path: 'type' },
    { path: 'from' },
    { path: 'to' },
    { path: 'hash' },
    { path: 'fee', heading: 'fee as given' },
    { path: 'value', heading: 'base units', role: 'units' },
    { path: 'nonce', assumed: true },
    { path: 'network', assumed: true },
    { path: 'id' },
  ],
});

/** The parameters for `BSC:0x…`. */
const onNetwork = (id: string) => ({ network: id.slice(0, id.indexOf(':')), hash: id.slice(id.indexOf(':') + 1) });

export const transaction = thing({
  name: 'transaction',
  natural: ['hash'],
  group: 'Wallet',
  ids: ['hash'],
  status,
  reads: [
    {
      call: 'wallet getTransaction',
      params: (hash, network) => ({ hash, network }),
      finds: ['hash'],
      eachNetwork: true,
      unpolled: true,
    },
    { call: 'wallet refreshTransaction', params: onNetwork },
    { call: 'wallet refreshTransactionV1', params: onNetwork, ifUnknownRoute: true },
  ],
  shownBy: 'wallet tx show {id} --network {network}',
  units,
  webPages,
  watch: {
    kind: 'tx',
    what: 'a transaction on a chain: tx:NETWORK:HASH, or tx:HASH if the ledger has it',
    pattern: new RegExp(`^${forms.hash}$`),
    isWhole: true,
    screen: 'Transactions',
  },
});

const hashes = ['hash', 'transactionHash'] as const;
/** The read of an operation with a transaction in its response. */
export const transactionRead: StateRead = {
  call: 'wallet refreshTransaction',
  params: { hash: { response: hashes }, network: { response: ['network'] } },
  ids: [{ row: ['hash'], sources: [{ response: hashes }] }],
  status: 'status',
  row: { known: 'public', id: 'hash' },
};
