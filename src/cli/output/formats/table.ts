// The format `table`: a table for a list, `label  value` lines for a record.

import { type Decimal, decimalOf, decimalText, grouped, plus, zero } from '../../../money/values/decimal.js';

import { counted } from '../../../services/counted.js';
import { ofRows, type Rows } from '../../../services/decode/rows.js';
import { asText, isNothing, isRecord, type Row, valueAt } from '../../../services/json-value.js';
import { mostColumns } from '../../../services/row-fields.js';
import { type Column, figureOf, guessed, unitOfMoney } from '../../../text/column.js';
import { columnCount, columnsOf, noteOf } from '../../../text/columns.js';
import { styled, styledLine } from '../../../text/ink.js';
import { present } from '../../../text/present.js';

import { recordLines } from '../../../text/record.js';
import { pageLines, rowText } from '../../../text/spoken-record.js';

import { cutsId, lineOf, measures, roomFor } from '../../../text/table.js';
import { escapeControls } from '../../../text/visible.js';
import type { PagedRows } from '../output.js';
import {
  checkFields,
  eachPage,
  type FormattedText,
  hasField,
  knownRows,
  leftOutNote,
  type Note,
  type ShapedValue,
} from './shape.js';

interface TableOptions {
  /** The columns of --columns or --fields; paths without values are refused. */
  readonly columns?: readonly string[];
  /** The columns of the command, if a row has one of them. */
  readonly defaultColumns?: readonly Column[];
  /** The maximum width in terminal cells; undefined for no limit. */
  readonly width?: number;
  readonly colour: boolean;
  /** Whether a URL is a link (OSC 8). */
  readonly links?: boolean;
  readonly empty: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly id: string;
  readonly colourNote: boolean;
  /** No option can be added, so no hint names one. */
  readonly inDialog?: boolean | undefined;
  /** Whether a row is marked, in a column at the left. */
  readonly isMarked?: (row: Row) => boolean;
  readonly noHeader?: boolean;
  /** All rows, of which the value has only some: what is printed, page by page. */
  readonly pages?: PagedRows | undefined;
  /** As sentences for a screen reader: a line per row, or per field of a record. */
  readonly isSpoken?: boolean;
}

/** Renders a list as a table, a record as details. An empty list has only a note. */
export function asTable(shaped: ShapedValue, options: TableOptions): FormattedText {
  const { value, list, wholeRows } = shaped;
  if (list !== undefined) return listTable(list, options, knownRows(shaped), wholeRows);
  if (!isRecord(value))
    return isNothing(value) ? { text: '', notes: [[options.empty]] } : { text: `${escapeControls(asText(value))}\n` };
  if (Object.keys(value).length === 0) return { text: '', notes: [[options.empty]] };
  if (options.columns !== undefined) return listTable(ofRows([value]), options, [value]);
  if (options.isSpoken) return { text: joinLines(pageLines(value, options.defaultColumns ?? [], options.now)) };
  const page = recordLines(value, options.defaultColumns ?? [], {
    wide: options.width ?? Number.POSITIVE_INFINITY,
    now: options.now,
  });
  return page.length === 0
    ? { text: '', notes: [[options.empty]] }
    : { text: joinLines(page.map((line) => styledLine(line, options.colour, options.links))) };
}

function listTable(
  list: Rows,
  options: TableOptions,
  matchable: readonly Row[],
  wholeRows: readonly Row[] = list.rows,
): FormattedText {
  const { rows } = list;
  if (rows.length === 0)
    return { text: '', notes: [[matchable.length > 0 ? noneMatches(matchable.length) : options.empty]] };
  if (options.columns !== undefined) checkFields(matchable, options.columns);
  const drawn = options.isMarked && options.width !== undefined ? { ...options, width: options.width - 2 } : options;
  const columns = allColumns(rows, drawn);
  const { width, now, id, pages } = drawn;
  const all = pages ?? { rows: [rows], count: rows.length };
  const measured = measures(all.rows, columns, now);
  const visible = width === undefined || options.columns !== undefined ? measured : roomFor(measured, { width, id });
  const line = lineOf(visible, drawn);
  const fields = isCapped(rows, options) ? columnCount(rows) : 0;
  const tooMany = fields > mostColumns ? leftOutNote(visible.length, fields) : undefined;
  const shown = visible.map(({ column }) => column);
  const leftOut = tooMany === undefined ? columns.filter((column) => !shown.includes(column)) : [];
  const note = noteOf(list);
  const known = pages?.count ?? matchable.length;
  const count = width === undefined ? undefined : countNote(all.count, known, totalsOf(all.rows, columns));
  const muted = (text: string): Note => (options.colourNote ? [text, (safe) => styled(safe, 'muted')] : [text]);
  const notes = present<Note>([
    note !== undefined && [note],
    count !== undefined && muted(count),
    tooMany !== undefined && muted(tooMany),
    leftOut.length > 0 && !options.inDialog && muted(leftOutText(leftOut)),
    width !== undefined &&
      !options.inDialog &&
      cutsId(visible, { width, id }) &&
      muted('Ids are shortened: -o name prints them whole'),
  ]);
  if (pages !== undefined)
    return {
      text: options.noHeader ? '' : joinLines([line()]),
      more: eachPage(pages, (page) => joinLines(page.map(line))),
      notes,
    };
  const lines = options.isSpoken ? spokenRows(rows, columns, options) : [line(), ...rows.map(line)];
  const marked = lines.map((line, at) => `${at > 0 && options.isMarked?.(wholeRows[at - 1]!) ? '•' : ' '} ${line}`);
  return {
    text: joinLines((options.isMarked ? marked : lines).slice(options.noHeader ? 1 : 0)),
    notes,
  };
}
const mostNamed = 4;
/** The columns that did not fit, by the names that --columns takes. */
function leftOutText(columns: readonly Column[]): string {
  const names = columns.slice(0, mostNamed).map(({ path }) => path);
  return `${counted(columns.length, 'column')} left out (${names.join(', ')}${columns.length > mostNamed ? ', …' : ''}): choose them with --columns`;
}
/** The number of rows, then each row as a sentence. */
const spokenRows = (rows: readonly Row[], columns: readonly Column[], { id, now }: TableOptions): string[] => [
  `${counted(rows.length, 'row')}.`,
  ...rows.map((row, at) => rowText(row, at, rows.length, { columns, id, areWhole: true }, now)),
];
const noneMatches = (total: number): string =>
  total === 1 ? 'The only row does not match.' : `None of ${grouped(String(total))} rows matches.`;
/** The minimum number of rows for a count on a terminal. */
const leastCounted = 20;
/**
 * `35 rows`, `5 of 35 rows, total of these 100 USD`, `14 rows, total 43,543.22 USD`; undefined for a short whole list
 * without totals.
 */
function countNote(visible: number, rows: number, totals: readonly string[]): string | undefined {
  const count = visible < rows ? `${visible} of ${rows} rows` : `${visible} rows`;
  return visible < rows || visible >= leastCounted || totals.length > 0
    ? [count, ...totals.map((total) => `total ${visible < rows ? 'of these ' : ''}${total}`)].join(', ')
    : undefined;
}
/** The sums of the columns with a total, if at least two rows have an amount, and all rows one unit. */
function totalsOf(pages: Iterable<readonly Row[]>, columns: readonly Column[]): string[] {
  return columns.flatMap(({ path, total }) => {
    if (total === undefined) return [];
    const units = new Set<string>();
    let sum: Decimal = zero;
    let count = 0;
    for (const rows of pages)
      for (const row of rows) {
        const value = valueAt(row, path);
        const amount = isNothing(value) ? undefined : decimalOf(figureOf(value));
        if (amount === undefined) return [];
        units.add(unitOfMoney(value) ?? asText(valueAt(row, total)));
        sum = plus(sum, amount);
        count += 1;
      }
    const [unit, ...others] = units;
    return count < 2 || !unit || others.length > 0 ? [] : [`${grouped(decimalText(sum))} ${unit}`];
  });
}

/** Whether neither the person nor the command chose the columns: their number is then limited. */
const isCapped = (rows: readonly Row[], options: TableOptions): boolean =>
  options.columns === undefined && commandColumns(rows, options) === undefined;

/** The columns of these rows with their types: of --columns, else of the command, else of the rows. */
function allColumns(rows: readonly Row[], options: TableOptions): Column[] {
  const { columns, width } = options;
  const ofCommand = (path: string) => options.defaultColumns?.find((column) => column.path === path);
  const chosenColumns =
    columns?.map((path) => ofCommand(path) ?? { path }) ?? commandColumns(rows, options) ?? columnsOf(rows, width);
  return chosenColumns.map((column) => guessed(column, rows));
}

function commandColumns(rows: readonly Row[], { defaultColumns: hinted }: TableOptions): Column[] | undefined {
  const present = (hinted ?? []).filter(({ path }) => hasField(rows, path));
  const withoutIds = present.filter(({ path }) => !isIdPath(path));
  // the rows have other fields; a table of ids is useless
  if (present.length === 0 || (withoutIds.length === 0 && (hinted?.length ?? 0) > 1)) return undefined;
  return present;
}

const isIdPath = (path: string): boolean => /(^|\.)id$|Id$|^(vin|address)$/.test(path);
const joinLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
