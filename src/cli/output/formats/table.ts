// The formats `table` and `wide`: a table for a list, `label  value` lines for one record.

import { grouped } from '../../../money/amount-text.js';
import { type Decimal, decimalOf, decimalText, plus, zero } from '../../../money/decimal.js';
import { counted } from '../../../services/counted.js';
import { asText, isNothing, isRecord, type Row, valueAt } from '../../../services/json-value.js';
import { type Listing, mostColumns } from '../../../services/listing.js';
import type { Column } from '../../../text/column.js';
import { columnCount, columnsOf, noteOf } from '../../../text/columns.js';
import { guessed } from '../../../text/guess.js';
import { styled, styledLine } from '../../../text/ink.js';
import { recordLines } from '../../../text/record.js';
import { pageLines } from '../../../text/spoken-record.js';
import { rowText } from '../../../text/spoken-value.js';
import { cutsId, detail, roomFor, table } from '../../../text/table.js';
import { escapeControls } from '../../../text/visible.js';
import { checkFields, hasField, knownRows, leftOutNote, type Rendered, type Shaped } from './shape.js';

/** The options of a table. */
interface TableOptions {
  readonly format: 'table' | 'wide';
  /** The columns of --columns or --fields; a path that no row has is refused. */
  readonly columns?: readonly string[];
  /** The columns of the command, for `table`, where at least one row has one of them. */
  readonly defaultColumns?: readonly Column[];
  /** The maximum width in terminal cells; undefined for no limit. */
  readonly width?: number;
  readonly colour: boolean;
  readonly empty: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The path of the field that identifies a row. */
  readonly id: string;
  /** Whether the note on stderr is coloured. */
  readonly colourNote: boolean;
  /** Whether a row is marked; the marks have a column at the left. */
  readonly isMarked?: (row: Row) => boolean;
  /** The value is one record, though it has a list. */
  readonly singleRecord?: boolean;
  /** No heading line. */
  readonly noHeader?: boolean;
  /** As sentences for a screen reader: a line for each row, or for each field of a record. */
  readonly isSpoken?: boolean;
}

/** Renders a list as a table, a record as details. An empty list has no text, only a note. */
export function asTable(shaped: Shaped, options: TableOptions): Rendered {
  const { value, list, wholeRows } = shaped;
  if (list !== undefined && !(options.singleRecord && list.field !== undefined))
    return listTable(list, options, knownRows(shaped), wholeRows);
  if (!isRecord(value)) return isNothing(value) ? { text: '', note: options.empty } : { text: `${escapeControls(asText(value))}\n` };
  if (Object.keys(value).length === 0) return { text: '', note: options.empty };
  if (options.columns !== undefined) return listTable({ elements: [value], rows: [value] }, options, [value]);
  if (options.format === 'wide') return { text: joinLines(detail(value, options)) };
  if (options.isSpoken) return { text: joinLines(pageLines(value, options.defaultColumns ?? [], options.now)) };
  const page = recordLines(value, options.defaultColumns ?? [], { wide: options.width ?? Number.POSITIVE_INFINITY, now: options.now });
  return page.length === 0 ? { text: '', note: options.empty } : { text: joinLines(page.map((one) => styledLine(one, options.colour))) };
}

function listTable(list: Listing, options: TableOptions, known: readonly Row[], wholeRows: readonly Row[] = list.rows): Rendered {
  const { rows } = list;
  if (rows.length === 0) return { text: '', note: known.length > 0 ? noneMatches(known.length) : options.empty };
  if (options.columns !== undefined) checkFields(known, options.columns);
  const drawn = options.isMarked && options.width !== undefined ? { ...options, width: options.width - 2 } : options;
  const all = allColumns(rows, drawn);
  const { width, now, id } = drawn;
  const chosen = width === undefined || options.columns !== undefined ? all : roomFor(rows, all, { width, now, id });
  const lines = options.isSpoken ? spokenRows(rows, all, options) : table(rows, chosen, drawn);
  const fields = isCapped(rows, options) ? columnCount(rows) : 0;
  const tooMany = fields > mostColumns ? leftOutNote(chosen.length, fields) : undefined;
  const left = tooMany === undefined ? all.length - chosen.length : 0;
  const note = noteOf(list);
  const count = width === undefined ? undefined : countNote(rows.length, known.length, totalsOf(rows, all));
  const notes = [
    ...(note === undefined ? [] : [escapeControls(note)]),
    ...(count === undefined ? [] : [muted(count, options)]),
    ...(tooMany === undefined ? [] : [muted(tooMany, options)]),
    ...(left === 0 ? [] : [muted(`${left} ${left === 1 ? 'column' : 'columns'} left out: -o wide shows all`, options)]),
    ...(width !== undefined && cutsId(rows, chosen, { width, now, id })
      ? [muted('Ids are shortened: -o name prints them whole', options)]
      : []),
  ];
  return {
    text: joinLines(
      (options.isMarked ? lines.map((one, at) => `${at > 0 && options.isMarked!(wholeRows[at - 1]!) ? '•' : ' '} ${one}`) : lines).slice(
        options.noHeader ? 1 : 0,
      ),
    ),
    ...(notes.length === 0 ? {} : { note: notes.join('\n') }),
  };
}
/** How many rows there are, then each as a sentence. */
const spokenRows = (rows: readonly Row[], columns: readonly Column[], { id, now }: TableOptions): string[] => [
  `${counted(rows.length, 'row')}.`,
  ...rows.map((row, at) => rowText(row, at, rows.length, { columns, id, areWhole: true }, now)),
];
const noneMatches = (all: number): string => (all === 1 ? 'The only row does not match.' : `None of ${grouped(String(all))} rows matches.`);
/** From how many rows on a table on a terminal says how many they are. */
const leastCounted = 20;
/** `35 rows`, `5 of 35 rows, total of these 100 USD`, `14 rows, total 43,543.22 USD`; nothing for a short list that is whole and has no total. */
function countNote(shown: number, all: number, totals: readonly string[]): string | undefined {
  const count = shown < all ? `${shown} of ${all} rows` : `${shown} rows`;
  return shown < all || shown >= leastCounted || totals.length > 0
    ? [count, ...totals.map((total) => `total ${shown < all ? 'of these ' : ''}${total}`)].join(', ')
    : undefined;
}
/** The sums of the columns that have one, where at least two rows have an amount, and all rows one unit. */
function totalsOf(rows: readonly Row[], columns: readonly Column[]): string[] {
  return columns.flatMap((column) => {
    const { path, total } = column;
    if (total === undefined) return [];
    const counted = rows.filter((row) => !isNothing(valueAt(row, path)));
    const units = new Set(counted.map((row) => asText(valueAt(row, total))));
    const amounts = counted.map((row) => decimalOf(asText(valueAt(row, path))));
    const [unit] = units;
    if (counted.length < 2 || counted.length < rows.length || units.size !== 1 || unit === undefined || unit === '') return [];
    if (amounts.some((amount) => amount === undefined)) return [];
    return [`${grouped(decimalText(amounts.reduce<Decimal>((sum, amount) => plus(sum, amount!), zero)))} ${escapeControls(unit)}`];
  });
}

/** Whether neither the person nor the command has chosen the columns of these rows, so that their number is limited. */
const isCapped = (rows: readonly Row[], options: TableOptions): boolean =>
  options.columns === undefined && commandColumns(rows, options) === undefined;
const muted = (text: string, { colourNote: colourAside }: TableOptions): string => (colourAside ? styled(text, 'muted') : text);

/** All columns of these rows with their types: those of --columns, else those of the command, else the fields of the rows. */
function allColumns(rows: readonly Row[], options: TableOptions): Column[] {
  const { columns, format, width } = options;
  const ofCommand = (path: string) => (format === 'wide' ? undefined : options.defaultColumns?.find((one) => one.path === path));
  const chosenColumns =
    columns?.map((path) => ofCommand(path) ?? { path }) ?? commandColumns(rows, options) ?? columnsOf(rows, format, width);
  return chosenColumns.map((column) => {
    const inferred = guessed(column, rows);
    if (format !== 'wide') return inferred;
    return inferred.as === 'time' ? { ...inferred, as: 'moment' } : column; // wide prints numbers unchanged
  });
}

function commandColumns(rows: readonly Row[], { format, defaultColumns: hinted }: TableOptions): Column[] | undefined {
  const known = format === 'wide' ? [] : (hinted ?? []).filter(({ path }) => hasField(rows, path));
  const withoutIds = known.filter(({ path }) => !isIdPath(path));
  if (known.length === 0 || (withoutIds.length === 0 && (hinted?.length ?? 0) > 1)) return undefined; // the rows have other fields, and a table of ids alone is useless
  return known;
}

const isIdPath = (path: string): boolean => /(^|\.)id$|Id$|^(vin|address)$/.test(path);
const joinLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
