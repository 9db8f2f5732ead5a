// The map of a watched ride: pick-up A, drop-off B, the driver with the way that this run has seen, and a scale. It
// shows where they are to each other, never coordinates.

import {
  distanceText,
  driverPosition,
  metresBetween,
  type Reading,
  speedOf,
} from '../../engine/watch/driver-position.js';
import { asText, isRecord, valueAt } from '../../services/json-value.js';
import { brailleRows, type CanvasSize, lineDots, polylineDots } from '../../text/braille.js';
import type { Point } from '../../text/heat-grid.js';
import { apart, cut, type Line, line, type Role, span } from '../../text/line.js';
import { directionTo, dotOf, type MapView, scaleBar, shows, viewOf } from '../../text/map-view.js';
import { type Mark, marked } from '../../text/marked-canvas.js';
import { pointIn } from '../../text/point-in.js';
import { present } from '../../text/present.js';

import { cutMiddle } from '../../text/text.js';
import { spanOf } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import type { Size } from '../state/core/page.js';
import type { WatchItem } from '../state/core/screens.js';
import type { WatchView } from '../state/watch/watch-screen.js';

/** The smallest map in columns and rows, with the lines above and below it. */
const [leastMapWide, leastMapHigh] = [38, 11] as const;
/** The other stop is on the map if it makes the scale at most so many times coarser. */
const mostCoarser = 4;
/** Each third dot of a straight line: it is no way. */
const beeLine = 3;
const widestLabel = 16;

interface Way {
  readonly driver: Point;
  readonly trail: readonly Reading[];
  readonly from?: Point;
  readonly to?: Point;
  /** The next stop, and whether it is the drop-off. */
  readonly next?: Point;
  readonly isAboard: boolean;
  readonly metres?: number;
  readonly label: string;
  /** `5 s old`, `seen 5 s ago`. */
  readonly age: string;
  readonly speed?: number;
}
/** The content of the map; undefined without a position. @param now epoch milliseconds of the service's clock */
function wayOf({ spec, state, position, trail = [] }: WatchItem, view: WatchView, now: number): Way | undefined {
  const row = state?.items[0]?.row;
  if (!spec.map || !position || !isRecord(row)) return undefined;
  const { at, isStated, to: stop, ...driver } = driverPosition(row, view.status, position);
  const [from, to] = [pointIn(row, spec.map.from), pointIn(row, spec.map.to)];
  const isAboard = stop?.stop === 'drop-off';
  const age = spanOf(Math.max(0, now - at));
  return {
    driver,
    trail,
    from,
    to,
    next: stop && (isAboard ? to : from),
    isAboard,
    metres: stop?.metres,
    label: cutMiddle(escapeControls(asText(valueAt(view.row, spec.map.label))), widestLabel),
    age: isStated ? `${age} old` : `seen ${age} ago`,
    speed: speedOf(trail, now),
  };
}

/** The view with the driver, the trail and the next stop; the other stop too, unless it is far away. */
function viewFor({ driver, trail, next, from, to }: Way, size: CanvasSize): MapView | undefined {
  const near = present([driver, next, ...trail]);
  const [close, whole] = [viewOf(near, size), viewOf(present([...near, from, to]), size)];
  return close && whole && whole.metresPerDot <= mostCoarser * close.metresPerDot ? whole : close;
}

/** The map with its scale and legend; undefined without a position, or without room. */
export function mapLines(item: WatchItem, view: WatchView, { rows, columns }: Size, now: number): Line[] | undefined {
  const way = wayOf(item, view, now);
  if (!way || columns < leastMapWide || rows < leastMapHigh) return undefined;
  const size = { columns, rows: rows - aroundCanvas };
  const map = viewFor(way, size);
  if (!map) return undefined;
  const head = apart(lineKinds(way), line(`N ↑   ${scaleBar(map)}`, 'muted'), columns);
  const canvas = marked(size, layersOf(way, map, size), marksOf(way, map));
  return [head, ...canvas, ...legendLines(way, map, namesOf(item, view), columns)];
}
/** The rows of the scale and the legend. */
const aroundCanvas = 3;

type Names = readonly [from: string, to: string];
const namesOf = ({ spec }: WatchItem, { row }: WatchView): Names => {
  const nameOf = (path: string) => escapeControls(asText(valueAt(row, `${path}.name`)));
  return [nameOf(spec.map!.from), nameOf(spec.map!.to)];
};

/** The trail, and the straight line to the next stop below it. */
function layersOf({ driver, trail, next }: Way, map: MapView, size: CanvasSize) {
  const trailDots = trail.length > 1 ? polylineDots(trail.map((point) => dotOf(map, point))) : [];
  const straight = next ? lineDots(dotOf(map, driver), dotOf(map, next), beeLine) : [];
  return [
    { rows: brailleRows(size, trailDots), role: 'wait' as Role },
    { rows: brailleRows(size, straight), role: 'muted' as Role },
  ];
}
function marksOf({ driver, from, to, label }: Way, map: MapView): readonly Mark[] {
  return present([
    { at: dotOf(map, driver), sign: '▲', role: 'accent', label },
    from && shows(map, from) && { at: dotOf(map, from), sign: 'A', role: 'head' },
    to && shows(map, to) && { at: dotOf(map, to), sign: 'B', role: 'head' },
  ]);
}
/** The legend of the lines on the map: nobody knows the way ahead. */
const lineKinds = ({ trail, next }: Way): Line =>
  present([
    trail.length > 1 && span('⠒⠒', 'wait'),
    trail.length > 1 && span(' seen  ', 'muted'),
    next && span('⠄⠠ straight', 'muted'),
  ]);

/** `▲ 380 m to A, 5 s old, about 24 km/h`, and the names of the stops; of one outside the map also where it is. */
function legendLines(way: Way, map: MapView, [fromName, toName]: Names, columns: number): readonly [Line, Line] {
  const { driver, from, to, metres, isAboard, age, speed } = way;
  const distance = metres === undefined ? 'distance not known' : `${distanceText(metres)} to ${isAboard ? 'B' : 'A'}`;
  const about = present([distance, age, speed !== undefined && `about ${speed} km/h`]).join(', ');
  const stopText = (sign: string, name: string, at: Point | undefined) => {
    if (!at) return undefined;
    const outside = shows(map, at) ? '' : `, ${distanceText(metresBetween(driver, at))} ${directionTo(driver, at)}`;
    return `${sign} ${name}${outside}`;
  };
  const stops = present([stopText('A', fromName, from), stopText('B', toName, to)]);
  return [cut([span('▲ ', 'accent'), span(about)], columns), cut(line(stops.join('   '), 'muted'), columns)];
}

/** The map in words: `The driver is 380 m east of the pick-up, 5 s old.` */
export function mapText(item: WatchItem, view: WatchView, now: number): string | undefined {
  const way = wayOf(item, view, now);
  if (!way?.next || way.metres === undefined) return undefined;
  const { next, driver, isAboard, metres, from, to, speed } = way;
  const speedText = speed === undefined ? '' : `, at about ${speed} km/h`;
  const where = `Map: the driver is ${distanceText(metres)} ${directionTo(next, driver)} of the ${isAboard ? 'drop-off' : 'pick-up'} as the crow flies${speedText}, ${way.age}.`;
  if (!from || !to) return where;
  return `${where} The drop-off is ${distanceText(metresBetween(from, to))} ${directionTo(from, to)} of the pick-up.`;
}
