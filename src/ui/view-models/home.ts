// Home as lines: panes side by side, each with its own read; a failed pane leaves the others alone.
import { grouped, sumOf } from '../../money/values/decimal.js';
import { isId } from '../../services/forms.js';
import { asText, isNothing, isRecord, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { boundedNumber, widestNumber } from '../../text/bounded-number.js';
import { type Chart, changeRole, type Series, seriesOf } from '../../text/chart.js';
import { type Column, cellOf, figureOf, labelOf, standsRight, unitOfMoney } from '../../text/column.js';
import { emptyLines } from '../../text/grid.js';
import { apart, type Line, line, span } from '../../text/line.js';
import { type PlotSize, plotLines } from '../../text/plot.js';
import { present } from '../../text/present.js';

import { width } from '../../text/text.js';
import { ageOf } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import { homeRows, leftAt } from '../state/home-rows.js';
import { centred, clamped } from '../state/list.js';
import type { Size } from '../state/page.js';
import { maskedUnless, responseOf } from '../state/responses.js';

import { type Application, type Pane, serviceTime } from '../state/state.js';
import { columnOf } from '../state/table-settings.js';
import { loadingLines } from './board.js';
import { failureLines } from './failure.js';
import { eventLines } from './home-events.js';

// Renders amounts over time as a sparkline with figures: the last value, the change, the lowest and the highest.

const heights = [...'▁▂▃▄▅▆▇█'];

/** Two lines of figures and a sparkline for each of the first units; nothing for fewer than two amounts. */
const sparkLines = (rows: readonly Row[], chart: Chart, wide: number, units = 1): Line[] =>
  seriesOf(rows, chart, Math.max(2, wide))
    .filter(({ bars }) => bars.length > 1)
    .slice(0, units)
    .flatMap(sparkOf);

function sparkOf({ bars, unit, change }: Series): Line[] {
  const numbers = bars.map(({ number }) => number);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const text = (number: number) => bars[numbers.indexOf(number)]!.text;
  const course = numbers
    .map((number) => heights[Math.min(7, Math.floor(((number - low) / (high - low || 1)) * 8))])
    .join('');
  return [
    [span(`${bars.at(-1)!.text} ${unit}`.trim()), span(`   ${change}`, changeRole(change))],
    line(course, 'accent'),
    line(`low ${text(low)}   high ${text(high)}`, 'muted'),
  ];
}

/** A pane of Home with its index and its number of lines. */
export interface PlacedPane {
  readonly pane: Pane;
  readonly at: number;
  readonly lines: number;
}
/** The least rows of a pane: its title, a line, and a blank line. */
const leastPane = 3;
/** The least and the most lines of a chart for one unit; the lines of a sparkline. */
const leastChart = 8;
const mostChart = 24;
const sparkHigh = 3;
/** The lines above the history of another read: a blank line and its name. */
const trendHead = 2;

/**
 * The panes, in one to three columns, around the marked one. The lines of a column go to the data of
 * its panes, in equal parts if there are too few, and the rest to their charts.
 */
export function homeLayout(
  state: Application,
  { rows, columns }: Size,
  { marked, now }: { readonly marked: number; readonly now: number },
): readonly (readonly PlacedPane[])[] {
  const panes = state.panes.map((pane, at) => ({ pane, at }));
  const across = columns >= 150 ? 3 : columns >= 70 ? 2 : 1;
  const wide = Math.floor(columns / across) - 3;
  return Array.from({ length: across }, (_, nth) => {
    const stack = panes.filter(({ pane: { column } }) => (across === 1 ? 0 : Math.min(column, across - 1)) === nth);
    const fit = Math.max(1, Math.floor((rows + 1) / leastPane));
    const at = stack.findIndex((placed) => placed.at === marked);
    const first = centred(at, stack.length, fit);
    const visible = stack.slice(first, first + fit);
    const wants = visible.map(({ pane }) => {
      const units = unitsOf(state, pane);
      const content = Math.max(1, paneBody(state, pane, wide, Number.POSITIVE_INFINITY, now).length);
      const spark = units > 0 && pane.trend ? trendHead + units * sparkHigh : 0;
      // in place of a sparkline
      const chart = units * leastChart - (pane.trend ? units * sparkHigh : Math.min(content, units * leastChart));
      return { own: content, spark, chart, more: units * (mostChart - leastChart) };
    });
    const lines = shared(wants, rows - 2 * visible.length + 1);
    return visible.map((pane, nth) => ({ ...pane, lines: lines[nth]! }));
  });
}
/** The number of units in the chart of a pane; 0 without a history. */
function unitsOf(state: Application, { command, shows, trend }: Pane): number {
  const { rows = [], chart = trend?.chart } = responseOf(state, trend?.command ?? command);
  return chart && (trend || shows === 'course') ? drawable(rows, chart).length : 0;
}
/** The amounts over time of each unit with more than one amount. */
const drawable = (rows: readonly Row[], chart: Chart) => seriesOf(rows, chart).filter(({ bars }) => bars.length > 1);

/**
 * The lines of each pane: first its data, the smallest first, then a sparkline, a chart, more of the chart. A
 * sparkline and a chart get all of their lines or none.
 */
function shared(
  wants: readonly Readonly<Record<'own' | 'spark' | 'chart' | 'more', number>>[],
  rows: number,
): number[] {
  const lines = wants.map(() => 0);
  let remaining = rows;
  for (const part of ['own', 'spark', 'chart', 'more'] as const) {
    const isWhole = part === 'spark' || part === 'chart';
    const order = wants.map((want, at) => ({ at, want: want[part] })).sort((one, other) => one.want - other.want);
    let panes = order.filter(({ want }) => want > 0).length;
    for (const { at, want } of order) {
      if (want === 0 || (isWhole && want > remaining)) continue;
      const share = isWhole ? want : clamped(want, Math.floor(remaining / panes--));
      lines[at]! += share;
      remaining -= share;
    }
  }
  return lines;
}
/** The title of a pane. */
export function paneTitle(state: Application, pane: Pane, isMarked: boolean, wide: number, now: number): Line {
  const rows = pane.reads ? homeRows(state, pane, now) : [];
  const left = pane.shows === 'since' ? leftAt(state, now) : undefined;
  const count =
    left === undefined
      ? rows.length > 0 && pane.shows !== 'since' && String(rows.length)
      : `${rows.filter(({ isNew }) => isNew).length || 'none'} new in ${ageOf(now - left)}`;
  const title = span(`${isMarked ? '▸ ' : ''}${pane.title.toUpperCase()}`, isMarked ? 'select' : 'head');
  const right = present([isMarked && span(' enter opens', 'accent'), count ? span(` ${count}`, 'head') : undefined]);
  return apart([title, span(' ')], right, wide, '─', isMarked ? 'accent' : 'rule');
}

/** The body of a pane: at most so many lines. */
export function paneBody(
  state: Application,
  pane: Pane,
  wide: number,
  most: number,
  now: number,
  marked?: number,
): Line[] {
  const reads = (pane.reads ?? [pane]).map(({ command }) => ({ command, ...responseOf(state, command) }));
  const { trouble, asked, at } = reads.find((read) => read.at !== undefined) ?? reads[0]!;
  if (at === undefined) {
    if (trouble && asked === undefined) return cutShort(failureLines(trouble, { wide, now, ...state }), most);
    return asked === undefined ? [] : loadingLines(pane.command, asked, now);
  }
  const failed = reads.flatMap(({ command, leftOut = [], trouble, at }): Line[] => {
    const age = at === undefined ? '✗ ' : `◌ ${ageOf(now - at)} old  `;
    const what = pane.reads ? `tuk ${command}: ` : '';
    const lines = leftOut.map((name): Line => [span('✗ ', 'bad'), span(name)]);
    return trouble ? [...lines, [span(age, 'need'), span(`${what}${trouble.text}`, 'muted')]] : lines;
  });
  const lines = shownBy(state, pane, wide, most - failed.length, serviceTime(state, now), marked);
  const id = trouble?.failure.requestId;
  const about = id !== undefined && lines.length + failed.length < most ? [line(`  request ${id}`, 'muted')] : [];
  const remaining = Number.isFinite(most) ? most - lines.length - failed.length - about.length : 0;
  return [...lines, ...failed, ...about, ...trendLines(state, pane, { wide, high: remaining })];
}

/** The history of another read, under its name: a chart, or a sparkline if there is less room. */
function trendLines(state: Application, { trend }: Pane, { wide, high }: PlotSize): Line[] {
  if (!trend) return [];
  const { rows = [], chart = trend.chart } = responseOf(state, trend.command);
  const drawn = chart ? courseLines(rows, chart, { wide, high: high - trendHead }) : [];
  return drawn.length === 0 || drawn.length > high - trendHead ? [] : [[], line(trend.title, 'muted'), ...drawn];
}
function courseLines(rows: readonly Row[], chart: Chart, { wide, high }: PlotSize): Line[] {
  const units = drawable(rows, chart).length;
  if (units === 0) return [];
  if (high >= units * leastChart)
    return plotLines(rows, chart, { wide, high: Math.min(high, units * mostChart), areBrief: true });
  return sparkLines(rows, chart, wide, Math.max(1, Math.floor(high / sparkHigh)));
}

/** The data of a pane: at most so many lines. */
export function shownBy(
  state: Pick<Application, 'responses' | 'reveal' | 'preferences' | 'head'>,
  pane: Pane,
  wide: number,
  most: number,
  now: number,
  marked?: number,
): Line[] {
  const { value, rows: list, columns, chart, empty } = responseOf(state, pane.command);
  const rows = list ?? [];
  if (pane.reads) return eventLines(state, pane, { wide, most, now }, marked);
  if (pane.shows !== 'figures' && !list) return unusable;
  switch (pane.shows) {
    case 'figures':
      return isRecord(value) ? figures(maskedUnless(state.reveal, value), pane.fields, { wide, most }) : unusable;
    case 'course':
      if (!chart || rows.length < 2) return emptyLines(...(empty ?? ['Nothing here.', '']));
      return drawable(rows, chart).length === 0
        ? unusable
        : courseLines(rows, chart, { wide, high: Number.isFinite(most) ? most : 0 });
    default: {
      const rowsOfPane = maskedUnless(state.reveal, rows);
      const sum = rowsOfPane.length > 1 ? (totalLine(rowsOfPane, pane) ?? countLine(rowsOfPane, pane)) : undefined;
      const [parts, all] = withShares(rowsOfPane, pane, columns);
      return rowLines(parts, pane.fields ?? [], all, empty, {
        wide,
        most,
        now,
        sum,
      });
    }
  }
}

/** The lines of a failure that fit; the last one says where the others are. */
const cutShort = (lines: readonly Line[], most: number): Line[] =>
  lines.length <= most
    ? [...lines]
    : [...lines.slice(0, Math.max(0, most - 1)), line('  enter shows all of it', 'muted')];
/** The lines in place of a response without the expected fields. */
const unusable: Line[] = [
  [span('✗ ', 'bad'), span('The response has none of the expected fields.')],
  line('  enter shows it as it is', 'muted'),
];

/** The fields of a pane with one thing: those that it names, or else all plain values that are not an id. */
function figurePaths(value: Row, fields: readonly string[] = []): readonly string[] {
  const named = fields.filter((path) => !isNothing(valueAt(value, path)));
  return named.length > 0
    ? named
    : Object.keys(value).filter((name) => isScalar(value[name]) && !/^id$/i.test(name) && !isId(asText(value[name])));
}

function figures(
  value: Row,
  fields: readonly string[] | undefined,
  { wide, most }: Pick<RowRoom, 'wide' | 'most'>,
): Line[] {
  const paths = figurePaths(value, fields).filter((path) => !isNothing(valueAt(value, path)));
  if (paths.length === 0) return unusable;
  return paths.slice(0, most).map((path): Line => {
    const label = `${labelOf(path)}  `.padEnd(14);
    const unit = unitOf(value, path);
    const amount = cellOf(value, { path, as: 'amount' }, 0);
    const text = boundedNumber(`${amount.text}${unit}`, wide - width(label));
    return [span(label, 'muted'), { ...amount, text }];
  });
}

/** The currency beside an amount. */
function unitOf(value: Row, path: string): string {
  const isPlain = /amount|balance/i.test(path) && unitOfMoney(valueAt(value, path)) === undefined;
  const unit = isPlain ? (value.currencyId ?? value.currency ?? value.symbol) : undefined;
  return typeof unit === 'string' ? ` ${escapeControls(unit)}` : '';
}

/** The amounts of a field by their unit, and how many rows have none. */
function amountsOf(rows: readonly Row[], total: NonNullable<Pane['total']>) {
  const units = new Map<string, string[]>();
  let without = 0;
  for (const row of rows) {
    const value = valueAt(row, total.value);
    const [amount, unit] = [figureOf(value), unitOfMoney(value) ?? asText(valueAt(row, total.by))];
    if (/^-?\d+(\.\d+)?$/.test(amount) && unit !== '') units.set(unit, [...(units.get(unit) ?? []), amount]);
    else without++;
  }
  return { units, without };
}
/** The rows and columns of a pane with a sum: each row has its part of it as a gauge, if all are in one unit. */
function withShares(
  rows: readonly Row[],
  { total }: Pane,
  columns: readonly Column[],
): readonly [rows: readonly Row[], columns: readonly Column[]] {
  const { units, without } = total ? amountsOf(rows, total) : { units: new Map<string, string[]>(), without: 0 };
  if (!total || units.size !== 1 || without > 0) return [rows, columns];
  const all = sumOf([...units.values()][0]!);
  const parts = rows.map((row) => ({ ...row, [sumField]: all, [partField]: figureOf(valueAt(row, total.value)) }));
  return [parts, [...columns, { path: partField, as: { share: sumField, of: sumField } }]];
}
const [sumField, partField] = ['sumOfRows', 'partOfSum'] as const;
/** The sum of a field of all rows, for each unit: `total 49,636.27 USD`; and the number of rows without one. */
function totalLine(rows: readonly Row[], { total }: Pane): Line | undefined {
  if (!total) return undefined;
  const { units, without } = amountsOf(rows, total);
  if (units.size === 0) return undefined;
  const sums = [...units].map(
    ([unit, amounts]) => `${grouped(asFine(sumOf(amounts), amounts))} ${escapeControls(unit)}`,
  );
  return [
    span('total ', 'muted'),
    span(sums.join(', '), 'head'),
    ...(without > 0 ? [span(`   ${without} not counted`, 'muted')] : []),
  ];
}
/** A sum with as many decimals as the finest of its amounts, up to two: `50,934.70` below `9,571.08`. */
function asFine(sum: string, amounts: readonly string[]): string {
  const decimals = (text: string) => text.split('.')[1]?.length ?? 0;
  const most = Math.min(2, Math.max(...amounts.map(decimals)));
  return decimals(sum) >= most ? sum : `${sum.includes('.') ? sum : `${sum}.`}${'0'.repeat(most - decimals(sum))}`;
}
/** The number of rows for each value of a field, the most frequent first: `6 in all: 4 TUKTUK, 2 CAR`. */
function countLine(rows: readonly Row[], { counts }: Pane): Line | undefined {
  if (counts === undefined) return undefined;
  const numbers = new Map<string, number>();
  for (const row of rows) {
    const value = valueAt(row, counts);
    if (isScalar(value) && !isNothing(value)) numbers.set(asText(value), (numbers.get(asText(value)) ?? 0) + 1);
  }
  if (numbers.size === 0) return undefined;
  const sorted = [...numbers]
    .sort(([, one], [, other]) => other - one)
    .map(([value, number]) => `${number} ${escapeControls(value)}`);
  return line(`${rows.length} in all: ${sorted.join(', ')}`, 'muted');
}

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
  if (rows.length === 0) return [line(empty?.[0] ?? 'Nothing here.'), line(empty?.[1] ?? '', 'muted')];
  const named = fields.filter((path) => rows.some((row) => !isNothing(valueAt(row, path))));
  const first = named.map((path) => columnOf(columns, path));
  // a code without a public meaning says nothing without its heading
  const visibleColumns = named.length > 0 ? first : columns.filter(({ as }) => as !== 'code');
  const least = named.length > 0 ? first.length : 3;
  if (visibleColumns.every(({ path }) => rows.every((row) => isNothing(valueAt(row, path))))) return unusable;
  const isCut = rows.length > most || (sum !== undefined && rows.length === most);
  const visible = isCut ? Math.max(1, most - 1) : rows.length; // the last line counts the others
  const sample = rows.slice(0, visible);
  const areNumbers = visibleColumns.map((column) => standsRight(column, sample));
  const table = sample.map((row) =>
    visibleColumns.map((column, at) => {
      const cell = cellOf(row, column, now);
      return areNumbers[at] ? { ...cell, text: boundedNumber(cell.text, Math.min(wide, widestNumber)) } : cell;
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
