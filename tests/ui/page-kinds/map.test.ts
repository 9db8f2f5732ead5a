// The map of stations: each at its place by the sign of its status, the selected one named below, other cities counted.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from '../../../src/services/json-value.js';
import { lineText, wide } from '../../../src/text/line.js';
import { escapeControls } from '../../../src/text/visible.js';
import { stationPlaces } from '../../../src/things/station.js';
import { map, placesIn, placesLines } from '../../../src/ui/page-kinds/map.js';

import { property } from '../../support/runs.js';

const station = (id: string, status: string, latitude: unknown, longitude: unknown): Row => {
  return { id, name: `Station ${id}`, status, location: { latitude, longitude } };
};
const rows = [
  station('north', 'ON', 11.58, 104.92),
  station('south', 'OFF', 11.55, 104.92),
  station('east', 'ON', 11.56, 104.95),
  station('far', 'ON', 1.3, 103.8),
  station('nowhere', 'ON', null, null),
];
const size = { rows: 20, columns: 70 };
const drawn = (cell?: { latitude: number; longitude: number }) =>
  placesLines(rows, stationPlaces, cell, size)!.map(lineText);

test('each station stands at its place: north is up, east is right, on and off have their signs', () => {
  const lines = drawn();
  const at = (name: string) => {
    const y = lines.findIndex((text) => text.includes(name));
    return { x: lines[y]!.indexOf(name), y, sign: lines[y]!.replace(name, '').trim().slice(0, 1) };
  };
  const canvas = lines.slice(1, -2);
  expect(canvas.join('').match(/[●○]/g)?.sort()).toEqual(['○', '●', '●'].sort());
  expect(canvas.find((text) => text.includes('Station south'))).toContain('○ Station south');
  expect(at('Station north').y).toBeLessThan(at('Station east').y);
  expect(at('Station east').y).toBeLessThan(at('Station south').y);
  expect(canvas.find((text) => text.includes('●'))!.indexOf('●')).toBeLessThan(
    canvas.find((text) => text.includes('Station east'))!.indexOf('●'),
  );
});

test('says which is selected, how many there are, how many are elsewhere or without a position, and the scale', () => {
  const lines = drawn();
  expect(lines[0]).toMatch(/^3 here, 1 elsewhere, 1 without a position +N ↑ {3}├─+┤ \d+ (m|km)$/);
  expect(lines.at(-1)).toBe('▸ ● ON  Station north   1 of 4, from the north');
  const far = drawn({ latitude: 1.3, longitude: 103.8 });
  expect(far[0]).toContain('1 here, 3 elsewhere');
  expect(far.at(-1)).toContain('Station far');
});

test('a move chooses the next station from north to south, and its id is copied', () => {
  const data = { rows, places: stationPlaces };
  expect(map.copies!(data)).toBe('north');
  const next = map.moved!(data, 'down', size);
  expect(map.copies!({ ...data, ...next })).toBe('east');
  expect(map.copies!({ ...data, ...map.moved!(data, 'last', size) })).toBe('far');
  expect(map.moved!(data, 'left', size)).toEqual({});
});

test('at first the station is selected that is the first of the list', () => {
  const south = [rows[1]!, rows[0]!, rows[2]!];
  expect(map.copies!({ rows: south, places: stationPlaces })).toBe('south');
});

test('without a position there is no map', () => {
  expect(placesLines([], stationPlaces, undefined, size)).toBeUndefined();
  expect(placesLines([station('x', 'ON', 'north', 3)], stationPlaces, undefined, size)).toBeUndefined();
  expect(placesLines(rows, stationPlaces, undefined, { rows: 5, columns: 70 })).toBeUndefined();
  expect(placesIn([{ location: 'here' }], stationPlaces)).toEqual([]);
});

test('any texts and positions: as many lines as rows, none wider than the screen', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.constantFrom('한국어', '\x1b[2J', '👩‍👩‍👧'));
  const near = fc.record({
    id: text,
    name: text,
    status: fc.oneof(text, fc.constantFrom('ON', 'OFF')),
    location: fc.record({
      latitude: fc.double({ min: 11, max: 11.4, noNaN: true }),
      longitude: fc.double({ min: 104, max: 104.4, noNaN: true }),
    }),
  });
  property(
    150,
    fc.array(near, { minLength: 1, maxLength: 20 }),
    fc.integer({ min: 20, max: 160 }),
    fc.integer({ min: 7, max: 50 }),
    (many, columns, high) => {
      const lines = placesLines(many, stationPlaces, undefined, { rows: high, columns });
      if (!lines) return; // a number with an exponent is no position
      expect(lines).toHaveLength(high);
      for (const one of lines) {
        expect(wide(one)).toBeLessThanOrEqual(columns);
        expect(lineText(one)).toBe(escapeControls(lineText(one)));
      }
    },
  );
});
