// Reads an answer and brings it into the shape that was asked for: its list found, sorted, and cut down to the wanted fields.

import { asText, isNothing, isRecord, type Row, valueAt } from '../../../services/json-value.js';
import { parseLossless } from '../../../services/lossless-number.js';
import { fieldNames, type Listing, listing } from '../../../ui/format/columns.js';
import { compareDecimals, type Decimal, decimal } from './decimal.js';
import { UnknownField } from './problems.js';

/** An answer in the wanted shape, with the list in it, if it is one. */
export interface Shaped {
  readonly value: unknown;
  readonly list: Listing | undefined;
}

/** What a form makes of an answer: the text for stdout (whole lines), and a line for stderr. */
export interface Rendered {
  readonly text: string;
  readonly aside?: string;
}

/** Parses, sorts and picks; `one` thing is no list, whatever lists are in it. Throws UnknownField, and a SyntaxError for what is no JSON. */
export function shape(json: string, wish: { fields?: string[]; sortBy?: string; one?: boolean }): Shaped {
  const value = parseLossless(json);
  const whole = { value, list: wish.one && isRecord(value) ? undefined : listing(value) };
  const sorted = wish.sortBy === undefined ? whole : sort(whole, wish.sortBy);
  return wish.fields === undefined ? sorted : pick(sorted, wish.fields);
}

/** The rows of an answer: those of its list, or the one row that it is itself. */
export function rowsOf({ value, list }: Shaped): readonly Row[] {
  return list?.rows ?? [isRecord(value) ? value : { value }];
}

/** The elements of an answer, as they stand in it: those of its list, or the answer itself. */
export function elementsOf({ value, list }: Shaped): readonly unknown[] {
  return list?.elements ?? [value];
}

/** Refuses the paths that no row has; where there are no rows nothing can be known. */
export function checkFields(rows: readonly Row[], paths: readonly string[]): void {
  const unknown = rows.length === 0 ? [] : unknownOf(rows, paths);
  if (unknown.length > 0) throw new UnknownField(unknownSentence(unknown, fieldNames(rows)));
}

/** Whether any row has something at this path. */
export function hasField(rows: readonly Row[], path: string): boolean {
  return rows.some((row) => valueAt(row, path) !== undefined);
}

const unknownOf = (rows: readonly Row[], paths: readonly string[]): string[] => paths.filter((path) => !hasField(rows, path));

function unknownSentence(unknown: readonly string[], known: readonly string[]): string {
  const names = known.length === 0 ? 'it has no fields' : `there are: ${known.slice(0, 40).join(', ')}${known.length > 40 ? ', ...' : ''}`;
  return `The answer has no field ${unknown.map((path) => JSON.stringify(path)).join(', ')}; ${names}.`;
}

/** The fields that `--fields` takes, by dotted path: those of the list's elements, then those around the list. */
export function knownFields({ value, list }: Shaped): string[] {
  const paths = new Set<string>();
  for (const row of list?.rows ?? [value]) collect(row, '', paths);
  if (isRecord(value)) for (const name of Object.keys(value)) paths.add(name);
  return [...paths];
}

function collect(value: unknown, prefix: string, paths: Set<string>): void {
  if (Array.isArray(value)) for (const element of value) collect(element, prefix, paths);
  if (!isRecord(value)) return;
  for (const [name, field] of Object.entries(value)) {
    paths.add(prefix + name);
    collect(field, `${prefix}${name}.`, paths);
  }
}

/** From a list its elements with these fields; from anything else, or where only the answer around the list has them, that. */
function pick({ value, list }: Shaped, paths: readonly string[]): Shaped {
  const rows = list?.rows ?? (isRecord(value) ? [value] : []);
  const unknown = list !== undefined && rows.length === 0 ? [] : unknownOf(rows, paths);
  if (list !== undefined && unknown.length > 0 && unknownOf(isRecord(value) ? [value] : [], paths).length === 0) {
    return { value: picked(value, paths), list: undefined };
  }
  if (unknown.length > 0) throw new UnknownField(unknownSentence(unknown, knownFields({ value, list })));
  if (list === undefined) return { value: picked(value, paths), list };
  const elements = rows.map((row) => picked(row, paths) as Row);
  return { value: elements, list: { elements, rows: elements } };
}

/** The same objects and arrays with nothing but these paths in them, in the order of the paths. */
function picked(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((element) => picked(element, paths));
  if (!isRecord(value)) return value;
  const within = new Map<string, string[] | 'all'>();
  for (const path of paths) {
    const head = headOf(value, path);
    if (head === undefined) continue;
    const already = within.get(head);
    if (head === path || already === 'all') within.set(head, 'all');
    else within.set(head, [...(already ?? []), path.slice(head.length + 1)]);
  }
  // fromEntries, because assigning to `__proto__` would lose the field
  return Object.fromEntries([...within].map(([name, rest]) => [name, rest === 'all' ? value[name] : picked(value[name], rest)]));
}

/** The field of this object in which the path begins. */
function headOf(value: Row, path: string): string | undefined {
  if (Object.hasOwn(value, path)) return path;
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const head = path.slice(0, dot);
    if (Object.hasOwn(value, head) && valueAt(value[head], path.slice(dot + 1)) !== undefined) return head;
  }
  return undefined;
}

interface Keyed {
  readonly at: number;
  readonly text: string | undefined;
  readonly number: Decimal | undefined;
}

/** The list sorted by a field: numbers (and texts that are numbers) by exact value, then texts by code point, then what has none. */
function sort({ value, list }: Shaped, path: string): Shaped {
  if (list === undefined) return { value, list };
  checkFields(list.rows, [path]);
  const keys = list.rows.map((row, at): Keyed => {
    const field = valueAt(row, path);
    const text = isNothing(field) ? undefined : asText(field);
    return { at, text, number: text === undefined ? undefined : decimal(text) };
  });
  const order = keys.sort(compareKeys).map(({ at }) => at);
  const elements = order.map((at) => list.elements[at]);
  const rows = order.map((at) => list.rows[at] as Row);
  return { value: put(value, list.field, elements, order), list: { ...list, elements, rows } };
}

function compareKeys(a: Keyed, b: Keyed): number {
  if (a.text === undefined || b.text === undefined) return Number(a.text === undefined) - Number(b.text === undefined);
  if (a.number !== undefined && b.number !== undefined) return compareDecimals(a.number, b.number);
  if (a.number !== undefined || b.number !== undefined) return a.number !== undefined ? -1 : 1;
  return compareCodePoints(a.text, b.text);
}

/** `<` compares UTF-16 units, which puts emoji before some of the characters below them. */
function compareCodePoints(a: string, b: string): number {
  for (let at = 0; at < a.length && at < b.length; at++) {
    if (a.charCodeAt(at) === b.charCodeAt(at)) continue;
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    const [leftHalf, rightHalf] = [isHalf(left), isHalf(right)];
    return leftHalf === rightHalf ? left - right : leftHalf ? 1 : -1;
  }
  return a.length - b.length;
}

const isHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** The answer with its list in the new order. */
function put(answer: unknown, field: string | undefined, elements: readonly unknown[], order: readonly number[]): unknown {
  if (field === undefined) return elements;
  const around = answer as Row;
  const held = around[field];
  if (Array.isArray(held)) return { ...around, [field]: elements };
  const entries = Object.entries(held as Row);
  return { ...around, [field]: Object.fromEntries(order.map((at) => entries[at] as [string, unknown])) };
}
