// Amounts over time as bars, each with its number; sums are exact.
import { type Line, line, span } from './line.js';
import { width } from './text.js';
import { ofTime } from './time.js';
import { grouped, sumOf } from './units.js';
import { asText, isNothing, type Row, valueAt } from './value.js';
import { visible } from './visible.js';

/** Where the rows of a chart have their time, their amount (a decimal number) and the unit of it; rows of one time and unit are one bar. */
export interface Chart {
  readonly at: string;
  readonly value: string;
  readonly by?: string;
}

const mostBars = 31;
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Every unit's sum, average, best, lowest and change, and a bar for each time, the oldest first, no more than the newest 31. */
export function chartLines(rows: readonly Row[], { at, value, by }: Chart, { wide }: { readonly wide: number }): Line[] {
  const units = new Map<string, Map<number, string[]>>();
  for (const row of rows) {
    const [time, amount] = [ofTime(asText(valueAt(row, at))), valueAt(row, value)];
    if (time === undefined || isNothing(amount) || !/^-?\d+(\.\d+)?$/.test(asText(amount))) continue;
    const unit = by === undefined ? '' : asText(valueAt(row, by));
    const times = units.get(unit) ?? new Map<number, string[]>();
    units.set(unit, times.set(time, [...(times.get(time) ?? []), asText(amount)]));
  }
  return [...units].flatMap(([unit, times], nth) => [...(nth === 0 ? [] : [[]]), ...barsOf(visible(unit), times, wide)]);
}

function barsOf(unit: string, times: ReadonlyMap<number, readonly string[]>, wide: number): Line[] {
  const all = [...times].sort(([one], [other]) => one - other).map(([at, amounts]) => ({ at, amount: sumOf(amounts) }));
  const bars = all.slice(-mostBars);
  const numbers = bars.map(({ amount }) => Number(amount));
  const labels = labelsOf(bars.map(({ at }) => at));
  const texts = bars.map(({ amount }) => grouped(amount));
  const [label, text] = [Math.max(...labels.map(width)), Math.max(...texts.map(width))];
  const room = Math.max(8, Math.min(wide, 100) - label - text - 8);
  const [highest, lowest] = [Math.max(...numbers, 0), Math.min(...numbers)];
  const low = lowest > 0 && lowest > highest * 0.75 ? lowest - (highest - lowest) : 0; // what hardly differs is drawn from near its lowest
  const sum = [
    `${bars.length} ${bars.length === 1 ? 'bar' : 'bars'}`,
    `${grouped(sumOf(bars.map(({ amount }) => amount)))} ${unit}`.trim(),
  ];
  const figures = [...(low === 0 ? sum : sum.slice(0, 1)), `average ${short(numbers.reduce((a, b) => a + b, 0) / numbers.length)}`];
  const best = numbers.indexOf(highest);
  const worst = numbers.indexOf(lowest);
  return [
    line(
      `  ${figures.join('   ')}   high ${texts[best] ?? '–'} ${labels[best] ?? ''}   low ${texts[worst]} ${labels[worst]}   change ${changeOf(numbers)}`,
      'muted',
    ),
    ...(low === 0 ? [] : [line(`  bars begin at ${short(low)}${unit === '' ? '' : ` ${unit}`}`, 'muted')]),
    ...bars.map(
      ({ at: _ }, nth): Line => [
        span(`  ${labels[nth]!.padEnd(label)}  ${texts[nth]!.padStart(text)}  `),
        span(bar(((numbers[nth]! - low) / (highest - low || 1)) * room), 'accent'),
      ],
    ),
  ];
}

function bar(columns: number): string {
  const parts = Math.max(0, Math.round(columns * 8));
  return '█'.repeat(Math.floor(parts / 8)) + eighths[parts % 8];
}

function changeOf(numbers: readonly number[]): string {
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  if (first === 0) return '–';
  const percent = ((last - first) / Math.abs(first)) * 100;
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)} %`;
}

/** A figure that no ledger holds, in four digits or so. */
const short = (value: number): string => grouped(Math.abs(value) >= 100 ? value.toFixed(0) : Number(value.toPrecision(4)).toString());

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** The day, or the month where no two are of the same one, or the hour where some are of the same day. In UTC, as the services count. */
function labelsOf(times: readonly number[]): string[] {
  const dates = times.map((at) => new Date(at));
  const month = dates.map((date) => `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`);
  if (times.length > 1 && new Set(month).size === times.length) return month;
  const day = dates.map((date) => `${date.getUTCDate()} ${months[date.getUTCMonth()]}`);
  if (new Set(day).size === times.length) return day;
  return dates.map(
    (date, at) => `${day[at]} ${String(date.getUTCHours()).padStart(2, '0')}:${String(date.getUTCMinutes()).padStart(2, '0')}`,
  );
}
