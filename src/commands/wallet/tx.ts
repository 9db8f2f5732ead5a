// `tuk wallet tx refresh` and `wait`: refreshes the status of transactions, and waits for their end.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { isDryRun } from '../../cli/settings.js';
import { readAlternatives } from '../../engine/read/read-alternatives.js';
import { showCommand } from '../../engine/read/read-command.js';
import { readEndpoint } from '../../engine/read/read-endpoint.js';
import { isUnknownRoute } from '../../engine/request/endpoints.js';
import { type Params, paramsOf } from '../../engine/request/params.js';
import { watchFlags, watchNote } from '../../engine/request/shared-options.js';
import type { EndpointChoices } from '../../engine/request/spec-types.js';
import { statusIn } from '../../engine/watch/run-wait.js';
import { watchStatus } from '../../engine/watch/watch.js';
import { Failure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { network, requireNetwork } from './network.js';

export const refreshEndpoints = [
  { endpoint: 'refreshTransaction', version: 'v2' },
  { endpoint: 'refreshTransactionV1', version: 'v1', when: 'unknown' },
] as const satisfies EndpointChoices<'wallet'>;

const refresh = showCommand('wallet', {
  name: 'tx refresh',
  values: '<hash...>',
  summary: 'Refresh transactions and show their status',
  description: 'Prints an object for one hash, a list for several. If one fails, the others are still shown.',
  options: [network],
  examples: ['tuk wallet tx refresh 0x058d9e7d1d3e32913b46966eadde862d019244781babb7b563f6b20a260a27c8 --network ETHEREUM'],
  endpoints: refreshEndpoints,
  columns: [
    { path: 'hash' },
    { path: 'status', as: { status: 'WalletTransactionStatus' } },
    { path: 'fee', heading: 'fee as given' },
    { path: 'nonce' },
    { path: 'type' },
  ],
  id: 'hash',
  fetchAll: async (fetchOnce, { hash, network: networkOption }, { context, partialFailures }) => {
    const hashes = [...new Set([hash].flat().map(String))];
    const networkName = requireNetwork(networkOption);
    const [only, ...others] = hashes;
    if (others.length === 0 || isDryRun(context.flags)) return (await fetchOnce({ hash: only, network: networkName }))?.text;
    const rows: unknown[] = [];
    const { parseLossless, stringifyLossless } = await import('../../services/lossless-number.js');
    for (const one of hashes)
      try {
        rows.push(parseLossless((await fetchOnce({ hash: one, network: networkName }))!.text));
      } catch (error) {
        if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
        partialFailures.push(error);
      }
    if (rows.length === 0) throw partialFailures.shift()!;
    return stringifyLossless(rows);
  },
});

/** Reads the status of a transaction. @throws {Failure} */
async function readStatus(context: Context, hash: string, networkName: string): Promise<{ status: string | undefined; row: unknown }> {
  const row = (await refreshTransaction(context, { hash, network: networkName })).data;
  return { status: statusIn({ service: 'wallet', endpoint: refreshEndpoints[0].endpoint }, row, hash), row };
}

async function refreshTransaction(context: Context, params: Params): Promise<Response> {
  try {
    return await readEndpoint(context, 'wallet', refreshEndpoints[0].endpoint, params);
  } catch (error) {
    if (!isUnknownRoute(error)) throw error;
    return readEndpoint(context, 'wallet', refreshEndpoints[1].endpoint, params);
  }
}

const hour = 3_600_000;
const wait: Command = {
  name: 'tx wait',
  values: '<hash...>',
  summary: 'Wait until transactions are confirmed or have failed',
  description: `${watchNote} Waits for an hour at most unless --max-wait is given; 0 waits without limit.`,
  options: [network, ...watchFlags],
  examples: [
    'tuk wallet tx wait <hash> --network BSC --for status=SUCCESS --max-wait 10m',
    'tuk wallet tx wait <hash> <hash> --network BSC -o ndjson',
  ],
  uses: { wallet: ['refreshTransaction', 'refreshTransactionV1'] },
  run: async (args, context) => {
    const { positionals, options } = args;
    const networkName = requireNetwork(paramsOf({ options: [network] }, args, context).network);
    if (isDryRun(context.flags)) {
      await readAlternatives(context, { service: 'wallet', endpoints: refreshEndpoints }, { hash: positionals[0], network: networkName });
      return 0;
    }
    return watchStatus(context, options, {
      statusList: 'WalletTransactionStatus',
      ids: [...new Set(positionals)],
      fetchStatus: (hash, poll) => readStatus(poll, hash, networkName),
      defaultMaxWait: hour,
    });
  },
};

export const transactions: readonly Command[] = [refresh, wait];
