// The format `csv`: quoting of RFC 4180, line feeds, unchanged digits; and `sheet`, the same for spreadsheets.
import { stringify } from 'csv-stringify/sync';
import { isNothing, isScalar, type Row, valueAt } from '../../../services/json-value.js';
import { stringifyLossless } from '../../../services/lossless-number.js';
import { cappedNames, leavesOf } from '../../../services/row-fields.js';
import { overrides } from '../../../services/unsafe-characters.js';
import { type SheetStyle, toSheet, utf8Mark } from '../../../text/sheet.js';
import { escapeLines, visible } from '../../../text/visible.js';
import type { PagedRows } from '../output.js';
import {
  checkFields,
  eachPage,
  type FormattedText,
  knownRows,
  leftOutNote,
  rowsOf,
  type ShapedValue,
} from './shape.js';

// Escapes the text of a file for programs, such as CSV, which is all data.

const acting = new RegExp(`[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f${overrides}]`, 'g');

/** Escapes only controls save tab, line feed and carriage return, and the overrides of the direction. */
const escapeData = (text: string): string => text.replace(acting, visible);

/**
 * A heading row, then a row per element. Fields of objects have columns of their own, lists are compact JSON. Missing
 * values and null are empty cells, an empty text is `""`. Texts are unchanged, also those that begin with = + - @, but
 * for a `sheet`. Without `paths` the number of columns is limited.
 */
export function asCsv(
  shaped: ShapedValue,
  paths: readonly string[] | undefined,
  {
    heading = true,
    terminal = false,
    usual = [],
    pages,
    sheet,
  }: {
    readonly heading?: boolean;
    readonly terminal?: boolean;
    /** The paths of the heading of an empty list: its rows would tell. */
    readonly usual?: readonly string[];
    /** All rows, of which the value has only some. */
    readonly pages?: PagedRows | undefined;
    readonly sheet?: SheetStyle;
  } = {},
): FormattedText {
  const rows = rowsOf(shaped);
  if (paths) checkFields(knownRows(shaped), paths);
  const { names: columns, total } = paths
    ? { names: paths, total: paths.length }
    : cappedNames(rows.length > 0 ? rows : knownRows(shaped), leavesOf);
  const mark = sheet && !terminal ? utf8Mark : '';
  if (columns.length === 0) {
    const headings = heading && usual.length > 0 ? csvText([], [...new Set(usual)], { heading, terminal, sheet }) : '';
    return { text: headings === '' ? '' : mark + headings };
  }
  const note = leftOutNote(columns.length, total);
  return {
    text: mark + csvText(pages ? [] : rows, columns, { heading, terminal, sheet }),
    more: pages && eachPage(pages, (page) => csvText(page, columns, { heading: false, terminal, sheet })),
    notes: note === undefined ? [] : [[note]],
  };
}

/**
 * The lines of rows, with an optional heading row. Only controls and overrides of the direction are escaped; on a
 * terminal all that acts or hides there.
 */
export function csvText(
  rows: readonly Row[],
  columns: readonly string[],
  { heading, terminal, sheet }: { readonly heading: boolean; readonly terminal: boolean; readonly sheet?: SheetStyle },
): string {
  // readers skip an empty line, so a lone empty cell is written as an empty text
  const nothing = columns.length === 1 ? '' : null;
  const cells = rows.map((row) => columns.map((path) => cell(valueAt(row, path), nothing)));
  // the heading of one column alone shows no separator, by which a reader knows the mark of decimals
  const style: SheetStyle | undefined =
    sheet?.decimal === ',' && columns.length < 2 ? { separator: ',', decimal: undefined } : sheet;
  const text = stringify([...(heading ? [columns] : []), ...cells], {
    quoted_match: style ? quotedInSheet : quoted,
    cast: { string: (value) => ({ value: style ? toSheet(value, style) : value, quoted_empty: true }) },
    ...(style && { delimiter: style.separator, record_delimiter: '\r\n' }),
  });
  return terminal ? escapeLines(text) : escapeData(text);
}
/** What ends a line for some readers, is taken for a byte order mark, or is trimmed. */
const quoted = /[\r\n\u2028\u2029\ufeff]|^\s|\s$/;
const quotedInSheet = /[;\r\n\u2028\u2029\ufeff]|^\s|\s$/;

function cell(value: unknown, nothing: '' | null): string | null {
  if (isNothing(value)) return nothing;
  return isScalar(value) ? String(value) : stringifyLossless(value);
}
