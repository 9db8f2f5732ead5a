// Finds the list in a response, from nothing but the response itself.

import { isRecord, type Row } from '../../services/json-value.js';

/** The list within an answer. */
export interface Listing {
  /** The elements as they stand in the answer. */
  readonly elements: readonly unknown[];
  /** The elements as rows: a scalar becomes `{value}`, an entry of a map gets its `key`. */
  readonly rows: readonly Row[];
  /** The field that holds the list; undefined when the answer itself is the list. */
  readonly field?: string;
  /** The other fields of the answer, such as `count`. */
  readonly otherFields?: readonly (readonly [name: string, value: unknown])[];
}

// The names under which services wrap a list; an empty array is known as a list by its name only.
const wrappers = new Set(['data', 'list', 'items', 'content', 'contents', 'results', 'result', 'rows', 'records', 'elements', 'entries']);
// What stands beside a list that is wrapped.
const paging =
  /^(count|total|size|page|limit|offset|skip|take|cursor|next|prev|previous|has|is|first|last|number)|(count|total|pages?|cursor|token)$/i;

/**
 * The list in an answer: the answer itself if it is an array, the one array of objects in an object, or the one map of objects
 * (`{tokens: {...}}`). Undefined for anything else, and for an object with an `id` of its own: that is one thing, with parts.
 */
export function listing(answer: unknown): Listing | undefined {
  if (Array.isArray(answer)) return { elements: answer, rows: answer.map(asRow) };
  if (!isRecord(answer) || Object.hasOwn(answer, 'id')) return undefined;
  const fields = Object.entries(answer);
  const lists = fields.filter(([, value]) => Array.isArray(value) && value.length > 0 && value.every(isRecord));
  const only = lists.length === 1 ? lists[0] : lists.length === 0 ? (wrapped(fields) ?? mapOf(fields)) : undefined;
  if (only === undefined) return undefined;
  const [field, value] = only;
  const otherFields = fields.filter(([name]) => name !== field);
  const rows = Array.isArray(value) ? value.map(asRow) : Object.entries(value as Row).map(([key, entry]) => keyed(key, entry as Row));
  return { elements: Array.isArray(value) ? value : rows, rows, field, otherFields };
}

const asRow = (element: unknown): Row => (isRecord(element) ? element : { value: element });
const keyed = (key: string, entry: Row): Row => (Object.values(entry).includes(key) ? entry : { key, ...entry });

/** The one array that can only be a wrapped list though it is empty or holds scalars. */
function wrapped(fields: [string, unknown][]): [string, unknown] | undefined {
  const arrays = fields.filter(([, value]) => Array.isArray(value));
  const only = arrays.length === 1 ? arrays[0] : undefined;
  if (only === undefined) return undefined;
  const beside = fields.filter(([name]) => name !== only[0]);
  return wrappers.has(only[0]) || beside.every(([name]) => paging.test(name)) ? only : undefined;
}

/** The one field that holds objects of one kind by key, where nothing but paging stands beside it. */
function mapOf(fields: [string, unknown][]): [string, unknown] | undefined {
  const [only, ...more] = fields.filter(([, value]) => isRecord(value));
  if (only === undefined || more.length > 0 || !fields.every(([name]) => name === only[0] || paging.test(name))) return undefined;
  const entries = Object.entries(only[1] as Row);
  const first = entries[0]?.[1];
  if (!isRecord(first) || !entries.every(([, entry]) => isRecord(entry))) return undefined;
  // one entry is a map only if its key is data: an address, a number, a symbol
  if (entries.length === 1) return /^(0x|\d|[A-Z0-9_]+$)/.test(entries[0]?.[0] ?? '') ? only : undefined;
  return entries.every(([, entry]) => Object.keys(entry as Row).some((name) => Object.hasOwn(first, name))) ? only : undefined;
}

/** The names of all fields of the rows, in order of first appearance. */
export function fieldNames(rows: readonly Row[]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names];
}

/** The greatest number of columns of a table or a CSV whose columns nobody has chosen. */
export const mostColumns = 200;

/** The names of the first fields of the rows, `mostColumns` of them, and how many fields there are. */
export function cappedNames(rows: readonly Row[]): { readonly names: readonly string[]; readonly all: number } {
  const names = fieldNames(rows);
  return { names: names.slice(0, mostColumns), all: names.length };
}
