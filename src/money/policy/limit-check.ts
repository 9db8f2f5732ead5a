// Checks a transfer against the amount limits of a profile: of one transfer, of all within 24 hours, of a fee.

import { type Decimal, decimalOf, decimalText, isMore, plus, roundedUp, times, zero } from '../decimal.js';
import { countsForDay, type Operation } from '../ledger.js';
import { transferFields } from '../transfer-fields.js';
import { isDollar, mayStateValue, type StatedAmount, statedValue } from './at-most.js';
import type { PolicyDependencies } from './dependencies.js';
import { checkFee, plainAmount } from './extract.js';
import type { FindFact } from './facts.js';
import type { Figure } from './figures.js';
import type { AmountLimit } from './limit-table.js';
import { isPriced, type Limit, type Limits, limitFor, type PriceLookup, spentOf, type TransferAmount, valueIn } from './limits.js';
import { amountUnknown, dayUnknown, feeUnitUnknown, overLimit, type PolicyCase, valueUnknown } from './refusals.js';

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
  /** The fee that comes on top of the amount: it leaves too, and counts against the same limits. */
  readonly feeOnTop: Figure | undefined;
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
 * @returns the use of each limit; the value in US dollars, and that of a fee on top of it, where a limit needs it; the check of the day, which is repeated when the operation is recorded
 * @throws {Guarded} where a limit is exceeded, or cannot be compared with the amount
 */
export async function checkLimits(check: LimitCheck): Promise<{
  readonly uses: readonly LimitUse[];
  readonly usd?: string;
  readonly feeUsd?: string;
  readonly checkDay: (window: LedgerWindow) => void;
}> {
  const { of: policyCase, limits, moved: amount, feeOnTop, atMost, window, reads } = check;
  const keys = (['transfer', 'day'] as const).filter((key) => limits[key] !== undefined && !policyCase.fields.incoming);
  const [first] = keys;
  if (first && (amount.amount === undefined || amount.token === undefined)) throw amountUnknown(policyCase, first);
  if (first && feeOnTop && feeOnTop.token === undefined) throw feeUnitUnknown(policyCase, first);
  const feePriced = keys.some((key) => isDollars(limitFor(limits[key]!, feeOnTop?.token))) ? feeOnTop?.token : undefined;
  const needsPrice = keys.some((key) => isDollars(limitFor(limits[key]!, amount.token)));
  const fee = await feeOf(check);
  const tokensToPrice = [
    ...(needsPrice ? [amount.token!, ...(atMost ? [atMost.token] : []), ...unpriced(window)] : []),
    ...(fee && isDollars(fee.limit) ? [fee.token] : []),
    ...(feePriced === undefined ? [] : [feePriced, ...unpriced(window)]),
  ];
  const prices: PriceLookup = reads && tokensToPrice.length > 0 ? await check.prices(tokensToPrice) : () => undefined;
  const price = needsPrice && amount.token !== undefined ? prices(amount.token) : undefined;
  const value = price ? times(price, decimalOf(amount.amount!)!) : needsPrice && atMost ? statedValue(atMost, prices) : undefined;
  const usd = value && decimalText(roundedUp(value, 6));
  const feePrice = feePriced === undefined ? undefined : prices(feePriced);
  const feeUsd = feePrice && decimalText(roundedUp(times(feePrice, decimalOf(feeOnTop!.amount)!), 6));
  const valued: TransferAmount = { ...amount, usd };
  const parts = [valued, ...(feeOnTop ? [{ ...feeOnTop, usd: feeUsd }] : [])];
  const mayState = check.isStated || (amount.token !== undefined && (isDollar(amount.token) || mayStateValue(amount.token, prices)));
  const checkDay = (window: LedgerWindow) =>
    keys.includes('day') ? checkDayTotal(policyCase, limits.day!, [...counted(window), ...parts], parts, prices, mayState) : undefined;
  const uses = [
    ...(keys.includes('transfer') ? checkSingle(policyCase, 'transfer', limits.transfer!, parts, prices, mayState) : []),
    ...(fee ? checkSingle(policyCase, 'fee', limits.fee!, [fee], prices, false) : []),
    ...(checkDay(window) ?? []),
  ];
  return { uses, ...(usd === undefined ? {} : { usd }), ...(feeUsd === undefined ? {} : { feeUsd }), checkDay };
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

/** Checks what leaves in one transfer: amounts under one limit are added. @throws {Guarded} */
function checkSingle(
  policyCase: PolicyCase,
  key: 'transfer' | 'fee',
  limits: readonly Limit[],
  amounts: readonly TransferAmount[],
  prices: PriceLookup,
  mayState: boolean,
): LimitUse[] {
  const totals = new Map<Limit, Decimal>();
  for (const amount of amounts) {
    const limit = limitFor(limits, amount.token);
    const value = limit && valueIn(limit, amount, prices);
    if (!limit || !value) throw valueUnknown(policyCase, key, limits, amount.token, mayState && amount === amounts[0]);
    totals.set(limit, plus(totals.get(limit) ?? zero, value));
  }
  return [...totals].map(([limit, total]) => {
    if (isMore(total, limit.max)) throw overLimit(policyCase, key, limits, limit, total);
    return { key, limit, total };
  });
}

/** Checks the sums of a day under the limits of the new amounts, which they include. @throws {Guarded} */
function checkDayTotal(
  policyCase: PolicyCase,
  limits: readonly Limit[],
  amounts: readonly TransferAmount[],
  added: readonly TransferAmount[],
  prices: PriceLookup,
  mayState: boolean,
): LimitUse[] {
  const applied = added.map(({ token }) => [limitFor(limits, token), token] as const);
  const missing = applied.find(([limit]) => limit === undefined);
  if (missing) throw valueUnknown(policyCase, 'day', limits, missing[1], mayState && missing === applied[0]);
  return [...new Map(applied as readonly (readonly [Limit, string | undefined])[])].map(([limit, token]) => {
    const total = spentOf(limits, limit, amounts, prices);
    if ('unknown' in total)
      throw total.unknown.id === undefined
        ? valueUnknown(policyCase, 'day', limits, token, mayState && total.unknown === added[0])
        : dayUnknown(policyCase, total.unknown.id);
    if (isMore(total, limit.max)) throw overLimit(policyCase, 'day', limits, limit, total);
    return { key: 'day', limit, total };
  });
}

/**
 * The amounts that count: of operations that were or may have been sent, or whose value is not known to be back, and that moved value out; and the fees on top of
 * them.
 */
const counted = (window: LedgerWindow): readonly TransferAmount[] =>
  window
    .filter((line) => countsForDay(line) && !transferFields[`${line.service} ${line.call}`]?.incoming)
    .flatMap((line) => {
      const { id, fee, feeToken, feeUsd } = line;
      const amount: TransferAmount = line.stated === undefined ? line : { ...line, amount: line.stated };
      return fee === undefined || feeToken === undefined ? [amount] : [amount, { id, amount: fee, token: feeToken, usd: feeUsd }];
    });

/** The tokens of operations that were recorded without a value in US dollars. */
const unpriced = (window: LedgerWindow): string[] =>
  counted(window).flatMap(({ token, usd }) => (!isPriced({ usd }) && token !== undefined ? [token] : []));
