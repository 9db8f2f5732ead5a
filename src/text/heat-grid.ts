// Arranges map cells with counts on a grid of a given size: north is up, and the busiest cell is included.
import { asText, type Row, valueAt } from '../services/json-value.js';
import type { Sorting } from './row-order.js';

/** The order of a map's cells in words: the busiest first. */
export const byCount: Sorting = { path: 'count', down: true };

/** A point on a map, in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}
interface Cell extends Point {
  readonly count: number;
}
/** A grid of cells. The first row is the northernmost, the first column the westernmost. */
export interface HeatGrid {
  /** The counts, by `y * across + x`. */
  readonly counts: ReadonlyMap<number, number>;
  readonly high: number;
  readonly across: number;
  /** In degrees. */
  readonly side: number;
  readonly north: number;
  readonly west: number;
  /** The highest count, and the sum of counts. */
  readonly most: number;
  readonly total: number;
  /** The number of cells too far away for the grid. */
  readonly elsewhere: number;
}

/** The maximum distance from the busiest cell, degrees. */
const reach = 0.5;

/** The grid of these rows, within a width and height in cells; undefined for rows that are not map cells. */
export function heatGrid(rows: readonly Row[], wide: number, high: number): HeatGrid | undefined {
  const cells = rows.flatMap(cellOf);
  const busiest = busiestOf(rows);
  if (!busiest || cells.length < rows.length) return undefined;
  const near = cells.filter(
    ({ latitude, longitude }) =>
      Math.abs(latitude - busiest.latitude) <= reach && Math.abs(longitude - busiest.longitude) <= reach,
  );
  const grid = binned(near, Math.max(1, wide), Math.max(2, high));
  const total = near.reduce((sum, { count }) => sum + count, 0);
  return { ...grid, most: extentOf([...grid.counts.values()])[1], total, elsewhere: cells.length - near.length };
}

/** The row with the highest count. */
export const busiestOf = (rows: readonly Row[]): Point | undefined =>
  rows
    .flatMap(cellOf)
    .reduce<Cell | undefined>((most, cell) => (most === undefined || cell.count > most.count ? cell : most), undefined);

/** The coordinates of a grid cell. */
export const pointAt = ({ north, west, side }: HeatGrid, y: number, x: number): Point => ({
  latitude: Number((north - y * side).toFixed(6)),
  longitude: Number((west + x * side).toFixed(6)),
});

/** The grid cell of a point, or the nearest one. */
export function cellAt(
  { north, west, side, high, across }: HeatGrid,
  { latitude, longitude }: Point,
): readonly [y: number, x: number] {
  const within = (place: number, count: number) => Math.max(0, Math.min(count - 1, place));
  return [
    within(Math.floor((north - latitude) / side + 1e-6), high),
    within(Math.floor((longitude - west) / side + 1e-6), across),
  ];
}

/** The grid cell with the highest count. */
export function busiestIn({ counts, most, across }: HeatGrid): readonly [y: number, x: number] {
  const key = [...counts].find(([, count]) => count === most)?.[0] ?? 0;
  return [Math.floor(key / across), key % across];
}

function cellOf(row: Row): Cell[] {
  const [latitude, longitude, count] = ['latitude', 'longitude', 'count'].map((name) => {
    const text = asText(valueAt(row, name));
    return text === '' ? Number.NaN : Number(text);
  }) as [number, number, number];
  const real = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && count > 0 && Number.isFinite(count);
  return real ? [{ latitude, longitude, count }] : [];
}

/** The least and the greatest of numbers. `Math.min(...)` would overflow the stack. */
const extentOf = (numbers: readonly number[]): [least: number, greatest: number] =>
  numbers.reduce<[number, number]>(
    ([least, greatest], number) => [Math.min(least, number), Math.max(greatest, number)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );

/** Fits the cells on the grid, at their own resolution or coarser by an integer factor. */
function binned(cells: readonly Cell[], wide: number, tall: number) {
  const latitudes = cells.map(({ latitude }) => latitude);
  const longitudes = cells.map(({ longitude }) => longitude);
  const [[south, north], [west, east]] = [extentOf(latitudes), extentOf(longitudes)];
  const resolution = Math.min(stepOf(latitudes), stepOf(longitudes));
  const needed = Math.max(
    (north - south) / (tall - 1),
    wide > 1 ? (east - west) / (wide - 1) : Number.POSITIVE_INFINITY,
  );
  const side = Number.isFinite(resolution)
    ? resolution * Math.max(1, Math.ceil(Math.min(needed, 360) / resolution - 1e-6))
    : 0.005;
  const at = (from: number, to: number) => Math.floor(Math.abs(to - from) / side + 1e-6);
  const [high, across] = [at(south, north) + 1, Math.min(at(west, east) + 1, wide)];
  const counts = new Map<number, number>();
  for (const { latitude, longitude, count } of cells) {
    const key = at(latitude, north) * across + Math.min(at(west, longitude), across - 1);
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return { counts, high, across, side, north, west };
}

/** The smallest difference between distinct values. */
function stepOf(values: readonly number[]): number {
  const sorted = [...new Set(values.map((value) => Number(value.toFixed(6))))].sort((a, b) => a - b);
  return sorted
    .slice(1)
    .reduce((least, value, at) => Math.min(least, Math.max(0.0005, value - sorted[at]!)), Number.POSITIVE_INFINITY);
}
