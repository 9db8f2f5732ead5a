// Compares the fields of a row with the text of a search, and finds the ids in rows that lead on. Pure.

import { canonicalAddress } from '../../money/values/address.js';
import { foldedText } from '../../services/fold-text.js';
import { isEvmAddress, isId } from '../../services/forms.js';
import { type Field, fieldsIn } from '../../services/json-fields.js';
import { asText, type Row } from '../../services/json-value.js';
import { transaction, transfer } from '../../things/transaction.js';
import type { Query, QueryKind } from './query.js';
import { type Hit, idOf, type Source, sources } from './results.js';

// The calls that return the things with the ids in the hits.

export interface Question {
  readonly source: Source;
  readonly text: string;
  readonly network: string;
  /** Only rows with this value count: the transfer of a transaction in the history of its sender. */
  readonly holding?: string;
}
/** The lead of an operation of the ledger: the read that shows it, or the ids in its response. */
export interface Lead {
  /** The read that shows it, as `service call`, and its id. */
  readonly read?: string;
  readonly id?: string;
  readonly row?: Row;
  readonly holding?: string;
}

interface LinkOptions {
  readonly query: Query;
  /** The ids of the account itself, which link nothing. */
  readonly accountIds: ReadonlySet<string>;
  readonly leads?: readonly Lead[];
  /** The things that need no request. */
  readonly known?: readonly Hit[];
}

/** The questions for the ids in rows, by the names of their fields. Those of the ledger come first. */
export function linksIn(
  hits: readonly Hit[],
  { query, accountIds, leads = [], known = hits }: LinkOptions,
): readonly Question[] {
  const idIn = ({ row, source }: Hit): string => idOf(source.thing, row)?.toLowerCase() ?? '';
  const seen = new Set([query.text.toLowerCase(), ...known.map(idIn)]);
  // Lists of two services may share an id, such as two lists of rides: the ledger names the service.
  const isKnown = ({ source, text }: Question): boolean =>
    text.toLowerCase() === query.text.toLowerCase() ||
    known.some((hit) => hit.source.service === source.service && idIn(hit) === text.toLowerCase());
  const questions = [...leads.flatMap(questionsOf), ...hits.flatMap(historyOf)].filter(
    (question) => question.holding !== undefined || !isKnown(question),
  );
  for (const { text } of questions) seen.add(text.toLowerCase());
  for (const row of [...hits, ...leads].flatMap((item) => item.row ?? []))
    for (const { name, text } of fieldsIn(row)) {
      if (text === '' || accountIds.has(text) || seen.has(text.toLowerCase())) continue;
      const linked = sources.filter(({ namedBy }) => namedBy?.test(name));
      if (linked.length > 0) seen.add(text.toLowerCase());
      questions.push(...linked.map((source) => ({ source, text, network: '' })));
    }
  return oneOfEachFirst(questions);
}

/** Gives each call its turn: twenty stations must not keep out the token of a vehicle. */
function oneOfEachFirst(questions: readonly Question[]): readonly Question[] {
  const counts = new Map<Source, number>();
  const numbered = questions.map((question) => {
    const nth = counts.get(question.source) ?? 0;
    counts.set(question.source, nth + 1);
    return { question, nth };
  });
  return numbered.sort((a, b) => a.nth - b.nth).map(({ question }) => question);
}

const history = sources.find(({ thing, eachNetwork }) => thing === transfer && eachNetwork)!;
/** The history of the sender of a transaction: it states token and time, the transaction does not. */
const historyOf = ({ source, row, network = '' }: Hit): readonly Question[] =>
  source.thing === transaction && asText(row.from) !== ''
    ? [{ source: history, text: asText(row.from), network, holding: asText(row.hash) }]
    : [];

function questionsOf({ read, id, holding }: Lead): readonly Question[] {
  const source = sources.find(({ service, call, params }) => params !== undefined && `${service} ${call}` === read);
  return source === undefined || id === undefined ? [] : [{ source, text: id, network: '', holding }];
}

/** The names of fields that count for a kind of text: a bare 12 is an amount elsewhere. */
const namedFields: Readonly<Partial<Record<QueryKind, RegExp>>> = {
  number: /(id|num|number|no|nr|code)$/i,
  symbol: /(symbol|ticker|currency|token|code|id|alias)$/i,
  phone: /(phone|mobile|tel)/i,
  plate: /plate/i,
  code: /(code|alias|slug|id|num|number|no|nr|plate|name|vin|key|uid|ref|sku)$/i,
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
/**
 * Whether the text of a response may have a field that matches: false only if no field can, so that its rows need not be
 * parsed and compared. Kinds that leave out signs of a field are compared field by field.
 */
export const mayHold = (body: string, { text, kinds }: Query): boolean =>
  kinds.some((kind) => kind === 'phone' || kind === 'plate' || (kind === 'address' && !isEvmAddress(text))) ||
  holds(body, kinds.includes('part') ? text.split(/…|\.{2,3}/)[0]! : text);

/** Whether a JSON text may have a string or a number with a text in it; one with escapes always may. */
export const holds = (body: string, text: string): boolean =>
  body.includes('\\') || foldedText(body).includes(foldedText(text));

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
