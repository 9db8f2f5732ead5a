// The small reads of `tuk ride`: what pays for rides, with whom, the points of a region; and what a cancellation would mean now.

import type { Command } from '../../cli/command.js';
import { wordOf } from '../../cli/enum-value.js';
import type { Params } from '../../engine/params.js';
import { readCommand } from '../../engine/read-command.js';
import { Network, Region, WalletProviderId } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import type { Column } from '../../ui/format/column.js';

/** A region that is one of the list; without one nothing narrower can be asked for. @throws {BadInput} */
function inRegion(given: Params): Params {
  const { region, network, walletProviderId } = given;
  if (network !== undefined && walletProviderId !== undefined)
    throw new BadInput('CONFLICT', 'Give --network or --wallet-provider, not both.');
  if (region === undefined && (network ?? walletProviderId) !== undefined)
    throw new BadInput('MISSING_VALUE', 'A region is needed with that.', 'Like: tuk ride currencies KH --network BASE_SEPOLIA');
  return region === undefined ? given : { ...given, region: wordOf(Region, region, 'the region') };
}

/** A read of one region. */
const ofRegion = (name: string, summary: string, call: string, path: string, columns: readonly Column[]): Command =>
  readCommand({
    name,
    values: '<region>',
    summary,
    examples: [`tuk ride ${name} KH`],
    service: 'ride-hailing',
    endpoints: [{ call }],
    uses: [`ride-hailing GET ${path}`],
    columns,
    toParams: inRegion,
  });

export const reads: readonly Command[] = [
  readCommand({
    name: 'currencies',
    values: '[region]',
    summary: 'List what pays for rides, by the narrowest path that is given',
    options: [
      { flags: '--network <network>', summary: 'only of a network', words: Network },
      {
        flags: '--wallet-provider <provider>',
        summary: 'only those of a wallet provider',
        words: WalletProviderId,
        to: 'walletProviderId',
      },
    ],
    examples: ['tuk ride currencies', 'tuk ride currencies KH', 'tuk ride currencies KH --network BASE_SEPOLIA'],
    service: 'ride-hailing',
    endpoints: [
      { call: 'listCurrencies' },
      { call: 'listRegionCurrencies', needs: ['region'] },
      { call: 'listNetworkCurrencies', needs: ['region', 'network'] },
      { call: 'listProviderCurrencies', needs: ['region', 'walletProviderId'] },
    ],
    uses: [
      'ride-hailing GET /v1/currency',
      'ride-hailing GET /v1/currency/{region}',
      'ride-hailing GET /v1/currency/{region}/{network}',
      'ride-hailing GET /v1/currency/{region}/wallet-provider/{walletProviderId}',
    ],
    columns: [
      { path: 'symbol' },
      { path: 'network' },
      { path: 'region' },
      { path: 'price', as: 'amount' },
      { path: 'decimals' },
      { path: 'contractAddress', heading: 'contract' },
      { path: 'id', room: 'yields' },
    ],
    toParams: inRegion,
  }),
  ofRegion('providers', 'List the wallet providers of a region', 'listWalletProviders', '/v1/wallet-provider/{region}', [
    { path: 'id' },
    { path: 'name' },
    { path: 'network' },
  ]),
  ofRegion('points', 'Show the ride points of a region', 'getPoints', '/v1/balance/point/{region}', [
    { path: 'region' },
    { path: 'currency' },
    { path: 'amount', as: 'amount' },
  ]),
  readCommand({
    name: 'cancel-status',
    summary: 'Show what cancelling the ride under way would mean now',
    examples: ['tuk ride cancel-status', 'tuk ride cancel-status --jq .feeAmount'],
    service: 'ride-hailing',
    endpoints: [{ call: 'getCancelStatus' }],
    uses: ['ride-hailing GET /v1/rides/cancel-status'],
  }),
];
