// The figures of a transfer for its receipt: what leaves, what arrives, the fee. A figure that is not known is missing, and the receipt says so.

import type { Decimal } from '../decimal.js';
import { decimalText } from '../decimal.js';
import type { Fact } from '../fact-finder.js';
import type { TransferFacts } from '../facts.js';
import type { Figure, StatedAmount } from './at-most.js';

/** The figures of a transfer. */
export interface Figures {
  /** The call only receives value. */
  readonly incoming: boolean;
  readonly leaves: Figure | undefined;
  /** The name of what leaves, if that is no amount. */
  readonly thing: string | undefined;
  readonly arrives: Figure | { readonly what: string } | undefined;
  readonly fee: Figure | undefined;
  /** Whether the fee is taken out of the amount; else it comes on top, or nothing is known of it. */
  readonly feeFromAmount: boolean;
  readonly atMost: StatedAmount | undefined;
}

/** The figures in the facts of a transfer. */
export function figuresOf(facts: TransferFacts, atMost: StatedAmount | undefined): Figures {
  const { fields, amount, token, fee, feeToken, arriving, arrivingToken, arrivingThing, thing } = facts;
  const figure = (number: Fact<Decimal> | undefined, unit: Fact | undefined): Figure | undefined =>
    number && { amount: decimalText(number.value), token: unit?.value };
  return {
    incoming: fields.incoming ?? false,
    leaves: fields.incoming ? undefined : figure(amount, token),
    thing: thing?.value,
    arrives: arrivingThing ? { what: arrivingThing.value } : figure(arriving, arrivingToken),
    fee: figure(fee, feeToken),
    feeFromAmount: fields.fee?.from === 'amount',
    atMost,
  };
}

/** The fee that comes on top of what leaves; nothing for one of 0, or that is taken out of the amount. */
export function feeOnTopOf({ incoming, fee, feeFromAmount }: Figures): Figure | undefined {
  return fee === undefined || incoming || feeFromAmount || fee.amount === '0' ? undefined : fee;
}
