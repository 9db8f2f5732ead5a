// `--at-most`: the most that one operation may cost, as the person states it. The limits evaluate it where the value itself is not known, and the response
// is compared with it.
import { BadInput } from '../../services/http/errors.js';
import { amountOf } from '../amount.js';
import { type Decimal, decimalOf, isMore, times } from '../decimal.js';
import { type PriceLookup, sameToken } from './limits.js';

/** An amount in whole units of a token or of a currency, as decimal text. */
export interface StatedAmount {
  readonly amount: string;
  readonly token: string;
}

/** Parses a stated amount: `45 USDC`. @throws {BadInput} BAD_AT_MOST, BAD_AMOUNT */
export function parseAtMost(text: string): StatedAmount {
  const [, number = '', token = ''] = /^ *(\S+) +([A-Za-z][A-Za-z0-9.]{0,19}) *$/.exec(text) ?? [];
  if (number === '')
    throw new BadInput(
      'BAD_AT_MOST',
      `--at-most takes an amount and its unit, not ${JSON.stringify(text.slice(0, 90))}.`,
      "Write it like --at-most '45 USDC'.",
    );
  return { amount: amountOf(number, '--at-most'), token };
}

/** The tokens that are redeemable for a US dollar. */
const dollarTokens = ['USDC', 'USDT'];
const one: Decimal = { units: 1n, places: 0 };

/**
 * The value of a stated amount in US dollars; nothing where its token has no price. A stated amount of a dollar token counts as dollars where no price of it
 * is known, since the person states it as the most.
 */
export function statedValue({ amount, token }: StatedAmount, prices: PriceLookup): Decimal | undefined {
  const isDollar = sameToken(token, 'USD') || dollarTokens.some((name) => sameToken(token, name));
  const price = prices(token) ?? (isDollar ? one : undefined);
  return price && times(price, decimalOf(amount)!);
}

/** Checks a known amount against the stated one, where both have one unit. @throws {BadInput} OVER_AT_MOST */
export function checkAtMost(
  known: { readonly amount?: string | undefined; readonly token?: string | undefined },
  stated: StatedAmount,
): void {
  const number = decimalOf(known.amount ?? '');
  if (!number || !sameToken(known.token, stated.token) || !isMore(number, decimalOf(stated.amount)!)) return;
  throw new BadInput(
    'OVER_AT_MOST',
    `The operation takes ${known.amount} ${known.token}, and --at-most says ${stated.amount} ${stated.token}; nothing was sent.`,
    'Send less, or state what it takes.',
  );
}
