// The map of a watched ride: where it stands at each size, what it says, and that it has neither coordinates nor a way that
// nobody has seen.

import { describe, expect, test } from 'vitest';
import { watchTexts } from '../../../src/ui/screen-reader/watch.js';
import type { Size } from '../../../src/ui/state/core/page.js';
import type { WatchScreen } from '../../../src/ui/state/core/screens.js';
import { type Application, serviceTime, topOf } from '../../../src/ui/state/core/state.js';
import { applicationRows, large, small } from '../../support/frames.js';
import { rideState, watchingRide } from '../../support/watch.js';

const id = '3f1c9a52-7c1e-4c0b-9d55-1f2b6a8e04d2';
const start = Date.parse('2026-11-20T06:02:11Z');
const origin = { name: 'Royal Palace', latitude: 11.564, longitude: 104.931 };
const destination = { name: 'Central Market', latitude: 11.5695, longitude: 104.921 };
const driverInfo = { name: 'Leng Tan', carModel: 'Prius', carPlate: 'SLK 4821 C' };
const metre = 1 / 111_194.93;
/** Metres to the north and to the east of the pick-up. */
const away = (north: number, east: number) => ({
  latitude: origin.latitude + north * metre,
  longitude: origin.longitude + (east * metre) / Math.cos((origin.latitude * Math.PI) / 180),
});
const iso = (at: number) => new Date(at).toISOString();

const board = watchingRide(id, { profile: 'staged' });
/** The application after responses with these positions, five seconds apart. */
function ride(positions: readonly (object | null)[], row: object = {}): Application {
  return positions.reduce<Application>((state, position, nth) => {
    const at = start + nth * 5000;
    const driverLocation = position && { ...position, at: iso(at) };
    const own = { id, status: 'PICKUP', origin, destination, driverInfo, driverLocation, ...row };
    const item = { id, status: own.status, class: 'pending', row: own, seen: [{ status: own.status, at }] } as const;
    return board.update(state, rideState(id, { kind: 'same', at, items: [item], changed: [] }), at)[0];
  }, board.initial);
}
const press = (state: Application, key: string): Application =>
  board.update(state, { what: 'key', key, size: { rows: 24, columns: 80 } }, start)[0];
const text = (state: Application, size: Size, now = start + 6000) => applicationRows(state, size, now).join('\n');
const spoken = (state: Application) =>
  watchTexts(topOf(state) as WatchScreen, state, serviceTime(state, start + 6000)).join('\n');
const [wide, usual, flat] = [large, { rows: 36, columns: 120 }, small];
const coming = [away(0, 500), away(0, 450)];

describe('the map', () => {
  test('stands below the steps, or at the right, with stops, driver, scale, and the age and the speed of the position', () => {
    for (const size of [usual, wide]) {
      const shown = text(ride(coming), size);
      expect(shown).toMatch(/N ↑ {3}├─+┤ \d+ m/);
      expect(shown).toContain('▲ 450 m to A, 1 s old, about 36 km/h');
      expect(shown).toContain('A Royal Palace   B Central Market');
      expect(shown).toMatch(/A[⠀-⣿ ]*▲/); // the driver is to the east
      expect(shown.match(/SLK 4821 C/g)).toHaveLength(2); // among the fields, and beside the driver
    }
  });

  test('the key v shows it in place of the fields where there is no room for both, and the fields again', () => {
    const state = ride(coming);
    expect(text(state, flat)).not.toContain('├');
    expect(text(state, flat)).toContain('v map');
    const mapped = press(state, 'v');
    expect(text(mapped, flat)).toMatch(/├─+┤ \d+ m/);
    expect(text(mapped, flat)).not.toContain('WAITPAY');
    expect(text(press(mapped, 'v'), flat)).toContain('WAITPAY');
  });

  test('has no coordinates, not even with shown personal data: the field has them then', () => {
    const mapped = press(ride(coming), 'v');
    expect(text(mapped, flat)).not.toMatch(/1(04|1)\.\d/);
    expect(text(press(mapped, 'm'), flat)).not.toMatch(/1(04|1)\.\d/);
  });

  test('a way is drawn only where the driver was seen; the rest is called straight', () => {
    const one = text(ride(coming.slice(0, 1)), usual);
    expect(one).toContain('⠄⠠ straight');
    expect(one).not.toContain('⠒⠒ seen');
    expect(text(ride(coming), usual)).toContain('⠒⠒ seen  ⠄⠠ straight');
  });

  test('another driver has another way', () => {
    const state = ride([away(0, 900), away(0, 600)], { driverInfo: { ...driverInfo, carPlate: 'OTHER 1' } });
    const at = start + 60_000;
    const row = { id, status: 'PICKUP', origin, driverInfo, driverLocation: { ...away(0, -900), at: iso(at) } };
    const item = { id, status: 'PICKUP', class: 'pending', row, seen: [] } as const;
    const [next] = board.update(state, rideState(id, { kind: 'same', at, items: [item], changed: [] }), at);
    expect(text(next, usual, at)).not.toContain('⠒⠒ seen');
  });

  test('a far drop-off is named with its distance and direction, so that the driver stays visible', () => {
    const far = { name: 'Airport', latitude: origin.latitude, longitude: origin.longitude + 0.3 };
    expect(text(ride(coming, { destination: far }), usual)).toContain('B Airport, 32 km east');
  });

  test('with the rider aboard the distance is that to B', () => {
    expect(text(ride([away(0, 0)], { status: 'INUSE' }), usual)).toContain('▲ 1.2 km to B');
  });

  test.each([
    ['no position', [null], {}],
    ['a position that is text', [{ latitude: 'north', longitude: '1' }], {}],
    ['no driver', [null], { driverInfo: null }],
  ])('is absent, and its key too: %s', (_, positions, row) => {
    const state = ride(positions, row);
    for (const size of [usual, wide]) expect(text(state, size)).not.toMatch(/├|v map/);
    expect(spoken(state)).not.toContain('Map:');
  });

  test('stops without coordinates: the driver alone', () => {
    const shown = text(ride(coming, { origin: { name: 'Here' }, destination: null }), usual);
    expect(shown).toContain('▲ distance not known, 1 s old');
    expect(shown).not.toContain('straight');
  });

  test('an old position has no speed', () => {
    expect(text(ride(coming), usual, start + 120_000)).not.toContain('km/h');
    expect(text(ride([away(0, 9000), away(0, 0)]), usual)).not.toContain('km/h'); // 6,480 km/h
  });

  test('is said in words to a screen reader', () => {
    expect(spoken(ride(coming))).toContain(
      'Map: the driver is 450 m east of the pick-up as the crow flies, at about 36 km/h, 1 s old. The drop-off is 1.2 km north-west of the pick-up.',
    );
  });
});
