// A part of the earth on a canvas of square dots: its projection, its scale and the words for directions.

import { type CanvasSize, type Dot, dotsAcross, dotsDown } from './braille.js';
import type { Point } from './heat-grid.js';

/** An equirectangular view: both axes have the same scale at its middle. */
export interface MapView {
  readonly size: CanvasSize;
  readonly middle: Point;
  readonly metresPerDot: number;
}

/** Metres per degree of latitude, on a sphere of the mean radius. */
const metresPerDegree = 111_194.93;
/** The cells at each edge without a place, so that marks and labels have room. */
const margin = 1;
/** The smallest scale, metres per dot: positions are not known more exactly. */
const finest = 1;
/** The scales between two powers of ten: few, so that a map that grows seldom changes its scale. */
const scales = [1, 1.5, 2, 3, 5, 7, 10];

/** The least of `steps` times a power of ten that is at least a number. */
function roundedUp(least: number, steps: readonly number[]): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return (steps.find((step) => step * power >= least * (1 - 1e-9)) ?? 10) * power;
}

/** The view that has all points; undefined without points or room. Longitudes count from the first point. */
export function viewOf(points: readonly Point[], size: CanvasSize): MapView | undefined {
  const [first] = points;
  const [across, down] = [(size.columns - 2 * margin) * dotsAcross - 1, (size.rows - 2 * margin) * dotsDown - 1];
  if (!first || across < 1 || down < 1) return undefined;
  const [south, north] = extentOf(points.map(({ latitude }) => latitude));
  const [west, east] = extentOf(points.map(({ longitude }) => turned(longitude - first.longitude)));
  const middle = { latitude: (south + north) / 2, longitude: turned(first.longitude + (west + east) / 2) };
  const width = (east - west) * shrunkAt(middle.latitude) * metresPerDegree;
  const height = (north - south) * metresPerDegree;
  return { size, middle, metresPerDot: roundedUp(Math.max(width / across, height / down, finest), scales) };
}
/** The least and the greatest of numbers. `Math.min(...)` would overflow the stack. */
function extentOf(numbers: readonly number[]): readonly [least: number, greatest: number] {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of numbers) {
    if (number < least) least = number;
    if (number > greatest) greatest = number;
  }
  return [least, greatest];
}
/** The length of a degree of longitude, as a part of its length at the equator. */
const shrunkAt = (latitude: number): number => Math.cos((latitude * Math.PI) / 180);
/** A difference of longitudes by the shorter way, -180 to 180. */
const turned = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** The dot of a point; north is up. Points outside the view have dots outside its canvas. */
export function dotOf({ size, middle, metresPerDot }: MapView, { latitude, longitude }: Point): Dot {
  const east = turned(longitude - middle.longitude) * shrunkAt(middle.latitude) * metresPerDegree;
  const north = (latitude - middle.latitude) * metresPerDegree;
  return [
    Math.round((size.columns * dotsAcross - 1) / 2 + east / metresPerDot),
    Math.round((size.rows * dotsDown - 1) / 2 - north / metresPerDot),
  ];
}
/** Whether a view has a point on its canvas. */
export function shows(view: MapView, point: Point): boolean {
  const [x, y] = dotOf(view, point);
  return x >= 0 && y >= 0 && x < view.size.columns * dotsAcross && y < view.size.rows * dotsDown;
}

/** The lengths of scale bars between two powers of ten. */
const barSteps = [1, 2, 5, 10];
/** `├──┤ 200 m`: a bar of a round length, from stroke to stroke; exact to a character. */
export function scaleBar({ metresPerDot }: Pick<MapView, 'metresPerDot'>): string {
  const perColumn = metresPerDot * dotsAcross;
  const metres = roundedUp(3 * perColumn, barSteps);
  return `├${'─'.repeat(Math.round(metres / perColumn) - 1)}┤ ${metres < 1000 ? `${metres} m` : `${metres / 1000} km`}`;
}

const directions = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'] as const;
/** The direction from one point to another, as one of eight words. */
export function directionTo(from: Point, to: Point): (typeof directions)[number] {
  const east = turned(to.longitude - from.longitude) * shrunkAt((from.latitude + to.latitude) / 2);
  const angle = Math.atan2(east, to.latitude - from.latitude) / (Math.PI / 4);
  return directions[(Math.round(angle) + 8) % 8]!;
}
