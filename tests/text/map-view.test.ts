// The view of a map: every point is on it, distances are true in both directions, and the scale bar is round and exact.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { metresBetween } from '../../src/engine/watch/driver-position.js';
import type { Point } from '../../src/text/heat-grid.js';
import { directionTo, dotOf, scaleBar, shows, viewOf } from '../../src/text/map-view.js';
import { property } from '../support/runs.js';

const size = { columns: 60, rows: 14 };
/** Points of one city, anywhere but at the poles, also across the 180th meridian. */
const city = fc
  .record({
    latitude: fc.double({ min: -70, max: 70, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    offsets: fc.array(fc.tuple(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -500, max: 500 })), {
      minLength: 1,
      maxLength: 12,
    }),
  })
  .map(({ latitude, longitude, offsets }): Point[] =>
    offsets.map(([north, east]) => {
      const at = longitude + east / 5000;
      return { latitude: latitude + north / 5000, longitude: at > 180 ? at - 360 : at < -180 ? at + 360 : at };
    }),
  );

test('every point is on its map, and the distance of two dots is that of their points', () => {
  property(300, city, (points) => {
    const view = viewOf(points, size)!;
    for (const point of points) expect(shows(view, point)).toBe(true);
    const [one, other] = [points[0]!, points.at(-1)!];
    const [[x, y], [otherX, otherY]] = [dotOf(view, one), dotOf(view, other)];
    const drawn = Math.hypot(x - otherX, y - otherY) * view.metresPerDot;
    const metres = metresBetween(one, other);
    // two roundings to a dot, and the cosine at the middle of 22 km instead of at each point
    expect(Math.abs(drawn - metres)).toBeLessThan(1.5 * view.metresPerDot + metres / 90);
  });
});

test('north is up and east is right, with the same scale, and few scales', () => {
  const points = [
    { latitude: 60, longitude: 10 },
    { latitude: 60.01, longitude: 10.02 }, // as far to the north as to the east: the cosine of 60 degrees is a half
  ];
  const view = viewOf(points, size)!;
  const [[x, y], [otherX, otherY]] = [dotOf(view, points[0]!), dotOf(view, points[1]!)];
  expect(otherX).toBeGreaterThan(x);
  expect(otherY).toBeLessThan(y);
  expect(Math.abs(otherX - x - (y - otherY))).toBeLessThanOrEqual(1);
  const scales = Array.from({ length: 100 }, (_, at) => {
    const far = { latitude: 60 + (at + 1) / 10_000, longitude: 10 };
    return viewOf([points[0]!, far], size)!.metresPerDot;
  });
  expect(new Set(scales).size).toBeLessThan(12);
});

test('one point, no points, no room', () => {
  expect(viewOf([{ latitude: 1, longitude: 2 }], size)).toMatchObject({ metresPerDot: 1 });
  expect(viewOf([], size)).toBeUndefined();
  expect(viewOf([{ latitude: 1, longitude: 2 }], { columns: 2, rows: 9 })).toBeUndefined();
});

test('the bar is a round length, exact to a character, at any scale', () => {
  property(300, fc.double({ min: 1, max: 1e6, noNaN: true }), (metresPerDot) => {
    const [, bar, number, unit] = /^(├─+┤) ([\d.]+) (m|km)$/.exec(scaleBar({ metresPerDot })) ?? [];
    expect(number).toMatch(/^[125]0*$/);
    const metres = Number(number) * (unit === 'km' ? 1000 : 1);
    expect(Math.abs((bar!.length - 1) * 2 * metresPerDot - metres)).toBeLessThanOrEqual(metresPerDot);
    expect(bar!.length).toBeLessThanOrEqual(9);
  });
  expect(scaleBar({ metresPerDot: 20 })).toBe('├────┤ 200 m');
});

describe('directions', () => {
  const home = { latitude: 11.5, longitude: 179.99 };
  test.each([
    [0.01, 0, 'north'],
    [0.01, 0.01, 'north-east'],
    [0, 0.02, 'east'],
    [-0.01, 0.01, 'south-east'],
    [-0.01, 0, 'south'],
    [-0.01, -0.01, 'south-west'],
    [0, -0.01, 'west'],
    [0.01, -0.01, 'north-west'],
  ])('%d %d is %s', (north, east, word) => {
    const at = home.longitude + east;
    const to = { latitude: home.latitude + north, longitude: at > 180 ? at - 360 : at };
    expect(directionTo(home, to)).toBe(word);
  });
});
