// Home and the welcome as lines: panes side by side, each a read of its own; a pane that fails says so and leaves the others alone.

import { grouped } from '../../money/amount-text.js';
import { classOf } from '../../services/catalogue/statuses.js';
import { asText, isNothing, isRecord, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { type Column, cellOf, standsRight } from '../format/column.js';
import { emptyLines } from '../format/grid.js';
import { labelOf } from '../format/label.js';
import { filled, type Line, line, span } from '../format/line.js';
import { masked } from '../format/mask.js';
import { roleOf, signOf } from '../format/signs.js';
import { sparkLines } from '../format/spark.js';
import { width, wrap } from '../format/text.js';
import { ofTime, spanOf } from '../format/time.js';
import { escapeControls } from '../format/visible.js';
import { isUnderWay } from '../state/acts.js';
import { answerOf } from '../state/answers.js';
import type { Size } from '../state/page.js';
import { type Application, type Pane, serviceTime } from '../state/state.js';
import { asking } from './board.js';

/** The lines of a pane's body at the least. */
const leastLines = 4;

/** A pane of Home with its index, which selects it. */
export interface PlacedPane {
  readonly pane: Pane;
  readonly at: number;
}
/**
 * The panes that have a command, in one to three columns, and the lines that the body of each has: as many as the height gives.
 */
export function homeLayout(
  state: Application,
  { rows, columns }: Size,
): { readonly stacks: readonly (readonly PlacedPane[])[]; readonly lines: number } {
  const panes = state.panes.map((pane, at) => ({ pane, at })).filter(({ pane }) => !answerOf(state.answers, pane.command).absent);
  const across = columns >= 150 ? 3 : columns >= 70 ? 2 : 1;
  const stacks = Array.from({ length: across }, (_, nth) => panes.filter((_, at) => at % across === nth));
  const highest = Math.max(1, ...stacks.map(({ length }) => length));
  return { stacks, lines: Math.max(leastLines, Math.floor((rows + 1) / highest) - 2) };
}
/** The title of a pane. */
export const paneTitle = ({ title }: Pane, isMarked: boolean, wide: number): Line =>
  isMarked ? filled([span(`▸ ${title.toUpperCase()}`)], wide).map(({ text }) => span(text, 'select')) : [span(title.toUpperCase(), 'head')];

/** The body of a pane: at most so many lines. */
export function paneBody(state: Application, pane: Pane, wide: number, most: number, now: number): Line[] {
  const answer = answerOf(state.answers, pane.command);
  const { trouble, asked, at } = answer;
  if (at === undefined) {
    if (trouble && asked === undefined) return failure(trouble.text, wide);
    return asked === undefined ? [] : asking(pane.command, asked, now);
  }
  const lines = shownBy(state, pane, wide, trouble ? most - 1 : most, serviceTime(state, now));
  return trouble ? [...lines, [span('◌ ', 'need'), span(escapeControls(trouble.text), 'muted')]] : lines;
}

function shownBy(state: Application, pane: Pane, wide: number, most: number, now: number): Line[] {
  const { value, rows = [], columns, chart, empty } = answerOf(state.answers, pane.command);
  switch (pane.shows) {
    case 'ride':
      return rideLines(rows.find(isUnderWay), now);
    case 'figures':
      return figures(state.reveal ? value : masked(value), pane.fields, most);
    case 'course':
      return chart && rows.length > 1 ? sparkLines(rows, chart, wide) : emptyLines(...(empty ?? ['Nothing here.', '']));
    case 'rows': {
      const shown = state.reveal ? rows : (masked(rows) as readonly Row[]);
      return rowLines(wantedRows(shown, pane), pane.fields ?? [], columns, pane.only ? ['None now.', 'enter shows all'] : empty, most, now);
    }
  }
}

/** What went wrong, in two lines at most; row 23 says it whole. */
const failure = (text: string, wide: number): Line[] =>
  wrap(escapeControls(text), wide - 2)
    .slice(0, 2)
    .map((one, at): Line => [span(at === 0 ? '✗ ' : '  ', 'bad'), span(one)]);

function rideLines(ride: Row | undefined, now: number): Line[] {
  if (!ride) return [line('No ride is under way.'), line('Ask for one: 2, then l', 'muted')];
  const text = (path: string) => escapeControls(asText(valueAt(ride, path) ?? '–'));
  const kind = classOf('RideStatus', asText(ride.status));
  const asked = ofTime(asText(ride.requestedAt));
  return [
    [span(`${signOf[kind]} ${text('status')}`, roleOf[kind]), span('   enter watches', 'muted')],
    line(`${text('origin.name')} → ${text('destination.name')}`),
    line(`${grouped(text('fare'))} ${text('currency')}`),
    ...(asked === undefined ? [] : [line(`asked ${spanOf(now - asked)} ago`, 'muted')]),
  ];
}

const wantedRows = (rows: readonly Row[], { only }: Pane): readonly Row[] =>
  only === undefined ? rows : rows.filter((row) => valueAt(row, only) === true);

/** The first fields of one thing. */
function figures(value: unknown, fields: readonly string[] | undefined, most: number): Line[] {
  if (!isRecord(value)) return [line(escapeControls(asText(value)))];
  const named = fields?.filter((path) => !isNothing(valueAt(value, path))) ?? [];
  const paths = named.length > 0 ? named : Object.keys(value).filter((name) => isScalar(value[name]) && !/^id$/i.test(name));
  return paths
    .slice(0, most)
    .map(
      (path): Line => [span(`${labelOf(path)}  `.padEnd(14), 'muted'), cellOf(value, { path, as: 'amount' }, 0), ...unitOf(value, path)],
    );
}

/** The currency that an amount is in, where that stands beside it. */
function unitOf(value: Row, path: string): Line {
  const unit = /amount|balance/i.test(path) ? (value.currencyId ?? value.currency ?? value.symbol) : undefined;
  return typeof unit === 'string' ? [span(` ${escapeControls(unit)}`)] : [];
}

/** The first rows, a line each. */
function rowLines(
  rows: readonly Row[],
  fields: readonly string[],
  columns: readonly Column[],
  empty: readonly [string, string] | undefined,
  most: number,
  now: number,
): Line[] {
  if (rows.length === 0) return [line(empty?.[0] ?? 'Nothing here.'), line(empty?.[1] ?? '', 'muted')];
  const named = fields.filter((path) => rows.some((row) => !isNothing(valueAt(row, path))));
  const paths = named.length > 0 ? named : columns.slice(0, 3).map(({ path }) => path);
  const own = paths.map((path): Column => columns.find((one) => one.path === path) ?? { path });
  const visible = rows.length > most ? most - 1 : most; // the last line counts the others
  const shown = rows.slice(0, visible).map((row) => own.map((column) => cellOf(row, column, now)));
  const right = own.map((column) => standsRight(column, rows.slice(0, visible)));
  const widths = paths.map((_, at) => Math.max(...shown.map((cells) => width(cells[at]!.text))));
  const lines = shown.map((cells): Line => cells.map((cell, at) => ({ ...cell, text: padded(cell.text, widths[at]!, right[at]!) })));
  return rows.length > visible ? [...lines, line(`${rows.length - visible} more`, 'muted')] : lines;
}

function padded(text: string, columns: number, right: boolean): string {
  const space = ' '.repeat(Math.max(0, columns - width(text)));
  return `${right ? space + text : text + space}  `;
}
