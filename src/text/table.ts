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

/** What all rows of a table say of a column. */
export interface Measures {
  readonly column: Column;
  readonly heading: Cell;
  readonly right: boolean;
  readonly middle: boolean;
  readonly natural: number;
  readonly least: number;
  /** Whether no row has a value. */
  readonly isEmpty: boolean;
}

const gap = 2;
// The minimum useful width of a text and of an id.
const leastText = 8;
const leastId = 11;

/**
 * A function that renders a row as a line, or without a row the headings. Within a `width` columns shrink: texts are cut
 * at the end, ids and hashes in the middle, numbers and statuses never, the value at the path `id` last. With `colour`
 * headings are bold and statuses coloured. `now` is epoch milliseconds.
 */
export function lineOf(
  natural: readonly Measures[],
  options: { width?: number; colour: boolean; now: number; id?: string },
): (row?: Row) => string {
  const columns = options.id === undefined ? natural : idWhole(natural, options.id, options.width);
  const widths = shrink(columns, options.width);
  // the line itself is cut only if the minimum widths do not fit
  const total = widths.reduce((sum, column) => sum + column, gap * Math.max(0, widths.length - 1));
  const most = total > (options.width ?? total) ? options.width : undefined;
  const painted = options.colour && most === undefined;
  return (row) => {
    const parts = columns.map((column, at) => {
      const content = row === undefined ? column.heading : cellIn(row, column.column, options.now);
      const padded = pad(content, widths[at] ?? 0, column);
      return painted ? styled(padded, content.role) : padded;
    });
    const whole = parts.join(' '.repeat(gap)).trimEnd();
    const line = most === undefined ? whole : cutLine(whole, most);
    return row === undefined && options.colour ? styled(line, 'head') : line;
  };
}

/** Renders rows as lines, headings first. @param options as for `lineOf` */
export function table(
  rows: readonly Row[],
  columns: readonly Column[],
  { now = Date.now(), ...options }: { width?: number; colour: boolean; now?: number; id?: string },
): string[] {
  const line = lineOf(measures([rows], columns, now), { ...options, now });
  return [line(), ...rows.map(line)];
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
  candidates: readonly Measures[],
  { width, id }: { readonly width: number; readonly id?: string },
): Measures[] {
  const columns = candidates.filter(({ column, isEmpty }) => column.ifAny !== true || !isEmpty);
  const wide = columns.map(({ column, natural, least, middle }) => {
    if (middle) return column.path === id || column.room === 'stays' ? natural : Math.min(natural, enoughOfId);
    return Math.max(least, Math.min(natural, comfortable));
  });
  const rank = ({ column: { path, room }, isEmpty }: Measures, at: number) => {
    if (room === 'yields') return yieldsToAll;
    if (room === 'stays' || path === id) return 0;
    if (isEmpty) return 3;
    return at === 0 ? 1 : 2;
  };
  const order = columns.map((column, at) => ({ at, rank: rank(column, at) })).sort((a, b) => a.rank - b.rank);
  const visible = new Set<number>();
  let [total, whole] = [-gap, -gap];
  for (const { at, rank } of order) {
    const { natural } = columns[at]!;
    // a yielding column never cuts others
    const more = rank === yieldsToAll ? whole + gap + natural : total + gap + wide[at]!;
    if (rank > 0 && more > width && visible.size >= 2) continue;
    visible.add(at);
    total += gap + wide[at]!;
    whole += gap + natural;
  }
  return columns.filter((_, at) => visible.has(at));
}

/** Reserves room for whole ids, if possible. */
function idWhole(measured: readonly Measures[], id: string, width: number | undefined): readonly Measures[] {
  const whole = measured.map((one) => (one.column.path === id ? { ...one, least: one.natural } : one));
  const least = whole.reduce((sum, column) => sum + column.least, gap * Math.max(0, whole.length - 1));
  return least > (width ?? least) ? measured : whole;
}
/** Whether a table of these columns would cut the identifying ids. */
export function cutsId(
  columns: readonly Measures[],
  { width, id }: { readonly width: number; readonly id: string },
): boolean {
  const widths = shrink(idWhole(columns, id, width), width);
  return columns.some(({ column, natural }, at) => column.path === id && widths[at]! < natural);
}

/** A heading from a path: `user.createdAt` becomes `USER.CREATED AT`. */
export function headingOf(path: string): string {
  return escapeControls(path.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toUpperCase());
}

/** Whether no row has a value at a path; true without rows. */
export const isEmptyIn = (rows: readonly Row[], path: string): boolean =>
  rows.every((row) => isNothing(valueAt(row, path)));

/** Measures columns over all rows, which may come in pages. @param now epoch milliseconds */
export function measures(pages: Iterable<readonly Row[]>, columns: readonly Column[], now: number): Measures[] {
  const all = columns.map((column) => {
    const heading = measured(
      column.heading === undefined ? headingOf(column.path) : escapeControls(column.heading.toUpperCase()),
    );
    // number: the widest number or numeric string, which is printed whole
    return { column, heading, right: true, middle: false, natural: heading.wide, number: 0, isEmpty: true };
  });
  for (const rows of pages)
    for (const row of rows)
      for (const one of all) {
        const { as, path } = one.column;
        const value = valueAt(row, path);
        const { wide } = cellIn(row, one.column, now);
        one.natural = Math.max(one.natural, wide);
        if (isNothing(value)) continue;
        one.isEmpty = false;
        one.right &&= as !== undefined || isNumeric(value) || moneyObject(value) !== undefined;
        if (isDecimal(asText(value))) one.number = Math.max(one.number, wide);
        one.middle ||= as === undefined && typeof value === 'string' && isId(value);
      }
  return all.map(({ number, ...one }) => {
    const { column, heading, natural, middle } = one;
    const right = one.right && !one.isEmpty && (column.as === undefined || standsRight(column, []));
    const isTime = column.as === 'time' || column.as === 'moment' || column.as === 'clock';
    const whole = right || isTime || isState(column.as);
    const word = Math.min(natural, middle ? leastId : Math.max(leastText, Math.min(heading.wide, 2 * leastText)));
    return { ...one, right, least: whole ? natural : Math.max(number, word) };
  });
}

/** The widths of the columns: the widest shrink first, and no column below its minimum while another can shrink. */
function shrink(measured: readonly Measures[], width: number | undefined): number[] {
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

const capped = (column: Measures, cap: number): number => Math.max(column.least, Math.min(column.natural, cap));

/** Gives the remainder of rounding to the first columns that are still cut. */
function spread(measured: readonly Measures[], widths: number[], room: number): number[] {
  let remaining = room - widths.reduce((sum, width) => sum + width, 0);
  return widths.map((width, at) => {
    if (remaining <= 0 || width >= (measured[at]?.natural ?? 0)) return width;
    remaining--;
    return width + 1;
  });
}

function cellIn(row: Row, column: Column, now: number): Cell {
  const value = valueAt(row, column.path);
  if (isNothing(value) || !(column.as || typeof value === 'boolean' || isRecord(value)))
    return measured(escapeControls(asText(value)));
  const { text, role } = cellOf(row, column, now);
  return { ...measured(text), role };
}
const measured = (text: string): Cell => ({ text, wide: widthOf(text) });

function pad(cell: Cell, width: number, column: Measures): string {
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
