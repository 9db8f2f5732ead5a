// The token reads of `tuk depin`: a vehicle token, its metadata, its sale, the transaction count of its contract.

import type { Command } from '../../cli/command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import type { Params } from '../../engine/request/params.js';
import { requireAddress } from '../../money/address.js';
import { Network } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import { vehicleSale, vehicleToken } from '../../things/network-vehicle.js';

export const tokens: readonly Command[] = [
  showCommand('vehicle-oracle', {
    name: 'token',
    values: '[token-id]',
    summary: 'Show one vehicle token',
    options: [
      { flags: '--nft-no <n>', effects: 'plain', summary: 'the NFT number, instead of the token id' },
      { flags: '--metadata', effects: 'plain', summary: 'show the metadata for marketplaces' },
    ],
    needs: [['tokenId', 'nftNo']],
    examples: ['tuk depin token 1', 'tuk depin token --nft-no 1', 'tuk depin token 1 --metadata'],
    endpoints: [
      { endpoint: 'getToken', requires: ['tokenId'] },
      { endpoint: 'getTokenByNftNo', requires: ['nftNo'] },
      { endpoint: 'getTokenMetadata', requires: ['tokenId', 'metadata'] },
    ],
    columns: vehicleToken.fields,
    id: 'tokenId',
    toParams: requireOneToken,
    key: ['tokenId', 'trait_type'],
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

/** Requires the id or the number of a token. @throws {BadInput} */
function requireOneToken(params: Params): Params {
  if (params.tokenId !== undefined && params.nftNo !== undefined)
    throw new BadInput('CONFLICT', 'Name one token, by its id or with --nft-no.');
  if (params.nftNo !== undefined && params.metadata !== undefined)
    throw new BadInput('CONFLICT', '--metadata needs the id of a token, not --nft-no.');
  return params;
}
