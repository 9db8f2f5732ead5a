// Checks a transfer against the amount limits of a profile: of one transfer, of all within 24 hours, of a fee.

import { type Decimal, decimalOf, decimalText, isMore, roundedUp, times } from '../decimal.js';
import { countsForDay, type Operation } from '../ledger.js';
import { transferFields } from '../transfer-fields.js';
import { isDollar, mayStateValue, type StatedAmount, statedValue } from './at-most.js';
import type { PolicyDependencies } from './dependencies.js';
import { checkFee, plainAmount } from './extract.js';
import type { FindFact } from './facts.js';
import type { AmountLimit } from './limit-table.js';
import { isPriced, type Limit, type Limits, limitFor, type PriceLookup, spentOf, type TransferAmount, valueIn } from './limits.js';
import { amountUnknown, dayUnknown, overLimit, type PolicyCase, valueUnknown } from './refusals.js';

/** The use of a limit, in its unit. */
export interface LimitUse {
  readonly key: AmountLimit;
  readonly limit: Limit;
  readonly total: Decimal;
}
/** The ledger's operations of the last 24 hours, of one owner. */
export type LedgerWindow = readonly Operation[];
/** A transfer, and the data and functions that its check needs. */
interface LimitCheck {
  readonly of: PolicyCase;
  readonly limits: Limits;
  readonly moved: TransferAmount;
  /** The most that it may cost, as the person states it: counts where its value is not known. */
  readonly atMost: StatedAmount | undefined;
  /** Whether the amount is the stated one, since the service states none. */
  readonly isStated: boolean;
  readonly window: LedgerWindow;
  readonly find: FindFact;
  /** Whether reads may be made for it. */
  readonly reads: boolean;
  readonly prices: PolicyDependencies['prices'];
}

/**
 * Checks a transfer against the limits of a profile.
 * @returns the use of each limit; the value in US dollars, where a limit needs it; the check of the day, which is repeated when the operation is recorded
 * @throws {Guarded} where a limit is exceeded, or cannot be compared with the amount
 */
export async function checkLimits(
  check: LimitCheck,
): Promise<{ readonly uses: readonly LimitUse[]; readonly usd?: string; readonly checkDay: (window: LedgerWindow) => void }> {
  const { of: policyCase, limits, moved: amount, atMost, window, reads } = check;
  const keys = (['transfer', 'day'] as const).filter((key) => limits[key] !== undefined && !policyCase.fields.incoming);
  const [first] = keys;
  if (first && (amount.amount === undefined || amount.token === undefined)) throw amountUnknown(policyCase, first);
  const needsPrice = keys.some((key) => isDollars(limitFor(limits[key]!, amount.token)));
  const fee = await feeOf(check);
  const tokensToPrice = [
    ...(needsPrice ? [amount.token!, ...(atMost ? [atMost.token] : []), ...unpriced(window)] : []),
    ...(fee && isDollars(fee.limit) ? [fee.token] : []),
  ];
  const prices: PriceLookup = reads && tokensToPrice.length > 0 ? await check.prices(tokensToPrice) : () => undefined;
  const price = needsPrice && amount.token !== undefined ? prices(amount.token) : undefined;
  const value = price ? times(price, decimalOf(amount.amount!)!) : needsPrice && atMost ? statedValue(atMost, prices) : undefined;
  const usd = value && decimalText(roundedUp(value, 6));
  const valued: TransferAmount = { ...amount, usd };
  const mayState = check.isStated || (amount.token !== undefined && (isDollar(amount.token) || mayStateValue(amount.token, prices)));
  const checkDay = (window: LedgerWindow) =>
    keys.includes('day') ? checkDayTotal(policyCase, limits.day!, [...counted(window), valued], valued, prices, mayState) : undefined;
  const uses = [
    ...(keys.includes('transfer') ? [checkSingle(policyCase, 'transfer', limits.transfer!, valued, prices, mayState)] : []),
    ...(fee ? [checkSingle(policyCase, 'fee', limits.fee!, fee, prices, false)] : []),
    ...(checkDay(window) ?? []),
  ];
  return { uses, ...(usd === undefined ? {} : { usd }), checkDay };
}

const isDollars = (limit: Limit | undefined): boolean => limit !== undefined && limit.token === undefined;

/** The fee, where a limit applies to it and the call has one. @throws {Guarded} FEE_UNKNOWN where it cannot be read */
async function feeOf({
  of: policyCase,
  limits,
  find,
  reads,
}: LimitCheck): Promise<(TransferAmount & { readonly token: string; readonly limit: Limit | undefined }) | undefined> {
  const { fee } = policyCase.fields;
  if (!limits.fee || !fee) return undefined;
  const [text, token] = [await find(fee.amount, reads), await find(fee.token, reads)];
  await checkFee(policyCase.fields, find);
  const amount = text !== undefined && decimalOf(text)?.units === 0n ? '0' : plainAmount(text, fee.decimals);
  if (amount === undefined || token === undefined) throw amountUnknown(policyCase, 'fee');
  return { amount, token, limit: limitFor(limits.fee, token) };
}

/** Checks one amount. @throws {Guarded} */
function checkSingle(
  policyCase: PolicyCase,
  key: 'transfer' | 'fee',
  limits: readonly Limit[],
  amount: TransferAmount,
  prices: PriceLookup,
  mayState: boolean,
): LimitUse {
  const limit = limitFor(limits, amount.token);
  const total = limit && valueIn(limit, amount, prices);
  if (!limit || !total) throw valueUnknown(policyCase, key, limits, amount.token, mayState);
  if (isMore(total, limit.max)) throw overLimit(policyCase, key, limits, limit, total);
  return { key, limit, total };
}

/** Checks the sum of a day, the new transfer included. @throws {Guarded} */
function checkDayTotal(
  policyCase: PolicyCase,
  limits: readonly Limit[],
  amounts: readonly TransferAmount[],
  { token }: TransferAmount,
  prices: PriceLookup,
  mayState: boolean,
): LimitUse[] {
  const limit = limitFor(limits, token);
  if (!limit) throw valueUnknown(policyCase, 'day', limits, token, mayState);
  const total = spentOf(limits, limit, amounts, prices);
  if (!('unknown' in total)) {
    if (isMore(total, limit.max)) throw overLimit(policyCase, 'day', limits, limit, total);
    return [{ key: 'day', limit, total }];
  }
  throw total.unknown.id === undefined
    ? valueUnknown(policyCase, 'day', limits, token, mayState)
    : dayUnknown(policyCase, total.unknown.id);
}

/** The operations that count: those that were or may have been sent, or whose value is not known to be back, and that moved value out. */
const counted = (window: LedgerWindow): LedgerWindow =>
  window
    .filter((line) => countsForDay(line) && !transferFields[`${line.service} ${line.call}`]?.incoming)
    .map((line) => (line.stated === undefined ? line : { ...line, amount: line.stated }));

/** The tokens of operations that were recorded without a value in US dollars. */
const unpriced = (window: LedgerWindow): string[] =>
  counted(window).flatMap(({ token, usd }) => (!isPriced({ usd }) && token !== undefined ? [token] : []));
