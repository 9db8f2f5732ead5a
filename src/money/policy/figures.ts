// The figures of a transfer for its receipt. An unknown figure is missing, and the receipt says so.

import type { TransferFields } from '../../things/transfer.js';
import type { Fact } from '../facts/fact-finder.js';
import type { TransferFacts } from '../facts/facts.js';
import { type Decimal, decimalText } from '../values/decimal.js';
import type { Figure, StatedAmount } from '../values/token.js';

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
export function figuresOf(facts: TransferFacts, atMost: StatedAmount | undefined): Figures {
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
