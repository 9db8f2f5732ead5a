// Finds the list in a response from the response alone.

import { isNothing, isRecord, type Row } from './json-value.js';

export interface Listing {
  readonly elements: readonly unknown[];
  /** The elements as rows: a scalar becomes `{value}`, an entry of a map gets its `key`. */
  readonly rows: readonly Row[];
  /** The field of the list; undefined if the response itself is the list. */
  readonly field?: string;
  /** The other fields of the response, such as `count`. */
  readonly otherFields?: readonly (readonly [name: string, value: unknown])[];
}

// Field names of wrapped lists. An empty array is a list only under such a name.
const wrappers = new Set([
  'data',
  'list',
  'items',
  'content',
  'contents',
  'results',
  'result',
  'rows',
  'records',
  'elements',
  'entries',
]);
// Fields beside a wrapped list.
const paging =
  /^(count|total|size|page|limit|offset|skip|take|cursor|next|prev|previous|has|is|first|last|number)|(count|total|pages?|cursor|token)$/i;

/**
 * The list in a response: the response itself if it is an array, the only array of objects in an object, or the only
 * map of objects (`{tokens: {...}}`). Undefined for anything else, and for an object with an `id`, which is a single
 * record.
 */
export function listing(data: unknown): Listing | undefined {
  if (Array.isArray(data)) return { elements: data, rows: data.map(asRow) };
  if (!isRecord(data) || Object.hasOwn(data, 'id')) return undefined;
  const fields = Object.entries(data);
  const lists = fields.filter(([, value]) => Array.isArray(value) && value.length > 0 && value.every(isRecord));
  const only = lists.length === 1 ? lists[0] : lists.length === 0 ? (wrapped(fields) ?? mapOf(fields)) : undefined;
  if (only === undefined) return undefined;
  const [field, value] = only;
  const otherFields = fields.filter(([name]) => name !== field);
  const rows = Array.isArray(value)
    ? value.map(asRow)
    : Object.entries(value as Row).map(([key, entry]) => keyed(key, entry as Row));
  return { elements: Array.isArray(value) ? value : rows, rows, field, otherFields };
}

/** A response with other elements in its list. */
export const withElements = (
  data: unknown,
  { field }: Pick<Listing, 'field'>,
  elements: readonly unknown[],
): unknown => (field === undefined ? elements : { ...(data as Row), [field]: elements });

const asRow = (element: unknown): Row => (isRecord(element) ? element : { value: element });
const keyed = (key: string, entry: Row): Row => (Object.values(entry).includes(key) ? entry : { key, ...entry });

/** The array that must be the wrapped list, although it is empty or has only scalars. */
function wrapped(fields: [string, unknown][]): [string, unknown] | undefined {
  const arrays = fields.filter(([, value]) => Array.isArray(value));
  const only = arrays.length === 1 ? arrays[0] : undefined;
  if (only === undefined) return undefined;
  const beside = fields.filter(([name]) => name !== only[0]);
  return wrappers.has(only[0]) || beside.every(([name]) => paging.test(name)) ? only : undefined;
}

/** The field that maps keys to objects of one kind, in an object with only paging fields otherwise. */
function mapOf(fields: [string, unknown][]): [string, unknown] | undefined {
  const [only, ...more] = fields.filter(([, value]) => isRecord(value));
  if (only === undefined || more.length > 0 || !fields.every(([name]) => name === only[0] || paging.test(name)))
    return undefined;
  const entries = Object.entries(only[1] as Row);
  const first = entries[0]?.[1];
  if (!isRecord(first) || !entries.every(([, entry]) => isRecord(entry))) return undefined;
  // a single entry is a map only if its key is data: an address, a number, a symbol
  if (entries.length === 1) return /^(0x|\d|[A-Z0-9_]+$)/.test(entries[0]?.[0] ?? '') ? only : undefined;
  return entries.every(([, entry]) => Object.keys(entry as Row).some((name) => Object.hasOwn(first, name)))
    ? only
    : undefined;
}

/** The names of all fields of the rows, in order of appearance. */
export function fieldNames(rows: readonly Row[]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names];
}

/** The maximum number of columns in tables and CSV without chosen columns. */
export const mostColumns = 200;

/** The first `mostColumns` names of fields, and the number of all. @param namesOf by default the names of a table */
export function cappedNames(
  rows: readonly Row[],
  namesOf = fieldNames,
): { readonly names: readonly string[]; readonly total: number } {
  const names = namesOf(rows);
  return { names: names.slice(0, mostColumns), total: names.length };
}

/** Deeper fields stay inside the JSON of their column. */
const deepest = 4;
/** The paths of fields inside rows, and whether some row has a value there other than an object. */
export type LeafPaths = Map<string, 'value' | 'nothing'>;

/** Adds the paths of the rows, with those inside objects as `asset.ticker`, in order of appearance. */
export function addLeaves(rows: readonly Row[], paths: LeafPaths): void {
  const add = (row: Row, before: string, depth: number): void => {
    for (const [name, value] of Object.entries(row)) {
      const path = before + name;
      if (depth < deepest && isRecord(value) && Object.keys(value).length > 0) add(value, `${path}.`, depth + 1);
      else if (!isNothing(value)) paths.set(path, 'value');
      else if (!paths.has(path)) paths.set(path, 'nothing');
    }
  };
  for (const row of rows) add(row, '', 1);
}

/**
 * The paths that together have every value of the rows once: a field that is an object in one row and a value in
 * another stays whole, and one that is an object or null is known by its inner fields.
 */
export function leafNames(paths: LeafPaths): string[] {
  const outer = (path: string): string[] =>
    [...path.matchAll(/\./g)].map(({ index }) => path.slice(0, index)).filter((name) => paths.has(name));
  const opened = new Set([...paths.keys()].flatMap(outer));
  return [...paths].flatMap(([path, kind]) =>
    outer(path).some((name) => paths.get(name) === 'value') || (kind === 'nothing' && opened.has(path)) ? [] : [path],
  );
}

/** The paths of all fields of the rows, as `leafNames` has them. */
export function leavesOf(rows: readonly Row[]): string[] {
  const paths: LeafPaths = new Map();
  addLeaves(rows, paths);
  return leafNames(paths);
}
