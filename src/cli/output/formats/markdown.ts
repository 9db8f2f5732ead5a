// The format `md`: a table of GitHub Flavored Markdown, for a ticket. Texts of a service are escaped, so they cannot be
// markup.

import { fieldsIn } from '../../../services/json-fields.js';
import { asText, isNothing, isScalar, type Row, valueAt } from '../../../services/json-value.js';
import { mostColumns } from '../../../services/row-fields.js';
import { columnCount, fieldsOf } from '../../../text/columns.js';
import { isHtml, plainOf } from '../../../text/html.js';
import { escapeControls } from '../../../text/visible.js';
import { checkFields, type FormattedText, knownRows, leftOutNote, rowsOf, type ShapedValue } from './shape.js';

/** A text as Markdown on one line, with markup and control characters escaped. */
export const mdText = (text: string): string =>
  escapeControls(text)
    .replace(/[\\`*_[\]<>|~&!]/g, '\\$&')
    .replace(/^(\d*)([#+.)-])(?=\s|$)/, '$1\\$2')
    .replaceAll('\n', ' ');

/** The lines of a table. @param heads as Markdown @param rows as texts */
export const mdTable = (heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  [heads, heads.map(() => '---'), ...rows.map((cells) => cells.map(mdText))].map((cells) => `| ${cells.join(' | ')} |`);

/** The text of a value; HTML as on a terminal. */
export function cellText(value: unknown): string {
  const text = asText(value);
  return isHtml(text) ? plainOf(text).replaceAll('\n', ' · ') : text;
}

/**
 * A table with a row per element; one record is a table of its fields. Nested fields have their whole path, in a list
 * one level deep as on a terminal. @throws {UnknownField}
 */
export function asMarkdown(shaped: ShapedValue, paths: readonly string[] | undefined): FormattedText {
  const rows = rowsOf(shaped);
  if (paths) checkFields(knownRows(shaped), paths);
  const [heads, lines, total] = shaped.list === undefined ? recordTable(rows[0]!, paths) : listTable(rows, paths);
  if (lines.length === 0 && heads.length === 0) return { text: '' };
  const note = leftOutNote(shaped.list === undefined ? lines.length : heads.length, total);
  const text = `${mdTable(heads.map(mdText), lines).join('\n')}\n`;
  return { text, notes: note === undefined ? [] : [[note]] };
}

/** Headings, cells, and the number of fields. */
type MarkdownTable = readonly [heads: readonly string[], lines: readonly (readonly string[])[], total: number];

function recordTable(record: Row, paths: readonly string[] | undefined): MarkdownTable {
  const entries = paths ? paths.map((path) => [path, valueAt(record, path)] as const) : Object.entries(record);
  const fields = entries.flatMap(([name, value]) =>
    isNothing(value) || isFlat(value)
      ? [{ path: name, value }]
      : fieldsIn(value, name, name, mostDepth).map(({ path, text }) => ({ path, value: text })),
  );
  const lines = fields.slice(0, mostColumns).map(({ path, value }) => [path, cellText(value)]);
  return fields.length === 0 ? [[], [], 0] : [['Field', 'Value'], lines, fields.length];
}
/** The maximum depth of a record's nested fields. */
const mostDepth = 8;
const isFlat = (value: unknown): boolean => isScalar(value) || (Array.isArray(value) && value.every(isScalar));

function listTable(rows: readonly Row[], paths: readonly string[] | undefined): MarkdownTable {
  const names = paths ?? fieldsOf(rows);
  return [
    names,
    rows.map((row) => names.map((name) => cellText(valueAt(row, name)))),
    paths ? paths.length : columnCount(rows),
  ];
}
