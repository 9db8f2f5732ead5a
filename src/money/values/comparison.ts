// Compares a promised value with the value that a service states: equal, different, or not comparable. The responses of
// transfers and the rows of later reads are compared by these functions and no others. Pure.

import { isEvmAddress, isId, isUuid } from '../../services/forms.js';
import { isDecimal } from '../../services/json-value.js';
import { canonicalAddress, looksLikeAddress } from './address.js';
import { type Decimal, decimalOf, decimalText, fromBase } from './decimal.js';
import { type Comparison, compareNetworks } from './network-names.js';

/** What a text names. `id`: an order, a product, a word of a closed list. `text`: any other field of a request. */
export type ValueKind = 'number' | 'token' | 'network' | 'address' | 'user' | 'id' | 'text';

/** Compares a promised text with the stated one. The `network` is one of platform 3.1. */
export function compareValue(kind: ValueKind, promised: string, stated: string): Comparison {
  if (kind === 'network') return compareNetworks(stated, promised);
  const [expected, found] = [visible(promised), visible(stated)];
  const form = formOf(expected);
  if (form === 'blank' || formOf(found) === 'blank') return 'not comparable';
  if (expected === found) return 'equal';
  if (form === 'masked' || form !== formOf(found)) return 'not comparable';
  if (canonical(kind, form, expected) === canonical(kind, form, found)) return 'equal';
  return mayBeOneName(kind, form, expected, found) ? 'not comparable' : 'different';
}

/** The comparison with several names of one thing: one equal name is enough, and a different name is one of the same form. */
export const anyOf = (results: readonly Comparison[]): Comparison =>
  (['equal', 'different'] as const).find((result) => results.includes(result)) ?? 'not comparable';

/**
 * Compares a promised amount, in whole tokens, with the stated number.
 * @param unit `whole` tokens; the number of decimals of base units; or `unknown`: then the amounts differ only if they
 * differ in whole tokens and in base units
 * @param decimals the decimals of the token, for an unknown unit, if they are known
 */
export function compareAmounts(
  promised: Decimal,
  stated: Decimal,
  unit: 'whole' | 'unknown' | number,
  decimals?: number,
): Comparison {
  const isEqualWith = (places: number) => decimalText(fromBase(stated, places)) === decimalText(promised);
  if (unit !== 'unknown') return isEqualWith(unit === 'whole' ? 0 : unit) ? 'equal' : 'different';
  if (isEqualWith(0) || (decimals !== undefined && isEqualWith(decimals))) return 'equal';
  const mayBeBase = decimals === undefined && Array.from({ length: mostDecimals }, (_, at) => at + 1).some(isEqualWith);
  return mayBeBase ? 'not comparable' : 'different';
}
/** No known token has more decimals. */
const mostDecimals = 36;

/** A text in the compatible form (NFKC), without spaces at its ends. */
const visible = (text: string): string => text.normalize('NFKC').trim();

type Form = 'blank' | 'masked' | 'number' | 'address' | 'uuid' | 'long id' | 'mail' | 'phone' | 'word' | 'sentence';
const formsOfTexts: readonly (readonly [Form, (text: string) => boolean])[] = [
  ['blank', (text) => text === ''],
  ['masked', (text) => /[*•●·█…]|\.\.\.|^[<[(].*[>\])]$/.test(text)],
  ['number', isDecimal],
  ['uuid', (text) => isUuid(text) || /^[\da-f]{32}$/i.test(text)],
  ['address', (text) => looksLikeAddress(text)], // a call, since it loads its file on use
  ['long id', isId],
  ['mail', (text) => text.includes('@')],
  ['phone', (text) => /^\+?[\d ()-]+$/.test(text)],
  ['word', (text) => /^\S+$/.test(text)],
];
/** The form of a text. Values of two forms may name one thing. */
const formOf = (text: string): Form => formsOfTexts.find(([, isOf]) => isOf(text))?.[0] ?? 'sentence';

/** The text that all spellings of a value have. */
function canonical(kind: ValueKind, form: Form, text: string): string {
  if (form === 'uuid') return text.replaceAll('-', '').toLowerCase();
  if (form === 'address') return canonicalAddress(isEvmAddress(`0x${text}`) ? `0x${text}` : text);
  if (form === 'number' && kind !== 'user') return numberText(text);
  if (form === 'phone') return text.replace(/[ ()-]/g, '');
  return kind === 'token' || kind === 'id' ? text.toUpperCase() : text;
}
const numberText = (text: string): string => {
  const [, sign = '', digits = ''] = /^(-?)(.*)$/.exec(text) ?? [];
  const number = decimalOf(digits);
  return number ? `${sign}${decimalText(number)}` : text;
};

/**
 * Whether two texts of one form may name one thing: names that differ in the case of letters alone, since no public
 * source says whether the platform ignores it; numbers of users that differ in zeros before them; and sentences, which
 * a service may shorten.
 */
function mayBeOneName(kind: ValueKind, form: Form, one: string, other: string): boolean {
  if (form === 'sentence') return true;
  if (form === 'number') return kind === 'user' && numberText(one) === numberText(other);
  return form !== 'address' && one.toLowerCase() === other.toLowerCase();
}
