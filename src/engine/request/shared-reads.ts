// The reads that the rows of a batch share: each is made once in a minute, for all rows.

import type { Context } from '../../cli/context.js';

/**
 * The calls whose responses no transfer changes: token lists, prices, currencies, fees that hang on no amount, and the list of the user's own wallets. A balance, an
 * order or a state is read anew for every row.
 */
const sharedCalls: ReadonlySet<string> = new Set([
  'user getCurrency',
  'user getPointsTransferFee',
  'user listWalletsV2',
  'wallet getPrice',
  'wallet getPriceV1_1',
  'wallet getPublicPrice',
  'wallet listNetworkTokens',
  'wallet listNetworkTokensV2',
  'wallet listTokens',
  'wallet listTokensV2',
]);
/** How long a response is used, milliseconds: a batch may run for hours. */
const lifetime = 60_000;

/** Makes a read, or takes its response from an earlier row of the same batch, where no transfer changes it. A failure is not kept. @throws what `read` throws */
export const sharedRead = <Result>(
  context: Context,
  service: string,
  call: string,
  params: Readonly<Record<string, unknown>>,
  read: () => Promise<Result>,
): Promise<Result> => (sharedCalls.has(`${service} ${call}`) ? sharedFact(context, JSON.stringify([service, call, params]), read) : read());

/** The same for any fact that no transfer changes, by a key of its own. */
export function sharedFact<Result>({ world }: Context, key: string, read: () => Promise<Result>): Promise<Result> {
  const facts = world.sharedFacts;
  if (facts === undefined) return read();
  const now = world.clock.now();
  const known = facts.get(key);
  if (known && now - known.at < lifetime) return known.value as Promise<Result>;
  const value = read();
  facts.set(key, { at: now, value });
  value.catch(() => facts.delete(key));
  return value;
}
