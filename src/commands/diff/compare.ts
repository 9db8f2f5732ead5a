// Differences of two responses to one read: rows added and removed, and changed fields with their paths.

import { idFields } from '../../cli/output/formats/name.js';
import { rowsIn } from '../../services/decode/rows.js';
import { isId } from '../../services/forms.js';
import {
  asText,
  compact,
  isDecimal,
  isNothing,
  isNumeric,
  isRecord,
  isScalar,
  type Row,
  valueAt,
} from '../../services/json-value.js';
import { namesAmount } from '../../text/column.js';
import { comparableDecimal, sameValue } from '../../text/compare-decimal.js';
import { masked } from '../../text/mask.js';
import { keyOf, tellsApart } from '../../text/row-keys.js';
import { ofTime } from '../../text/time.js';

// Decides which times of a response only say when it was read: such a time differs between two reads of the same thing.
/** The time of a read by the clock of its service, epoch milliseconds. */
export interface Moment {
  readonly from: number;
  readonly to: number;
}

/** Clocks of services are known within this time, and a response may have been made a little earlier; milliseconds. */
const tolerance = 3000;

/** A time as epoch milliseconds: an ISO time, or a whole number of milliseconds or seconds. */
function timeOf(value: unknown): number | undefined {
  if (typeof value === 'string') return ofTime(value);
  const digits = isNumeric(value) ? asText(value) : '';
  return /^\d{13}$/.test(digits) ? Number(digits) : /^\d{10}$/.test(digits) ? Number(digits) * 1000 : undefined;
}

/** Participles in the names of times of a read, such as `quotedAt`, and the clocks that it may name: `serverTime`. */
const making = /^(read|fetched|retrieved|queried|polled|served|responded|generated|quoted)$/;
const clock = /^(server|current|system|response)$/;
function namesRead(name: string): boolean {
  const [last = '', before = ''] = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean)
    .reverse();
  if (last === 'at' || last === 'on') return making.test(before);
  if (/^(time|timestamp|date)$/.test(last)) return making.test(before) || clock.test(before);
  return last === 'now' || (last === 'of' && before === 'as');
}

/**
 * Whether a field only says when its response was read: by its name, or because each known read had that moment.
 * @param moments of the two reads; undefined for one that is not known
 */
function saysWhenRead(
  name: string,
  [before, after]: readonly [unknown, unknown],
  moments: readonly [Moment | undefined, Moment | undefined],
): boolean {
  const times = [timeOf(before), timeOf(after)];
  if (times.includes(undefined)) return false;
  return namesRead(name) || (moments.some(Boolean) && times.every((time, at) => isAt(time!, moments[at])));
}
const isAt = (time: number, moment: Moment | undefined): boolean =>
  moment === undefined || (time >= moment.from - tolerance && time <= moment.to + tolerance);

// A value of a response beside the same value with its personal data masked: compared whole, shown as the output asks.
/** A value, and its masked form, which has the same structure. */
interface Seen {
  readonly whole: unknown;
  readonly masked: unknown;
}
/** A response, and its rows if it is a list. */
export interface SeenResponse extends Seen {
  readonly rows?: readonly Seen[];
  /** The field of the list; undefined if the response itself is the list. */
  readonly field?: string;
}

/** The missing value. */
const nothing: Seen = { whole: undefined, masked: undefined };

/** A field of a record; `nothing` of any other value. */
const fieldOf = (seen: Seen, name: string): Seen => ({
  whole: ownField(seen.whole, name),
  masked: ownField(seen.masked, name),
});
const ownField = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** The elements of a list; empty for any other value. */
const elementsOf = (seen: Seen): readonly Seen[] => pairwise(seen.whole, seen.masked);
const pairwise = (whole: unknown, other: unknown): readonly Seen[] =>
  Array.isArray(whole)
    ? whole.map((element: unknown, at) => ({ whole: element, masked: Array.isArray(other) ? other[at] : other }))
    : [];

/**
 * A response with its rows.
 * @param persons whether it is a person, or a list of persons, without saying so in its fields
 * @param isOne whether it is one record, although it has a list
 */
export function seenResponse(
  whole: unknown,
  { persons, isOne }: { readonly persons: boolean; readonly isOne: boolean },
): SeenResponse {
  const value = masked(whole, { persons });
  const list = isOne && isRecord(whole) ? undefined : rowsIn(whole);
  if (list === undefined) return { whole, masked: value };
  const rows = rowsIn(value)?.rows;
  return {
    whole,
    masked: value,
    rows: pairwise(list.rows, rows?.length === list.rows.length ? rows : masked(list.rows, { persons })),
    field: list.at.join('.') || undefined,
  };
}

/**
 * A response as a list under a field: alone, an empty list under a name of no list is taken for a record.
 * @returns undefined if the field has no list
 */
function listUnder(response: SeenResponse, field: string | undefined): SeenResponse | undefined {
  if (response.rows || field === undefined || !isRecord(response.whole)) return response.rows ? response : undefined;
  const [whole, value] = [response.whole, response.masked].map((one) => valueAt(one as Row, field));
  const isNone = whole === null || (Array.isArray(whole) && whole.length === 0);
  return isNone ? { ...response, rows: pairwise(whole, value), field } : undefined;
}

// Pairs the rows of two lists by what identifies them. The order of the rows does not count.
/** A row of both lists, or of one of them. */
interface Pair {
  readonly before?: Seen;
  readonly after?: Seen;
}
interface Pairing {
  readonly pairs: readonly Pair[];
  /** The paths of the key; undefined if the rows have none, and are paired as a whole. */
  readonly paths?: readonly string[];
  /** They, if they are no ids. */
  readonly names?: readonly string[];
}

export const rowIn = (value: unknown): Row => (isRecord(value) ? value : { value });

/** The names of fields that identify a row without a declared key. */
const candidates = [...idFields, 'uuid', 'key'];

/** The names of fields that name a row to people, in every environment. */
const naturalNames = ['slug', 'alias', 'code', 'symbol', 'vin', 'name', 'title'];

/** The declared paths that name every row, else the first usual name that is unique in each list; undefined without any. */
function naturalOf(lists: readonly (readonly Row[])[], declared: readonly string[]): readonly string[] | undefined {
  const tells = (paths: readonly string[]) =>
    lists.every((list) => {
      const keys = list.map((row) => keyOf(row, paths));
      return !keys.includes(undefined) && new Set(keys).size === list.length;
    });
  return [declared, ...naturalNames.map((name) => [name])].find((paths) => paths.length > 0 && tells(paths));
}

/** Whether rows of both lists, but none of the same, have the key: each environment gives ids of its own. */
function haveNoneInCommon(lists: readonly (readonly Row[])[], paths: readonly string[] | undefined): boolean {
  const [before, after] = lists.map((list) => new Set(list.map((row) => paths && keyOf(byValue(row, paths), paths))));
  return before!.size > 0 && after!.size > 0 && [...before!].every((key) => key === undefined || !after!.has(key));
}

/** Whether a field holds an id, and two values of it are no words: a UUID, a hash or a whole number. */
const areIds = (path: string, values: readonly unknown[]): boolean =>
  /(^|[.\]_-])(id|uuid)s?$|[a-z\d](Id|ID|Uuid)s?$/.test(path) &&
  values.every((value) => isScalar(value) && (/^\d+$/.test(asText(value)) || isId(asText(value))));

/**
 * The paths that identify rows: the declared ones if every row has them, else the first usual field that is unique in
 * each list, else the id if few rows share one; undefined without any.
 */
function identityOf(
  lists: readonly (readonly Row[])[],
  declared: readonly string[] | undefined,
): readonly string[] | undefined {
  const rows = lists.flat();
  if (declared && rows.every((row) => keyOf(row, declared) !== undefined)) return declared;
  const name = candidates.find((candidate) =>
    lists.every((list) => {
      const values = list.map((row) => valueAt(row, candidate));
      return (
        values.every((value) => isScalar(value) && value !== '') && new Set(values.map(asText)).size === list.length
      );
    }),
  );
  if (name !== undefined) return [name];
  const haveIds = rows.length > 0 && rows.every(({ id }) => isScalar(id) && id !== '');
  return haveIds && lists.every(isMostlyApart) ? ['id'] : undefined; // pairsIn distinguishes rows that share one
}
/** Whether at least half of the rows have an id of their own. */
const isMostlyApart = (list: readonly Row[]): boolean =>
  new Set(list.map(({ id }) => asText(id))).size * 2 >= list.length;

/**
 * Pairs the rows: those with one key, those with the same key by the first field that tells them apart, others as equal
 * rows. Rows of the second list come first, in order.
 * @param namedOf the row whose values are the key: masked ones where the other list is masked
 * @param textOf equal for equal rows
 */
function pairsOf(
  before: readonly Seen[],
  after: readonly Seen[],
  { key: declared, by, natural }: Comparison,
  { namedOf, textOf }: { readonly namedOf: (seen: Seen, side: 0 | 1) => Row; readonly textOf: (seen: Seen) => string },
): Pairing {
  const lists = [before, after].map((list, side) => list.map((seen) => namedOf(seen, side as 0 | 1)));
  const ids = by === undefined ? identityOf(lists, declared) : undefined;
  const names = by ?? (natural && haveNoneInCommon(lists, ids) ? naturalOf(lists, natural) : undefined);
  const paths = names ?? ids;
  const groups = new Map<string | undefined, Group>();
  for (const [side, list] of [before, after].entries())
    for (const [at, seen] of list.entries()) {
      const row = lists[side]![at]!;
      const key = paths && keyOf(byValue(row, paths), paths);
      const group = groups.get(key) ?? { before: [], after: [] };
      groups.set(key, group);
      (side === 0 ? group.before : group.after).push({ seen, row });
    }
  const pairs = [...groups].flatMap(([key, group]) => pairsIn(group, key !== undefined, textOf));
  const places = new Map(after.map((seen, at) => [seen, at]));
  const place = ({ after: seen }: Pair) => (seen === undefined ? after.length : places.get(seen)!);
  return { pairs: pairs.sort((a, b) => place(a) - place(b)), paths, names };
}

/** A row whose numbers at these paths are written in one way: 1.0 is the key 1. */
function byValue(row: Row, paths: readonly string[]): Row {
  const numbers = paths.filter((path) => isNumeric(valueAt(row, path)));
  if (numbers.length === 0) return row;
  return { ...row, ...Object.fromEntries(numbers.map((path) => [path, wholeText(asText(valueAt(row, path)))])) };
}
function wholeText(text: string): string {
  const number = comparableDecimal(text);
  if (!number || number.exponent < 0 || number.exponent > 100) return sameValue(text);
  return `${number.negative ? '-' : ''}${number.digits || '0'}${'0'.repeat(number.exponent)}`;
}

interface Group {
  readonly before: { readonly seen: Seen; readonly row: Row }[];
  readonly after: { readonly seen: Seen; readonly row: Row }[];
}
function pairsIn({ before, after }: Group, isKeyed: boolean, textOf: (seen: Seen) => string): readonly Pair[] {
  if (isKeyed && before.length <= 1 && after.length <= 1) return [{ before: before[0]?.seen, after: after[0]?.seen }];
  const lists = [before, after].map((list) => list.map(({ row }) => row)).filter((list) => list.length > 0);
  const name = isKeyed
    ? Object.keys(lists[0]![0]!).find((field) => lists.every((list) => tellsApart(list, field)))
    : undefined;
  const keyIn = ({ seen, row }: Group['before'][number]) => (name === undefined ? textOf(seen) : asText(row[name]));
  const unpaired = new Map<string, Seen[]>();
  for (const entry of before) {
    const key = keyIn(entry);
    const same = unpaired.get(key);
    if (same) same.push(entry.seen);
    else unpaired.set(key, [entry.seen]);
  }
  const pairs = after.map((entry): Pair => ({ before: unpaired.get(keyIn(entry))?.shift(), after: entry.seen }));
  const removed = [...unpaired.values()].flat();
  const added = pairs.filter((pair) => pair.before === undefined);
  // one is left on each side of those that only their key names: it has changed
  if (isKeyed && name === undefined && added.length === 1 && removed.length === 1)
    return pairs.map((pair) => (pair === added[0] ? { ...pair, before: removed[0] } : pair));
  return [...pairs, ...removed.map((seen): Pair => ({ before: seen }))];
}

/** A difference. `id` is null in a record, `path` for a whole row. */
export interface Difference {
  readonly change: 'added' | 'removed' | 'changed';
  readonly id: string | null;
  readonly path: string | null;
  readonly before: unknown;
  readonly after: unknown;
}
export interface Comparison {
  /** The paths that identify the rows, if the command or its thing says so. */
  readonly key?: readonly string[];
  /** The paths that identify the rows in its place, as typed. */
  readonly by?: readonly string[];
  /** Of two environments: the paths that name a row in each, as its thing says; usual names follow. */
  readonly natural?: readonly string[];
  /** Told by which names rows were paired, because no id is in both. Ids are then no differences. */
  readonly onNames?: (names: readonly string[]) => void;
  /** Whether a field of this path is an amount: its decimal texts compare as numbers. */
  readonly isAmount: (path: string) => boolean;
  /** When each response was read; undefined if that is not known. */
  readonly moments: readonly [before: Moment | undefined, after: Moment | undefined];
  /** Whether personal data of the result are masked. */
  readonly isMasked: boolean;
  /** Picks the compared fields. */
  readonly pick?: (value: unknown) => unknown;
}

/** The two are of different kinds: one is a list, the other a record. */
export class OtherKind extends Error {}

/** The differences of two responses; empty if they are the same. @throws {OtherKind} */
export function differencesOf(first: SeenResponse, second: SeenResponse, comparing: Comparison): readonly Difference[] {
  const before = listUnder(first, second.field) ?? first;
  const after = listUnder(second, first.field) ?? second;
  if ((before.rows === undefined) !== (after.rows === undefined)) throw new OtherKind();
  const walk = new Walk(comparing);
  if (before.rows === undefined || after.rows === undefined) return walk.record(before, after);
  const rows = walk.rows(before.rows, after.rows);
  const areWrapped = before.field !== undefined && before.field === after.field && comparing.pick === undefined;
  return areWrapped ? [...walk.around(before, after, before.field), ...rows] : rows;
}

/** Fields beside a list that help to read on, and do not describe its rows. */
const readsOn =
  /^(has_?(More|Next|NextPage|Next_Page|Prev|Previous)|(next|prev|previous)\w*|cursor|\w*(Cursor|Page_?Token))$/i;

interface FieldChange {
  readonly path: string;
  readonly before: Seen;
  readonly after: Seen;
}

class Walk {
  readonly #of: Comparison;
  /** The paths of names by which rows are paired: ids are no differences. */
  #names: readonly string[] | undefined;
  constructor(of: Comparison) {
    this.#of = of;
  }

  record(before: Seen, after: Seen): readonly Difference[] {
    return this.#fields('', this.#picked(before), this.#picked(after)).map((change) => this.#changed(null, change));
  }

  /** The fields beside the list of a response. */
  around(before: Seen, after: Seen, list: string): readonly Difference[] {
    const around = (value: unknown, [name, ...inner]: readonly string[]): unknown =>
      isRecord(value)
        ? Object.fromEntries(
            Object.entries(value).flatMap(([key, field]) => {
              if (key === name) return inner.length > 0 ? [[key, around(field, inner)]] : [];
              return readsOn.test(key) ? [] : [[key, field]];
            }),
          )
        : value;
    const at = list.split('.');
    const beside = ({ whole, masked }: Seen): Seen => ({ whole: around(whole, at), masked: around(masked, at) });
    return this.#fields('', beside(before), beside(after)).map((change) => this.#changed(null, change));
  }

  rows(before: readonly Seen[], after: readonly Seen[]): readonly Difference[] {
    const isMaskedList = before.some(({ whole }) => compact(whole).includes(mask));
    const { pairs, paths, names } = pairsOf(before, after, this.#of, {
      namedOf: ({ whole, masked }, side) => rowIn(isMaskedList && side === 1 ? masked : whole),
      textOf: (seen) => this.#canonical(isMaskedList ? seen.masked : seen.whole),
    });
    this.#names = names;
    if (names && !this.#of.by) this.#of.onNames?.(names);
    const idOf = (seen: Seen) => (paths && keyOf(rowIn(this.#shown(seen)), paths)) ?? null;
    return pairs.flatMap((pair): readonly Difference[] => {
      const id = idOf((pair.after ?? pair.before)!);
      const whole = { id, path: null, before: null, after: null } as const;
      const show = (seen: Seen) => this.#shown(this.#picked(seen));
      if (pair.before === undefined) return [{ change: 'added', ...whole, after: show(pair.after!) }];
      if (pair.after === undefined) return [{ change: 'removed', ...whole, before: show(pair.before) }];
      const changes = this.#fields('', this.#picked(pair.before), this.#picked(pair.after));
      return changes.map((change) => this.#changed(id, change));
    });
  }

  #changed(id: string | null, { path, before, after }: FieldChange): Difference {
    const [was, is] = [before, after].map((seen) => this.#shown(seen) ?? null);
    return { change: 'changed', id, path: path === '' ? null : path, before: was, after: is };
  }
  #shown = ({ whole, masked }: Seen): unknown => (this.#of.isMasked ? masked : whole);
  #picked = (seen: Seen): Seen =>
    this.#of.pick === undefined ? seen : { whole: this.#of.pick(seen.whole), masked: this.#of.pick(seen.masked) };

  /** The fields below a path that differ. */
  #fields(path: string, before: Seen, after: Seen): readonly FieldChange[] {
    if (isRecord(before.whole) && isRecord(after.whole)) return this.#inRecord(path, before, after);
    const areLists = Array.isArray(before.whole) && Array.isArray(after.whole);
    if (areLists && [before, after].some(hasRecords)) return this.#inList(path, elementsOf(before), elementsOf(after));
    return this.#isSame(path, before, after) ? [] : [{ path, before, after }];
  }

  #inRecord(path: string, before: Seen, after: Seen): readonly FieldChange[] {
    const names = [...new Set([before, after].flatMap(({ whole }) => Object.keys(whole as Row)))];
    const fields = names.map((name) => ({ name, was: fieldOf(before, name), is: fieldOf(after, name) }));
    const ofRead = fields.filter(({ name, was, is }) => saysWhenRead(name, [was.whole, is.whole], this.#of.moments));
    const steps = new Set(ofRead.map(({ was, is }) => step(was.whole, is.whole)));
    return fields
      .filter((field) => !ofRead.includes(field) && !steps.has(step(field.was.whole, field.is.whole) ?? 0))
      .flatMap(({ name, was, is }) => this.#fields(path === '' ? name : `${path}.${name}`, was, is));
  }

  /** The elements of a list inside a row: by their identity, else by their position. */
  #inList(path: string, before: readonly Seen[], after: readonly Seen[]): readonly FieldChange[] {
    const lists = [before, after].map((list) => list.map(({ whole }) => rowIn(whole)));
    const areRecords = [...before, ...after].every(({ whole }) => isRecord(whole));
    const named = this.#names && areRecords ? naturalOf(lists, []) : undefined;
    const [name] = named ?? ((areRecords && identityOf(lists, undefined)) || []);
    if (name === undefined)
      return (before.length > after.length ? before : after).flatMap((_, at) =>
        this.#fields(`${path}[${at}]`, before[at] ?? nothing, after[at] ?? nothing),
      );
    const keyed = (list: readonly Seen[]) =>
      new Map(list.map((seen) => [keyOf(seen.whole as Row, [name])!, seen] as const));
    const [old, now] = [keyed(before), keyed(after)];
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
      const keyText = keyOf(rowIn(this.#shown((now.get(key) ?? old.get(key))!)), [name]);
      return this.#fields(`${path}[${name}=${keyText}]`, old.get(key) ?? nothing, now.get(key) ?? nothing);
    });
  }

  #isSame(path: string, before: Seen, after: Seen): boolean {
    const [one, other] = [before.whole, after.whole];
    if (this.#names && !this.#names.includes(path) && areIds(path, [one, other])) return true;
    if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other);
    if (Array.isArray(one) && Array.isArray(other)) {
      const [old, now] = [elementsOf(before), elementsOf(after)];
      return old.length === now.length && old.every((element, at) => this.#isSame(path, element, now[at]!));
    }
    if (!isScalar(one) || !isScalar(other)) return compact(one) === compact(other);
    const [text, otherText] = [asText(one), asText(other)];
    const areNumbers = isNumeric(one) && isNumeric(other);
    const areAmounts = isDecimal(text) && isDecimal(otherText) && this.#of.isAmount(path);
    if (areNumbers || areAmounts) return sameValue(text) === sameValue(otherText);
    return one === other || (text.includes(mask) && text === asText(after.masked));
  }

  /** A text that is equal for equal values: without missing fields, in one order of fields, numbers by their value. */
  #canonical(value: unknown): string {
    if (isNumeric(value)) return sameValue(String(value));
    if (Array.isArray(value)) return `[${value.map((element) => this.#canonical(element)).join(',')}]`;
    if (!isRecord(value)) return compact(value);
    const fields = Object.keys(value)
      .filter((name) => !isNothing(value[name]))
      .filter((name) => !saysWhenRead(name, [value[name], value[name]], this.#of.moments))
      .sort();
    return `{${fields.map((name) => `${JSON.stringify(name)}:${this.#canonical(value[name])}`).join(',')}}`;
  }
}

/** The sign of a masked text. */
const mask = '••';
const hasRecords = ({ whole }: Seen): boolean =>
  Array.isArray(whole) && whole.some((element) => isRecord(element) || Array.isArray(element));
/** How far a time has moved, milliseconds; undefined if it has not moved, or is not a time. */
function step(before: unknown, after: unknown): number | undefined {
  const [from, to] = [timeOf(before), timeOf(after)];
  return from === undefined || to === undefined || from === to ? undefined : to - from;
}

/** Whether a path is an amount: by a column of the command, else by the name of its field. */
export const amountsOf =
  (declared: ReadonlySet<string>) =>
  (path: string): boolean =>
    declared.has(path) || namesAmount(path.slice(path.lastIndexOf('.') + 1).replace(/\[.*$/, ''));
