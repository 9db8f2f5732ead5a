// The map of a platform: how it spells its responses, as its team has written it down (`things/map-file`). It is the first
// rule of the decoder.

import { foldName } from '../fold-name.js';
import { asText, isNothing, isNumeric, isRecord, isScalar, type Row, valueAt } from '../json-value.js';

/** A condition on the value at a path: `code = 0`. */
export interface Condition {
  readonly at: string;
  readonly not?: true;
  readonly value: string;
}
/** Where the next page is: a URL in the response, or the parameter that takes a cursor from it, or the number of a page. */
interface NextRule {
  readonly url?: string;
  readonly cursor?: string;
  /** The parameter that takes the cursor, or the number of the page. */
  readonly as?: string;
  /** The paths of the number of this page, and of the number of all pages; pages count from 1, or from 0. */
  readonly page?: string;
  readonly pages?: string;
  readonly from?: 0 | 1;
  /** The path of the number of rows before this page. */
  readonly offset?: string;
}
/** What a map says of the responses of one call. Paths are written as everywhere: `data.list`. */
export interface CallMap {
  /** Whether a person trusts it: only then it counts for money, and overrules the published fields. */
  readonly isTrusted?: boolean;
  readonly ok?: Condition;
  /** The path of what a failure says. */
  readonly error?: string;
  /** The paths of the record, and of the rows. */
  readonly data?: string;
  readonly rows?: string;
  readonly total?: string;
  readonly next?: NextRule;
  /** The path of each field in a row of the response, by its declared path. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The declared path of the status, and the words of its list by the words of the response. */
  readonly status?: string;
  readonly words?: Readonly<Record<string, string>>;
  /** The names in an amount of money. */
  readonly money?: { readonly amount: string; readonly currency: string; readonly scale?: string };
  /** The unit of times that are numbers, and the declared paths of times. */
  readonly times?: keyof typeof millisecondsIn;
  readonly timeFields?: readonly string[];
}
/** A call with what the map of its platform says of it. */
export interface Mapped {
  readonly map?: CallMap;
}

export const millisecondsIn = { seconds: 1000, milliseconds: 1, microseconds: 0.001 } as const;
const mostDepth = 4;

/** The condition that a text such as `code = 0` states; undefined for another text. */
export function conditionOf(text: string): Condition | undefined {
  const [, at = '', sign, value] = /^(\S+)\s*(==?|!=)\s*(.+)$/.exec(text) ?? [];
  return isPath(at) && value !== undefined
    ? { at, value, ...(sign === '!=' ? { not: true as const } : {}) }
    : undefined;
}
/** Whether a text is a path: `data.list`. */
export const isPath = (text: string): boolean => /^[^\s.:[\]]+(\.[^\s.:[\]]+)*$/.test(text);

/** Whether a response meets the condition of a success; undefined without one, and if nothing stands at its path. */
export function isOkBy(map: CallMap | undefined, data: unknown): boolean | undefined {
  if (map?.ok === undefined || !isRecord(data)) return undefined;
  const { at, not = false, value } = map.ok;
  const stated = valueAt(data, at);
  return stated === undefined ? undefined : (asText(stated) === value) !== not;
}
/** What a failure says, by the map. */
export const errorBy = (map: CallMap | undefined, data: unknown): string | undefined =>
  map?.error === undefined || !isRecord(data) ? undefined : asText(valueAt(data, map.error)) || undefined;

/** The record in a response, or the response itself. */
export const dataBy = (map: CallMap | undefined, data: unknown): unknown =>
  map?.data === undefined || !isRecord(data) ? data : (valueAt(data, map.data) ?? data);

/** The path of a field in rows by the map; undefined if it has none, or no row has it. */
export function pathBy(map: CallMap | undefined, rows: readonly Row[], declared: string): string | undefined {
  const path = map?.fields?.[declared];
  return path !== undefined && rows.some((row) => valueAt(row, path) !== undefined) ? path : undefined;
}

/** A row with its fields at their declared paths, its words and times as the program writes them. The same row without a map. */
export function rowBy(map: CallMap | undefined, row: Row): Row {
  if (map === undefined) return row;
  const found = Object.entries(map.fields ?? {}).filter(
    ([declared, path]) =>
      path !== declared && valueAt(row, path) !== undefined && (map.isTrusted || valueAt(row, declared) === undefined),
  );
  const stripped = found.reduce<Row>((rest, [, path]) => without(rest, path), row);
  const moved = found.reduce<Row>((rest, [declared, path]) => withValue(rest, declared, valueAt(row, path)), stripped);
  const withMoney = map.money ? (inMoney(moved, map.money, 0) as Row) : moved;
  const { status, words } = map;
  const word = status === undefined || words === undefined ? undefined : wordBy(words, valueAt(withMoney, status));
  const worded = word === undefined ? withMoney : withValue(withMoney, status!, word);
  if (map.times === undefined) return worded;
  const unit = millisecondsIn[map.times];
  return (map.timeFields ?? []).reduce<Row>((rest, path) => {
    const at = Number(isNumeric(valueAt(rest, path)) ? asText(valueAt(rest, path)) : Number.NaN) * unit;
    return Number.isNaN(at) || Math.abs(at) > 8.64e15 ? rest : withValue(rest, path, new Date(at).toISOString());
  }, worded);
}

/** The program's word for a word of the response. */
export function wordBy(words: Readonly<Record<string, string>>, stated: unknown): string | undefined {
  if (!isScalar(stated)) return undefined;
  const text = asText(stated);
  if (Object.hasOwn(words, text)) return words[text];
  return Object.entries(words).find(([word]) => foldName(word) === foldName(text))?.[1];
}

/** A value whose objects of money have the names that the program reads. */
function inMoney(value: unknown, names: NonNullable<CallMap['money']>, depth: number): unknown {
  if (Array.isArray(value)) return value.map((one) => inMoney(one, names, depth + 1));
  if (!isRecord(value) || depth > mostDepth) return value;
  const { amount, currency, scale } = names;
  if (depth > 0 && isScalar(value[amount]) && isScalar(value[currency])) {
    const { [amount]: digits, [currency]: unit, [scale ?? '']: places, ...others } = value;
    return { amount: digits, currency: unit, ...(isNothing(places) ? {} : { scale: places }), ...others };
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inMoney(inner, names, depth + 1)]));
}

/** A record with a value at a path. */
export function withValue(row: Row, path: string, value: unknown): Row {
  const [, name = path, inner] = /^([^.]*)\.(.*)$/.exec(path) ?? [];
  const before = row[name];
  if (inner === undefined) return { ...row, [name]: value };
  return isNothing(before) || isRecord(before) ? { ...row, [name]: withValue(before ?? {}, inner, value) } : row;
}
/** A record without the value at a path, and without the objects that it leaves empty. */
export function without(row: Row, path: string): Row {
  const [, name = path, inner] = /^([^.]*)\.(.*)$/.exec(path) ?? [];
  const { [name]: before, ...others } = row;
  if (inner === undefined) return others;
  if (!isRecord(before)) return row;
  const rest = without(before, inner);
  return Object.keys(rest).length === 0 ? others : { ...row, [name]: rest };
}
