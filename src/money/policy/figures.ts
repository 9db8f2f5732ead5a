// The figures of a transfer for its receipt: what leaves, what arrives, the fee. A figure that is not known is missing, and the receipt says so.

import { type Decimal, decimalOf, decimalText, isMore, minus } from '../decimal.js';
import type { TransferFields } from '../transfer-fields.js';
import type { StatedAmount } from './at-most.js';
import { plainFact } from './extract.js';
import type { FindFact } from './facts.js';

/** An amount in whole units, as decimal text, with its unit where that is known. */
export interface Figure {
  readonly amount: string;
  readonly token: string | undefined;
}
/** The figures of a transfer. */
export interface Figures {
  /** The call only receives value. */
  readonly incoming: boolean;
  readonly leaves: Figure | undefined;
  /** The name of what leaves, where that is no amount. */
  readonly thing: string | undefined;
  readonly arrives: Figure | { readonly what: string } | undefined;
  readonly fee: Figure | undefined;
  /** Whether the fee is taken out of the amount; else it comes on top, or nothing is known of it. */
  readonly feeFromAmount: boolean;
  readonly atMost: StatedAmount | undefined;
}

/**
 * Finds the figures of a transfer.
 * @param moved the amount that leaves, in whole units
 * @param reads whether reads may be made for it
 * @throws {Failure} as `plainFact`
 */
export async function figuresOf(
  fields: TransferFields,
  moved: { readonly amount?: string | undefined; readonly token?: string | undefined },
  find: FindFact,
  reads: boolean,
  atMost: StatedAmount | undefined,
): Promise<Figures> {
  const { fee, incoming = false } = fields;
  const charge = textOf(plainFact('fee', await find(fee?.amount, reads), fee?.decimals));
  const leaves = incoming || moved.amount === undefined ? undefined : { amount: moved.amount, token: moved.token };
  const feeFigure = charge === undefined ? undefined : { amount: charge, token: await find(fee?.token, reads) };
  return {
    incoming,
    leaves,
    thing: await find(fields.thing, reads),
    arrives: await arrivalOf(fields, leaves, feeFigure, find, reads),
    fee: feeFigure,
    feeFromAmount: fee?.from === 'amount',
    atMost,
  };
}

/** The fee that comes on top of what leaves; nothing for one of nothing, or that is taken out of the amount. */
export function feeOnTopOf({ incoming, fee, feeFromAmount }: Figures): Figure | undefined {
  return fee === undefined || incoming || feeFromAmount || decimalOf(fee.amount)?.units === 0n ? undefined : fee;
}

async function arrivalOf(
  { arrives }: TransferFields,
  leaves: Figure | undefined,
  fee: Figure | undefined,
  find: FindFact,
  reads: boolean,
): Promise<Figures['arrives']> {
  if (arrives === undefined) return undefined;
  if ('what' in arrives) {
    const what = await find(arrives.what, reads);
    return what === undefined ? undefined : { what };
  }
  const token = await find(arrives.token, reads);
  if ('amount' in arrives) {
    const amount = textOf(plainFact('arriving amount', await find(arrives.amount, reads)));
    return amount === undefined ? undefined : { amount, token };
  }
  if (leaves === undefined) return undefined;
  if (arrives.is === 'amount') return leaves;
  const [whole, charge] = [decimalOf(leaves.amount), decimalOf(fee?.amount ?? '')];
  if (!whole || !charge || !isMore(whole, charge)) return undefined;
  return { amount: decimalText(minus(whole, charge)), token: token ?? leaves.token };
}

const textOf = (number: Decimal | undefined): string | undefined => number && decimalText(number);
