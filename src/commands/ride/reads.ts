// The small reads of `tuk ride`: what pays for rides, with whom, the points of a region; and what a cancellation would mean now.

import type { Command } from '../../cli/command.js';
import { wordOf } from '../../cli/enum-value.js';
import { reading } from '../../engine/list-command.js';
import type { Given } from '../../engine/params.js';
import { Network, Region, WalletProviderId } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import type { Column } from '../../ui/format/column.js';

/** A region that is one of the list; without one nothing narrower can be asked for. @throws {BadInput} */
function inRegion(given: Given): Given {
  const { region, network, walletProviderId } = given;
  if (network !== undefined && walletProviderId !== undefined)
    throw new BadInput('CONFLICT', 'Give --network or --wallet-provider, not both.');
  if (region === undefined && (network ?? walletProviderId) !== undefined)
    throw new BadInput('MISSING_VALUE', 'A region is needed with that.', 'Like: tuk ride currencies KH --network BASE_SEPOLIA');
  return region === undefined ? given : { ...given, region: wordOf(Region, region, 'the region') };
}

/** A read of one region. */
const ofRegion = (name: string, is: string, call: string, path: string, columns: readonly Column[]): Command =>
  reading({
    name,
    values: '<region>',
    is,
    examples: [`tuk ride ${name} KH`],
    service: 'ride-hailing',
    ways: [{ call }],
    beneath: [`ride-hailing GET ${path}`],
    columns,
    gives: inRegion,
  });

export const reads: readonly Command[] = [
  reading({
    name: 'currencies',
    values: '[region]',
    is: 'List what pays for rides, by the narrowest path that is given',
    options: [
      { flags: '--network <network>', is: 'only of a network', words: Network },
      { flags: '--wallet-provider <provider>', is: 'only those of a wallet provider', words: WalletProviderId, to: 'walletProviderId' },
    ],
    examples: ['tuk ride currencies', 'tuk ride currencies KH', 'tuk ride currencies KH --network BASE_SEPOLIA'],
    service: 'ride-hailing',
    ways: [
      { call: 'listCurrencies' },
      { call: 'listRegionCurrencies', needs: ['region'] },
      { call: 'listNetworkCurrencies', needs: ['region', 'network'] },
      { call: 'listProviderCurrencies', needs: ['region', 'walletProviderId'] },
    ],
    beneath: [
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
    gives: inRegion,
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
  reading({
    name: 'cancel-status',
    is: 'Show what cancelling the ride under way would mean now',
    examples: ['tuk ride cancel-status', 'tuk ride cancel-status --jq .feeAmount'],
    service: 'ride-hailing',
    ways: [{ call: 'getCancelStatus' }],
    beneath: ['ride-hailing GET /v1/rides/cancel-status'],
  }),
];
