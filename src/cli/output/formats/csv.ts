// The format `csv`: the quoting rules of RFC 4180, lines ended by a line feed, digits as they came. It is for spreadsheets and eyes, JSON is for programs.
import { stringify } from 'csv-stringify/sync';
import { isNothing, isScalar, type Row, valueAt } from '../../../services/json-value.js';
import { cappedNames } from '../../../services/listing.js';
import { stringifyLossless } from '../../../services/lossless-number.js';
import { escapeLines } from '../../../text/visible.js';
import { checkFields, knownRows, leftOutNote, type Rendered, rowsOf, type Shaped } from './shape.js';

/**
 * A heading row, then a row for each element. Nested values are compact JSON. Nothing and null are empty cells, an empty text is
 * `""`. A text that begins with = + - @ stays as it is: whoever opens the file in a spreadsheet has to import it as text
 * (`tuk ops list`, which is for spreadsheets, marks its own). Characters that act or hide are
 * escaped in a pipe too. Without `paths` the number of columns is limited.
 */
export function asCsv(
  shaped: Shaped,
  paths: readonly string[] | undefined,
  { heading = true }: { readonly heading?: boolean } = {},
): Rendered {
  const rows = rowsOf(shaped);
  if (paths) checkFields(knownRows(shaped), paths);
  const { names: columns, all } = paths ? { names: paths, all: paths.length } : cappedNames(rows);
  if (columns.length === 0) return { text: '' };
  const note = leftOutNote(columns.length, all);
  return { text: csvText(rows, columns, { heading }), ...(note === undefined ? {} : { note }) };
}

/** The lines of rows, after a heading row if it is to be there. */
export function csvText(rows: readonly Row[], columns: readonly string[], { heading }: { readonly heading: boolean }): string {
  // a lone empty cell would be an empty line, which readers skip: it is written as an empty text
  const nothing = columns.length === 1 ? '' : null;
  const cells = rows.map((row) => columns.map((path) => cell(valueAt(row, path), nothing)));
  const text = stringify([...(heading ? [columns] : []), ...cells], {
    quoted_match: /[\r\n]/,
    cast: { string: (value) => ({ value, quoted_empty: true }) },
  });
  return escapeLines(text);
}

function cell(value: unknown, nothing: '' | null): string | null {
  if (isNothing(value)) return nothing;
  return isScalar(value) ? String(value) : stringifyLossless(value);
}
