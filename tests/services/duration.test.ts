// The one parser of durations: what is written with units is accepted in every place, and nothing else is guessed.
import { expect, test } from 'vitest';
import { parseDuration } from '../../sandbox/core/context.js';
import { duration } from '../../src/cli/settings/duration.js';
import { durationMs } from '../../src/services/duration.js';
import { matching } from '../../src/text/row-match.js';
import { now } from '../support/time.js';

test.each<[typed: string, ms: number]>([
  ['500ms', 500],
  ['5min', 300_000],
  ['1.5h', 5_400_000],
  ['1h30m', 5_400_000],
  ['1d12h', 129_600_000],
  ['1h30m15s500ms', 5_415_500],
  ['PT5M', 300_000],
  ['PT1H30M', 5_400_000],
  ['P1DT2H', 93_600_000],
  ['P2D', 172_800_000],
])('%s is %i ms, as an option and in the sandbox', (typed, ms) => {
  expect([durationMs(typed), duration(typed, '--timeout'), parseDuration(typed)]).toEqual([ms, ms, ms]);
});

const invalid = [...'90 1.5 -5s +5s 5S 5M 1h1h 30m1h h PT P PT5 P1Y 1e3s ٥s 5sx'.split(' '), '', ' ', '5 s', '1h 30m'];
test.each(invalid)('%j is no duration', (typed) => {
  expect(durationMs(typed)).toBeUndefined();
  expect(() => duration(typed, '--timeout')).toThrow('is not a duration for --timeout');
});

test('the error names the forms', () => {
  expect(() => duration('90', '--within')).toThrow(
    expect.objectContaining({ hint: expect.stringMatching(/its unit.*500ms.*1h30m.*1\.5h.*PT5M/) }),
  );
  expect(() => duration('100d', '--within')).toThrow('too long for --within');
});

test('an age of --match is one of them', () => {
  const rows = [80, 100].map((minutes) => ({ at: new Date(now - minutes * 60_000).toISOString() }));
  const ages = (typed: string) => matching(rows, `at>${typed}`, [{ path: 'at', as: 'time' }], now).length;
  expect(['1h30m', '90m', '1.5h', '1h', '2H'].map(ages)).toEqual([1, 1, 1, 2, 0]);
});
