// The limits of a profile: read strictly, and added up over what the ledger holds. A limit that cannot be read stops everything.

import { Network } from '../services/catalogue/words.js';
import { BadInput, Failure } from '../services/http/errors.js';
import { keyRefused, mayBeKey } from '../services/http/may-be-key.js';
import type { LimitSettings } from '../session/profile.js';
import { checkAddress, looksLikeAddress, requireAddress } from './address.js';
import { amountOf } from './amount.js';
import { type Decimal, decimalOf, plus, textOf, times, zero } from './decimal.js';

/** The most of one token, or in US dollars where none is named. */
export interface Limit {
  readonly most: Decimal;
  readonly token?: string;
}
/** The limits that are amounts: of one transfer, of all within 24 hours, of a fee. */
export const amountLimits = ['transfer', 'day', 'fee'] as const;
export type AmountLimit = (typeof amountLimits)[number];
/** The limits of a profile; what is not set limits nothing. */
export type Limits = Readonly<Partial<Record<AmountLimit, readonly Limit[]>>> & {
  readonly networks?: readonly string[];
  readonly recipients?: readonly string[];
  readonly pause?: boolean;
};
export const limitNames = [...amountLimits, 'networks', 'recipients', 'pause'] as const;

const example = "Write it like 400 (US dollars), or '400,1000 MVP' with limits of single tokens.";

/** An amount limit: `400` is US dollars, `400,1000 MVP` has one of its own for MVP. @throws {BadInput} */
export function amountLimit(typed: string, where: string): readonly Limit[] {
  const limits = typed.split(',').map((part): Limit => {
    const [, number = '', token = 'USD', ...more] = /^ *(\S+)(?: +(\S+))? *$/.exec(part) ?? [];
    if (number === '' || more.length > 0 || !/^[A-Za-z][A-Za-z0-9.]{0,19}$/.test(token))
      throw new BadInput(
        'BAD_LIMIT',
        `${where} takes numbers, each with a token or none, and not ${JSON.stringify(part.slice(0, 90))}.`,
        example,
      );
    const most = decimalOf(amountOf(number, where))!;
    return token.toUpperCase() === 'USD' ? { most } : { most, token };
  });
  const twice = limits.find((one, at) => limits.slice(0, at).some((earlier) => sameToken(earlier.token, one.token)));
  if (twice) throw new BadInput('BAD_LIMIT', `${where} has two limits of ${twice.token ?? 'US dollars'}.`, example);
  return limits;
}

/** The limit as a person writes it. */
export const limitText = (limits: readonly Limit[]): string =>
  limits.map(({ most, token }) => (token === undefined ? textOf(most) : `${textOf(most)} ${token}`)).join(',');

/**
 * Networks or recipients as they are written in one text.
 * @throws {BadInput} for a network that there is not, an address that is none; {Guarded} for what may be a key, and an address that nobody has the key of
 */
export function listLimit(name: 'networks' | 'recipients', typed: string): readonly string[] {
  const parts = /^\s*[[{]/.test(typed) ? [typed] : typed.split(','); // a key file has commas of its own
  if (parts.some(mayBeKey)) throw keyRefused(`limits.${name}`);
  const all = typed.split(',').map((one) => one.trim());
  for (const one of all) {
    if (name === 'networks' && !Network.some((network) => network === one))
      throw new BadInput(
        'UNKNOWN_WORD',
        `${JSON.stringify(one.slice(0, 90))} is no network for limits.networks.`,
        `It is one of ${Network.join(', ')}.`,
      );
    if (name === 'recipients' && looksLikeAddress(one)) {
      requireAddress(one, 'An address in limits.recipients');
      checkAddress(one, 'An address in limits.recipients'); // nobody may have its key
    }
    if (!/^[\w:+/=@.-]{1,130}$/.test(one))
      throw new BadInput(
        'BAD_LIMIT',
        `limits.${name} takes a list with commas between, and ${JSON.stringify(one.slice(0, 20))} can be none of it.`,
      );
  }
  return [...new Set(all)];
}

/** Whether limits.recipients would take a recipient, as the one that it is. */
export function mayBeListed(recipient: string): boolean {
  try {
    const [one, ...more] = listLimit('recipients', recipient);
    return one === recipient && more.length === 0;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return false;
  }
}

/** The limits as the configuration has them. @throws {BadInput} for any that cannot be read or is not known: then nothing may move */
export function limitsOf(settings: LimitSettings | undefined): Limits {
  if (settings === undefined) return {};
  const broken = (name: string) =>
    new BadInput(
      'BAD_LIMIT',
      `limits.${name} of the profile cannot be read, so nothing that moves value is sent.`,
      'Set it anew: tuk profile set NAME limits.KEY VALUE',
    );
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) throw broken('*');
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(settings)) {
    const list = Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join(',') : undefined;
    if (amountLimits.some((one) => one === name) && typeof value === 'string') read[name] = amountLimit(value, `limits.${name}`);
    else if ((name === 'networks' || name === 'recipients') && list) read[name] = listLimit(name, list);
    else if (name === 'pause' && typeof value === 'boolean') read[name] = value;
    else throw broken(name);
  }
  return read as Limits;
}

/** The limit that holds for a token: its own, else that in US dollars. */
export const limitFor = (limits: readonly Limit[], token: string | undefined): Limit | undefined =>
  ownLimit(limits, token) ?? limits.find((one) => one.token === undefined);

const ownLimit = (limits: readonly Limit[], token: string | undefined): Limit | undefined =>
  limits.find((one) => one.token !== undefined && sameToken(one.token, token));

/** Whether two names mean one token; letter case aside, since no two tokens differ in it alone. */
export const sameToken = (one: string | undefined, other: string | undefined): boolean => one?.toUpperCase() === other?.toUpperCase();

/** What was moved, as far as it is known: in whole tokens, and in US dollars as they were then. */
export interface Moved {
  readonly id?: string;
  readonly amount?: string | undefined;
  readonly token?: string | undefined;
  readonly usd?: string | undefined;
  /** The line of the ledger whose value this is: a payment is that of its order. */
  readonly within?: string | undefined;
}

/** US dollars for one of each token, where that is known. */
export type Prices = (token: string) => Decimal | undefined;

/** Whether the value in US dollars is known; 0 was written where the price list said 0, which is no price. */
export const isPriced = ({ usd }: Pick<Moved, 'usd'>): boolean => usd !== undefined && decimalOf(usd)?.units !== 0n;

/** What something is worth in the unit of a limit: in its token, or in US dollars. Nothing where that is not known. */
export function worthIn({ token }: Limit, { amount, token: own, usd }: Moved, prices: Prices): Decimal | undefined {
  const number = amount === undefined ? undefined : decimalOf(amount);
  if (token !== undefined) return sameToken(token, own) ? number : undefined;
  if (isPriced({ usd })) return decimalOf(usd!);
  const price = own === undefined ? undefined : prices(own);
  return number && price && times(number, price);
}

/**
 * What counts against one of the limits of a day: all that is in its unit. An operation whose value another one carries on is not counted
 * twice. Gives the first one whose value is not known instead, since the sum is not known then.
 */
export function spent(
  limits: readonly Limit[],
  limit: Limit,
  moved: readonly Moved[],
  prices: Prices,
): Decimal | { readonly unknown: Moved } {
  const carriedOn = new Set(moved.flatMap(({ within }) => within ?? []));
  let total = zero;
  for (const one of moved) {
    if (one.id !== undefined && carriedOn.has(one.id)) continue;
    if (one.token !== undefined && limitFor(limits, one.token) !== limit) continue;
    const worth = worthIn(limit, one, prices);
    if (!worth) return { unknown: one };
    total = plus(total, worth);
  }
  return total;
}
