// What a call moves, held against the limits of an amount: of one transfer, of all within 24 hours, of a fee.

import type { Context } from '../../cli/context.js';
import { type Decimal, decimalOf, isMore, roundedUp, textOf, times } from '../decimal.js';
import type { Operation } from '../ledger.js';
import { type AmountLimit, isPriced, type Limit, type Limits, limitFor, type Moved, type Prices, spent, worthIn } from '../limits.js';
import { transferFields } from '../transfer-fields.js';
import { checkFee, type Find, plainAmount } from './extract.js';
import { pricesOf } from './pricing.js';
import { amountUnknown, type Case, dayUnknown, overLimit, valueUnknown } from './refusals.js';

/** What counts against a limit, in its unit. */
export interface LimitUse {
  readonly key: AmountLimit;
  readonly limit: Limit;
  readonly total: Decimal;
}
/** The lines of the ledger of the last 24 hours, of one profile. */
export type Window = readonly Operation[];
/** What is held against the limits, and by what. */
export interface Holding {
  readonly of: Case;
  readonly limits: Limits;
  readonly moved: Moved;
  readonly window: Window;
  readonly find: Find;
  /** Reads may be made for it. */
  readonly reads: boolean;
}

/**
 * Holds what is moved against the limits of a profile.
 * @returns what counts against each, its worth in US dollars where that was asked for, and what holds the day anew as the line is written.
 * @throws {Guarded} where it is over one, or cannot be held against it.
 */
export async function checkLimits(
  context: Context,
  holding: Holding,
): Promise<{ readonly held: readonly LimitUse[]; readonly usd?: string; readonly again: (window: Window) => void }> {
  const { of, limits, moved, window, reads } = holding;
  const keys = (['transfer', 'day'] as const).filter((key) => limits[key] !== undefined && !of.move.brings);
  const [first] = keys;
  if (first && (moved.amount === undefined || moved.token === undefined)) throw amountUnknown(of, first);
  const inDollars = keys.some((key) => isDollars(limitFor(limits[key]!, moved.token)));
  const fee = await feeOf(holding);
  const priced = [...(inDollars ? [moved.token!, ...unpriced(window)] : []), ...(fee && isDollars(fee.limit) ? [fee.token] : [])];
  const prices: Prices = reads && priced.length > 0 ? await pricesOf(context, priced) : () => undefined;
  const price = inDollars && moved.token !== undefined ? prices(moved.token) : undefined;
  const usd = price && textOf(roundedUp(times(price, decimalOf(moved.amount!)!), 6));
  const worth: Moved = { ...moved, usd };
  const dayOf = (lines: Window) => (keys.includes('day') ? totalOf(of, limits.day!, [...counted(lines), worth], worth, prices) : undefined);
  const held = [
    ...(keys.includes('transfer') ? [single(of, 'transfer', limits.transfer!, worth, prices)] : []),
    ...(fee ? [single(of, 'fee', limits.fee!, fee, prices)] : []),
    ...(dayOf(window) ?? []),
  ];
  return { held, ...(usd === undefined ? {} : { usd }), again: dayOf };
}

const isDollars = (limit: Limit | undefined): boolean => limit !== undefined && limit.token === undefined;

/** The fee, where a limit holds for one and a call has one that can be read. @throws {Guarded} where it cannot be told */
async function feeOf({
  of,
  limits,
  find,
  reads,
}: Holding): Promise<(Moved & { readonly token: string; readonly limit: Limit | undefined }) | undefined> {
  const { fee } = of.move;
  if (!limits.fee || !fee) return undefined;
  const [text, token] = [await find(fee.amount, reads), await find(fee.token, reads)];
  await checkFee(of.move, find);
  const amount = text !== undefined && decimalOf(text)?.units === 0n ? '0' : plainAmount(text, fee.decimals);
  if (amount === undefined || token === undefined) throw amountUnknown(of, 'fee');
  return { amount, token, limit: limitFor(limits.fee, token) };
}

/** One amount by itself. @throws {Guarded} */
function single(of: Case, key: 'transfer' | 'fee', limits: readonly Limit[], moved: Moved, prices: Prices): LimitUse {
  const limit = limitFor(limits, moved.token);
  const total = limit && worthIn(limit, moved, prices);
  if (!limit || !total) throw valueUnknown(of, key, limits, moved.token);
  if (isMore(total, limit.most)) throw overLimit(of, key, limits, limit, total);
  return { key, limit, total };
}

/** All of a day, what is to be moved included. @throws {Guarded} */
function totalOf(of: Case, limits: readonly Limit[], all: readonly Moved[], { token }: Moved, prices: Prices): LimitUse[] {
  const limit = limitFor(limits, token);
  if (!limit) throw valueUnknown(of, 'day', limits, token);
  const total = spent(limits, limit, all, prices);
  if (!('unknown' in total)) {
    if (isMore(total, limit.most)) throw overLimit(of, 'day', limits, limit, total);
    return [{ key: 'day', limit, total }];
  }
  throw total.unknown.id === undefined ? valueUnknown(of, 'day', limits, token) : dayUnknown(of, total.unknown.id);
}

/** What has left, or may have, and did not only bring value in. */
const counted = (window: Window): Window =>
  window.filter(({ outcome, service, call }) => /^(done|sending|unknown)$/.test(outcome) && !transferFields[`${service} ${call}`]?.brings);

/** The tokens of lines whose worth in US dollars was not asked for when they were written. */
const unpriced = (window: Window): string[] =>
  counted(window).flatMap(({ token, usd }) => (!isPriced({ usd }) && token !== undefined ? [token] : []));
