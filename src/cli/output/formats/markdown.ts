// The format `md`: a table of GitHub Flavored Markdown, for a ticket. What a service says is escaped: it is text, and no markup.

import { asText, valueAt } from '../../../services/json-value.js';
import { cappedNames } from '../../../ui/format/listing.js';
import { escapeControls } from '../../../ui/format/visible.js';
import { checkFields, knownRows, leftOutNote, type Rendered, rowsOf, type Shaped } from './shape.js';

/** A text as Markdown on one line: characters that are markup are escaped, and control characters shown. */
export const mdText = (text: string): string =>
  escapeControls(text)
    .replace(/[\\`*_[\]<>|~&!]/g, '\\$&')
    .replace(/^(\d*)([#+.)-])(?=\s|$)/, '$1\\$2')
    .replaceAll('\n', ' ');

/** A table with a row for each element; one record is a table of its fields. @throws {UnknownField} */
export function asMarkdown(shaped: Shaped, paths: readonly string[] | undefined): Rendered {
  const rows = rowsOf(shaped);
  if (paths) checkFields(knownRows(shaped), paths);
  const { names, all } = paths ? { names: paths, all: paths.length } : cappedNames(rows);
  if (names.length === 0) return { text: '' };
  const [heads, lines] =
    shaped.list === undefined
      ? [['Field', 'Value'], names.map((name) => [name, asText(valueAt(rows[0], name))])]
      : [names, rows.map((row) => names.map((name) => asText(valueAt(row, name))))];
  const note = leftOutNote(names.length, all);
  const table = [heads, heads.map(() => '---'), ...lines];
  const text = table.map((cells, at) => `| ${cells.map((cell) => (at === 1 ? cell : mdText(cell))).join(' | ')} |\n`).join('');
  return { text, ...(note === undefined ? {} : { note }) };
}
