// The token reads of `tuk depin`: a vehicle token, its sale, the transaction count of its contract.

import type { Command } from '../../cli/command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { requireAddress } from '../../money/address.js';
import { Network } from '../../services/catalogue/words.js';
import { vehicleSale, vehicleToken } from '../../things/network-vehicle.js';

export const tokens: readonly Command[] = [
  showCommand('vehicle-oracle', {
    name: 'token',
    values: '<token-id>',
    summary: 'Show one vehicle token',
    examples: ['tuk depin token 1', 'tuk depin token 1 -o yaml'],
    endpoint: 'getToken',
    columns: vehicleToken.fields,
    id: 'tokenId',
  }),
  showCommand('vehicle-oracle', {
    name: 'sale',
    values: '<sale-id>',
    summary: 'Show one sale of a vehicle token',
    examples: ['tuk depin sale 1'],
    endpoint: 'getSale',
    columns: vehicleSale.fields,
  }),
  listCommand('vehicle-oracle', {
    name: 'tx-count',
    values: ['<network>', '<contract-address>'],
    summary: 'Count the transactions of a contract by day, also as a chart',
    examples: [
      'tuk depin tx-count BASE_SEPOLIA 0xb801fe3400Bb06351860f02b8401b0C6A29f1df9',
      'tuk depin tx-count BASE_SEPOLIA 0xb801fe3400Bb06351860f02b8401b0C6A29f1df9 -o csv',
    ],
    endpoint: 'countTransactions',
    open: true,
    columns: [{ path: 'date' }, { path: 'count', as: 'amount' }],
    id: 'date',
    chart: { at: 'date', value: 'count', of: 'sum' },
    empty: ['No transactions.', 'See the contract of a vehicle token: tuk depin token 1'],
    toParams: async (params) => {
      const network = Network.find((name) => name === params.network); // the request refuses an unknown network
      if (network) requireAddress(String(params.contractAddress), 'The contract', network);
      return params;
    },
  }),
];
