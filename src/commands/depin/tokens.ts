// What `tuk depin` reads of vehicle tokens: the token itself, its metadata, its sale, how often its contract was called.

import type { Command } from '../../cli/command.js';
import type { Params } from '../../engine/params.js';
import { readCommand } from '../../engine/read-command.js';
import { Network } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';

export const tokens: readonly Command[] = [
  readCommand({
    name: 'token',
    values: '[token-id]',
    summary: 'Show one vehicle token',
    options: [
      { flags: '--nft-no <n>', summary: 'by its number instead' },
      { flags: '--metadata', summary: 'what marketplaces read of it' },
    ],
    examples: ['tuk depin token 1', 'tuk depin token --nft-no 1', 'tuk depin token 1 --metadata'],
    service: 'vehicle-oracle',
    endpoints: [
      { call: 'getToken', needs: ['tokenId'] },
      { call: 'getTokenByNftNo', needs: ['nftNo'] },
      { call: 'getTokenMetadata', needs: ['tokenId', 'metadata'] },
    ],
    uses: ['vehicle-oracle GET /token/{tokenId}', 'vehicle-oracle GET /tokenByNftNo/{nftNo}', 'vehicle-oracle GET /metadata/{tokenId}'],
    columns: [
      { path: 'tokenType', heading: 'type' },
      { path: 'vin' },
      { path: 'owner' },
      { path: 'network' },
      { path: 'trait_type', heading: 'trait' },
      { path: 'value' },
    ],
    id: 'tokenId',
    toParams: named,
  }),
  readCommand({
    name: 'sale',
    values: '<sale-id>',
    summary: 'Show one sale of a vehicle token',
    examples: ['tuk depin sale 1'],
    service: 'vehicle-oracle',
    endpoints: [{ call: 'getSale' }],
    uses: ['vehicle-oracle GET /sale/{saleId}'],
    columns: [{ path: 'price', as: 'amount' }, { path: 'currency' }, { path: 'soldAt', heading: 'sold', as: 'time' }],
  }),
  readCommand({
    name: 'tx-count',
    values: '<network> <contract-address>',
    summary: 'Count the transactions of a contract, as a chart too',
    examples: [
      'tuk depin tx-count BASE_SEPOLIA 0xb801fe3400Bb06351860f02b8401b0C6A29f1df9',
      'tuk depin tx-count BASE_SEPOLIA 0xb801fe3400Bb06351860f02b8401b0C6A29f1df9 -o csv',
    ],
    service: 'vehicle-oracle',
    endpoints: [{ call: 'countTransactions' }],
    uses: ['vehicle-oracle GET /chain-metrics/tx-count/{network}/{contractAddress}'],
    open: true,
    columns: [{ path: 'date' }, { path: 'count', as: 'amount' }],
    id: 'date',
    chart: { at: 'date', value: 'count', of: 'sum' },
    empty: ['No transactions.', 'See the contract of a vehicle token: tuk depin token 1'],
    toParams: async (given) => {
      const network = Network.find((one) => one === given.network); // another word is told before anything is sent
      if (network) (await import('../../money/address.js')).requireAddress(String(given.contractAddress), 'The contract', network);
      return given;
    },
  }),
];

/** Which token: by its id or by its number, one of both. @throws {BadInput} */
function named(given: Params): Params {
  if ((given.tokenId === undefined) === (given.nftNo === undefined))
    throw new BadInput('MISSING_OPTION', 'Name one token, by its id or with --nft-no.', 'Like: tuk depin token 1');
  if (given.nftNo !== undefined && given.metadata !== undefined)
    throw new BadInput('CONFLICT', '--metadata goes with the id of a token, not with --nft-no.');
  return given;
}
