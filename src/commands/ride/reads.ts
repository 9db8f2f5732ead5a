// The small reads of `tuk ride`: currencies, wallet providers, the cost of a cancellation.

import type { Command } from '../../cli/command.js';
import { enumValue } from '../../cli/enum-value.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { networkFilter } from '../../engine/request/network-option.js';
import type { Params } from '../../engine/request/params.js';
import { Region, WalletProviderId } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import { notFound } from './status.js';

/** Checks the region: a network or a wallet provider needs one. @throws {BadInput} */
function regionParams(params: Params): Params {
  const { region, network, walletProviderId } = params;
  if (network !== undefined && walletProviderId !== undefined)
    throw new BadInput('CONFLICT', 'Give --network or --wallet-provider, not both.');
  if (region === undefined && (network ?? walletProviderId) !== undefined)
    throw new BadInput(
      'MISSING_VALUE',
      '--network and --wallet-provider need a region.',
      'Like: tuk ride currencies KH --network BASE_SEPOLIA',
    );
  return region === undefined ? params : { ...params, region: enumValue(Region, region, 'the region') };
}

export const reads: readonly Command[] = [
  listCommand('ride-hailing', {
    name: 'currencies',
    values: '[region]',
    summary: 'List the currencies that pay for rides, of all regions or of one',
    options: [
      networkFilter,
      {
        flags: '--wallet-provider <provider>',
        effects: 'plain',
        summary: 'filter by wallet provider',
        words: WalletProviderId,
        param: 'walletProviderId',
      },
    ],
    examples: ['tuk ride currencies', 'tuk ride currencies KH', 'tuk ride currencies KH --network BASE_SEPOLIA'],
    endpoints: [
      { endpoint: 'listCurrencies' },
      { endpoint: 'listRegionCurrencies', requires: ['region'] },
      { endpoint: 'listNetworkCurrencies', requires: ['region', 'network'] },
      { endpoint: 'listProviderCurrencies', requires: ['region', 'walletProviderId'] },
    ],
    key: ['id', 'network', 'region', 'contractAddress'],
    columns: [
      { path: 'symbol' },
      { path: 'network' },
      { path: 'region' },
      { path: 'price', as: 'amount' },
      { path: 'decimals' },
      { path: 'contractAddress', heading: 'contract' },
      { path: 'id', room: 'yields' },
    ],
    toParams: regionParams,
  }),
  listCommand('ride-hailing', {
    name: 'providers',
    values: '<region>',
    summary: 'List the wallet providers of a region',
    examples: ['tuk ride providers KH'],
    endpoint: 'listWalletProviders',
    columns: [{ path: 'id' }, { path: 'name' }, { path: 'network' }],
    toParams: regionParams,
  }),
  showCommand('ride-hailing', {
    name: 'cancel-status',
    summary: 'Show what cancelling the active ride would cost now',
    examples: ['tuk ride cancel-status', 'tuk ride cancel-status --jq .feeAmount'],
    endpoint: 'getCancelStatus',
    columns: [
      { path: 'isFreeCancel', heading: 'free of charge' },
      { path: 'feeAmount', heading: 'fee' },
      { path: 'cancellable', heading: 'can be cancelled' },
      { path: 'pickupStartTime', heading: 'pick-up since', as: 'time' },
      { path: 'cancelRequestedAt', heading: 'asked', as: 'time' },
      { path: 'holdUntil', heading: 'held until', as: 'time' },
    ],
    fetchAll: async (once, params, { context }) => {
      try {
        return (await once(params))?.text;
      } catch (error) {
        throw notFound(error, undefined, context);
      }
    },
  }),
];
