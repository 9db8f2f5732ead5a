// CSV by the quoting rules of RFC 4180, lines ended by a line feed; digits stay as they are.
import { stringify } from 'csv-stringify/sync';
import { stringifyExact } from '../../services/exact.js';
import { fieldNames } from '../../ui/present/columns.js';
import { visibleLines } from '../../ui/present/text.js';
import { isNothing, isScalar, valueAt } from '../../ui/present/value.js';
import { checkFields, type Rendered, rowsOf, type Shaped } from './shape.js';

/**
 * A heading row, then a row for each element. Nested values are compact JSON. Nothing and null are empty cells, an empty text is
 * `""`. A text that begins with = + - @ stays as it is: whoever opens the file in a spreadsheet has to import it as text.
 */
export function asCsv(shaped: Shaped, wanted: readonly string[] | undefined, terminal: boolean): Rendered {
  const rows = rowsOf(shaped);
  const columns = wanted ?? fieldNames(rows);
  if (columns.length === 0) return { text: '' };
  checkFields(rows, columns);
  const cells = rows.map((row) => columns.map((path) => cell(valueAt(row, path))));
  const text = stringify([columns, ...cells], {
    quoted_match: /[\r\n]/,
    // a lone empty cell would be an empty line, which readers skip
    cast: { string: (value) => ({ value, quoted: value === emptyText || (value === '' && columns.length === 1) }) },
  });
  return { text: terminal ? visibleLines(text) : text };
}

const emptyText = '';

function cell(value: unknown): string | null {
  if (isNothing(value)) return null;
  return isScalar(value) ? String(value) : stringifyExact(value);
}
