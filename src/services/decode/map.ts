// The map of a platform: how it spells its responses, as its team has written it down (`things/map-file`). It is the first
// rule of the decoder.

import { foldName } from '../fold-text.js';
import { asText, isNothing, isRecord, isScalar, type Row, valueAt } from '../json-value.js';

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
/** The names in an amount of money; its unit, if no field has it, and its decimals, if they are always the same. */
export interface MoneyNames {
  readonly amount: string;
  readonly currency?: string;
  readonly unit?: string;
  readonly scale?: string | number;
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
  /** The path of each field in a row of the response, or those of its money, by its declared path. */
  readonly fields?: Readonly<Record<string, string | MoneyNames>>;
  /** By the declared path of a status, the words of its list by the words of the response; by `''` those of every other one. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly money?: MoneyNames;
  /** The unit of times that are numbers. */
  readonly times?: keyof typeof millisecondsIn;
  /** The offset of times without one: `Z`, `+07:00`. */
  readonly zone?: string;
}
/** What several parts of a map say of one call: the last one counts, for each field. */
export function merged(...all: readonly (CallMap | undefined)[]): CallMap {
  const both = (key: 'fields' | 'words') => Object.assign({}, ...all.map((one) => one?.[key]));
  return { ...Object.assign({}, ...all), fields: both('fields'), words: both('words') };
}
const pathOf = (rule: string | MoneyNames) => (typeof rule === 'string' ? rule : rule.amount);
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
  const rule = map?.fields?.[declared];
  const path = rule && pathOf(rule);
  return path !== undefined && rows.some((row) => valueAt(row, path) !== undefined) ? path : undefined;
}

/** The function that gives rows their fields at their declared paths, with money, words and times as the program writes them. */
export function reader(map: CallMap): (row: Row) => Row {
  const { fields = {}, isTrusted = false, money, times, zone, words = {} } = map;
  const tree: Place = newPlace();
  for (const [to, rule] of Object.entries(fields)) {
    let place = tree;
    for (const name of pathOf(rule).split('.')) {
      if (!place.inner.has(name)) place.inner.set(name, newPlace());
      place = place.inner.get(name)!;
    }
    place.to.push(to);
    if (typeof rule === 'object') place.money = rule;
  }
  const hasForm = money || times || zone || Object.keys(words).length > 0;
  return (row) => {
    const moved = tree.inner.size > 0 ? placed(row, tree, isTrusted) : row;
    return hasForm ? (inOurForm(moved, map, '', 0) as Row) : moved;
  };
}

/** A field of the response: the declared paths that it has, and the fields in it, or in each element of its list. */
interface Place {
  readonly inner: Map<string, Place>;
  readonly to: string[];
  money?: MoneyNames;
}
const newPlace = (): Place => ({ inner: new Map(), to: [] });
/** The declared path of the list with these fields. */
const listOf = (inner: Place['inner']) =>
  [...inner.values()].flatMap(({ to }) => to)[0]?.replace(/\.?[^.]*$/, '') ?? '';
/** Sets a field of an object, also one of the name `__proto__`. */
const setOwn = (into: object, name: string, value: unknown) =>
  Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true });
/**
 * A row with its fields at their declared paths, in the order of the response.
 * @param list the declared path of the list whose element it is
 * @param depth the number of names in the path of that list in the response
 */
function placed(root: Row, tree: Place, isTrusted: boolean, list = '', depth = 0): Row {
  const out: Record<string, unknown> = {};
  const mapped = new Set<string>();
  const put = (path: readonly string[], value: unknown, isMapped: boolean) => {
    const key = path.join('.');
    if (isMapped) mapped.add(key);
    else if (mapped.has(key)) return;
    let into = out;
    for (const name of path.slice(0, -1)) {
      const before = Object.hasOwn(into, name) ? into[name] : undefined;
      const inner = { ...(isRecord(before) ? before : {}) };
      setOwn(into, name, inner);
      into = inner;
    }
    setOwn(into, path.at(-1)!, value);
  };
  const cut = (path: string | undefined) => path?.split('.').slice(depth).join('.');
  const read = (value: unknown, { money, inner, to: [to] }: Place, own: readonly string[]): unknown => {
    if (money) return moneyIn(root, { ...money, amount: cut(money.amount)!, currency: cut(money.currency) });
    if (inner.size === 0 || !Array.isArray(value)) return value;
    const at = to ?? listOf(inner);
    return value.map((one) =>
      isRecord(one) ? placed(one, { inner, to: [] }, isTrusted, at, depth + own.length) : one,
    );
  };
  /** @param at the declared path of the object @param path its path in the response */
  const walk = (row: Row, { inner }: Place, at: readonly string[], path: readonly string[]) => {
    for (const [name, value] of Object.entries(row)) {
      const place = inner.get(name);
      const own = [...path, name];
      const all = place?.to.length === 0 && Array.isArray(value) ? [listOf(place.inner)] : (place?.to ?? []);
      const targets = all
        .filter((to) => to !== '' && to.startsWith(list === '' ? '' : `${list}.`))
        .map((to) => to.slice(list === '' ? 0 : list.length + 1))
        .filter((to) => isTrusted || to === own.join('.') || valueAt(root, to) === undefined);
      for (const to of targets.length > 0 ? targets.map((one) => one.split('.')) : [[...at, name]])
        if (place && place.inner.size > 0 && isRecord(value)) walk(value, place, to, own);
        else put(to, place ? read(value, place, own) : value, targets.length > 0);
    }
  };
  walk(root, tree, [], []);
  return out;
}
/** Whether an object has the names of money. */
export const isMoneyBy = (money: MoneyNames | undefined, value: Row): boolean =>
  money !== undefined && isScalar(value[money.amount]) && isScalar(value[money.currency ?? '']);
/** The money of a record, in the names that the program reads; without a unit it is no money. */
function moneyIn(row: Row, { amount, currency = '', unit, scale = '' }: MoneyNames): Row {
  const places = typeof scale === 'number' ? scale : valueAt(row, scale);
  const of = unit ?? valueAt(row, currency);
  return { amount: valueAt(row, amount), currency: of, ...(isNothing(places) ? {} : { scale: places }) };
}

/** The program's word for a word of the response. */
export function wordBy(words: Readonly<Record<string, string>> | undefined, stated: unknown): string | undefined {
  if (words === undefined || !isScalar(stated)) return undefined;
  const text = asText(stated);
  if (Object.hasOwn(words, text)) return words[text];
  return Object.entries(words).find(([word]) => foldName(word) === foldName(text))?.[1];
}

/** Whether a field has the name of a time: `createdAt`, `valid_until`. */
export const namesTime = (path: string): boolean =>
  /(^|[._-])(at|created|date|ends|since|time|timestamp|ts|until|updated)$/i.test(
    path.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_'),
  );

/** A value whose money, times and words of statuses are those that the program reads. @param path its declared path */
function inOurForm(value: unknown, map: CallMap, path: string, depth: number): unknown {
  if (Array.isArray(value)) return value.map((one) => inOurForm(one, map, path, depth + 1));
  if (!isRecord(value)) {
    const words =
      map.words?.[path] ?? (/([sS]tatus|[pP]hase|State|(?<![eE])state)$/.test(path) ? map.words?.[''] : undefined);
    return timeBy(map, value, path) ?? wordBy(words, value) ?? value;
  }
  if (depth > mostDepth) return value;
  const { money } = map;
  if (depth > 0 && isMoneyBy(money, value)) {
    const { amount, currency = '', scale } = money!;
    const { [amount]: _, [currency]: __, [String(scale)]: ___, ...others } = value;
    return { ...moneyIn(value, money!), ...others };
  }
  const inner = path === '' ? '' : `${path}.`;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, inOurForm(one, map, inner + name, depth + 1)]),
  );
}
/** Whether a value is a time of a day without a zone. */
export const lacksZone = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(value);
/** The time of a text without a zone, or of a number of this century in a field of a time; undefined for any other value. */
function timeBy({ times, zone }: CallMap, value: unknown, path: string): string | undefined {
  if (zone !== undefined && lacksZone(value)) return `${value.replace(' ', 'T')}${zone}`;
  if (times === undefined || !/^\d{10,16}(\.\d+)?$/.test(asText(value))) return undefined;
  const at = Math.floor(Number(asText(value)) * millisecondsIn[times]);
  const text = namesTime(path) && at < 8.64e15 ? new Date(at).toISOString() : '';
  return text.startsWith('20') ? text : undefined;
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
