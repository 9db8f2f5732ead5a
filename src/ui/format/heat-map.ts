// Renders a heat map with its legend; on a screen also the cursor and the figures of its cell.

import { grouped } from '../../money/amount-text.js';
import type { Row } from '../../services/json-value.js';
import { busiestIn, cellAt, type HeatGrid, heatGrid, type Point, pointAt } from './heat-grid.js';
import { beside, cut, type Line, line, type Span, span } from './line.js';

const shades = ['··', '░░', '▒▒', '▓▓', '██'] as const;
/** The lower bound of each shade, as a fraction of the highest count. */
const parts = [0, 0.1, 0.25, 0.5, 0.75] as const;

/** The grid with its legend, at most `wide` columns; undefined for rows that are no map cells. */
export function heatLines(rows: readonly Row[], wide: number): Line[] {
  const grid = heatGrid(rows, Math.floor((wide - 2) / 2));
  if (!grid) return [];
  const drawn = Array.from({ length: grid.high }, (_, y): Line => {
    const row = Array.from({ length: grid.across }, (_, x) => shadeOf(grid.counts.get(y * grid.across + x), grid.most));
    return [span(`  ${row.join('')}`.trimEnd(), 'accent')];
  });
  const { latitude, longitude } = pointAt(grid, ...busiestIn(grid));
  return [
    ...drawn,
    [],
    [span('  '), ...legend(grid.most).flatMap(([shade, from]) => [span(`${shade} `, 'accent'), span(`${from}   `, 'muted')])],
    line(
      `  ${grouped(String(grid.total))} in all; the most, ${grouped(String(grid.most))}, at ${latitude.toFixed(3)}, ${longitude.toFixed(3)}`,
    ),
    line(`  north is up; one cell is ${spanOf(grid.side)} high${elsewhereOf(grid)}`, 'muted'),
  ];
}
const elsewhereOf = ({ elsewhere }: HeatGrid): string => (elsewhere === 0 ? '' : `; ${elsewhere} cells lie elsewhere: --city`);

/** The width of the figures to the right of the map, and of the letters to its left, in columns. */
const [figuresWide, letters] = [26, 4];
/** The minimum width for figures beside a map. */
const leastBeside = 60;

/** The grid that fits a screen of these rows and columns. */
export const gridFor = (rows: readonly Row[], size: { readonly rows: number; readonly columns: number }): HeatGrid | undefined =>
  heatGrid(rows, Math.floor((size.columns - letters - (size.columns < leastBeside ? 0 : figuresWide)) / 2), size.rows - 3);

/** The map of a screen: letters and numbers at its edges, the selected cell marked, and its figures beside it. */
export function heatBoard(
  rows: readonly Row[],
  at: Point | undefined,
  { rows: high, columns }: { readonly rows: number; readonly columns: number },
): Line[] {
  const grid = gridFor(rows, { rows: high, columns });
  if (!grid) return [];
  const cell = at ? cellAt(grid, at) : busiestIn(grid);
  const map = [edge(grid), ...Array.from({ length: grid.high }, (_, y) => mapRow(grid, y, cell))];
  const under = [[], line(`north is up; one cell is ${spanOf(grid.side)} high${elsewhereOf(grid)}`, 'muted')];
  if (columns < leastBeside) return [...map, ...cellLines(grid, cell), ...under].slice(0, high);
  const left = Math.min(columns - figuresWide, letters + 2 * grid.across + 8);
  const figures = [[], line(`${grouped(String(grid.total))} in all`), [], ...shadeLines(grid), [], ...cellLines(grid, cell)];
  return [...beside([map, left], [figures.map((one) => cut(one, figuresWide)), figuresWide]), ...under].slice(0, high);
}

/** ` 1   3   5`: the numbers of every other column. */
const edge = ({ across }: HeatGrid): Line =>
  line(
    ' '.repeat(letters - 1) +
      Array.from({ length: Math.ceil(across / 2) }, (_, x) =>
        String(2 * x + 1)
          .padStart(2)
          .padEnd(4),
      ).join(''),
    'muted',
  );

function mapRow(grid: HeatGrid, y: number, [cellY, cellX]: readonly [number, number]): Line {
  const shade = (x: number) => shadeOf(grid.counts.get(y * grid.across + x), grid.most);
  const name = span(letterOf(y).padEnd(letters), 'muted');
  const run = (from: number, to: number): Span => span(Array.from({ length: to - from }, (_, x) => shade(from + x)).join(''), 'accent');
  return y === cellY ? [name, run(0, cellX), span(shade(cellX), 'select'), run(cellX + 1, grid.across)] : [name, run(0, grid.across)];
}
const letterOf = (y: number): string => String.fromCharCode(65 + (y % 26));

const shadeLines = (grid: HeatGrid): Line[] =>
  [...legend(grid.most)].reverse().map(([shade, from]): Line => [span(`${shade}  `, 'accent'), span(from, 'muted')]);

/** The count and the coordinates of a cell. */
function cellLines(grid: HeatGrid, [y, x]: readonly [number, number]): Line[] {
  const count = grid.counts.get(y * grid.across + x) ?? 0;
  const { latitude, longitude } = pointAt(grid, y, x);
  const part = `${((100 * count) / grid.total).toFixed(1)} % of all`;
  return [
    [span('▸ ', 'accent'), span(`cell ${letterOf(y)}${x + 1}`, 'head')],
    line(`  ${grouped(String(count))}${count === 0 ? '' : `, ${part}`}`),
    line(`  ${latitude.toFixed(3)}, ${longitude.toFixed(3)}`),
    ...(count === grid.most ? [line('  the busiest', 'muted')] : []),
  ];
}

const shadeOf = (count: number | undefined, most: number): string =>
  count === undefined ? '  ' : shades[parts.findLastIndex((part) => count >= part * most)]!;

/** The lower bound of each shade as a count; shades that no count can have are left out. */
function legend(most: number): (readonly [shade: string, from: string])[] {
  const from = parts.map((part) => Math.max(1, Math.ceil(part * most)));
  const shown = shades.map((shade, at) => ({ shade, low: from[at]!, next: from[at + 1] }));
  return shown
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
