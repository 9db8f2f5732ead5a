// Cells of a map, each with a count, as a grid of shades: north is up, the busiest place and what lies around it.
import { type Line, line, span } from './line.js';
import { grouped } from './units.js';
import { asText, type Row, valueAt } from './value.js';

/** A cell: degrees, and how many. */
interface Cell {
  readonly latitude: number;
  readonly longitude: number;
  readonly count: number;
}
const shades = ['··', '░░', '▒▒', '▓▓', '██'] as const;
/** From which part of the highest count on a shade stands. */
const parts = [0, 0.1, 0.25, 0.5, 0.75] as const;
/** What is farther from the busiest cell than this is another place, degrees. */
const reach = 0.5;
const mostHigh = 22;
const mostWide = 40;

/** The grid with its legend, at most `wide` columns; nothing for rows that are no cells of a map. */
export function heatLines(rows: readonly Row[], wide: number): Line[] {
  const cells = rows.flatMap(cellOf);
  const busiest = cells.reduce<Cell | undefined>((most, one) => (most === undefined || one.count > most.count ? one : most), undefined);
  if (!busiest || cells.length < rows.length) return [];
  const near = cells.filter(
    ({ latitude, longitude }) => Math.abs(latitude - busiest.latitude) <= reach && Math.abs(longitude - busiest.longitude) <= reach,
  );
  const { counts, high, across, side, north, west } = binned(near, wide);
  const most = Math.max(...counts.values());
  const drawn = Array.from({ length: high }, (_, y): Line => {
    const row = Array.from({ length: across }, (_, x) => shadeOf(counts.get(y * across + x), most));
    return [span(`  ${row.join('')}`.trimEnd(), 'accent')];
  });
  const [y, x] = placeOf([...counts].find(([, count]) => count === most)![0], across);
  const total = near.reduce((sum, { count }) => sum + count, 0);
  const elsewhere = cells.length - near.length;
  return [
    ...drawn,
    [],
    [span('  '), ...legend(most)],
    line(
      `  ${grouped(String(total))} in all; the most, ${grouped(String(most))}, at ${(north - y * side).toFixed(3)}, ${(west + x * side).toFixed(3)}`,
    ),
    line(`  north is up; one cell is ${spanOf(side)} high${elsewhere === 0 ? '' : `; ${elsewhere} cells lie elsewhere: --city`}`, 'muted'),
  ];
}

function cellOf(row: Row): Cell[] {
  const [latitude, longitude, count] = ['latitude', 'longitude', 'count'].map((name) => {
    const text = asText(valueAt(row, name));
    return text === '' ? Number.NaN : Number(text);
  }) as [number, number, number];
  const real = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && count > 0 && Number.isFinite(count);
  return real ? [{ latitude, longitude, count }] : [];
}

/** The cells on a grid that fits: as fine as they are themselves, or a whole number of times coarser. The first row is the northernmost. */
function binned(cells: readonly Cell[], wide: number) {
  const latitudes = cells.map(({ latitude }) => latitude);
  const longitudes = cells.map(({ longitude }) => longitude);
  const [south, north, west, east] = [Math.min(...latitudes), Math.max(...latitudes), Math.min(...longitudes), Math.max(...longitudes)];
  const most = Math.max(1, Math.min(mostWide, Math.floor((wide - 2) / 2)));
  const own = Math.min(stepOf(latitudes), stepOf(longitudes));
  const needed = Math.max((north - south) / (mostHigh - 1), most > 1 ? (east - west) / (most - 1) : Number.POSITIVE_INFINITY);
  const side = Number.isFinite(own) ? own * Math.max(1, Math.ceil(Math.min(needed, 360) / own - 1e-6)) : 0.005;
  const at = (from: number, to: number) => Math.floor(Math.abs(to - from) / side + 1e-6);
  const [high, across] = [at(south, north) + 1, Math.min(at(west, east) + 1, most)];
  const counts = new Map<number, number>();
  for (const { latitude, longitude, count } of cells) {
    const key = at(latitude, north) * across + Math.min(at(west, longitude), across - 1);
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return { counts, high, across, side, north, west };
}

/** The least distance between two values that differ. */
function stepOf(values: readonly number[]): number {
  const sorted = [...new Set(values.map((value) => Number(value.toFixed(6))))].sort((a, b) => a - b);
  return sorted.slice(1).reduce((least, value, at) => Math.min(least, Math.max(0.0005, value - sorted[at]!)), Number.POSITIVE_INFINITY);
}

const placeOf = (key: number, across: number): [number, number] => [Math.floor(key / across), key % across];
const shadeOf = (count: number | undefined, most: number): string =>
  count === undefined ? '  ' : shades[parts.findLastIndex((part) => count >= part * most)]!;

/** From how many on each shade stands; those that no count can have are left out. */
function legend(most: number): Line {
  const from = parts.map((part) => Math.max(1, Math.ceil(part * most)));
  const shown = shades.map((shade, at) => ({ shade, low: from[at]!, next: from[at + 1] }));
  return shown
    .filter(({ low, next }) => next === undefined || low < next)
    .flatMap(({ shade, low, next }) => [
      span(`${shade} `, 'accent'),
      span(`${next === undefined ? `${grouped(String(low))} or more` : next - 1 === low ? low : `${low} to ${next - 1}`}   `, 'muted'),
    ]);
}

/** Degrees of latitude as a distance. */
const spanOf = (degrees: number): string => {
  const metres = degrees * 111_320;
  return metres < 1000 ? `${Math.round(metres / 10) * 10} m` : `${(metres / 1000).toFixed(1)} km`;
};
