// An amount of any length leaves room for the other columns of a board; one that has no room is shortened and never
// another amount.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { grouped } from '../../src/money/values/decimal.js';
import { boundedNumber, widestNumber } from '../../src/text/bounded-number.js';
import { columnsShown, type GridColumn, grid, gridLines } from '../../src/text/grid.js';
import { lineText, span, wide as widthOf } from '../../src/text/line.js';
import { width } from '../../src/text/text.js';
import { property } from '../support/runs.js';

type Row = { readonly token: string; readonly amount: string; readonly worth: string };
const whale = { token: 'MVL', amount: `${grouped('9'.repeat(60))}.25 MVL`, worth: '12.50' };
const rows: readonly Row[] = [whale, { token: 'ETH', amount: '5.125 ETH', worth: '17,433.73' }];
const columns: readonly GridColumn<Row>[] = [
  { heading: 'TOKEN', cell: ({ token }) => span(token), rank: 1 },
  { heading: 'AMOUNT', cell: ({ amount }) => span(amount), right: true, rank: 0 },
  { heading: 'WORTH', cell: ({ worth }) => span(worth), right: true, rank: 2 },
];
const table = grid(rows, columns);
const drawn = (wide: number) => gridLines(table, { marked: -1, top: 0 }, 9, wide).map(lineText);

test('a whale leaves the other columns their room, and the other amounts stand whole; where all fit, it does too', () => {
  expect(drawn(78)).toEqual([
    expect.stringMatching(/^ {2}TOKEN +AMOUNT +WORTH$/),
    expect.stringMatching(/^ {2}MVL +9\.99999999…e59 MVL +12\.50 *$/),
    expect.stringMatching(/^ {2}ETH +5\.125 ETH +17,433\.73$/),
  ]);
  expect(drawn(120).join('\n')).toContain(whale.amount);
  expect([...columnsShown(table, rows[0]!, 78)]).toEqual([0, 2]); // the whole amount stands below the table
  expect([...columnsShown(table, rows[1]!, 78)]).toEqual([0, 1, 2]);
  expect([...columnsShown(table, rows[0]!, 120)]).toEqual([0, 1, 2]);
});

test('a text that is cut in the table is none that it shows', () => {
  const names = grid(
    [{ name: 'Phnom Penh Tuk-tuks II' }],
    [
      { heading: 'NAME', cell: ({ name }) => span(name), rank: 0 },
      { heading: 'NUMBER', cell: () => span('1'.repeat(20)), right: true, rank: 0 },
    ],
  );
  expect([...columnsShown(names, names.rows[0]!, 44)]).toEqual([1]);
  expect([...columnsShown(names, names.rows[0]!, 48)]).toEqual([0, 1]);
});

test('whatever the amounts and the width: a line has a whole amount, its first digits with its magnitude, or nothing of it', () => {
  const amount = fc
    .tuple(
      fc.stringMatching(/^[1-9]\d{0,77}$/),
      fc.stringMatching(/^(\.\d{1,30})?$/),
      fc.constantFrom('', ' MVL', ' base units bMVL-BNB'),
    )
    .map(([whole, fraction, unit]) => ({ whole, text: `${grouped(whole)}${fraction}${unit}` }));
  property(500, fc.array(amount, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 140 }), (amounts, wide) => {
    const own = grid(amounts, [
      { heading: 'NAME', cell: () => span('Main wallet') },
      { heading: 'AMOUNT', cell: ({ text }) => span(text), right: true },
    ]);
    const lines = gridLines(own, { marked: -1, top: 0 }, 9, wide).map(lineText);
    for (const line of lines) expect(width(line)).toBeLessThanOrEqual(wide);
    amounts.forEach(({ text }, at) => {
      const [shown, first, next = '', cut, exponent] = /(\d[\d,]*)(\.\d+)?(…)?(e-?\d+)?/.exec(lines[at + 1]!) ?? [];
      if (first === undefined || exponent === undefined) {
        if (shown !== undefined) expect(text.startsWith(shown) && /^($| )/.test(text.slice(shown.length))).toBe(true);
        return;
      }
      const digits = `${first}${next.slice(1)}`;
      const [number = ''] = text.split(' ');
      expect(number.replace(/[,.]/g, '').startsWith(digits)).toBe(true);
      if (cut === undefined)
        expect(Number(`${first}${next}${exponent}`)).toBeCloseTo(Number(number.replaceAll(',', '')), -60);
      expect(Number(exponent.slice(1))).toBe(number.split('.')[0]!.replaceAll(',', '').length - 1);
    });
    const [head = ''] = lines;
    if (wide >= 2 + 11 + 2 + widestNumber) expect(head).toMatch(/NAME +AMOUNT/);
  });
});

test('a shortened number keeps sign and unit, tells amounts apart, and is never longer than its room', () => {
  expect(boundedNumber({ text: '1,234.50 MVL' }, 12)).toBe('1,234.50 MVL');
  expect(boundedNumber({ text: `-${'1'.repeat(40)}.5 MVL` }, 32)).toBe('-1.11111111…e39 MVL');
  expect(boundedNumber({ text: '1'.repeat(40) }, 11)).toBe('1.11111…e39');
  expect(boundedNumber({ text: '1'.repeat(40) }, 7)).toBe('…');
  expect(boundedNumber({ text: '1000000000000000000000 base units bMVL-BNB', unscaled: ' bMVL-BNB' }, 32)).toBe(
    'decimals unknown bMVL-BNB',
  );
  expect(boundedNumber({ text: '10273974108954845256 base units', unscaled: '' }, 28)).toBe('decimals unknown');
  expect(boundedNumber({ text: `0.${'0'.repeat(30)}25 ETH` }, 20)).toBe('2.5e-31 ETH');
  expect(boundedNumber({ text: '0'.repeat(40) }, 9)).toBe('…');
  expect(boundedNumber({ text: `12${' X'.repeat(40)}` }, 20)).toBe('12 X X X X X X X X …');
  expect(boundedNumber({ text: 'some text that is long' }, 9)).toBe('some tex…');
  expect(widthOf([span(boundedNumber({ text: `${'1'.repeat(40)} ${'U'.repeat(60)}` }, 32))])).toBe(32);
});
