// The small reads of `tuk ride`: what pays for rides, with whom, the points of a region; and what a cancellation would mean now.
import { BadInput } from '../../services/http/failure.js';
import { Network, Region, WalletProviderId } from '../../services/words.js';
import { ask } from '../call.js';
import type { Command } from '../command.js';
import { wordNeeded, wordOf } from '../word.js';

const currencies: Command = {
  name: 'currencies',
  values: '[region]',
  is: 'List what pays for rides, by the narrowest path that is given',
  options: [
    { flags: '--network <network>', is: 'only of a network' },
    { flags: '--wallet-provider <provider>', is: 'only those of a wallet provider' },
  ],
  examples: ['tuk ride currencies', 'tuk ride currencies KH', 'tuk ride currencies KH --network BASE_SEPOLIA'],
  beneath: [
    'ride-hailing GET /v1/currency',
    'ride-hailing GET /v1/currency/{region}',
    'ride-hailing GET /v1/currency/{region}/{network}',
    'ride-hailing GET /v1/currency/{region}/wallet-provider/{walletProviderId}',
  ],
  run: async ({ values: [typed], options }, context) => {
    const region = wordOf(Region, typed, 'the region');
    const network = wordOf(Network, options.network, '--network');
    const walletProviderId = wordOf(WalletProviderId, options.walletProvider, '--wallet-provider');
    if (network !== undefined && walletProviderId !== undefined)
      throw new BadInput('CONFLICT', 'Give --network or --wallet-provider, not both.');
    if (region === undefined && (network ?? walletProviderId) !== undefined)
      throw new BadInput('MISSING_VALUE', 'A region is needed with that.', 'Like: tuk ride currencies KH --network BASE_SEPOLIA');
    const [call, path] =
      region === undefined
        ? (['listCurrencies', {}] as const)
        : network !== undefined
          ? (['listNetworkCurrencies', { region, network }] as const)
          : walletProviderId !== undefined
            ? (['listProviderCurrencies', { region, walletProviderId }] as const)
            : (['listRegionCurrencies', { region }] as const);
    const reply = await ask(context, 'ride-hailing', call, path);
    if (reply) await context.printReply(reply, { columns: ['id', 'symbol', 'network', 'region', 'price', 'decimals', 'contractAddress'] });
    return 0;
  },
};

/** A read of one region. */
const ofRegion = (name: string, is: string, call: string, path: string, columns: string[]): Command => ({
  name,
  values: '<region>',
  is,
  examples: [`tuk ride ${name} KH`],
  beneath: [`ride-hailing GET ${path}`],
  run: async ({ values: [typed] }, context) => {
    const reply = await ask(context, 'ride-hailing', call, { region: wordNeeded(Region, typed, 'the region') });
    if (reply) await context.printReply(reply, { columns });
    return 0;
  },
});

const cancelStatus: Command = {
  name: 'cancel-status',
  is: 'Show what cancelling the ride under way would mean now',
  examples: ['tuk ride cancel-status', 'tuk ride cancel-status --jq .feeAmount'],
  beneath: ['ride-hailing GET /v1/rides/cancel-status'],
  run: async (_, context) => {
    const reply = await ask(context, 'ride-hailing', 'getCancelStatus');
    if (reply) await context.printReply(reply);
    return 0;
  },
};

export const reads: readonly Command[] = [
  currencies,
  ofRegion('providers', 'List the wallet providers of a region', 'listWalletProviders', '/v1/wallet-provider/{region}', [
    'id',
    'name',
    'network',
  ]),
  ofRegion('points', 'Show the ride points of a region', 'getPoints', '/v1/balance/point/{region}', ['region', 'currency', 'amount']),
  cancelStatus,
];
