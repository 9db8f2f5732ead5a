// What leaves in a transfer, as its limits, its receipt and the ledger see it; and the tokens that need a price for it.

import type { TransferFields } from '../../things/transfer.js';
import type { Fact } from '../facts/fact-finder.js';
import type { TransferFacts } from '../facts/facts.js';
import { type Decimal, decimalText } from '../values/decimal.js';
import { type Figure, type StatedAmount, sameToken } from '../values/token.js';
import { needsPrice } from './approvals.js';
import { type Limit, type Limits, limitFor, type TransferAmount } from './limits.js';

export interface Outflow {
  /** The limits that apply: of an incoming transfer only a fee leaves. */
  readonly limits: Limits;
  readonly figures: Figures;
  /** The leaving amount; of an unknown one its bound, for the limits. */
  readonly moved: TransferAmount;
  /**
   * The most that an unknown amount is: --at-most, under a limit only with `limits.unknown`, which also stands in for
   * --at-most. It is never the booked amount.
   */
  readonly bound: StatedAmount | undefined;
  /** `limits.unknown` for the unit of this transfer: what an unknown fee counts as. */
  readonly admitted: StatedAmount | undefined;
  /** The value of an unknown amount, as a person states it within `limits.unknown`. */
  readonly stated: StatedAmount | undefined;
}

/** Whether limits count amounts. */
export const isLimited = ({ transfer, day, approvals }: Limits): boolean =>
  [transfer, day, approvals].some((limit) => limit !== undefined);

/** What leaves in a transfer. @param profileLimits all limits of the profile */
export function outflowOf(facts: TransferFacts, profileLimits: Limits, atMost: StatedAmount | undefined): Outflow {
  const { fields, amount, token, order } = facts;
  const limits = fields.incoming
    ? { ...profileLimits, transfer: undefined, day: undefined, unknown: undefined, approvals: undefined }
    : profileLimits;
  const limit = limits.unknown && (limitFor(limits.unknown, token?.value) ?? limits.unknown[0]);
  const admitted = limit && { amount: decimalText(limit.max), token: limit.token ?? 'USD' };
  const stated = admitted && (atMost ?? admitted);
  const ofFacts = { amount: amount && decimalText(amount.value), token: token?.value };
  const isKnown = amount !== undefined && token !== undefined;
  const bound = isKnown ? undefined : isLimited(limits) ? stated : atMost;
  const moved = { ...(bound ?? ofFacts), within: order?.id };
  return { limits, figures: figuresOf(facts, atMost), moved, bound, admitted, stated };
}

/** The tokens whose prices the limits and --at-most need. @param unpriced the tokens of a day without values */
export function tokensToPrice(
  { limits, figures, moved, admitted, stated }: Outflow,
  unpriced: readonly string[],
): readonly string[] {
  const { fee, feeOnTop, leaves, atMost } = figures;
  const inDollars = (token: string | undefined) =>
    token !== undefined &&
    ([limits.transfer, limits.day].some((limit) => limit && isDollars(limitFor(limit, token))) ||
      needsPrice(limits.approvals ?? [], token));
  const tokens = [moved.token, stated?.token, admitted?.token, feeOnTop?.token].filter(inDollars) as string[];
  const ofFee = fee?.token !== undefined && limits.fee && isDollars(limitFor(limits.fee, fee.token)) ? [fee.token] : [];
  const ofUnknown = stated && limits.unknown ? [stated.token] : [];
  const units = [leaves, feeOnTop].flatMap((figure) => figure?.token ?? []);
  const compared = atMost && units.some((unit) => !sameToken(unit, atMost.token)) ? [...units, atMost.token] : [];
  return [...tokens, ...ofFee, ...ofUnknown, ...(tokens.length > 0 && limits.day ? unpriced : []), ...compared];
}
const isDollars = (limit: Limit | undefined) => limit !== undefined && limit.token === undefined;

// The figures of a transfer for its receipt. An unknown figure is missing, and the receipt says so.

/** The figures of a transfer. */
export interface Figures {
  /** The call only receives value. */
  readonly incoming: boolean;
  readonly leaves: Figure | undefined;
  /** The name of the thing that leaves in place of an amount. */
  readonly thing: string | undefined;
  readonly arrives: Figure | { readonly what: string } | undefined;
  readonly fee: Figure | undefined;
  /** Whether the fee is taken out of the amount; else it comes on top, or is unknown. */
  readonly feeFromAmount: boolean;
  /** The fee on top of the amount, if there is one. */
  readonly feeOnTop: Figure | undefined;
  /** A fee comes on top, and its number or its unit is not known: nothing bounds it. */
  readonly isFeeUnknown: boolean;
  readonly atMost: StatedAmount | undefined;
}

/** The figures in the facts of a transfer. */
function figuresOf(facts: TransferFacts, atMost: StatedAmount | undefined): Figures {
  const { fields, amount, token, fee, feeToken, arriving, arrivingToken, arrivingThing, thing } = facts;
  const figure = (number: Fact<Decimal> | undefined, unit: Fact | undefined): Figure | undefined =>
    number && { amount: decimalText(number.value), token: unit?.value };
  const incoming = fields.incoming ?? false;
  const charge = figure(fee, feeToken);
  const feeFromAmount = fields.fee?.from === 'amount';
  const feeOnTop = isFeeOnTop(fields) && charge?.amount !== '0' ? charge : undefined;
  return {
    incoming,
    leaves: incoming ? undefined : figure(amount, token),
    thing: thing?.value,
    arrives: arrivingThing ? { what: arrivingThing.value } : figure(arriving, arrivingToken),
    fee: charge,
    feeFromAmount,
    feeOnTop,
    isFeeUnknown: isFeeOnTop(fields) && (charge === undefined || (feeOnTop !== undefined && feeToken === undefined)),
    atMost,
  };
}

/** Whether a fee comes on top of the amount that leaves. */
export const isFeeOnTop = ({ fee, incoming }: TransferFields = {}): boolean =>
  fee !== undefined && fee.from !== 'amount' && incoming !== true;
