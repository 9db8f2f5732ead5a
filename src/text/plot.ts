// Renders amounts over time as a chart that fills its place: columns between labelled axes of amounts and times.

import { grouped } from '../money/values/decimal.js';
import type { Row } from '../services/json-value.js';
import { brailleRows, type Dot, dotsAcross, dotsDown, polylineDots } from './braille.js';
import {
  type Chart,
  changeOf,
  changeRole,
  labelsOf,
  notDrawn,
  type Series,
  seriesOf,
  withChange,
  wrapped,
} from './chart.js';
import { cut, type Line, line, type Role, type Span, span } from './line.js';
import { present } from './present.js';

import { width } from './text.js';

/** The size of a chart, in terminal rows and columns. */
export interface PlotSize {
  readonly wide: number;
  readonly high: number;
}
export interface PlotFigures {
  /** Only the last, lowest and highest amount, and the change; no time is selected. */
  readonly areBrief?: boolean;
  /** The selected time, epoch milliseconds; default: the newest. */
  readonly time?: number | undefined;
  /** Draws columns in place of a line. */
  readonly areColumns?: boolean | undefined;
}
/** The minimum rows of columns per unit. */
const leastRows = 4;
const axisRows = 2;

/**
 * Renders one chart per unit, stacked in the height: figures, then columns, oldest at the left. Shows as many of the
 * newest times as fit. Heights are rounded to an eighth of a row; amounts in the figures are exact. Several units may
 * need more rows.
 */
export function plotLines(
  rows: readonly Row[],
  chart: Chart,
  { wide, high, areBrief = false, time, areColumns }: PlotSize & PlotFigures,
): Line[] {
  const units = seriesOf(rows, chart, mostTimes(wide));
  if (units.length === 0 && rows.length > 0) return [line(notDrawn(rows.length))];
  const blanks = units.length - 1;
  const each = Math.floor((high - blanks) / Math.max(1, units.length));
  return units.flatMap((unit, at) => {
    const last = at === blanks ? high - blanks - each * blanks : each; // the last unit takes the remaining rows
    const lines = plotOf(unit, { wide, high: last, areBrief, time, areColumns });
    return at === 0 ? lines : [[], ...lines];
  });
}

/** The times that a chart of this width shows, oldest first, epoch milliseconds. */
export const timesOf = (rows: readonly Row[], chart: Chart, wide: number): readonly number[] =>
  [...new Set(seriesOf(rows, chart, mostTimes(wide)).flatMap(({ bars }) => bars.map(({ at }) => at)))].sort(
    (one, other) => one - other,
  );
const mostTimes = (wide: number): number => Math.max(1, wide - widestLabel - 3);
/** The bar of a time, or the nearest one. */
const barAt = ({ bars }: Series, time: number | undefined): number =>
  time === undefined
    ? bars.length - 1
    : bars.reduce((best, { at }, nth) => (Math.abs(at - time) < Math.abs(bars[best]!.at - time) ? nth : best), 0);
/** The time, exact amount and change of a bar: `▸ 12 Nov  5.25 USD   +1.2 % from 11 Nov`. */
export function readout({ bars, unit }: Series, time: number | undefined): Line {
  const nth = barAt({ bars } as Series, time);
  const [{ label, text, number }, before] = [bars[nth]!, bars[nth - 1]];
  const change = before && changeOf([before.number, number]);
  return [
    span('▸ ', 'accent'),
    span(`${label}  ${`${text} ${unit}`.trim()}`, 'head'),
    ...(change === undefined
      ? []
      : [span(`   ${change}`, changeRole(change)), span(` from ${before!.label}`, 'muted')]),
  ];
}

/** The maximum width of an amount's label; a longer one has an exponent. */
const widestLabel = 16;
/** The maximum drawn height: a text may have any number of digits. */
const highest = 1e300;

function plotOf(series: Series, { wide, high, areBrief, time, areColumns }: PlotSize & PlotFigures): Line[] {
  const numbers = series.bars.map(({ number }) => Math.max(-highest, Math.min(highest, number)));
  const figuresFor = ({ from, ticks }: Scale): Line[] => {
    const start = from > 0 ? [`axis from ${ticks[0]!.text}`] : []; // without it a small difference looks large
    const figures = wrapped(line(`  ${[...figuresOf(series, areBrief), ...start].join('   ')}`, 'muted'), wide);
    return [...figures.map(withChange), ...(areBrief ? [] : [cut(readout(series, time), wide)])];
  };
  const rows = Math.max(leastRows, high - figuresFor(scaleOf(numbers, leastRows)).length - axisRows);
  const scale = scaleOf(numbers, rows);
  const figures = figuresFor(scale);
  const labels = new Map(scale.ticks.map(({ at, text }) => [rowOf(scale, at, rows), text]));
  const margin = Math.max(...scale.ticks.map(({ text }) => width(text))) + 1;
  const unit = width(series.unit) < margin ? series.unit : ''; // below the highest amount; the figures repeat it
  const slots = slotsOf(series.bars, Math.max(isEven(series.bars) ? series.bars.length : 1, wide - margin - 2));
  const at = areBrief ? undefined : barAt(series, time);
  const canvas = areColumns
    ? undefined
    : lineCells(
        { bars: series.bars, numbers },
        { scale, slots, rows, at, isStepped: !isEven(series.bars) && series.total[0] === 'last' },
      );
  const drawn = Array.from({ length: rows }, (_, row): Line => {
    const text = labels.get(row);
    const head = `${padLeft(text ?? (row === 1 ? unit : ''), margin)} ${text === undefined ? '│' : '┤'}`;
    return [
      span(head, 'muted'),
      ...(canvas?.(row) ?? cellsOf({ bars: series.bars, numbers }, { scale, slots, row, rows, at })),
    ];
  });
  const indent = ' '.repeat(margin + 1);
  const ticks = ticksOf(series, slots);
  const length = slots.at(-1)!.to;
  const marks = new Set(ticks.map(({ at }) => at));
  const centre = at === undefined ? -1 : centreOf(slots[at]!);
  const axis = Array.from({ length }, (_, at) => (marks.has(at) ? '┬' : '─')).join('');
  const times = ticks.reduce((text, { from, label }) => `${text.padEnd(from)}${label}`, '');
  return [
    ...figures,
    ...drawn,
    axisLine(`${indent}└${axis}`, indent.length + 1 + centre, centre >= 0),
    line(`${indent} ${times}`, 'muted'),
  ];
}

/** An axis with its selected place lit. */
const axisLine = (text: string, at: number, isSelected: boolean): Line =>
  isSelected
    ? [span(text.slice(0, at), 'muted'), span(text.slice(at, at + 1), 'need'), span(text.slice(at + 1), 'muted')]
    : line(text, 'muted');
const centreOf = ({ from, end }: Slot): number => Math.max(from, Math.floor((from + end - 1) / 2));
const padLeft = (text: string, columns: number): string => ' '.repeat(Math.max(0, columns - width(text))) + text;

/** The figures: first, last, lowest and highest amount with their times, sum, average and change; or the brief ones. */
function figuresOf(
  { unit, count, bars, total: [is, total], average, change }: Series,
  areBrief = false,
): readonly string[] {
  const numbers = bars.map(({ number }) => number);
  const labelled = (name: string, at: number) => `${name} ${`${bars[at]!.text} ${unit}`.trim()}, ${bars[at]!.label}`;
  const [lowest, top] = [
    bars[numbers.indexOf(Math.min(...numbers))]!.text,
    bars[numbers.indexOf(Math.max(...numbers))]!.text,
  ];
  if (areBrief) return [`${bars.at(-1)!.text} ${unit}`.trim(), `low ${lowest}`, `high ${top}`, `change ${change}`];
  const times = bars.length === count ? `${count}` : `the newest ${bars.length} of ${count}`;
  return present([
    `${times} ${count === 1 ? 'time' : 'times'}`,
    is === 'sum' && `sum ${`${total} ${unit}`.trim()}`,
    labelled('first', 0),
    labelled('last', bars.length - 1),
    labelled('lowest', numbers.indexOf(Math.min(...numbers))),
    labelled('highest', numbers.indexOf(Math.max(...numbers))),
    `average ${average}`,
    `change ${change}`,
  ]);
}

/** The maximum free height above the highest amount, for its number. */
const headroom = 0.15;
interface Scale {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
}
/**
 * An axis of round amounts, with a label per four rows. It includes zero, unless all amounts are close: differences
 * would be invisible. It ends shortly above a highest amount that is not round.
 */
function scaleOf(numbers: readonly number[], rows: number): Scale {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const isClose = least > most * 0.75 && most - least > most * 1e-9;
  const [low, high] = isClose ? [least, most] : [Math.min(0, least), Math.max(0, most)];
  const parts = Math.max(1, Math.floor(rows / 4));
  const { digit, exponent } = stepFor(Math.max(high - low || 1, 1 / highest), parts);
  const step = digit * 10 ** exponent;
  const lowest = Math.floor(low / step + 1e-9);
  const first = isClose && lowest * step === low ? lowest - 1 : lowest; // the lowest amount needs a column too
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  const to = high > first * step ? Math.min(last * step, high + (high - first * step) * headroom) : last * step;
  const count = Math.floor(to / step - first + 1e-9) + 1;
  const ticks = Array.from({ length: count }, (_, nth) => ({
    at: (first + nth) * step,
    text: labelOf((first + nth) * digit, exponent),
  }));
  return { from: first * step, to, ticks };
}

/** A round step that divides a range; the axis has at least two labels. */
function stepFor(range: number, parts: number): { readonly digit: number; readonly exponent: number } {
  const exponent = Math.floor(Math.log10(range / parts));
  const digit = [1, 2, 5, 10].find((digit) => digit * 10 ** exponent >= (range / parts) * 0.999) ?? 10;
  if (digit * 10 ** exponent <= range * 1.001) return { digit, exponent };
  return { digit: [5, 2, 1].find((digit) => digit * 10 ** exponent <= range * 1.001) ?? 1, exponent };
}

const labelOf = (units: number, exponent: number): string => {
  const text = grouped(shifted(units, exponent));
  return width(text) <= widestLabel ? text : `${units}e${exponent}`;
};
/** `shifted(-25, -2)` is `-0.25`: a whole number times a power of ten, without rounding. */
function shifted(units: number, exponent: number): string {
  const digits = BigInt(Math.abs(units)).toString();
  const sign = units < 0 ? '-' : '';
  if (exponent >= 0) return `${sign}${digits === '0' ? '0' : digits + '0'.repeat(exponent)}`;
  const padded = digits.padStart(1 - exponent, '0');
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}

/** The row, from the top, of an amount at its lower edge. */
const rowOf = ({ from, to }: Scale, at: number, rows: number): number =>
  Math.max(0, Math.min(rows - 1, rows - 1 - Math.round(((at - from) / (to - from)) * rows)));

/** The place of a column: its first terminal column, its end, and the end of the following gap. */
interface Slot {
  readonly from: number;
  readonly end: number;
  readonly to: number;
}
/** The most that a distance between two times may differ from another one: a month has 28 to 31 days. */
const evenWithin = 1.2;
/** Whether times follow each other at equal distances. */
function isEven(bars: Series['bars']): boolean {
  const gaps = bars.slice(1).map(({ at }, nth) => at - bars[nth]!.at);
  return gaps.length < 2 || Math.max(...gaps) <= Math.min(...gaps) * evenWithin;
}
/**
 * The places of amounts in the width, by their times. At equal distances each has as much room as the others, and columns
 * have a gap of a quarter, none if they are narrow; else an amount holds from its own time to the next one.
 */
function slotsOf(bars: Series['bars'], wide: number): Slot[] {
  const count = bars.length;
  if (!isEven(bars)) {
    const [first, last] = [bars[0]!.at, bars.at(-1)!.at];
    const places = bars.map(({ at }) => Math.round(((at - first) / (last - first)) * (wide - 1)));
    return places.map((from, nth) => {
      const to = places[nth + 1] ?? wide;
      return { from, end: to, to };
    });
  }
  const each = Math.floor(wide / count);
  const gap = each >= 3 ? Math.max(1, Math.floor(each / 4)) : 0;
  return bars.map((_, at) => {
    const [from, to] = [Math.floor((at * wide) / count), Math.floor(((at + 1) * wide) / count)];
    return { from, end: to - gap, to };
  });
}

const eighths = [...' ▁▂▃▄▅▆▇█'];
interface PlotRow {
  readonly scale: Scale;
  readonly slots: readonly Slot[];
  /** The index from the top, among `rows`. */
  readonly row: number;
  readonly rows: number;
  /** The index of the selected column. */
  readonly at: number | undefined;
}
/** One row of all columns, with exact amounts above columns of sufficient width. */
function cellsOf(
  { bars, numbers }: Pick<Series, 'bars'> & { readonly numbers: readonly number[] },
  { scale: { from, to }, slots, row, rows, at: selected }: PlotRow,
): Span[] {
  const height = (value: number) => ((value - from) / (to - from)) * rows;
  const base = height(Math.max(from, 0));
  const bottom = rows - 1 - row;
  const isNamed = bars.every(({ text }, at) => width(text) <= slots[at]!.end - slots[at]!.from);
  return slots.flatMap(({ from: start, end, to: next }, at): Span[] => {
    const { text, at: time } = bars[at]!;
    const role = at === selected ? 'need' : numbers[at]! < 0 ? 'bad' : 'accent';
    const put = (piece: string, of?: Role): Span => ({ ...span(piece, of), target: { time } });
    const top = height(numbers[at]!);
    const [low, high] = [Math.min(base, top), Math.max(base, top, Math.min(base, top) + 1 / 8)];
    const wide = end - start;
    const space = ' '.repeat(next - end);
    if (isNamed && bottom === Math.ceil(high - 1 / 16))
      return [put(text.padStart(Math.ceil((wide + width(text)) / 2)).padEnd(wide) + space)];
    const part = Math.min(high, bottom + 1) - Math.max(low, bottom);
    const eighth = low > bottom ? (part > 0.25 ? -1 : 0) : Math.max(0, Math.min(8, Math.round(part * 8)));
    // below zero a column begins at the top of its row
    const sign = eighth === -1 ? (part > 0.75 ? '█' : '▀') : eighths[eighth]!;
    const shade = at === selected || rows < 2 ? undefined : row / (rows - 1);
    return [{ ...put(sign.repeat(wide), role), shade }, put(space)];
  });
}

/**
 * A line through the amounts, in dots of two by four for each cell; the cells of a row by its index. Only the selected
 * time has a colour. `isStepped`: an amount holds until the next one.
 */
function lineCells(
  { bars, numbers }: Pick<Series, 'bars'> & { readonly numbers: readonly number[] },
  { scale: { from, to }, slots, rows, at: selected, isStepped }: Omit<PlotRow, 'row'> & { readonly isStepped: boolean },
): (row: number) => Span[] {
  const size = { columns: slots.at(-1)!.to, rows };
  const points = numbers.flatMap((value, at): Dot[] => {
    const height = Math.round((1 - (value - from) / (to - from)) * (rows * dotsDown - 1));
    const y = Math.max(0, Math.min(rows * dotsDown - 1, height));
    if (!isStepped) return [[centreOf(slots[at]!) * dotsAcross, y]];
    return [
      [slots[at]!.from * dotsAcross, y],
      [slots[at]!.to * dotsAcross, y],
    ];
  });
  const drawn = brailleRows(size, polylineDots(points));
  const lit = selected === undefined ? undefined : slots[selected]!;
  const edges = lit ? [lit.from, Math.max(lit.to, lit.from + 1)] : [];
  return (row) =>
    slots.flatMap(({ from, to }, at): Span[] => {
      const cuts = [from, ...edges.filter((edge) => edge > from && edge < to), to];
      return cuts.slice(1).map((end, nth) => {
        const text = drawn[row]!.slice(cuts[nth], end);
        const isLit = cuts[nth]! >= (edges[0] ?? end) && end <= edges[1]! && text.trim() !== '';
        return { ...span(text, isLit ? 'need' : undefined), target: { time: bars[at]!.at } };
      });
    });
}

/** The times below the axis: the first, and others at equal distances as room allows. */
function ticksOf(
  { bars }: Series,
  slots: readonly Slot[],
): { readonly at: number; readonly from: number; readonly label: string }[] {
  const end = slots.at(-1)!.to;
  const widest = Math.max(...bars.map(({ label }) => width(label)));
  if (!isEven(bars)) return datesAlong(bars[0]!.at, bars.at(-1)!.at, end);
  const ticksBy = (stride: number) =>
    bars.flatMap(({ label }, nth) => {
      if (nth % stride !== 0) return [];
      const at = centreOf(slots[nth]!);
      return [{ at, from: Math.max(0, Math.min(at - Math.floor(width(label) / 2), end - width(label))), label }];
    });
  let stride = Math.max(1, Math.ceil(((widest + 2) * slots.length) / end));
  const overlap = (ticks: ReturnType<typeof ticksBy>) =>
    ticks.some(({ from, label }, nth) => nth + 1 < ticks.length && from + width(label) + 2 > ticks[nth + 1]!.from);
  // no single label is left out: distances stay equal
  while (stride < bars.length && overlap(ticksBy(stride))) stride++;
  return ticksBy(stride);
}

/** Dates at equal distances along an axis of time. */
function datesAlong(first: number, last: number, wide: number): ReturnType<typeof ticksOf> {
  const parts = Math.max(1, Math.min(6, Math.floor(wide / 18)));
  const labels = labelsOf(Array.from({ length: parts + 1 }, (_, nth) => first + ((last - first) * nth) / parts));
  return labels.map((label, nth) => {
    const at = Math.round((nth * (wide - 1)) / parts);
    return { at, from: Math.max(0, Math.min(at - Math.floor(width(label) / 2), wide - width(label))), label };
  });
}
