// The migration of the assets of an address to another network (platform 3.6).

import { thing } from './thing.js';
import { assumedResponse } from './transfer.js';

const byAddress = (address: string) => ({ address });

export const migration = thing({
  name: 'migration',
  ids: ['id', 'address'],
  group: 'Wallet',
  status: { list: 'AssetMigrationStatus', at: ['status'] },
  reads: [{ call: 'wallet getMigration', params: byAddress, finds: ['address'] }],
  shownBy: 'wallet migration show {address}',
  units: { token: 'symbol', amounts: ['amount'] },
  webPages: [{ address: ['address'], network: ['toNetwork', 'network'] }],
  watch: { kind: 'migration', what: 'the asset migration of an address', isWhole: true, screen: 'Migrations' },
  operations: {
    'wallet startMigration': {
      name: 'asset migration',
      kind: 'other',
      isAsync: true,
      facts: { to: { kind: 'address', at: 'address' }, networks: ['network'] },
      response: {
        ...assumedResponse,
        id: 'id',
        status: { at: 'status', list: 'AssetMigrationStatus' },
        to: 'address',
        networks: ['toNetwork'],
      },
      recoveryCommands: ['wallet migration show {address}'],
      state: [
        {
          call: 'wallet getMigration',
          params: { address: { request: 'address' } },
          ids: [{ row: ['id'], sources: [{ response: ['id'] }] }],
          status: 'status',
          row: { known: 'assumed', id: 'id', toNames: ['address'], at: ['createdAt'] },
        },
      ],
    },
  },
  fields: [
    { path: 'status', as: { status: 'AssetMigrationStatus' } },
    { path: 'amount', heading: 'base units', role: 'units' },
    { path: 'fromNetwork', heading: 'from' },
    { path: 'toNetwork', heading: 'to' },
    { path: 'createdAt', heading: 'asked', as: 'time' },
    { path: 'completedAt', heading: 'done', as: 'time' },
  ],
});
