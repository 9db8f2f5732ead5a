// `tuk wallet tx refresh` and `wait`: how transactions stand, and as they go on.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { type EndpointChoice, isUnknownRoute } from '../../engine/endpoints.js';
import { type Params, paramsOf } from '../../engine/params.js';
import { readBy, readCommand, readOnce } from '../../engine/read-command.js';
import { wordIn } from '../../engine/wait-command.js';
import { follow, followFlags, followNote } from '../../engine/watch.js';
import { Failure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { needsNetwork, network } from './network.js';

export const refreshWays = [
  { call: 'refreshTransaction', version: 'v2' },
  { call: 'refreshTransactionV1', version: 'v1', when: 'unknown' },
] as const satisfies readonly [EndpointChoice, ...EndpointChoice[]];
export const refreshBeneath = ['wallet GET /v2/transactions/refresh', 'wallet GET /v1/transactions/refresh'];

const refresh = readCommand({
  name: 'tx refresh',
  values: '<hash...>',
  summary: 'Bring transactions up to date, and show how they stand',
  description:
    'One hash gives one object, several give a list, each by a call of its own; one that cannot be had is told, and the others are shown.',
  options: [network],
  examples: ['tuk wallet tx refresh 0x058d9e7d1d3e32913b46966eadde862d019244781babb7b563f6b20a260a27c8 --network ETHEREUM'],
  service: 'wallet',
  endpoints: refreshWays,
  uses: refreshBeneath,
  columns: [
    { path: 'hash' },
    { path: 'status', as: { status: 'WalletTransactionStatus' } },
    { path: 'fee', heading: 'fee as given' },
    { path: 'nonce' },
    { path: 'type' },
  ],
  id: 'hash',
  fetchAll: async (once, { hash, network: of }, { context, lost }) => {
    const hashes = [...new Set([hash].flat().map(String))];
    const asked = needsNetwork(of);
    const [only, ...others] = hashes;
    if (others.length === 0 || context.onlyShows) return (await once({ hash: only, network: asked }))?.text;
    const rows: unknown[] = [];
    const { parseLossless, stringifyLossless } = await import('../../services/lossless-number.js');
    for (const one of hashes)
      try {
        rows.push(parseLossless((await once({ hash: one, network: asked }))!.text));
      } catch (error) {
        if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
        lost.push(error);
      }
    if (rows.length === 0) throw lost.shift()!;
    return stringifyLossless(rows);
  },
});

/** How a transaction stands, asked once; each asking ends by itself, so that an outage is seen as one. @throws {Failure} */
async function standing(context: Context, hash: string, of: string): Promise<{ word: string | undefined; row: unknown }> {
  const row = (await refreshed(context, { hash, network: of })).data;
  return { word: wordIn({ service: 'wallet', call: refreshWays[0].call }, row, hash), row };
}

async function refreshed(context: Context, given: Params): Promise<Response> {
  const patient = { patient: true } as const;
  try {
    return await readOnce(context, 'wallet', refreshWays[0].call, given, {}, patient);
  } catch (error) {
    if (!isUnknownRoute(error)) throw error;
    return readOnce(context, 'wallet', refreshWays[1].call, given, {}, patient);
  }
}

const hour = 3_600_000;
const wait: Command = {
  name: 'tx wait',
  values: '<hash...>',
  summary: 'Wait until transactions are on their chain, or have failed',
  description: `${followNote} Waits for an hour at most if --max-wait says nothing else; 0 waits for ever.`,
  options: [network, ...followFlags],
  examples: [
    'tuk wallet tx wait <hash> --network BSC --for status=SUCCESS --max-wait 10m',
    'tuk wallet tx wait <hash> <hash> --network BSC -o ndjson',
  ],
  uses: refreshBeneath,
  run: async (typed, context) => {
    const { positionals, options } = typed;
    const of = needsNetwork(paramsOf({ options: [network] }, typed, context).network);
    if (context.onlyShows) {
      await readBy(context, { service: 'wallet', endpoints: refreshWays }, { hash: positionals[0], network: of });
      return 0;
    }
    return follow(context, options, {
      list: 'WalletTransactionStatus',
      ids: [...new Set(positionals)],
      ask: (hash) => standing(context, hash, of),
      atMost: hour,
    });
  },
};

export const transactions: readonly Command[] = [refresh, wait];
