// -o sheet: what a spreadsheet would run or rewrite is text, and a batch reads the same texts as from -o csv.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asCsv } from '../../src/cli/output/formats/csv.js';
import { shape } from '../../src/cli/output/formats/shape.js';
import { parseRows } from '../../src/commands/batch/batch.js';
import { fromSheet, sheetStyle, toSheet } from '../../src/text/sheet.js';
import { property } from '../support/runs.js';

const english = sheetStyle({ LANG: 'en_US.UTF-8' });
const german = sheetStyle({ LC_ALL: 'de_DE.UTF-8', LANG: 'C' });
const styles = [english, german];
const csv = (rows: readonly object[], sheet?: typeof english) =>
  asCsv(shape(JSON.stringify(rows), {}), undefined, { sheet }).text;
const template = 'api x y --a {a}';
const words = (text: string) => parseRows(text, template).rows.map(({ words: [, , , , value] }) => value);

test('the style is that of the locale, and English for an unknown one', () => {
  expect(german).toEqual({ separator: ';', decimal: ',' });
  for (const LANG of ['C', 'POSIX', 'en_GB', 'xx-nonsense-0']) expect(sheetStyle({ LANG })).toEqual(english);
});

test('formulas, numbers of more than 15 digits, leading zeros and dates are text; numbers are numbers', () => {
  for (const text of [
    '=1+1',
    '+855',
    '-2+3',
    '@SUM(1)',
    '\t=1',
    ' =1',
    '＝1',
    "'a",
    '1234567890123456',
    '007',
    '1e5',
    '3/4',
    '12:30',
    '1,5',
    'MAR1',
    '5%',
  ])
    for (const style of styles) expect(toSheet(text, style)).toBe(`'${text}`);
  for (const text of ['abc', '0xabc', '-5', '123456789012345', '2026-11-29', '2026-11-29T10:00:00Z', ''])
    for (const style of styles) expect(toSheet(text, style)).toBe(text);
  expect([toSheet('-12.50', english), toSheet('-12.50', german)]).toEqual(['-12.50', '-12,50']);
});

test('the file has a mark, the separator of the locale, and no cell that a spreadsheet runs', () => {
  expect(csv([{ a: '=1', b: 12.5 }], german)).toBe("\uFEFFa;b\r\n'=1;12,5\r\n");
  expect(csv([{ a: 12.5 }], german)).toBe("\uFEFFa\r\n'12.5\r\n");
});

test('every text comes back', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true }).map(String),
    fc.stringMatching(/^'*[-=+@0-9.,;"' ]{0,9}$/),
  );
  property(100, text, fc.constantFrom(...styles), (a, style) => fromSheet(toSheet(a, style), style) === a);
  const value = fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
  property(
    100,
    fc.array(fc.record({ a: value, b: value }), { minLength: 1 }),
    fc.constantFrom(...styles),
    (rows, style) => {
      expect(words(csv(rows, style))).toEqual(words(csv(rows)));
      const one = rows.map(({ a }) => ({ a }));
      expect(words(csv(one, style))).toEqual(words(csv(one)));
    },
  );
});

test('a sheet of a spreadsheet with decimal commas is read; what may be thousands is refused', () => {
  expect(words('a;b\n12,5;x\n')).toEqual(['12.5']);
  const { rows, problems } = parseRows('a;b\n1.234;x\n', template);
  expect(rows).toEqual([]);
  expect(problems).toEqual([{ line: 2, message: 'its a 1.234 may have thousands: write 1234 or 1,234' }]);
});
