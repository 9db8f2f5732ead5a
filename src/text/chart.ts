// Renders amounts over time as a bar chart with the number of each bar; sums are exact.

import { grouped, sumOf } from '../money/values/decimal.js';
import { counted } from '../services/counted.js';
import { asText, isDecimal, type Row, valueAt } from '../services/json-value.js';
import { figureOf, unitOfMoney } from './column.js';
import { type Line, line, lineText, wide as measured, type Role, span } from './line.js';
import { present } from './present.js';

import { width, wrap } from './text.js';
import { dayAndTime, momentOf, statedTime } from './time.js';
import { escapeControls } from './visible.js';

/**
 * The paths of time, amount (a decimal number) and unit in the rows of a chart. Rows of the same time and unit form one
 * bar, by their sum or their last value.
 */
export interface Chart {
  readonly at: string;
  readonly value: string;
  readonly by?: string;
  readonly of: 'sum' | 'last';
}

const mostBars = 31;
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** The amounts of one unit, oldest first, with their statistics. */
export interface Series {
  readonly unit: string;
  readonly count: number;
  readonly bars: readonly {
    /** Epoch milliseconds. */
    readonly at: number;
    readonly label: string;
    readonly text: string;
    readonly number: number;
  }[];
  /** The sum of all bars, or the newest bar with the aggregation `last`. */
  readonly total: readonly [is: 'sum' | 'last', text: string];
  readonly average: string;
  readonly best: number;
  readonly worst: number;
  readonly change: string;
}

/** The sentence about rows without a chart. */
export const notDrawn = (count: number): string =>
  `${counted(count, 'row')}, and no chart: no field is known as their time and their amount.`;

/** The data of a chart: one series per unit. @param most the maximum number of bars; the newest are kept */
export function seriesOf(rows: readonly Row[], { at, value, by, of }: Chart, most = mostBars): Series[] {
  const units = new Map<string, Map<number, string[]>>();
  for (const row of rows) {
    const [time, held] = [statedTime(asText(valueAt(row, at))), valueAt(row, value)];
    const amount = figureOf(held);
    if (time === undefined || !isDecimal(amount)) continue;
    const unit = unitOfMoney(held) ?? (by === undefined ? '' : asText(valueAt(row, by)));
    const times = units.get(unit) ?? new Map<number, string[]>();
    units.set(unit, times.set(time, [...(times.get(time) ?? []), amount]));
  }
  return [...units].map(([unit, times]) => oneSeries(escapeControls(unit), times, of, most));
}
function oneSeries(unit: string, times: ReadonlyMap<number, readonly string[]>, of: Chart['of'], most: number): Series {
  const aggregate = (amounts: readonly string[]) => (of === 'sum' ? sumOf(amounts) : amounts.at(-1)!);
  const amounts = [...times]
    .sort(([time], [other]) => time - other)
    .map(([at, values]) => ({ at, amount: aggregate(values) }));
  const newest = amounts.slice(-most);
  const numbers = newest.map(({ amount }) => Number(amount));
  const labels = labelsOf(newest.map(({ at }) => at));
  return {
    unit,
    count: amounts.length,
    bars: newest.map(({ at, amount }, nth) => ({
      at,
      label: labels[nth]!,
      text: grouped(amount),
      number: numbers[nth]!,
    })),
    total: [of, grouped(aggregate(newest.map(({ amount }) => amount)))],
    average: short(numbers.reduce((a, b) => a + b, 0) / numbers.length),
    best: numbers.indexOf(Math.max(...numbers, 0)),
    worst: numbers.indexOf(Math.min(...numbers)),
    change: changeOf(numbers),
  };
}

/** Renders statistics and bars of each unit, oldest first, at most the newest 31. */
export const chartLines = (rows: readonly Row[], chart: Chart, { wide }: { readonly wide: number }): Line[] =>
  seriesOf(rows, chart).flatMap((series, at) => {
    const lines = barsOf(series, wide).flatMap((bar) => wrapped(bar, wide).map(withChange));
    return at === 0 ? lines : [[], ...lines];
  });

function barsOf({ unit, bars, total: [is, total], average, best, worst, change }: Series, wide: number): Line[] {
  const label = Math.max(...bars.map((bar) => width(bar.label)));
  const text = Math.max(...bars.map((bar) => width(bar.text)));
  const room = Math.max(8, Math.min(wide, 100) - label - text - 8);
  const numbers = bars.map(({ number }) => number);
  const [highest, lowest] = [Math.max(...numbers, 0), Math.min(...numbers)];
  // similar bars begin near the lowest value
  const low = lowest > 0 && lowest < highest && lowest > highest * 0.75 ? lowest - (highest - lowest) : 0;
  const count = `${bars.length} ${bars.length === 1 ? 'bar' : 'bars'}`;
  const figures = [count, `${is === 'last' ? 'last ' : ''}${total} ${unit}`.trim(), `average ${average}`];
  const high = bars[best];
  return present<Line>([
    line(
      `  ${figures.join('   ')}   high ${high?.text ?? '–'} ${high?.label ?? ''}   low ${bars[worst]!.text} ${bars[worst]!.label}   change ${change}`,
      'muted',
    ),
    low > 0 && line(`  bars begin at ${short(low)}${unit === '' ? '' : ` ${unit}`}`, 'muted'),
    ...bars.map(
      (entry): Line => [
        span(`  ${entry.label.padEnd(label)}  ${entry.text.padStart(text)}  `),
        span(bar(((entry.number - low) / (highest - low || 1)) * room), 'accent'),
      ],
    ),
  ]);
}

/** Wraps a line of figures, which are three columns apart, between figures. */
export function wrapped(of: Line, columns: number): Line[] {
  if (measured(of) <= columns) return [of];
  const lines: string[] = [];
  for (const figure of lineText(of).trim().split(/ {3,}/)) {
    const longer = `${lines.at(-1)}   ${figure}`;
    if (lines.length > 0 && width(longer) <= columns) lines[lines.length - 1] = longer;
    else lines.push(...wrap(figure, columns - 2).map((text) => `  ${text}`));
  }
  return lines.map((text) => line(text, of[0]?.role));
}

/** Figures of a line with the change, `change +1.2 %`, in the colour of a gain or a loss. */
export function withChange(of: Line): Line {
  const [, before, change = '', after] = /^(.*change )([+-][\d.]+ %)(.*)$/.exec(lineText(of)) ?? [];
  if (before === undefined) return of;
  return [span(before, of[0]?.role), span(change, changeRole(change)), span(after ?? '', of[0]?.role)];
}
/** The role of a change such as `-1.2 %`; a change of zero is muted. */
export const changeRole = (change: string): Role =>
  !/[1-9]/.test(change) ? 'muted' : change.startsWith('-') ? 'bad' : 'good';

/** A bar of full blocks that ends in an eighth of a column. */
function bar(columns: number): string {
  const parts = Math.max(0, Math.round(columns * 8));
  return '█'.repeat(Math.floor(parts / 8)) + eighths[parts % 8];
}

/** The change from the first to the last number, in percent; `–` from zero. */
export function changeOf(numbers: readonly number[]): string {
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  const percent = ((last - first) / Math.abs(first)) * 100;
  if (!Number.isFinite(percent)) return '–';
  return `${percent < 0 ? '-' : '+'}${Math.abs(percent).toFixed(1)} %`;
}

/** A computed figure, rounded to about four digits; `–` if it is not finite. */
function short(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return grouped(Math.abs(value) >= 100 ? value.toFixed(0) : Number(value.toPrecision(4)).toString());
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/**
 * The labels of bars: days; months if each bar has its own; hours if bars share a day; with the year if there are
 * several. All are in the zone in use.
 */
export function labelsOf(times: readonly number[]): string[] {
  const dates = times.map((at) => new Date(at));
  const isOfYears = new Set(dates.map((date) => date.getFullYear())).size > 1;
  const month = dates.map((date) => `${months[date.getMonth()]} ${date.getFullYear()}`);
  if (times.length > 1 && new Set(month).size === times.length) return month;
  const day = dates.map(
    (date) => `${date.getDate()} ${months[date.getMonth()]}${isOfYears ? ` ${date.getFullYear()}` : ''}`,
  );
  if (new Set(day).size === times.length) return day;
  return times.map((at) => (isOfYears ? momentOf(at) : dayAndTime(at)).replace(/(:\d\d):\d\d/, '$1'));
}
