// The first rows of a list in a small room: a line each, with as many columns as fit, and the number of the others.

import { isNothing, type Row, valueAt } from '../services/json-value.js';
import { isTabular } from '../things/column.js';
import { boundedNumber, widestNumber } from './bounded-number.js';
import { type Column, cellOf, standsRight } from './column.js';
import { type Line, line, span } from './line.js';
import { width, wrap } from './text.js';

/** The lines in place of a response without the expected fields. */
export const unusable: Line[] = [
  [span('✗ ', 'bad'), span('The response has none of the expected fields.')],
  line('  enter shows it as it is', 'muted'),
];

interface RowRoom {
  readonly wide: number;
  readonly most: number;
  readonly now: number;
  /** The last line, about all rows. */
  readonly sum: Line | undefined;
}
/**
 * The first rows, a line each, with as many columns as there is room for. The last line has the number of the other
 * rows, and the sum.
 */
export function rowLines(
  rows: readonly Row[],
  fields: readonly string[],
  columns: readonly Column[],
  empty: readonly [string, string] | undefined,
  { wide, most, now, sum }: RowRoom,
): Line[] {
  if (rows.length === 0)
    return [
      ...wrap(empty?.[0] ?? 'Nothing here.', wide).map((text) => line(text)),
      ...wrap(empty?.[1] ?? '', wide).map((text) => line(text, 'muted')),
    ].slice(0, Math.max(2, most));
  const named = fields.filter((path) => rows.some((row) => !isNothing(valueAt(row, path))));
  const first = named.map((path) => columns.find((column) => column.path === path) ?? { path });
  // a code without a public meaning says nothing without its heading
  const visibleColumns =
    named.length > 0
      ? first
      : columns.filter(
          (column) =>
            column.as !== 'code' && isTabular(column) && rows.some((row) => !isNothing(valueAt(row, column.path))),
        );
  const least = named.length > 0 ? first.length : 3;
  if (visibleColumns.length === 0) return unusable;
  const isCut = rows.length > most || (sum !== undefined && rows.length === most);
  const visible = isCut ? Math.max(1, most - 1) : rows.length; // the last line counts the others
  const sample = rows.slice(0, visible);
  const areNumbers = visibleColumns.map((column) => standsRight(column, sample));
  const table = sample.map((row) =>
    visibleColumns.map((column, at) => {
      const cell = cellOf(row, column, now);
      return areNumbers[at] ? { ...cell, text: boundedNumber(cell, Math.min(wide, widestNumber)) } : cell;
    }),
  );
  const widths = visibleColumns.map((_, at) => Math.max(...table.map((cells) => width(cells[at]!.text))));
  let used = 0;
  const fits = visibleColumns.flatMap((_, at) => {
    used += widths[at]! + 2;
    return at < least || used <= wide ? [at] : [];
  });
  const lines = table.map(
    (cells): Line =>
      fits.map((at) => ({ ...cells[at]!, text: padded(cells[at]!.text, widths[at]!, areNumbers[at] === true) })),
  );
  const more = rows.length > visible ? [line(`${rows.length - visible} more`, 'muted')] : [];
  const last = [...more, ...(sum ? [sum] : [])].flatMap((part, at): Line => (at === 0 ? part : [span('   '), ...part]));
  return last.length > 0 && most > 1 ? [...lines, last] : lines;
}

function padded(text: string, columns: number, right: boolean): string {
  const space = ' '.repeat(Math.max(0, columns - width(text)));
  return `${right ? space + text : text + space}  `;
}
