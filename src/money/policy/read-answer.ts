// Finds a fact in the response of a read, whatever envelope the response has and however its fields are spelt.

import { kebab } from '../../services/catalogue/define.js';
import { foldName } from '../../services/fold-name.js';
import { ServerFailure } from '../../services/http/errors.js';
import { asText, isNothing, isRecord, isScalar, type Row } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { isPartName } from '../../services/response-parts.js';
import { decimalOf, decimalText } from '../decimal.js';
import { factNamed, isLooseUnit, type StatedFact } from './stated-names.js';

/** The response of a read: its parsed JSON, with the call and the parameters that it is the response to. */
export interface ReadAnswer {
  readonly service: string;
  readonly call: string;
  readonly params: Row;
  readonly answer: unknown;
}
/** A fact, and the object of the response that states it. */
export interface FoundFact {
  readonly value: unknown;
  readonly part: Row;
}

/** How deep a fact may be in the envelopes of a response. */
const maxDepth = 8;
/** Names of envelopes: what they have is of the operation, whatever is beside them. */
const envelopes = new Set(
  [
    'data',
    'result',
    'results',
    'response',
    'payload',
    'body',
    'content',
    'items',
    'rows',
    'records',
    'list',
    'entity',
    'detail',
    'details',
  ].map(foldName),
);

/**
 * The fact with a name in the response of a read. Letter case and punctuation of names are ignored, envelopes and lists are unwrapped, and of an object that
 * stands for a unit (`currency: { symbol }`) it is the symbol. Of a list, the rows count that have the id that was asked for, or all where none has.
 * @returns nothing where the response does not state it
 * @throws {ServerFailure} AMBIGUOUS_FACT where parts of the response state different values
 */
export function factOf(read: ReadAnswer, name: string): FoundFact | undefined {
  const [first, ...others] = candidatesOf(read, name);
  if (first === undefined || !isCompared(name)) return first;
  const other = others.find(({ value }) => !isSameValue(value, first.value));
  if (other === undefined) return first;
  const { service, call } = read;
  throw new ServerFailure(
    'AMBIGUOUS_FACT',
    `${service} ${kebab(call)} was answered with two values for ${name}, ${quoted(first.value)} and ${quoted(other.value)}; nothing was sent.`,
    { service, call },
    'Which one the service takes is not known. Try again when it says one.',
  );
}

/**
 * The response as a reader sees it that parses the JSON texts in its envelopes (`"data":"{\\"price\\":\\"1\\"}"`), each as a response of its own; the response itself
 * may be such a text.
 */
export function factsWithinTexts(read: ReadAnswer): readonly ReadAnswer[] {
  const parsedWithin = (value: unknown, depth: number): readonly unknown[] => {
    if (depth > maxDepth) return [];
    if (typeof value === 'string') {
      const parsed = /^\s*["[{]/.test(value) ? parsedText(value) : undefined;
      return typeof parsed === 'object' && parsed !== null ? [parsed, ...parsedWithin(parsed, depth + 1)] : parsedWithin(parsed, depth + 1);
    }
    const inner = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
    return inner.flatMap((one) => parsedWithin(one, depth + 1));
  };
  return parsedWithin(read.answer, 0).map((answer) => ({ ...read, answer }));
}
function parsedText(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}

/** Whether the response has a field with a name and nothing in it: a price of null is none, and is not a price under another name. */
export function hasEmpty({ answer }: Pick<ReadAnswer, 'answer'>, name: string, depth = 0): boolean {
  if (depth > maxDepth) return false;
  if (Array.isArray(answer)) return answer.some((one) => hasEmpty({ answer: one }, name, depth + 1));
  return (
    isRecord(answer) &&
    Object.entries(answer).some(([own, value]) =>
      foldName(own) === foldName(name) ? isBlank(value) : isEnvelope(own, value, '', false) && hasEmpty({ answer: value }, name, depth + 1),
    )
  );
}

/**
 * The response as one object, for receipts: the object that states the most of the facts with these names, under these names. One that is stated in several ways
 * is left out.
 * @returns nothing for a response without an object
 */
export function rowOf(read: ReadAnswer, names: readonly string[]): Row | undefined {
  const found = names.map((name) => [name, candidatesOf(read, name)] as const);
  const holders = found.flatMap(([, candidates]) => candidates.map(({ part }) => part));
  const count = (part: Row) => holders.filter((one) => one === part).length;
  const [holder] = [...new Set(holders)].sort((one, two) => count(two) - count(one));
  const row = holder ?? (isRecord(read.answer) ? read.answer : undefined);
  if (row === undefined) return undefined;
  const facts = found.flatMap(([name, [first, ...others]]) => {
    if (first === undefined) return hasEmpty(read, name) ? [[name, null] as const] : [];
    return others.some(({ value }) => !isSameValue(value, first.value)) ? [] : [[name, first.value] as const];
  });
  return { ...row, ...Object.fromEntries(facts) };
}

/** What a response may state of a name, the outermost first; values that are nothing are left out. */
function candidatesOf({ service, call, params, answer }: ReadAnswer, name: string): readonly FoundFact[] {
  const search = { name, thing: foldName(call), asked: Object.values(params).map(asText) };
  const found = searched(answer, { ...search, isNamed: (one) => foldName(one) === foldName(name) }, 0);
  const role = factNamed(name);
  if (found.length === 0 && (role === 'minimum' || role === 'maximum')) {
    const bounds = boundNames(call, role);
    return searched(answer, { ...search, isNamed: (one) => factNamed(one) === role || bounds.test(foldName(one)), isBound: true }, 0);
  }
  if (found.length > 0 || role === undefined || !byRole.has(role) || publicReads.has(`${service} ${call}`)) return found;
  const isUnit = (one: string) => role !== 'unit' || !isLooseUnit(one);
  return searched(answer, { ...search, isNamed: (one) => factNamed(one) === role && isUnit(one) }, 0);
}
/** Reads whose field names are public (platform 12.2): a fact has no other name there, but for bounds, of which no field is public. */
const publicReads: ReadonlySet<string> = new Set(['user getCurrency', 'user getClaimInformation']);
/** Facts that count under any of their names, where a response does not have them under the known one: `fee` for `feeAmount`. */
const byRole: ReadonlySet<StatedFact> = new Set(['fee', 'price', 'unit'] as const);

/** What a bound in the response of a read may be of: that of a currency is of its withdrawals, not of its deposits. */
const boundedBy = (call: string): string =>
  call === 'getCurrency'
    ? 'withdrawals?|withdraw'
    : call === 'getOffering'
      ? 'orders?|purchases?|payments?|investments?|invest|buy'
      : 'requests?';
/** The names of a minimum or a maximum of an amount: `min`, `minWithdrawalAmount`, `withdrawalMin`. */
function boundNames(call: string, role: 'minimum' | 'maximum'): RegExp {
  const [bound, of] = [role === 'minimum' ? 'min|minimum|least' : 'max|maximum|most', boundedBy(call)];
  return new RegExp(`^(${bound})(${of})?(amount|value|limit)?$|^(${of}|amount)(${bound})(amount|value)?$`);
}
/** Objects that have the bounds of an amount. */
const boundHolders = /^(limits?|range|bounds?)$/;

interface Search {
  readonly name: string;
  /** Whether a field's name is that of the fact. */
  readonly isNamed: (name: string) => boolean;
  /** The folded name of the call: `getproduct`, whose response may have its object under `product`. */
  readonly thing: string;
  /** The values of the parameters. */
  readonly asked: readonly string[];
  /** Whether the fact is a minimum or a maximum. */
  readonly isBound?: true;
}
function searched(answer: unknown, search: Search, depth: number): readonly FoundFact[] {
  if (depth > maxDepth) return [];
  if (Array.isArray(answer)) {
    const rows = answer.filter((row) => isRecord(row) || Array.isArray(row));
    const own = rows.filter((row) => isRecord(row) && isAskedFor(row, search.asked));
    return (own.length > 0 ? own : rows).flatMap((row) => searched(row, search, depth + 1));
  }
  if (!isRecord(answer)) return [];
  const own = Object.entries(answer).flatMap(([name, value]): readonly FoundFact[] =>
    search.isNamed(name) && !isBlank(value) ? [{ value: carried(value, search.name), part: answer }] : [],
  );
  const isHolder = (name: string) => search.isBound === true && boundHolders.test(foldName(name));
  const inner = Object.entries(answer).filter(([name, value]) => isHolder(name) || isEnvelope(name, value, search.thing, own.length > 0));
  return [...own, ...inner.flatMap(([, value]) => searched(value, search, depth + 1))];
}
const isBlank = (value: unknown): boolean => isNothing(value) || value === '';

/** Whether an object or a list may hold the fact. Beside the fact itself only an envelope may, since any other object may have a price of its own. */
function isEnvelope(name: string, value: unknown, thing: string, hasFact: boolean): boolean {
  if (!isRecord(value) && !Array.isArray(value)) return false;
  const folded = foldName(name);
  if (envelopes.has(folded) || (folded.length > 2 && thing.endsWith(folded.replace(/s$/, '')))) return true;
  return !hasFact && (isRecord(value) || value.length === 1) && isPartName(name) && factNamed(name) === undefined;
}

/** Whether a row of a list is the one that was asked for. */
const isAskedFor = (row: Row, asked: readonly string[]): boolean =>
  Object.entries(row).some(
    ([name, value]) =>
      /^(name|symbol|code|alias)$|id$/.test(foldName(name)) &&
      isScalar(value) &&
      asked.some((one) => one !== '' && one.toLowerCase() === asText(value).toLowerCase()),
  );

/** The unit or network that an object carries: its symbol, else its code. An object in place of an amount stays one, which is not a plain amount. */
function carried(value: unknown, name: string): unknown {
  if (!isRecord(value) || !/(currency|currencyid|network)$/.test(foldName(name))) return value;
  const byName = new Map(Object.entries(value).map(([inner, one]) => [foldName(inner), one] as const));
  const carrier = ['symbol', 'code', 'currencyid', 'currency', 'network', 'id', 'name'].find(
    (one) => isScalar(byName.get(one)) && byName.get(one) !== '',
  );
  return carrier === undefined ? value : byName.get(carrier);
}

/** Whether a fact decides something: names for people do not. */
export const isCompared = (name: string): boolean => name !== 'name' && name !== 'title';
function isSameValue(one: unknown, other: unknown): boolean {
  const [first, second] = [asText(one), asText(other)];
  const [number, otherNumber] = [decimalOf(first), decimalOf(second)];
  return number && otherNumber ? decimalText(number) === decimalText(otherNumber) : first.toUpperCase() === second.toUpperCase();
}
const quoted = (value: unknown): string => JSON.stringify(asText(value).slice(0, 60));
