// Parses a JSON text, finds its list, selects rows (--match), sorts them (--sort-by) and picks fields (--fields).

import { grouped } from '../../../money/values/decimal.js';
import { Fields } from '../../../services/decode/fields.js';
import type { CallMap } from '../../../services/decode/map.js';
import { ofRows, type Rows, rowsAloneIn, rowsIn, withElements } from '../../../services/decode/rows.js';
import { BadInput } from '../../../services/http/errors.js';
import { asText, isNothing, isRecord, type Row, valueAt } from '../../../services/json-value.js';
import { parseLossless } from '../../../services/lossless-number.js';
import { fieldNames } from '../../../services/row-fields.js';
import { type Column, unitOfMoney, unitPath } from '../../../text/column.js';
import { masked } from '../../../text/mask.js';
import { columnsNamed, nameOf } from '../../../text/row-match.js';
import { rowOrder, type Sorting, sortingOf } from '../../../text/row-order.js';
import type { PagedRows } from '../output.js';
import { UnknownField } from './problems.js';

/** A parsed value with its list, if it has one. */
export interface ShapedValue {
  readonly value: unknown;
  readonly list: Rows | undefined;
  /** The rows before masking, in the same order; undefined without masking. */
  readonly wholeRows?: readonly Row[];
  /** The rows before a selection: options may name a field that only an unselected row has. */
  readonly known?: readonly Row[];
  /** The units of the amounts that the rows were sorted by. */
  readonly sortedUnits?: readonly string[];
}

/** The output of a format: whole lines for stdout, and notes for stderr, a line each. */
export interface FormattedText {
  readonly text: string;
  /** The rest of the text, piece by piece. */
  readonly more?: Iterable<string>;
  readonly notes?: readonly Note[];
}
/** A note, which may have texts of others, and the function that colours it. */
export type Note = readonly [text: string, style?: (safe: string) => string];

/** The text of each page of rows. */
export function* eachPage({ rows }: PagedRows, text: (rows: readonly Row[]) => string): Generator<string> {
  for (const page of rows) yield text(page);
}

interface ShapeOptions {
  readonly fields?: string[];
  readonly sortBy?: string;
  /** The columns of the command: their headings are names of fields too. */
  readonly columns?: readonly Column[];
  readonly limit?: number;
  readonly select?: (rows: readonly Row[]) => readonly Row[];
  /**
   * Masks personal data after selection and sorting, which use unmasked values. `persons`: the response is a person, or
   * a list of persons.
   */
  readonly mask?: { readonly persons: boolean };
}
/**
 * Parses, selects, sorts, masks and picks. A `singleRecord` is no list for the lists in it.
 * @throws {UnknownField} {SyntaxError}
 */
export function shape(json: string, options: ShapeOptions & { readonly singleRecord?: boolean }): ShapedValue {
  return shaped(parsed(json, options.singleRecord), options);
}
/** A response with its list. @param read parses it @throws {SyntaxError} */
export function parsed(
  json: string,
  singleRecord = false,
  read = parseLossless,
  map?: CallMap,
): Pick<ShapedValue, 'value' | 'list'> {
  const value = read(json);
  return { value, list: singleRecord ? rowsAloneIn(value, map) : rowsIn(value, map) };
}
/** Selects, sorts, masks and picks. @throws {UnknownField} */
export function shaped(whole: Pick<ShapedValue, 'value' | 'list'>, options: ShapeOptions): ShapedValue {
  const { value } = whole;
  const unfit = { match: options.select, 'sort-by': options.sortBy, limit: options.limit };
  const [rowsOnly] = Object.entries(unfit).filter(([, typed]) => typed !== undefined);
  if (whole.list === undefined && rowsOnly !== undefined && !isNothing(value)) throw noRows(rowsOnly[0]);
  const unsorted = options.select === undefined ? whole : selected(whole, options.select);
  const ordered = options.sortBy === undefined ? unsorted : sort(unsorted, options.sortBy, options.columns);
  const sorted = options.limit === undefined ? ordered : limited(ordered, options.limit);
  const maskable = options.mask === undefined ? sorted : maskedShape(sorted, options.mask);
  const picked = options.fields === undefined ? maskable : pick(maskable, options.fields);
  return options.sortBy === undefined
    ? picked
    : { ...picked, sortedUnits: sortedUnits(unsorted, options.sortBy, options.columns) };
}

/** The failure of an option for rows on a response that is not a list. */
export const noRows = (option: string): BadInput =>
  new BadInput('NO_ROWS', `The response is one record, not a list, so --${option} has nothing to act on.`);

function maskedShape({ value, list, known }: ShapedValue, origin: { readonly persons: boolean }): ShapedValue {
  const maskedValue = masked(value, origin);
  if (list === undefined) return { value: maskedValue, list };
  const maskedList = rowsIn(maskedValue);
  return maskedList
    ? { value: maskedValue, list: maskedList, wholeRows: list.rows, known }
    : { value: maskedValue, list: { ...list, ...maskedRows(list, origin) }, known };
}
const maskedRows = ({ rows }: Rows, origin: { readonly persons: boolean }) => {
  const visible = masked(rows, origin) as Row[];
  return { rows: visible, elements: visible };
};

/** The rows of a value: its list's, or the value itself as one row. */
export function rowsOf({ value, list }: ShapedValue): readonly Row[] {
  return list?.rows ?? [isRecord(value) ? value : { value }];
}

/** The rows with the fields that options may name: before a selection. */
export const knownRows = (shaped: ShapedValue): readonly Row[] => shaped.known ?? rowsOf(shaped);

/** The elements of a value: its list's, or the value itself. */
export function elementsOf({ value, list }: ShapedValue): readonly unknown[] {
  return list?.elements ?? [value];
}

/** Refuses paths that no row has; an empty list accepts any. @throws {UnknownField} */
export function checkFields(rows: readonly Row[], paths: readonly string[]): void {
  const unknown = rows.length === 0 ? [] : unknownPaths(rows, paths);
  if (unknown.length > 0) throw new UnknownField(unknownFieldMessage(unknown, fieldNames(rows)), unknown);
}

/** The sentence about fields that have no column; undefined if all have one. */
export function leftOutNote(columns: number, total: number): string | undefined {
  if (columns >= total) return undefined;
  const [leftOut, of] = [total - columns, total].map((count) => grouped(String(count)));
  return `${leftOut} of ${of} fields are left out: choose columns with --columns a,b (--fields help lists the fields), or take all with -o json.`;
}

/** Whether any row has a value at this path. */
export function hasField(rows: readonly Row[], path: string): boolean {
  return rows.some((row) => valueAt(row, path) !== undefined);
}

const unknownPaths = (rows: readonly Row[], paths: readonly string[]): string[] =>
  paths.filter((path) => !hasField(rows, path));

function unknownFieldMessage(unknown: readonly string[], fields: readonly string[]): string {
  const names =
    fields.length === 0
      ? 'it has no fields'
      : `there are: ${fields.slice(0, 40).join(', ')}${fields.length > 40 ? ', ...' : ''}`;
  return `The response has no field ${unknown.map((path) => JSON.stringify(path)).join(', ')}; ${names}.`;
}

/** The dotted paths that `--fields` can pick: in the list's elements, then around the list. */
export function availableFields({ value, list }: ShapedValue): string[] {
  const paths = new Set<string>();
  for (const row of list?.rows ?? [value]) collectPaths(row, '', paths);
  if (isRecord(value)) for (const name of Object.keys(value)) paths.add(name);
  return [...paths];
}

function collectPaths(value: unknown, prefix: string, paths: Set<string>): void {
  if (Array.isArray(value)) for (const element of value) collectPaths(element, prefix, paths);
  if (!isRecord(value)) return;
  for (const [name, field] of Object.entries(value)) {
    paths.add(prefix + name);
    collectPaths(field, `${prefix}${name}.`, paths);
  }
}

/** Picks fields of the list's elements; of the value itself if it is not a list, or if only the value has them. */
function pick({ value, list, known }: ShapedValue, paths: readonly string[]): ShapedValue {
  const rows = list?.rows ?? (isRecord(value) ? [value] : []);
  const unknown = list !== undefined && rows.length === 0 ? [] : unknownPaths(known ?? rows, paths);
  if (list !== undefined && unknown.length > 0 && unknownPaths(isRecord(value) ? [value] : [], paths).length === 0) {
    return { value: pickFields(value, paths), list: undefined };
  }
  if (unknown.length > 0) throw new UnknownField(unknownFieldMessage(unknown, availableFields({ value, list })));
  if (list === undefined) return { value: pickFields(value, paths), list };
  const elements = rows.map((row) => pickFields(row, paths) as Row);
  return { value: elements, list: ofRows(elements), known };
}

/** Copies objects and arrays with only these paths, in the order of the paths. */
export function pickFields(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((element) => pickFields(element, paths));
  if (!isRecord(value)) return value;
  const subpaths = new Map<string, string[] | 'all'>();
  for (const path of paths) {
    const head = firstField(value, path);
    if (head === undefined) continue;
    const already = subpaths.get(head);
    if (head === path || already === 'all') subpaths.set(head, 'all');
    else subpaths.set(head, [...(already ?? []), path.slice(head.length + 1)]);
  }
  // an assignment to `__proto__` would lose the field
  return Object.fromEntries(
    [...subpaths].map(([name, rest]) => [name, rest === 'all' ? value[name] : pickFields(value[name], rest)]),
  );
}

function firstField(value: Row, path: string): string | undefined {
  if (Object.hasOwn(value, path)) return path;
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const head = path.slice(0, dot);
    if (Object.hasOwn(value, head) && valueAt(value[head], path.slice(dot + 1)) !== undefined) return head;
  }
  return undefined;
}

/** The list with only the selected rows; other values are unchanged. */
function selected({ value, list }: ShapedValue, select: (rows: readonly Row[]) => readonly Row[]): ShapedValue {
  if (list === undefined) return { value, list };
  const chosen = new Set(select(list.rows));
  const order = list.rows.flatMap((row, at) => (chosen.has(row) ? [at] : []));
  const elements = order.map((at) => list.elements[at]);
  const rows = order.map((at) => list.rows[at] as Row);
  return {
    value: withElements(value, list.at, elements, order),
    list: { ...list, elements, rows },
    known: list.rows,
  };
}

const limited = (shaped: ShapedValue, most: number): ShapedValue => {
  const first = new Set(shaped.list?.rows.slice(0, most));
  return (shaped.list?.rows.length ?? 0) <= most
    ? shaped
    : selected(shaped, (rows) => rows.filter((row) => first.has(row)));
};

/** Sorts the list by `--sort-by`. @throws {UnknownField} {BadInput} */
function sort(shaped: ShapedValue, sortBy: string, columns: readonly Column[] = []): ShapedValue {
  const { value, list } = shaped;
  if (list === undefined) return shaped;
  const sorting = sortOrder(sortBy, knownRows(shaped), columns);
  const order = rowOrder(list.rows, sorting);
  const elements = order.map((at) => list.elements[at]);
  const rows = order.map((at) => list.rows[at] as Row);
  return { ...shaped, value: withElements(value, list.at, elements, order), list: { ...list, elements, rows } };
}

/**
 * The order of `--sort-by`: by a field, or by a column as `--match` names it.
 * @throws {UnknownField} for a column without values, and for commands without columns; {BadInput} UNKNOWN_FIELD for
 * other names
 */
function sortOrder(sortBy: string, rows: readonly Row[], columns: readonly Column[]): Sorting {
  const pathOf = (name: string) => fieldNamed(name, rows, columns);
  const typed = sortingOf(sortBy, (name) => pathOf(name) !== undefined);
  return { path: namedPath(typed.path, rows, columns), down: typed.down };
}
/**
 * The path of a field, or of a column by its name.
 * @throws as `sortOrder`
 */
export function namedPath(name: string, rows: readonly Row[], columns: readonly Column[]): string {
  const path = fieldNamed(name, rows, columns) ?? name;
  try {
    checkFields(rows, [path]);
  } catch (error) {
    // without columns only the response could tell
    const isColumn = columns.length === 0 || columns.some((column) => column.path === path);
    if (!(error instanceof UnknownField) || isColumn) throw error;
    throw new BadInput('UNKNOWN_FIELD', error.message, error.hint);
  }
  return path;
}

/** The units of the amounts that `--sort-by` names, if the command names their field. */
function sortedUnits(shaped: ShapedValue, sortBy: string, columns: readonly Column[] = []): readonly string[] {
  if (shaped.list === undefined) return [];
  const { path } = sortOrder(sortBy, knownRows(shaped), columns);
  const unit = columns.flatMap((column) => (column.path === path ? (unitPath(column) ?? []) : []))[0];
  const units = shaped.list.rows.map(
    (row) => unitOfMoney(valueAt(row, path)) ?? (unit === undefined ? '' : asText(valueAt(row, unit))),
  );
  return [...new Set(units)].filter((text) => text !== '').sort();
}

/** The path of a field in any spelling, or of the column with this heading; undefined for an unknown name. */
export function fieldNamed(name: string, rows: readonly Row[], columns: readonly Column[]): string | undefined {
  const known = hasField(rows, name) ? name : columnPath(name, rows, columns);
  if (known !== undefined || !/^[\p{L}_]/u.test(name)) return known;
  const field = new Fields(rows).path(name);
  return field.is === 'known' ? field.value : undefined;
}

/** The path of a named column: by its heading, else by an unambiguous beginning. */
function columnPath(name: string, rows: readonly Row[], columns: readonly Column[]): string | undefined {
  const named = columnsNamed(name, rows, columns);
  const exact = named.find((column) => nameOf(column).toLowerCase() === name.toLowerCase());
  return (exact ?? (named.length === 1 ? named[0] : undefined))?.path;
}
