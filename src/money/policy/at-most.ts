// `--at-most`: the most that one operation may cost, as the person states it. The limits evaluate it where the value itself is not known, and the response
// is compared with it.
import { BadInput, Guarded } from '../../services/http/errors.js';
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
  const price = prices(token) ?? (isDollar(token) ? one : undefined);
  return price && times(price, decimalOf(amount)!);
}
/** Whether a token stands for the dollar. */
export const isDollar = (token: string): boolean => sameToken(token, 'USD') || dollarTokens.some((name) => sameToken(token, name));

/**
 * Whether a person may state the value of an amount of this token, by an amount of another one: the platform says that it has no price, and it is not a dollar
 * token. Of any other token the value is known, or would be known if its price could be read.
 */
export const mayStateValue = (token: string, prices: PriceLookup): boolean => prices.isWithoutPrice?.(token) === true && !isDollar(token);

/**
 * Checks a known amount against the stated one: by itself in one unit, and where its unit is not known; else by the value of both. Where that of the stated
 * amount alone is known, it stands if the known one has no price at all: it is then what the person says of its value.
 * @param prices reads prices; nothing where no reads may be made, and amounts of two units are not compared then
 * @throws {BadInput} OVER_AT_MOST; {Guarded} NOT_COMPARABLE where it is not known whether it is more
 */
export async function checkAtMost(
  known: { readonly amount?: string | undefined; readonly token?: string | undefined },
  stated: StatedAmount,
  prices: ((tokens: Iterable<string>) => Promise<PriceLookup>) | undefined,
): Promise<void> {
  const number = decimalOf(known.amount ?? '');
  if (!number) return;
  const { token } = known;
  if (token === undefined || sameToken(token, stated.token)) {
    if (isMore(number, decimalOf(stated.amount)!)) throw overAtMost(known, stated, '');
    return;
  }
  if (!prices) return;
  const lookup = await prices([token, stated.token]);
  const [value, most] = [statedValue({ amount: known.amount!, token }, lookup), statedValue(stated, lookup)];
  if (value && most) {
    if (isMore(value, most)) throw overAtMost(known, stated, ', which is less by the prices of the platform');
    return;
  }
  if (most && mayStateValue(token, lookup)) return;
  throw new Guarded(
    'NOT_COMPARABLE',
    `The operation takes ${known.amount} ${token}, and whether that is more than --at-most says, ${stated.amount} ${stated.token}, is not known: no price of ${most ? token : stated.token} can be read; nothing was sent.`,
    most
      ? `Try again when its price can be read, or state the most in its own unit: --at-most '${known.amount} ${token}'. Another unit counts for a token that has no price.`
      : `State the most in its own unit: --at-most '${known.amount} ${token}'`,
  );
}
const overAtMost = (
  known: { readonly amount?: string | undefined; readonly token?: string | undefined },
  stated: StatedAmount,
  why: string,
) =>
  new BadInput(
    'OVER_AT_MOST',
    `The operation takes ${known.amount} ${known.token ?? '(its unit is not known)'}, and --at-most says ${stated.amount} ${stated.token}${why}; nothing was sent.`,
    'Send less, or state what it takes.',
  );
