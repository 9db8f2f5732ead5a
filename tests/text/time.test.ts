// Times: without a zone as received, days and ages in the zone of display, offsets where two moments look alike, and no date that does not exist is moved.
import { afterEach, describe, expect, test } from 'vitest';
import type { Row } from '../../src/services/json-value.js';
import { seriesOf } from '../../src/text/chart.js';
import { type Column, cellOf, guessed } from '../../src/text/column.js';

import { lineText } from '../../src/text/line.js';
import { recordLines } from '../../src/text/record.js';
import { filterProblem, matching } from '../../src/text/row-match.js';
import { sorted } from '../../src/text/row-order.js';
import { clockTime, dayAndTime, localDay, momentOf, ofTime, typedTime } from '../../src/text/time.js';

const before = process.env.TZ;
const inZone = (zone: string) => {
  process.env.TZ = zone;
};
afterEach(() => {
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});
const zones = ['UTC', 'Asia/Seoul', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo'];

const zoneless = [
  '2026-11-20T06:00:00',
  '2026-11-20 06:00:00',
  '2026-11-20T06:00',
  '2026-11-20 06:00:01.5',
  '2026-11-20T06:00:00,123456',
];
describe.each(zones)('in %s', (zone) => {
  test.each(zoneless)('%j is shown as received: no age, no order, no match', (text) => {
    inZone(zone);
    const now = Date.parse('2026-11-20T06:00:05Z');
    expect(ofTime(text)).toBeUndefined();
    const rows: Row[] = [{ at: text }];
    for (const as of ['time', 'moment', 'clock', undefined] as Column['as'][])
      expect(cellOf(rows[0]!, guessed({ path: 'at', as }, rows), now).text).toBe(text);
    expect(recordLines(rows[0]!, [], { wide: 80, now }).map(lineText).join('\n')).toContain(text);
    for (const term of ['at>1s', 'at<1d', 'at>2020-01-01', 'at<2030-01-01', 'at>2020-01-01T00:00Z'])
      expect(matching(rows, term, [{ path: 'at' }], now)).toEqual([]);
    expect(matching(rows, `"at=${text}"`, [{ path: 'at' }], now)).toEqual(rows);
    expect(seriesOf([{ at: text, value: 1 }], { at: 'at', value: 'value', of: 'sum' })).toEqual([]);
  });
  test.each([
    '2026-02-30T10:00:00Z',
    '2026-02-30',
    '2026-13-01',
    '2025-02-29T00:00:00+07:00',
    '2026-11-20T25:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T10:60:00Z',
    '2026-11-20T10:00:00+25:00',
    '2026-00-10',
    '0000-00-00',
    '2026-04-31 10:00:00Z',
  ])('%j, which does not exist, is shown as received and refused as input', (text) => {
    inZone(zone);
    expect(ofTime(text)).toBeUndefined();
    expect(typedTime(text)).toBeUndefined();
    expect(cellOf({ at: text }, { path: 'at', as: 'time' }, 0).text).toBe(text);
    expect(filterProblem(`"at>${text}"`, [{ path: 'at', as: 'time' }])).toMatch(/neither a .*time/);
  });
  test('a time with a zone is its moment, in every usual form', () => {
    inZone(zone);
    const at = Date.UTC(2026, 10, 20, 6, 0, 0);
    for (const text of [
      '2026-11-20T06:00:00Z',
      '2026-11-20T06:00Z',
      '2026-11-20 06:00:00.000Z',
      '2026-11-20T13:00:00+07:00',
      '2026-11-20T13:00:00+0700',
      '2026-11-20T13:00:00+07',
      '2026-11-20 06:00:00 UTC',
      '2026-11-20T02:30:00-03:30',
      '2026-11-20t06:00:00z',
      '2026-11-20T06:00:00.000000Z',
    ])
      expect(ofTime(text)).toBe(at);
    expect(ofTime('2026-11-20T06:00:00.123456Z')).toBe(at + 123);
  });
  test('a date alone is that day, without an age', () => {
    inZone(zone);
    const at = ofTime('2026-04-24')!; // in Cairo its first hour does not exist
    expect(localDay(at)).toBe('2026-04-24');
    expect(cellOf({ at: '2026-04-24' }, { path: 'at', as: 'time' }, at + 3_600_000).text).toBe('24 Apr');
  });
});

test('times sort by moment, those without a zone as texts behind them', () => {
  inZone('America/New_York');
  const rows = [
    '2026-11-20T06:00:00',
    '2026-11-20T07:00:00+09:00',
    '2026-11-20T01:00:00Z',
    '2026-11-19T23:00:00-05:00',
  ].map((at) => ({ at }));
  expect(sorted(rows, { path: 'at', down: false })).toEqual([rows[1], rows[2], rows[3], rows[0]]);
});

test('an hour that the clocks show twice has its offset, any other hour has none', () => {
  inZone('America/New_York');
  const first = Date.parse('2026-11-01T05:30:00Z');
  expect(momentOf(first)).toBe('1 Nov 2026 01:30:00 -04:00');
  expect(momentOf(first + 3_600_000)).toBe('1 Nov 2026 01:30:00 -05:00');
  expect(dayAndTime(first)).toBe('1 Nov 01:30:00 -04:00');
  for (const text of ['2026-11-01T04:59:59Z', '2026-11-01T07:00:00Z', '2026-03-08T07:30:00Z', '2026-07-01T00:00:00Z'])
    expect(clockTime(Date.parse(text))).toMatch(/^\d\d:\d\d:\d\d$/);
  inZone('Australia/Lord_Howe'); // set back by half an hour
  expect(clockTime(Date.parse('2026-04-04T14:45:00Z'))).toBe('01:45:00 +11:00');
  expect(clockTime(Date.parse('2026-04-04T15:15:00Z'))).toBe('01:45:00 +10:30');
  expect(clockTime(Date.parse('2026-04-04T15:35:00Z'))).toBe('02:05:00');
  inZone('UTC');
  expect(momentOf(first)).toBe('1 Nov 2026 05:30:00');
});

test('a typed time is in the zone in use; one that the clocks leave out is none', () => {
  inZone('America/New_York');
  expect(typedTime('2026-11-20T01:00')).toBe(Date.parse('2026-11-20T06:00:00Z'));
  expect(typedTime('2026-03-08T02:30')).toBeUndefined();
  expect(filterProblem('at>2026-03-08T02:30', [{ path: 'at', as: 'time' }])).toMatch(/neither/);
  expect(filterProblem('at>2026-03-08T03:30', [{ path: 'at', as: 'time' }])).toBeUndefined();
});

test('a day is a day of the zone of display, as a whole', () => {
  const rows = ['2026-11-19T23:30:00Z', '2026-11-20T12:00:00Z', '2026-11-20T23:30:00Z'].map((at) => ({ at }));
  const found = (term: string) =>
    matching(rows, term, [{ path: 'at', as: 'time' }], 0).map((row) => rows.indexOf(row as never));
  inZone('UTC');
  expect([found('at=2026-11-20'), found('at<=2026-11-20'), found('at>2026-11-19'), found('at<2026-11-20')]).toEqual([
    [1, 2],
    [0, 1, 2],
    [1, 2],
    [0],
  ]);
  expect(found('at~2026-11-20')).toEqual([1, 2]);
  inZone('Asia/Seoul');
  expect([found('at=2026-11-20'), found('at>2026-11-20'), found('at~2026-11-21')]).toEqual([[0, 1], [2], [2]]);
});

test('the days of a chart are those of the zone of display', () => {
  const rows = [20, 21, 22].map((day) => ({ at: `2026-11-${day}T00:00:00Z`, value: '1' }));
  const labels = () => seriesOf(rows, { at: 'at', value: 'value', of: 'sum' })[0]!.bars.map(({ label }) => label);
  inZone('Asia/Seoul');
  expect(labels()).toEqual(['20 Nov', '21 Nov', '22 Nov']);
  inZone('America/New_York');
  expect(labels()).toEqual(['19 Nov', '20 Nov', '21 Nov']);
});
