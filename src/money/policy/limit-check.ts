// Compares a transfer with the amount limits of a profile: of one transfer, of all within 24 hours, of a fee. Pure:
// prices and the ledger are given.

import type { Failure } from '../../services/http/errors.js';
import { transferFields } from '../../things/operations.js';
import { caught } from '../facts/request-problems.js';
import { countsForDay, type Operation } from '../ledger/operation.js';
import { type Decimal, decimalOf, decimalText, isMore, plus, roundedUp, times, zero } from '../values/decimal.js';
import type { Figure } from '../values/token.js';
import { personsFor } from './approvals.js';
import { statedValue } from './at-most.js';
import type { AmountLimit } from './limit-table.js';
import { isPriced, type Limit, limitFor, type PriceLookup, spentOf, type TransferAmount, valueIn } from './limits.js';
import { isFeeOnTop, type Outflow } from './outflow.js';

import { amountUnknown, dayUnknown, feeUnknown, overLimit, type PolicyCase, valueUnknown } from './refusals.js';

/** The use of a limit, in its unit. */
export interface LimitUse {
  readonly key: AmountLimit;
  readonly limit: Limit;
  readonly total: Decimal;
}
/** The ledger's operations of the last 24 hours, of one owner. */
export type LedgerWindow = readonly Operation[];

/** The verdict of the limits on a transfer. */
export interface LimitVerdict {
  readonly refusals: readonly Failure[];
  readonly uses: readonly LimitUse[];
  /** The values of the amount and of a fee on top in US dollars, if a bound needed their prices. */
  readonly usd: string | undefined;
  readonly feeUsd: string | undefined;
  /** How many persons approve it; nothing if no limit asks for that. */
  readonly persons: number | undefined;
  /** Checks the limit of a day again, with the ledger as it is when the operation is recorded. @throws {Guarded} */
  readonly checkDay: (window: LedgerWindow) => void;
}

/** Compares a transfer with the limits of a profile. @param sameLine what its line moves before it: approvals are for all of a line */
export function limitVerdict(
  policyCase: PolicyCase,
  { limits, moved, admitted, stated, figures: { fee, feeOnTop, leaves, isFeeUnknown } }: Outflow,
  window: LedgerWindow,
  prices: PriceLookup,
  sameLine: LedgerWindow = [],
): LimitVerdict {
  const keys = (['transfer', 'day'] as const).filter((key) => limits[key] !== undefined && !policyCase.fields.incoming);
  const usd = textOf(dollarsOf(moved, prices) ?? (stated && statedValue(stated, prices)));
  const feeUsd = textOf(feeOnTop && dollarsOf(feeOnTop, prices));
  // an unknown fee on top counts as an unknown amount does, beside the amount
  const unknownFee = admitted && { ...admitted, usd: textOf(statedValue(admitted, prices)) };
  const onTop = isFeeUnknown ? leaves && unknownFee : feeOnTop && { ...feeOnTop, usd: feeUsd };
  const parts: readonly TransferAmount[] = [{ ...moved, usd }, ...(onTop ? [onTop] : [])];
  const all = isFeeUnknown && leaves && !unknownFee ? [...parts, {}] : parts;
  const [first] = keys;
  const isAmountKnown = moved.amount !== undefined && moved.token !== undefined;
  const uses: LimitUse[] = [];
  const use = (check: () => readonly LimitUse[]) => caught(() => uses.push(...check()));
  const checkDay = (now: LedgerWindow) =>
    keys.includes('day')
      ? dayUses(policyCase, limits.day!, [...counted(now, unknownFee), ...parts], parts, prices)
      : [];
  const refusals = [
    ...(first && !isAmountKnown ? [amountUnknown(policyCase, first)] : []),
    ...(first && isFeeUnknown && leaves && !unknownFee ? [feeUnknown(policyCase, first, leaves.token)] : []),
    ...(isAmountKnown && keys.includes('transfer')
      ? use(() => singleUses(policyCase, 'transfer', limits.transfer!, parts))
      : []),
    ...(limits.fee && policyCase.fields.fee ? use(() => feeUses(policyCase, limits.fee!, fee, prices)) : []),
    ...(isAmountKnown ? use(() => checkDay(window)) : []),
  ];
  return {
    refusals,
    uses,
    persons: limits.approvals && personsFor(limits.approvals, [...counted(sameLine, unknownFee), ...all]),
    usd,
    feeUsd,
    checkDay: (now) => void checkDay(now),
  };
}

const dollarsOf = (
  { amount, token }: Pick<TransferAmount, 'amount' | 'token'>,
  prices: PriceLookup,
): Decimal | undefined => {
  const [number, price] = [decimalOf(amount ?? ''), token === undefined ? undefined : prices(token)];
  return number && price && times(price, number);
};
const textOf = (value: Decimal | undefined): string | undefined => value && decimalText(roundedUp(value, 6));

/** @throws {Guarded} FEE_UNKNOWN, OVER_LIMIT_FEE, VALUE_UNKNOWN */
function feeUses(
  policyCase: PolicyCase,
  limits: readonly Limit[],
  fee: Figure | undefined,
  prices: PriceLookup,
): readonly LimitUse[] {
  if (fee?.token === undefined) throw feeUnknown(policyCase, 'fee');
  return singleUses(policyCase, 'fee', limits, [{ ...fee, usd: textOf(dollarsOf(fee, prices)) }]);
}

/** Compares the amounts of one transfer: those under one limit are added. @throws {Guarded} */
function singleUses(
  policyCase: PolicyCase,
  key: 'transfer' | 'fee',
  limits: readonly Limit[],
  amounts: readonly TransferAmount[],
): readonly LimitUse[] {
  const totals = new Map<Limit, Decimal>();
  for (const amount of amounts) {
    const limit = limitFor(limits, amount.token);
    const value = limit && valueIn(limit, amount, () => undefined);
    if (!limit || !value) throw valueUnknown(policyCase, key, limits, amount.token);
    totals.set(limit, plus(totals.get(limit) ?? zero, value));
  }
  return [...totals].map(([limit, total]) => {
    if (isMore(total, limit.max)) throw overLimit(policyCase, key, limits, limit, total);
    return { key, limit, total };
  });
}

/** Compares the sums of a day, the added amounts included, with the limits of these. @throws {Guarded} */
function dayUses(
  policyCase: PolicyCase,
  limits: readonly Limit[],
  amounts: readonly TransferAmount[],
  added: readonly TransferAmount[],
  prices: PriceLookup,
): readonly LimitUse[] {
  const applied = added.map(({ token }) => [limitFor(limits, token), token] as const);
  const missing = applied.find(([limit]) => limit === undefined);
  if (missing) throw valueUnknown(policyCase, 'day', limits, missing[1]);
  return [...new Map(applied as readonly (readonly [Limit, string | undefined])[])].map(([limit, token]) => {
    const total = spentOf(limits, limit, amounts, prices);
    if ('unknown' in total)
      throw total.unknown.id === undefined
        ? valueUnknown(policyCase, 'day', limits, token)
        : total.unknown.isFee
          ? feeUnknown(policyCase, 'day', token, total.unknown.id)
          : dayUnknown(policyCase, total.unknown.id);
    if (isMore(total, limit.max)) throw overLimit(policyCase, 'day', limits, limit, total);
    return { key: 'day', limit, total };
  });
}

/**
 * The amounts of operations that count for a day and move value out, and the fees on top of them.
 * @param unknownFee what an unknown fee counts as
 */
export const counted = (window: LedgerWindow, unknownFee?: TransferAmount): readonly TransferAmount[] =>
  window
    .filter((line) => countsForDay(line) && !fieldsOf(line)?.incoming)
    .flatMap((line) => {
      const { id, fee, feeToken, feeUsd, receiptFee, token, stated = line.amount } = line;
      const amount: TransferAmount =
        stated === undefined && line.atMost !== undefined
          ? { ...line, amount: line.atMost, token: line.atMostToken }
          : { ...line, amount: stated, token: token ?? line.atMostToken };
      if (fee !== undefined && feeToken !== undefined)
        return [amount, { id, amount: fee, token: feeToken, usd: feeUsd }];
      return isFeeOnTop(fieldsOf(line)) && receiptFee !== '0' ? [amount, { id, isFee: true, ...unknownFee }] : [amount];
    });
const fieldsOf = ({ service, call }: Pick<Operation, 'service' | 'call'>) => transferFields[`${service} ${call}`];

/** The tokens of operations that were recorded without a value in US dollars. */
export const unpricedTokens = (window: LedgerWindow): readonly string[] =>
  counted(window).flatMap(({ token, usd }) => (!isPriced({ usd }) && token !== undefined ? [token] : []));
