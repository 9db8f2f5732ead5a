// Finds the list in an answer and the columns that show it best, from nothing but the answer itself.

import { asText, isNothing, isNumeric, isRecord, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { type Column, cellOf } from './column.js';
import { guessed, nameFor } from './guess.js';
import { labelOf } from './label.js';
import { headingOf } from './table.js';
import { width } from './text.js';
import { dayAndTime, ofTime } from './time.js';

/** The list within an answer. */
export interface Listing {
  /** The elements as they stand in the answer. */
  readonly elements: readonly unknown[];
  /** The elements as rows: a scalar becomes `{value}`, an entry of a map gets its `key`. */
  readonly rows: readonly Row[];
  /** The field that holds the list; undefined when the answer itself is the list. */
  readonly field?: string;
  /** The answer's other fields in one line, such as `count 12`, its names not yet made safe. */
  readonly note?: string;
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
  const note = fields.filter(([name]) => name !== field).flatMap(([name, other]) => noteOf(name, other));
  const rows = Array.isArray(value) ? value.map(asRow) : Object.entries(value as Row).map(([key, entry]) => keyed(key, entry as Row));
  return { elements: Array.isArray(value) ? value : rows, rows, field, ...(note.length === 0 ? {} : { note: note.join(', ') }) };
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
  const names = Object.keys(first);
  return entries.every(([, entry]) => names.some((name) => Object.hasOwn(entry as Row, name))) ? only : undefined;
}

function noteOf(name: string, value: unknown): string[] {
  if (isNothing(value)) return [];
  const column = guessed({ path: name }, [{ [name]: value }]);
  const label = labelOf(nameFor(column)).toLowerCase();
  if (!isScalar(value)) return [label];
  const at = column.as === 'time' ? ofTime(asText(value)) : undefined;
  return [`${label} ${at === undefined ? cellOf({ [name]: value }, column, 0, 'whole').text : dayAndTime(at)}`];
}

/** The names of all fields of the rows, in order of first appearance. */
export function fieldNames(rows: readonly Row[]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names];
}

interface Seen {
  readonly path: string;
  readonly rank: number;
  readonly wide: number;
}

// From the most telling to the least; ids stand last, but are the first to be kept.
const [status, name, amount, short, long, id] = [0, 1, 2, 3, 4, 5];
const mostColumns = 8;
// Beyond these rows nothing new is learnt about a column's kind; names are still taken from all.
const sampleSize = 500;
const longText = 32;
const leastShown = 12;

/**
 * The columns that show these rows: for `wide` all fields with scalars, nested objects one level deep as `a.b`, in order of first
 * appearance; for `table` the most telling of them that fit the width, status and name first, long texts and ids last.
 */
export function columnsOf(rows: readonly Row[], form: 'table' | 'wide', width?: number): Column[] {
  const all = scalarPaths(rows);
  if (form === 'wide') return all.map((path) => ({ path }));
  const own = all.filter((path) => rows.some((row) => Object.hasOwn(row, path)));
  const seen = (own.length > 0 ? own : all).map((path) => look(rows, path));
  const order = [...seen].sort((a, b) => a.rank - b.rank);
  return choose(order, width).map(({ path }) => ({ path }));
}

/** The paths of all scalars and arrays of scalars, one level deep, in order of first appearance. */
function scalarPaths(rows: readonly Row[]): string[] {
  const paths = new Set<string>();
  const nested = new Set<string>();
  for (const row of rows) {
    for (const [field, value] of Object.entries(row)) {
      if (isRecord(value)) {
        nested.add(field);
        for (const [inner, part] of Object.entries(value)) if (isShown(part)) paths.add(`${field}.${inner}`);
      } else if (isShown(value) || value === null) paths.add(field);
    }
  }
  // a field that is null here and an object there is shown by its parts
  const shown = [...paths].filter((path) => !nested.has(path) || rows.some((row) => isScalar(row[path])));
  return shown.length > 0 ? shown : fieldNames(rows);
}

const isShown = (value: unknown): boolean => isScalar(value) || (Array.isArray(value) && value.every(isScalar));

function look(rows: readonly Row[], path: string): Seen {
  const values = rows.slice(0, sampleSize).flatMap((row) => valueAt(row, path) ?? []);
  const widest = values.reduce<number>((most, value) => Math.max(most, width(asText(value))), 0);
  return { path, rank: rankOf(path, values, widest), wide: Math.max(Math.min(widest, leastShown), width(headingOf(path))) };
}

function rankOf(path: string, values: readonly unknown[], widest: number): number {
  const last = path.slice(path.lastIndexOf('.') + 1);
  if (/^(id|uuid|key|hash)$|(Id|ID|Uuid|Hash|Address|_id)$|^(address|vin)$/.test(last)) return id;
  if (/(status|state)$/i.test(last)) return status;
  if (/^(name|title|symbol|label|type)$|(Name|Title|Symbol)$/.test(last)) return name;
  if (widest > longText) return long;
  if (values.length > 0 && values.every(isNumeric)) return amount;
  if (/(amount|price|balance|rate|fee|value|total|At|Date|Time|date|time)$/.test(last)) return amount;
  return short;
}

/** The first columns that fit, with room kept for one id. */
function choose(order: readonly Seen[], width: number | undefined): Seen[] {
  const key = order.find((column) => column.rank === id);
  const room = (width ?? Number.POSITIVE_INFINITY) - (key === undefined ? 0 : key.wide + 2);
  const chosen: Seen[] = [];
  let taken = 0;
  for (const column of order) {
    if (column === key || chosen.length >= mostColumns - (key === undefined ? 0 : 1)) continue;
    if (taken + column.wide > room && chosen.length > 0) continue;
    taken += column.wide + 2;
    chosen.push(column);
  }
  return key === undefined ? chosen : [...chosen, key];
}
