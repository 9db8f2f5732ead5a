// Things at their positions, with a selected one.

import { classOf, spelled } from '../../services/catalogue/statuses.js';
import { asText, type Row, valueAt } from '../../services/json-value.js';
import type { Point } from '../../text/heat-grid.js';
import { apart, cut, type Line, line, type Span, span } from '../../text/line.js';
import { dotOf, scaleBar, viewOf } from '../../text/map-view.js';
import { type Mark, marked } from '../../text/marked-canvas.js';
import { pointIn } from '../../text/point-in.js';
import { roleOf, signOf } from '../../text/signs.js';
import { escapeControls } from '../../text/visible.js';
import type { PlaceFields } from '../../things/thing.js';
import { moves, screens, shown, turn } from '../state/core/acts.js';
import { listedActs } from '../state/core/keymap.js';
import { moved } from '../state/core/list.js';
import type { PageKind } from './page-kind.js';

// A map of things at their positions, by the sign of their status: the selected one and its neighbours, with a scale.

/** A thing with its position, in degrees, and its index in its list. */
interface Place extends Point {
  readonly row: Row;
  readonly nth: number;
}
/** The rows with a position, from north to south. */
export const placesIn = (rows: readonly Row[], { at }: PlaceFields): Place[] =>
  rows
    .flatMap((row, nth) => {
      const point = pointIn(row, at);
      return point ? [{ ...point, row, nth }] : [];
    })
    .sort((one, other) => other.latitude - one.latitude || one.longitude - other.longitude);

/** The index of the place at a point, else of the first one of the list. */
function selectedIn(places: readonly Place[], cell: Point | undefined): number {
  const at = places.findIndex((place) => place.latitude === cell?.latitude && place.longitude === cell.longitude);
  const first = places.reduce((least, { nth }, index) => (nth < (places[least]?.nth ?? nth) ? index : least), 0);
  return at < 0 ? first : at;
}

/** The maximum distance from the selected place, degrees: other cities would make the map a point. */
const reach = 0.5;
/** The lines above and below the canvas, and its least size. */
const around = 3;
const [leastWide, leastHigh] = [20, 4];

/** The map of the places around the selected one; undefined without a place or room. */
export function placesLines(
  rows: readonly Row[],
  fields: PlaceFields,
  cell: Point | undefined,
  size: { readonly rows: number; readonly columns: number },
): Line[] | undefined {
  const places = placesIn(rows, fields);
  const at = selectedIn(places, cell);
  const selected = places[at];
  const canvas = { columns: size.columns, rows: size.rows - around };
  if (!selected || canvas.columns < leastWide || canvas.rows < leastHigh) return undefined;
  const near = places.filter(
    ({ latitude, longitude }) =>
      Math.abs(latitude - selected.latitude) <= reach && Math.abs(longitude - selected.longitude) <= reach,
  );
  const view = viewOf(near, canvas);
  if (!view) return undefined;
  const marks = [selected, ...near.filter((place) => place !== selected)].map((place): Mark => {
    const { sign, name, role } = markOf(place, fields);
    const isSelected = place === selected;
    return {
      at: dotOf(view, place),
      sign,
      role: isSelected ? 'select' : role,
      label: name,
      labelRole: isSelected ? 'head' : 'muted',
    };
  });
  const elsewhere = places.length - near.length;
  const unplaced = rows.length - places.length;
  const counts = [
    `${near.length} here`,
    elsewhere > 0 ? `${elsewhere} elsewhere` : '',
    unplaced > 0 ? `${unplaced} without a position` : '',
  ];
  const head = apart(
    line(counts.filter(Boolean).join(', '), 'muted'),
    line(`N ↑   ${scaleBar(view)}`, 'muted'),
    size.columns,
  );
  return [
    head,
    ...marked(canvas, [], marks),
    [],
    cut([span('▸ ', 'accent'), ...selectedSpans(selected, fields, at, places)], size.columns),
  ];
}
/** `● ON  Royal Palace hub   1 of 7` */
function selectedSpans(place: Place, fields: PlaceFields, at: number, { length }: readonly Place[]): Span[] {
  const { sign, name, role, status } = markOf(place, fields);
  return [
    span(`${sign} ${status}  `, role),
    span(name, 'head'),
    span(`   ${at + 1} of ${length}, from the north`, 'muted'),
  ];
}
function markOf({ row }: Place, { status: path, list, name }: PlaceFields) {
  const status = escapeControls(asText(valueAt(row, path)));
  const kind = classOf(list, spelled(list, status));
  return { sign: signOf[kind], role: roleOf[kind], status, name: escapeControls(asText(valueAt(row, name))) };
}

/** A page further is so many places. */
const pageOfPlaces = 5;

export const map: PageKind = {
  is: 'things by place',
  lines: ({ rows, places, cell }, size) => rows && places && placesLines(rows, places, cell, size),
  keys: (screen) =>
    listedActs(
      { act: 'down', keysLabel: '↑↓', label: 'choose', helpOnly: false },
      moves.slice(1),
      { act: 'open', label: 'rows' },
      'back',
      turn(screen),
      'copy id',
      'reload',
      'json',
      shown,
      screens,
    ),
  moved({ rows = [], places: fields, cell }, move) {
    if (!fields || move === 'left' || move === 'right') return {};
    const places = placesIn(rows, fields);
    const { marked } = moved({ marked: selectedIn(places, cell), top: 0 }, move, places.length, pageOfPlaces);
    const to = places[marked];
    return to ? { cell: { latitude: to.latitude, longitude: to.longitude } } : {};
  },
  copies({ rows = [], places: fields, cell }) {
    const places = fields ? placesIn(rows, fields) : [];
    const place = places[selectedIn(places, cell)];
    return place && fields && asText(valueAt(place.row, fields.id));
  },
};
