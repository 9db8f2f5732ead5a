// Things at their positions, with a selected one.
import { asText, valueAt } from '../../services/json-value.js';
import { placesIn, placesLines, selectedIn } from '../../text/places-map.js';
import { back, copyId, everywhere, json, open, reload, screens, shown, turn } from '../state/key-parts.js';
import { keymap } from '../state/keymap.js';
import { moved, moveKeys } from '../state/list.js';
import type { PageKind } from './page-kind.js';

/** A page further is so many places. */
const pageOfPlaces = 5;

export const map: PageKind = {
  is: 'things by place',
  lines: ({ rows, places, cell }, size) => rows && places && placesLines(rows, places, cell, size),
  keys: (screen) =>
    keymap(
      { keys: ['j', 'down', 'wheel-down'], shown: '↑↓', act: 'down', does: 'choose', under: 'Move' },
      moveKeys.slice(1),
      { ...open, does: 'rows' },
      back,
      turn(screen),
      copyId,
      reload,
      json,
      shown,
      screens,
      everywhere,
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
