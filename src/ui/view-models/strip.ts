// The strip under a table: the fields of the selected row that the table has no room for.

import { asText, isNothing, type Row, valueAt } from '../../services/json-value.js';
import { type Column, cellOf, labelOf } from '../../text/column.js';
import { columnsShown } from '../../text/grid.js';

import { apart, broken, cut, type Line, span, wide } from '../../text/line.js';
import { bothTimes } from '../../text/record.js';
import { nameOf } from '../../text/row-match.js';
import { statedTime } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import { columnsIn } from '../state/boards/table-settings.js';
import type { Size } from '../state/core/page.js';
import { maskedUnless } from '../state/core/responses.js';
import { type BoardView, sampled, selectedRow } from './board.js';

/** The most lines of a strip, below its rule. */
const mostLines = 3;
/** The height of a body from which there is room for a strip. */
const leastWithStrip = 12;
type StripOf = Pick<BoardView, 'screen' | 'response' | 'table' | 'reveal'>;

/**
 * The selected row under a table: its whole id, and the fields that the table has no room for. The strip is as high
 * for every row.
 */
export function stripLines(view: StripOf, inner: Size, now: number): Line[] {
  const row = selectedRow(view);
  const lines = stripHeight(view, inner, now) - 1;
  if (!row || lines < 1) return [];
  const flown = flowing(stripPieces(view, row, inner, now), inner.columns, lines);
  return [
    selectedRule(inner.columns, false),
    ...Array.from({ length: lines }, (_, at) => cut(flown[at] ?? [], inner.columns)),
  ];
}
/** The rule above the fields of the selected row; a pane that keys scroll shows it. */
export const selectedRule = (columns: number, isFocused: boolean): Line => {
  const role = isFocused ? 'accent' : 'rule';
  const name = isFocused ? span('selected: j k scroll, tab goes back', 'accent') : span('selected', 'muted');
  return apart([span('─ ', role), name, span(' ')], [], columns - 1, '─', role);
};
/**
 * The heights of strips, by the measured widths of their tables: they stay the same while rows are filtered and
 * sorted.
 */
const stripHeights = new WeakMap<object, Map<string, number>>();
/**
 * The rows of a strip with its rule: enough for the first rows of the table; 0 if the table shows all fields, or is
 * low.
 */
export function stripHeight(view: StripOf, inner: Size, now: number): number {
  if (inner.rows < leastWithStrip) return 0;
  const { screen, response, table, reveal } = view;
  const heights = stripHeights.get(table.widths) ?? new Map<string, number>();
  stripHeights.set(table.widths, heights);
  const key = JSON.stringify([inner.columns, screen.hidden, screen.order, screen.column, reveal]);
  const before = heights.get(key);
  if (before !== undefined) return before;
  const lines = (response.rows ?? [])
    .slice(0, sampled)
    .map((row) => flowing(stripPieces(view, maskedUnless(reveal, row), inner, now), inner.columns, mostLines).length);
  const most = Math.max(0, ...lines);
  const height = most === 0 ? 0 : most + 1;
  heights.set(key, height);
  return height;
}
function stripPieces({ screen, response, table }: StripOf, row: Row, inner: Size, now: number): Line[] {
  const inTable = columnsShown(table, row, inner.columns);
  const columns = columnsIn(screen, response.columns);
  const idAt = columns.findIndex(({ path }) => path === response.id);
  const isIdWhole =
    inTable.has(idAt) && table.columns[idAt]?.cell(row).text === cellOf(row, columns[idAt]!, now, 'whole').text;
  const id: readonly Column[] = isIdWhole ? [] : [{ path: response.id, heading: labelOf(response.id).toLowerCase() }];
  const others = [
    ...columns.filter(({ path, as }, at) => path !== response.id && (!inTable.has(at) || as === 'time')),
    ...response.columns.filter(({ path }) => screen.hidden.includes(path)),
  ];
  return [...id, ...others].flatMap((column): Line[] => {
    const value = valueAt(row, column.path);
    if (isNothing(value)) return [];
    const at = column.as === 'time' ? statedTime(asText(value)) : undefined;
    const cell = cellOf(row, column, now, 'whole');
    const text = at === undefined ? { ...cell, text: cell.text.replaceAll('\n', ' ') } : span(bothTimes(at, now));
    return [[span(`${escapeControls(nameOf(column))}  `, 'muted'), text]];
  });
}
/**
 * Pieces one after the other, three columns apart. A number that is too long for a line continues in the next one, or
 * is left out: it is never cut, but the words behind it may be.
 */
function flowing(pieces: readonly Line[], columns: number, lines: number): Line[] {
  const flown: Line[] = [];
  for (const piece of pieces) {
    const last = flown.at(-1);
    if (last && wide(last) + wide(piece) + 3 <= columns) flown[flown.length - 1] = [...last, span('   '), ...piece];
    else if (wide(piece) <= columns || !isOfDigits(piece, columns)) flown.push(piece);
    else {
      const parts = broken(piece, columns);
      if (flown.length + parts.length <= lines) flown.push(...parts);
    }
  }
  return flown.slice(0, lines);
}
const isOfDigits = (piece: Line, columns: number): boolean => {
  const [number = ''] = /^[-+]?\d[\d,.]{19,}/.exec(piece.at(-1)?.text ?? '') ?? [];
  return number !== '' && wide(piece.slice(0, -1)) + number.length >= columns;
};
