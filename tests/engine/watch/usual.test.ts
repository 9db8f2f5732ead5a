// What is usual: quartiles of durations that were seen whole, nothing of too few, and an outlier changes little.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { durationsIn, fewest, timesAsLong, usualOf } from '../../../src/engine/watch/usual.js';
import { runs } from '../../support/runs.js';

const durations = fc.array(fc.integer({ min: 0, max: 86_400_000 }), { minLength: fewest, maxLength: 40 });

test('too few samples say nothing', () => {
  expect(usualOf([])).toBeUndefined();
  expect(usualOf([60_000, 61_000])).toBeUndefined();
  expect(usualOf([60_000, 61_000, Number.NaN])).toBeUndefined();
  expect(usualOf([60_000, 61_000, 62_000])).toMatchObject({ middle: 61_000, count: 3 });
});

test('the quartiles are in order, within the samples, and whatever the order of these', () => {
  fc.assert(
    fc.property(durations, (samples) => {
      const { low, middle, high, count } = usualOf(samples)!;
      const sorted = [...samples].sort((a, b) => a - b);
      expect(count).toBe(samples.length);
      expect(sorted[0]).toBeLessThanOrEqual(low);
      expect(low).toBeLessThanOrEqual(middle);
      expect(middle).toBeLessThanOrEqual(high);
      expect(high).toBeLessThanOrEqual(sorted.at(-1)!);
      expect(usualOf([...samples].reverse())).toEqual(usualOf(samples));
      // at least a half of the samples are at or beyond the middle, on either side
      expect(samples.filter((one) => one <= middle).length).toBeGreaterThanOrEqual(samples.length / 2);
      expect(samples.filter((one) => one >= middle).length).toBeGreaterThanOrEqual(samples.length / 2);
    }),
    { numRuns: runs(200) },
  );
});

test('one wild sample among many moves the middle by no more than one place', () => {
  fc.assert(
    fc.property(durations, fc.integer({ min: 0, max: 1e12 }), (samples, wild) => {
      const sorted = [...samples].sort((a, b) => a - b);
      const { middle } = usualOf([...samples, wild])!;
      const half = (sorted.length - 1) / 2;
      expect(middle).toBeGreaterThanOrEqual(sorted[Math.max(0, Math.floor(half - 0.5))]!);
      expect(middle).toBeLessThanOrEqual(sorted[Math.min(sorted.length - 1, Math.ceil(half + 0.5))]!);
    }),
    { numRuns: runs(200) },
  );
});

test('what is within the samples is never called longer than usual if they are alike, and what grows stays longer', () => {
  fc.assert(
    fc.property(
      durations,
      fc.integer({ min: 0, max: 1e9 }),
      fc.integer({ min: 0, max: 1e9 }),
      (samples, lasts, more) => {
        const usual = usualOf(samples)!;
        expect(timesAsLong(usual, usual.high)).toBeUndefined();
        const times = timesAsLong(usual, lasts);
        if (times === undefined) return;
        expect(times).toBeGreaterThanOrEqual(2);
        expect(times).toBe(Math.floor(lasts / usual.middle));
        expect(timesAsLong(usual, lasts + more)).toBeGreaterThanOrEqual(times);
      },
    ),
    { numRuns: runs(300) },
  );
  expect(timesAsLong(usualOf([60_000, 60_000, 60_000])!, 240_000)).toBe(4);
  expect(timesAsLong(usualOf([0, 0, 0])!, 240_000)).toBeUndefined();
});

test('a status lasts until the next one; the present one, and one with an unknown beginning, say nothing', () => {
  const history = [
    { status: 'A', at: 0, begunBefore: true },
    { status: 'B', at: 5000 },
    { status: 'C', at: 7000 },
    { status: 'D', at: 9000, begunBefore: true },
    { status: 'E', at: 9500 },
  ] as const;
  expect(durationsIn(history)).toEqual([{ status: 'B', milliseconds: 2000 }]);
  expect(durationsIn([])).toEqual([]);
  expect(
    durationsIn([
      { status: 'A', at: 5 },
      { status: 'B', at: 1 },
    ]),
  ).toEqual([]);
});
