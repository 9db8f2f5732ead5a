// Renders rows and single objects as lines of text: aligned by display width, safe for a terminal, cut only to a given
// width.

import { moneyObject } from '../services/decode/values.js';
import { isId } from '../services/forms.js';
import { asText, isDecimal, isNothing, isNumeric, isRecord, type Row, valueAt } from '../services/json-value.js';
import { type Column, cellOf, isState, standsRight } from './column.js';
import { styled } from './ink.js';
import type { Role } from './line.js';
import { fit as cutEnd, cutMiddle, isPlain, width as widthOf } from './text.js';
import { escapeControls } from './visible.js';

export type { Row } from '../services/json-value.js';

interface Cell {
  readonly text: string;
  readonly wide: number;
  readonly role?: Role;
}

interface ColumnMeasures {
  readonly heading: Cell;
  readonly cells: readonly Cell[];
  readonly right: boolean;
  readonly middle: boolean;
  readonly natural: number;
  readonly least: number;
}

const gap = 2;
// The minimum useful width of a text and of an id.
const leastText = 8;
const leastId = 11;

/**
 * Renders rows as lines, headings first. Within a `width` columns shrink: texts are cut at the end, ids and hashes in
 * the middle, numbers and statuses never, the value at the path `id` last. With `colour` headings are bold and statuses
 * coloured. `now` is epoch milliseconds.
 */
export function table(
  rows: readonly Row[],
  columns: readonly Column[],
  options: { width?: number; colour: boolean; now?: number; id?: string },
): string[] {
  const natural = columns.map((column) => measure(rows, column, options.now ?? Date.now()));
  const measured = options.id === undefined ? natural : idWhole(natural, columns, options.id, options.width);
  const widths = shrink(measured, options.width);
  // the line itself is cut only if the minimum widths do not fit
  const total = widths.reduce((sum, column) => sum + column, gap * Math.max(0, widths.length - 1));
  const most = total > (options.width ?? total) ? options.width : undefined;
  const line = (cell: (column: ColumnMeasures) => Cell): string => {
    const painted = options.colour && most === undefined;
    const parts = measured.map((column, at) => {
      const content = cell(column);
      const padded = pad(content, widths[at] ?? 0, column);
      return painted ? styled(padded, content.role) : padded;
    });
    const whole = parts.join(' '.repeat(gap)).trimEnd();
    return most === undefined ? whole : cutLine(whole, most);
  };
  const heading = line((column) => column.heading);
  return [
    options.colour ? styled(heading, 'head') : heading,
    ...rows.map((_, at) => line((column) => column.cells[at] ?? nothing)),
  ];
}

/** Cuts a line at its end, without a part of a number, which would be another number. */
function cutLine(text: string, most: number): string {
  const short = cutEnd(text, most);
  if (short === text) return text;
  const from = short.lastIndexOf(' ') + 1;
  const word = text.slice(from).split(' ', 1)[0]!;
  return isDecimal(word.replaceAll(',', '')) ? `${short.slice(0, from)}…` : short;
}

// The width of a text or an id before a column to its right appears.
const comfortable = 22;
// Two ends suffice to recognise an id that does not identify the row.
const enoughOfId = 13;

const yieldsToAll = 4;

/**
 * The readable columns within a width, in order. Columns without values are dropped first, then the rightmost. The path
 * `id`, which the next command needs, and columns that stay are dropped last. At least two columns remain.
 */
export function roomFor(
  rows: readonly Row[],
  candidates: readonly Column[],
  { width, now, id }: { readonly width: number; readonly now: number; readonly id?: string },
): Column[] {
  const columns = candidates.filter(({ ifAny, path }) => ifAny !== true || !isEmptyIn(rows, path));
  const measured = columns.map((column) => measure(rows, column, now));
  const natural = measured.map((column) => column.natural);
  const wide = columns.map((column, at) => {
    const { natural, least, middle } = measured[at]!;
    if (middle) return column.path === id || column.room === 'stays' ? natural : Math.min(natural, enoughOfId);
    return Math.max(least, Math.min(natural, comfortable));
  });
  const rank = ({ path, room }: Column, at: number) => {
    if (room === 'yields') return yieldsToAll;
    if (room === 'stays' || path === id) return 0;
    if (isEmptyIn(rows, path)) return 3;
    return at === 0 ? 1 : 2;
  };
  const order = columns.map((column, at) => ({ column, at, rank: rank(column, at) })).sort((a, b) => a.rank - b.rank);
  const visible = new Set<number>();
  let [total, whole] = [-gap, -gap];
  for (const { at, rank } of order) {
    // a yielding column never cuts others
    const more = rank === yieldsToAll ? whole + gap + natural[at]! : total + gap + wide[at]!;
    if (rank > 0 && more > width && visible.size >= 2) continue;
    visible.add(at);
    total += gap + wide[at]!;
    whole += gap + natural[at]!;
  }
  return columns.filter((_, at) => visible.has(at));
}

/** Reserves room for whole ids, if possible. */
function idWhole(
  measured: ColumnMeasures[],
  columns: readonly Column[],
  id: string,
  width: number | undefined,
): ColumnMeasures[] {
  const whole = measured.map((column, at) =>
    columns[at]?.path === id ? { ...column, least: column.natural } : column,
  );
  const least = whole.reduce((sum, column) => sum + column.least, gap * Math.max(0, whole.length - 1));
  return least > (width ?? least) ? measured : whole;
}
/** Whether a table of these columns would cut the identifying ids. */
export function cutsId(
  rows: readonly Row[],
  columns: readonly Column[],
  { width, now, id }: { readonly width: number; readonly now: number; readonly id: string },
): boolean {
  if (!columns.some(({ path }) => path === id)) return false;
  const measured = columns.map((column) => measure(rows, column, now));
  const widths = shrink(idWhole(measured, columns, id, width), width);
  return columns.some(({ path }, at) => path === id && widths[at]! < measured[at]!.natural);
}

/** A heading from a path: `user.createdAt` becomes `USER.CREATED AT`. */
export function headingOf(path: string): string {
  return escapeControls(path.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toUpperCase());
}

/** Whether no row has a value at a path; true without rows. */
export const isEmptyIn = (rows: readonly Row[], path: string): boolean =>
  rows.every((row) => isNothing(valueAt(row, path)));

const nothing: Cell = { text: '', wide: 0 };

function measure(rows: readonly Row[], column: Column, now: number): ColumnMeasures {
  const heading = measured(
    column.heading === undefined ? headingOf(column.path) : escapeControls(column.heading.toUpperCase()),
  );
  let right = true;
  let some = false;
  let middle = false;
  let number = 0; // the widest number or numeric string, which is printed whole
  let natural = heading.wide;
  const cells = rows.map((row) => {
    const value = valueAt(row, column.path);
    const cell =
      (column.as || typeof value === 'boolean' || isRecord(value)) && !isNothing(value)
        ? read(row, column, now)
        : measured(escapeControls(asText(value)));
    natural = Math.max(natural, cell.wide);
    if (isNothing(value)) return cell;
    some = true;
    right &&= column.as !== undefined || isNumeric(value) || moneyObject(value) !== undefined;
    if (isDecimal(asText(value))) number = Math.max(number, cell.wide);
    middle ||= column.as === undefined && typeof value === 'string' && isId(value);
    return cell;
  });
  right &&= some && (column.as === undefined || standsRight(column, rows));
  const isTime = column.as === 'time' || column.as === 'moment' || column.as === 'clock';
  const whole = right || isTime || isState(column.as);
  const word = Math.min(natural, middle ? leastId : Math.max(leastText, Math.min(heading.wide, 2 * leastText)));
  return { heading, cells, right, middle, natural, least: whole ? natural : Math.max(number, word) };
}

/** The widths of the columns: the widest shrink first, and no column below its minimum while another can shrink. */
function shrink(measured: readonly ColumnMeasures[], width: number | undefined): number[] {
  const natural = measured.map((column) => column.natural);
  if (width === undefined) return natural;
  const room = width - gap * Math.max(0, measured.length - 1);
  const total = (cap: number): number => measured.reduce((sum, column) => sum + capped(column, cap), 0);
  let cap = Math.max(0, ...natural);
  if (total(cap) <= room) return natural;
  if (total(0) > room) return measured.map((column) => column.least);
  let low = 0;
  while (low < cap) {
    const middle = Math.ceil((low + cap) / 2);
    if (total(middle) <= room) low = middle;
    else cap = middle - 1;
  }
  return spread(
    measured,
    measured.map((column) => capped(column, low)),
    room,
  );
}

const capped = (column: ColumnMeasures, cap: number): number => Math.max(column.least, Math.min(column.natural, cap));

/** Gives the remainder of rounding to the first columns that are still cut. */
function spread(measured: readonly ColumnMeasures[], widths: number[], room: number): number[] {
  let remaining = room - widths.reduce((sum, width) => sum + width, 0);
  return widths.map((width, at) => {
    if (remaining <= 0 || width >= (measured[at]?.natural ?? 0)) return width;
    remaining--;
    return width + 1;
  });
}

function read(row: Row, column: Column, now: number): Cell {
  const { text, role } = cellOf(row, column, now);
  return { ...measured(text), role };
}
const measured = (text: string): Cell => ({ text, wide: widthOf(text) });

function pad(cell: Cell, width: number, column: ColumnMeasures): string {
  const { text, wide } = cell.wide <= width ? cell : cut(cell, width, column.middle);
  const space = ' '.repeat(Math.max(0, width - wide));
  return column.right ? space + text : text + space;
}

/**
 * Cuts a cell to a width. If each character takes one column, the width is known; measuring again would be the slowest
 * step.
 */
function cut({ text }: Cell, width: number, middle: boolean): Cell {
  const shorter = middle ? cutMiddle(text, width) : cutEnd(text, width);
  return isPlain(text) ? { text: shorter, wide: width } : measured(shorter);
}
