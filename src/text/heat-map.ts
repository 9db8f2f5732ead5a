// Renders a heat map with its legend; on a screen also the cursor and its cell.

import { grouped } from '../money/values/decimal.js';
import type { Row } from '../services/json-value.js';
import { busiestIn, cellAt, type HeatGrid, heatGrid, type Point, pointAt } from './heat-grid.js';
import { beside, cut, type Line, line, type Span, span } from './line.js';

const shades = ['··', '░░', '▒▒', '▓▓', '██'] as const;
/** The lower bound of each shade, as a fraction of the highest count. */
const parts = [0, 0.1, 0.25, 0.5, 0.75] as const;

/** The maximum size of a printed map, in rows and columns. */
const printed: HeatSize = { rows: 26, columns: 100 };

/** The printed map: as on a screen of this width, with the busiest cell selected; empty for rows that are not map cells. */
export const heatLines = (rows: readonly Row[], wide: number): Line[] =>
  heatBoard(rows, undefined, { ...printed, columns: Math.min(printed.columns, wide) }, '--city');

const elsewhereOf = ({ elsewhere }: HeatGrid, option: string): readonly string[] =>
  elsewhere === 0 ? [] : [`${elsewhere} cells lie elsewhere: ${option}`];

/** The widths of figures right of the map, and of letters and latitudes left of it, in columns. */
const [figuresWide, letters, latitudes] = [26, 4, 8];
const gap = 3;
/** The minimum width for figures and latitudes beside a map. */
const leastBeside = 60;
/**
 * The rows of a screen outside the map: numbers, longitudes, a blank and the scale; on a narrow screen also figures.
 */
const [aroundMap, aroundNarrowMap] = [4, 8];
/** The maximum ratio of a cell's width to its height, in columns and rows; a square has two. */
const mostStretched = 4;

/** A map on a screen: its grid, and the rows and columns per cell. */
interface HeatLayout {
  readonly grid: HeatGrid;
  readonly cellRows: number;
  readonly cellColumns: number;
}
/** The map that fills a screen: as many cells as the data or the room allow, as large as possible. */
function layoutFor(rows: readonly Row[], { rows: high, columns }: HeatSize): HeatLayout | undefined {
  const wide = columns - letters - (columns < leastBeside ? 0 : latitudes + gap + figuresWide);
  const tall = high - (columns < leastBeside ? aroundNarrowMap : aroundMap);
  const grid = heatGrid(rows, Math.max(1, Math.floor(wide / 2)), tall);
  if (!grid) return undefined;
  const [widest, tallest] = [Math.floor(wide / grid.across), Math.floor(tall / grid.high)];
  const cellRows = Math.max(1, Math.min(tallest, Math.ceil(widest / 2)));
  return { grid, cellRows, cellColumns: Math.max(2, Math.min(widest, mostStretched * cellRows)) };
}

/** In terminal rows and columns. */
interface HeatSize {
  readonly rows: number;
  readonly columns: number;
}
/** The cells of the map that `heatBoard` draws in this size; undefined for rows that are not map cells. */
export const gridFor = (rows: readonly Row[], size: HeatSize): HeatGrid | undefined => layoutFor(rows, size)?.grid;

/** The map of a screen: names and coordinates at its edges, the selected cell marked, figures beside it. */
export function heatBoard(
  rows: readonly Row[],
  at: Point | undefined,
  size: HeatSize,
  option = 'type :depin heatmap --city CODE',
): Line[] {
  const layout = layoutFor(rows, size);
  if (!layout) return [];
  const { rows: high, columns } = size;
  const { grid } = layout;
  const cell = at ? cellAt(grid, at) : busiestIn(grid);
  const isWide = columns >= leastBeside;
  const margin = isWide ? letters + latitudes : letters;
  const map = [
    numbersEdge(layout, margin),
    ...Array.from({ length: grid.high }, (_, y) => mapRows(layout, y, cell, isWide)).flat(),
    longitudesEdge(layout, margin),
  ];
  const texts = [`north is up; one cell is ${spanOf(grid.side)} high`, ...elsewhereOf(grid, option)];
  const whole = texts.join('; ');
  const notes = (whole.length < columns && isWide ? ['', whole] : texts).map((text) => line(text, 'muted'));
  if (!isWide)
    return [...map, shortLegend(grid), ...cellLines(grid, cell), ...notes]
      .slice(0, high)
      .map((line) => cut(line, columns));
  const mapWide = columns - figuresWide;
  const figures = [
    [],
    line(`${grouped(String(grid.total))} in all`),
    [],
    ...shadeLines(grid),
    [],
    ...cellLines(grid, cell),
  ];
  return [...beside([map, mapWide], [figures.map((line) => cut(line, figuresWide)), figuresWide]), ...notes].slice(
    0,
    high,
  );
}

/** The numbers of the cells, centred, if there is room. */
function numbersEdge({ grid, cellColumns }: HeatLayout, margin: number): Line {
  const step = Math.ceil(4 / cellColumns);
  const numbers = Array.from({ length: grid.across }, (_, x) => {
    const text = x % step === 0 ? String(x + 1) : '';
    return text.padStart(Math.min(cellColumns, Math.ceil((cellColumns + text.length) / 2))).padEnd(cellColumns);
  });
  return line(`${' '.repeat(margin)}${numbers.join('')}`.trimEnd(), 'muted');
}
/** The longitudes of western edges of cells, as room allows. */
function longitudesEdge({ grid, cellColumns }: HeatLayout, margin: number): Line {
  const step = Math.ceil(12 / cellColumns);
  const texts = Array.from({ length: Math.ceil(grid.across / step) }, (_, nth) =>
    pointAt(grid, 0, nth * step).longitude.toFixed(3),
  );
  return line(
    `${' '.repeat(margin)}${texts.map((text) => text.padEnd(step * cellColumns)).join('')}`.trimEnd(),
    'muted',
  );
}

/** The screen rows of one row of cells. Name and latitude are beside its middle, counts in large cells. */
function mapRows(
  { grid, cellRows, cellColumns }: HeatLayout,
  y: number,
  [cellY, cellX]: readonly [number, number],
  isWide: boolean,
): Line[] {
  const middle = Math.floor((cellRows - 1) / 2);
  return Array.from({ length: cellRows }, (_, row): Line => {
    const name = row === middle ? nameOfRow(y) : '';
    const latitude = isWide && row === middle ? pointAt(grid, y, 0).latitude.toFixed(3) : '';
    const cells = Array.from({ length: grid.across }, (_, x): Span => {
      const count = grid.counts.get(y * grid.across + x);
      const step = stepOf(count, grid.most);
      const sign = (step < 0 ? '  ' : shades[step]!)[0]!;
      const digits = row === middle && count !== undefined ? grouped(String(count)) : '';
      const text = digits !== '' && digits.length + 4 <= cellColumns ? ` ${digits} ` : digits;
      const before = Math.floor((cellColumns - text.length) / 2);
      const fits = text.length <= cellColumns;
      const filled = fits
        ? `${sign.repeat(before)}${text}${sign.repeat(cellColumns - before - text.length)}`
        : sign.repeat(cellColumns);
      const isSelected = y === cellY && x === cellX;
      // a cell is never told by its colour alone
      const on = fits ? filled.replaceAll(sign, ' ') : filled;
      return {
        ...span(filled, isSelected ? 'select' : 'accent'),
        heat: step < 0 ? undefined : { step: isSelected ? shades.length : step, text: on },
        target: { cell: pointAt(grid, y, x) },
      };
    });
    return [span(`${name.padEnd(letters)}${latitude.padEnd(isWide ? latitudes : 0)}`, 'muted'), ...cells];
  });
}
/** `A` to `Z`, then `AA`. */
const nameOfRow = (y: number): string =>
  (y < 26 ? '' : String.fromCharCode(64 + Math.floor(y / 26))) + String.fromCharCode(65 + (y % 26));

/** `░░ 2–3  ▒▒ 4+` */
const shortLegend = (grid: HeatGrid): Line =>
  legend(grid.most).flatMap(([shade, from]) => [
    ...shadeSpan(shade, ' '),
    span(`${from.replace(' to ', '–').replace(' or more', '+')}  `, 'muted'),
  ]);
const shadeLines = (grid: HeatGrid): Line[] =>
  [...legend(grid.most)].reverse().map(([shade, from]): Line => [...shadeSpan(shade, '  '), span(from, 'muted')]);

function cellLines(grid: HeatGrid, [y, x]: readonly [number, number]): Line[] {
  const count = grid.counts.get(y * grid.across + x) ?? 0;
  const { latitude, longitude } = pointAt(grid, y, x);
  const part = `${((100 * count) / grid.total).toFixed(1)} % of all`;
  const lines: Line[] = [
    [span('▸ ', 'accent'), span(`cell ${nameOfRow(y)}${x + 1}`, 'head')],
    line(`  ${grouped(String(count))}${count === 0 ? '' : `, ${part}`}`),
    line(`  ${latitude.toFixed(3)}, ${longitude.toFixed(3)}`),
  ];
  return count === grid.most ? [...lines, line('  the busiest', 'muted')] : lines;
}

/** The step of a count on the scale of shades; -1 without one. */
const stepOf = (count: number | undefined, most: number): number =>
  count === undefined ? -1 : parts.findLastIndex((part) => count >= part * most);
/** A shade of a legend, with its step of the ramp. */
const shadeSpan = (shade: string, after: string): readonly Span[] => [
  { ...span(shade, 'accent'), heat: { step: shades.indexOf(shade as (typeof shades)[number]), text: '  ' } },
  span(after),
];

/** The lower bound of each shade as a count, without impossible shades. */
function legend(most: number): (readonly [shade: string, from: string])[] {
  const from = parts.map((part) => Math.max(1, Math.ceil(part * most)));
  const ranges = shades.map((shade, at) => ({ shade, low: from[at]!, next: from[at + 1] }));
  return ranges
    .filter(({ low, next }) => next === undefined || low < next)
    .map(({ shade, low, next }) => [
      shade,
      next === undefined ? `${grouped(String(low))} or more` : next - 1 === low ? String(low) : `${low} to ${next - 1}`,
    ]);
}

/** Degrees of latitude as a distance. */
const spanOf = (degrees: number): string => {
  const metres = degrees * 111_320;
  return metres < 1000 ? `${Math.round(metres / 10) * 10} m` : `${(metres / 1000).toFixed(1)} km`;
};
