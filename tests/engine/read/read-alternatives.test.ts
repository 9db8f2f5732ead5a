// A fact is read from the first endpoint that the server knows, and the rows of a batch share what they have read.
import { expect, test } from 'vitest';
import type { Context } from '../../../src/cli/command/command.js';
import { listedTokens } from '../../../src/engine/read/listed-tokens.js';
import { readNetworkTokens } from '../../../src/engine/read/token-lists.js';
import type { HttpRequest } from '../../../src/services/http/transport.js';

const unknownRoute = { status: 404, body: '{"message":"Cannot GET /v3/token/BSC"}' };
const list = { status: 200, body: '[{"symbol":"MVL","contractAddress":"0x1","decimals":18}]' };

/** A context whose requests get these responses by the version in their path; `paths` has the requests. */
function contextOf(respond: (version: string) => { readonly status: number; readonly body: string }, isBatch = false) {
  const paths: string[] = [];
  const transport = async ({ url }: HttpRequest) => {
    const { pathname } = new URL(url);
    paths.push(pathname);
    const { status, body } = respond(/\/(v\d)\//.exec(pathname)?.[1] ?? '');
    return { status, headers: {}, body: Buffer.from(body), milliseconds: 0 };
  };
  const context = {
    http: () => ({
      requestContext: async () => ({ base: () => 'http://127.0.0.1', credentials: {}, timeout: 0, transport }),
    }),
    settings: () => ({ of: {}, retry: { value: 0 }, maxWait: { value: 0 } }),
    ...{ session: () => ({ token: async () => ({ accessToken: 'x' }) }), flags: {} },
    ...{ world: { clock: { now: () => 0 }, sharedFacts: isBatch ? new Map() : undefined }, log: () => {} },
  } as unknown as Context;
  return { context, paths };
}
const onlyV2 = (version: string) => (version === 'v2' ? list : unknownRoute);

test('the rows of a batch ask once, also for an endpoint that the server does not know', async () => {
  const batch = contextOf(onlyV2, true);
  for (const _ of [1, 2, 3]) await readNetworkTokens(batch.context, 'BSC');
  expect(batch.paths.length).toBe(2);
  const single = contextOf(onlyV2);
  for (const _ of [1, 2, 3]) await readNetworkTokens(single.context, 'BSC');
  expect(single.paths.length).toBe(6);
});

test('the listed tokens of a network are read once in a run', async () => {
  const { context, paths } = contextOf(() => list);
  const [first, second] = await Promise.all([listedTokens(context, 'BSC'), listedTokens(context, 'BSC')]);
  expect([first, paths.length]).toEqual([second, 1]);
  await listedTokens(context, 'ETHEREUM');
  expect(paths.length).toBe(2);
});
