// Compares the fields of a row with the text of a search. Pure.

import { canonicalAddress } from '../../money/values/address.js';
import { foldedText } from '../../services/fold-text.js';
import { isId } from '../../services/forms.js';
import { type Field, fieldsIn } from '../../services/json-fields.js';
import type { Row } from '../../services/json-value.js';
import type { Query, QueryKind } from './query.js';

/** The names of fields that count for a kind of text: a bare 12 is an amount elsewhere. */
const namedFields: Readonly<Partial<Record<QueryKind, RegExp>>> = {
  number: /(id|num|number|no|code)$/i,
  symbol: /(symbol|ticker|currency|token|code|id|alias)$/i,
  phone: /(phone|mobile|tel)/i,
  plate: /plate/i,
  code: /(code|alias|slug|id|num|number|plate|name|vin|key|uid)$/i,
  name: /(name|title)$/i,
};

/** The fields of a row that match the text. */
export const matchingFields = (row: Row, query: Query): readonly Field[] =>
  fieldsIn(row).filter(({ text, name }) => isSame(text, name, query));

/** Whether an id is the text: the same text, the same address, or an id that begins with it. */
export const isNamedBy = (id: string, { text, kinds }: Pick<Query, 'text' | 'kinds'>): boolean =>
  foldedText(id) === foldedText(text) ||
  (kinds.includes('address') && canonicalAddress(id) === canonicalAddress(text)) ||
  (kinds.includes('part') && isPartOf(text, id));

/** Whether a field matches the text. */
export function isSame(field: string, name: string, { text, kinds }: Query): boolean {
  return kinds.some((kind) => {
    const names = namedFields[kind];
    if (names && !names.test(name)) return false;
    if (kind === 'phone') return isSamePhone(digitsOf(field), digitsOf(text));
    if (kind === 'plate') return lettersOf(field) === lettersOf(text);
    if (kind === 'address') return canonicalAddress(field) === canonicalAddress(text);
    if (kind === 'name') return holdsName(field, text);
    if (kind === 'part') return isPartOf(text, field);
    return foldedText(field) === foldedText(text);
  });
}
const digitsOf = (phone: string) => phone.replace(/\D/g, '').replace(/^0+/, '');
/** Whether digits are one phone number: one of them may lack the code of its country, which has up to three digits. */
function isSamePhone(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].sort((a, b) => a.length - b.length);
  return short === long || (short.length >= leastPhone && long.endsWith(short) && long.length - short.length <= 3);
}
/** The fewest digits of a phone number without the code of its country. */
const leastPhone = 7;
/** A plate without spaces and hyphens: people leave them out. */
const lettersOf = (plate: string) => foldedText(plate).replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Whether a text is the beginning of an id, or its two ends around an ellipsis. */
function isPartOf(text: string, id: string) {
  const [start = '', end = ''] = text.toLowerCase().split(/…|\.{2,3}/);
  return isId(id) && id.toLowerCase().startsWith(start) && id.toLowerCase().endsWith(end);
}

/** Whether a word of a name, or several, begin with a text. */
function holdsName(name: string, text: string) {
  const [whole, part] = [foldedText(name), foldedText(text)];
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(whole[at - 1]!)) return true;
  return false;
}
