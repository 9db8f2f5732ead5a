// The driver's position on a ride's screen: the distance to the next stop, the age, and plain words where the response
// has none.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distanceText, metresBetween } from '../../../src/engine/watch/driver-position.js';
import { pointIn } from '../../../src/text/point-in.js';
import { watchChangeTexts, watchTexts } from '../../../src/ui/screen-reader/watch.js';
import type { WatchScreen } from '../../../src/ui/state/core/screens.js';
import { type Application, serviceTime, topOf } from '../../../src/ui/state/core/state.js';
import { applicationRows } from '../../support/frames.js';
import { property } from '../../support/runs.js';
import { rideState, watchingRide } from '../../support/watch.js';

const id = '3f1c9a52-7c1e-4c0b-9d55-1f2b6a8e04d2';
const start = Date.parse('2026-11-20T06:02:11Z');
const origin = { name: 'Marina Gate 2', latitude: 1.28, longitude: 103.85 };
const destination = { name: 'Changi Airport', latitude: 1.35, longitude: 103.98 };
const driverInfo = { name: 'Leng Tan', carModel: 'Prius', carPlate: 'SLK 4821 C' };
const north = (metres: number) => ({ latitude: origin.latitude + metres / 111_194.93, longitude: origin.longitude });

const board = watchingRide(id, { profile: 'staged' });
/** The screen after responses, three seconds apart. */
function rideAfter(
  ...rows: { status?: string; over?: boolean; offset?: number; [field: string]: unknown }[]
): Application {
  return rows.reduce<Application>((state, { over = false, offset, ...own }, nth) => {
    const row = { id, status: 'PICKUP', origin, destination, driverInfo, ...own };
    const at = start + nth * 3000;
    const status = String(row.status);
    const item = { id, status, class: 'pending', row, seen: [{ status, at: start }] } as const;
    return board.update(state, rideState(id, { kind: 'same', at, items: [item], changed: [] }, over, offset), at)[0];
  }, board.initial);
}
const watched = (state: Application): WatchScreen => {
  const top = topOf(state);
  if (top.kind !== 'watch') throw new Error('nothing is watched');
  return top;
};
const rideLines = (state: Application) => watchTexts(watched(state), state, serviceTime(state, start));
const rideChangeLines = (before: Application, after: Application) =>
  watchChangeTexts(watched(before), watched(after), after, serviceTime(after, start + 3000));
const text = (state: Application, now: number) => applicationRows(state, { rows: 36, columns: 120 }, now).join('\n');
const iso = (at: number) => new Date(at).toISOString();

describe('the screen of a ride', () => {
  test('says how far the driver is from the pick-up, and how old that is; where exactly only when personal data are shown', () => {
    const state = rideAfter({ driverLocation: { ...north(820), at: iso(start - 12_000) } });
    expect(text(state, start)).toMatch(/820 m to the pick-up,[^,]* 12 s old/);
    expect(text(state, start)).not.toContain('103.85');
    const [revealed] = board.update(state, { what: 'key', key: 'm', size: { rows: 24, columns: 80 } }, start);
    expect(text(revealed, start)).toContain('1.28737, 103.85000');
  });

  test('a position without a time is as old as its first response; a new one is new', () => {
    const still = { driverLocation: north(500) };
    expect(text(rideAfter(still, still, still), start + 6000)).toContain('500 m to the pick-up, seen 6 s ago');
    expect(text(rideAfter(still, { driverLocation: north(400) }), start + 6000)).toContain(
      '400 m to the pick-up, seen 3 s ago',
    );
  });

  test('the age is by the clock of the service', () => {
    const hour = 3_600_000;
    const state = rideAfter({ offset: hour, driverLocation: { ...north(300), at: iso(start + hour - 5000) } });
    expect(text(state, start)).toContain('300 m to the pick-up, 5 s old');
  });

  test('with the rider in the car the distance is that to the drop-off', () => {
    expect(text(rideAfter({ status: 'INUSE', driverLocation: origin }), start)).toContain('16 km to the drop-off');
  });

  test.each([
    ['null', { driverLocation: null }],
    ['text', { driverLocation: { latitude: 'north', longitude: '103' } }],
    ['blank', { driverLocation: { latitude: '', longitude: '' } }],
    ['beyond the poles', { driverLocation: { latitude: 91, longitude: 0 } }],
  ])('says plainly that the position is not known: %s', (_, row) => {
    const shown = text(rideAfter(row), start);
    expect(shown).toMatch(/Position +not known/);
    expect(shown).not.toMatch(/to the pick-up|NaN/);
  });

  test('a stop without coordinates has no distance; before a driver and after the end there is no position', () => {
    expect(text(rideAfter({ origin: { name: 'Marina' }, driverLocation: north(1) }), start)).toContain(
      'distance not known',
    );
    expect(text(rideAfter({ driverInfo: null }), start)).not.toContain('Position');
    expect(text(rideAfter({ status: 'FINISHED', over: true }), start)).not.toContain('Position');
  });
});

describe('the screen reader form', () => {
  test('says distance and age with all, and that it is not known', () => {
    const near = rideAfter({ driverLocation: { ...north(820), at: iso(start - 12_000) } });
    expect(rideLines(near)).toContain('  Position: 820 m to the pick-up, 12 s old');
    expect(rideLines(rideAfter({}))).toContain('  Position: not known');
  });

  test('says it again when the driver has come nearer by much, not at each response', () => {
    const at = (metres: number) => ({ driverLocation: { ...north(metres), at: iso(start) } });
    expect(rideChangeLines(rideAfter(at(900)), rideAfter(at(900), at(700)))).toEqual([]);
    expect(rideChangeLines(rideAfter(at(900)), rideAfter(at(900), at(450)))).toEqual([
      'Position: 450 m to the pick-up, 3 s old',
    ]);
  });
});

describe('distances', () => {
  test('are great-circle distances: known ones, the same both ways, none longer than half the earth', () => {
    expect(
      Math.round(
        metresBetween({ latitude: 52.52, longitude: 13.405 }, { latitude: 48.8566, longitude: 2.3522 }) / 1000,
      ),
    ).toBe(877); // Berlin, Paris
    const point = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    property(100, point, point, (one, other) => {
      const metres = metresBetween(one, other);
      expect(metres).toBeGreaterThanOrEqual(0);
      expect(metres).toBeLessThanOrEqual(20_015_090);
      expect(metresBetween(other, one)).toBeCloseTo(metres, 3);
    });
  });

  test.each([
    [0, '0 m'],
    [994, '990 m'],
    [996, '1.0 km'],
    [2449, '2.4 km'],
    [9960, '10 km'],
    [31_400, '31 km'],
  ])('%d metres are %s', (metres, shown) => expect(distanceText(metres)).toBe(shown));

  test('a point is read from numbers, from decimal text and from a place', () => {
    const point = { latitude: 1.5, longitude: -2.25 };
    expect(pointIn({ at: point }, 'at')).toEqual(point);
    expect(pointIn({ at: { latitude: '1.5', longitude: '-2.25' } }, 'at')).toEqual(point);
    expect(pointIn({ at: { name: 'Gate', locationPoint: point } }, 'at')).toEqual(point);
    expect(pointIn({ at: { name: 'Gate', locationPoint: null } }, 'at')).toBeUndefined();
  });
});
