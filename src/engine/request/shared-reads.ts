// The reads that the rows of a batch share: each is made once a minute.

import type { Context } from '../../cli/command/command.js';

/**
 * Calls with responses that no transfer changes: token lists, prices, currencies, fees without an amount, the user's
 * own wallets. Balances, orders and states are read anew for every row.
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
/** The time for which a response is used, milliseconds: a batch may run for hours. */
const lifetime = 60_000;

/**
 * Makes a read, or reuses the response of an earlier row if no transfer changes it. Failures are not kept.
 * @throws the errors of `read`
 */
export const sharedRead = <Result>(
  context: Context,
  service: string,
  call: string,
  params: Readonly<Record<string, unknown>>,
  read: () => Promise<Result>,
): Promise<Result> =>
  isShared(service, call) ? sharedFact(context, JSON.stringify([service, call, params]), read) : read();

/** Whether the rows of a batch share the response of a call. */
export const isShared = (service: string, call: string): boolean => sharedCalls.has(`${service} ${call}`);

/** `sharedRead` for any fact that no transfer changes, by its own key. */
export function sharedFact<Result>({ world }: Context, key: string, read: () => Promise<Result>): Promise<Result> {
  const facts = world.sharedFacts;
  if (facts === undefined) return read();
  const now = world.clock.now();
  const cached = facts.get(key);
  if (cached && now - cached.at < lifetime) return cached.value as Promise<Result>;
  const value = read();
  facts.set(key, { at: now, value });
  value.catch(() => facts.delete(key));
  return value;
}
