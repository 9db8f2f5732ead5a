// Pairs the rows of two lists by what identifies them. The order of the rows does not count.

import { idFields } from '../../cli/output/formats/name.js';
import { asText, isNumeric, isRecord, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { comparableDecimal, sameValue } from '../../text/compare-decimal.js';
import { keyOf, tellsApart } from '../../text/row-keys.js';
import type { Seen } from './seen.js';

/** A row of both lists, or of one of them. */
interface Pair {
  readonly before?: Seen;
  readonly after?: Seen;
}
export interface Pairing {
  readonly pairs: readonly Pair[];
  /** The paths of the key; undefined if the rows have none, and are paired as a whole. */
  readonly paths?: readonly string[];
}

export const rowIn = (value: unknown): Row => (isRecord(value) ? value : { value });

/** The names of fields that identify a row without a declared key. */
const candidates = [...idFields, 'uuid', 'key'];

/**
 * The paths that identify rows: the declared ones if every row has them, else the first usual field that is unique in
 * each list, else the id if few rows share one; undefined without any.
 */
export function identityOf(
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
export function pairsOf(
  before: readonly Seen[],
  after: readonly Seen[],
  declared: readonly string[] | undefined,
  { namedOf, textOf }: { readonly namedOf: (seen: Seen, side: 0 | 1) => Row; readonly textOf: (seen: Seen) => string },
): Pairing {
  const lists = [before, after].map((list, side) => list.map((seen) => namedOf(seen, side as 0 | 1)));
  const paths = identityOf(lists, declared);
  const groups = new Map<string | undefined, Group>();
  for (const [side, list] of [before, after].entries())
    for (const [at, seen] of list.entries()) {
      const row = lists[side]![at]!;
      const key = paths && keyOf(byValue(row, paths), paths);
      const group = groups.get(key) ?? { before: [], after: [] };
      groups.set(key, group);
      (side === 0 ? group.before : group.after).push({ seen, row });
    }
  const pairs = [...groups.values()].flatMap((group) => pairsIn(group, paths !== undefined, textOf));
  const places = new Map(after.map((seen, at) => [seen, at]));
  const place = ({ after: seen }: Pair) => (seen === undefined ? after.length : places.get(seen)!);
  return { pairs: pairs.sort((a, b) => place(a) - place(b)), paths };
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
