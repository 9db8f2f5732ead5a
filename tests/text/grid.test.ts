// Tables: only the visible window is rendered, numbers stand on the point, a column has all of its ids whole or none.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellOf } from '../../src/text/column.js';
import { fitted, type GridColumn, grid, gridLines } from '../../src/text/grid.js';
import { lineText, span, wide as widthOf } from '../../src/text/line.js';
import { property } from '../support/runs.js';

type Row = { readonly id: string; readonly name: string; readonly address: string };
const rows: readonly Row[] = [
  { id: 'da35514c-b528-4309-ad02-f41cb5f7ce39', name: 'Main', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
  { id: '9d2dba08-1f05-4f65-9bd1-0a3f67cafa71', name: 'Savings', address: '1NYk5MAMf2ywt9oMYmBcQGxcFrqTFGPtcK' },
];
const columns = (['name', 'address', 'id'] as const).map(
  (path, rank): GridColumn<Row> => ({
    ...{ heading: path, cell: (row) => cellOf(row, { path }, 0), full: (row) => cellOf(row, { path }, 0, 'whole') },
    rank,
  }),
);
const drawn = (wide: number) => gridLines(grid(rows, columns), { marked: 0, top: 0 }, 10, wide);
const text = (wide: number) => drawn(wide).map(lineText).join('\n');

test('whole where there is room for both columns, one of them, none', () => {
  expect(text(100)).toContain(`${rows[0]!.address}  ${rows[0]!.id}`);
  expect(text(70)).toMatch(new RegExp(`${rows[0]!.address} +da3551…f7ce39`));
  expect(text(70)).toContain(rows[1]!.address);
  expect(text(50)).toMatch(/0xf39F…b92266 +da3551…f7ce39/);
});

test('no width makes a line too wide, drops a column or cuts an id at its end', () => {
  property(100, fc.integer({ min: 46, max: 200 }), (wide) => {
    for (const line of drawn(wide)) expect(widthOf(line)).toBeLessThanOrEqual(wide);
    for (const { id, address } of rows) {
      expect([id, `${id.slice(0, 6)}…${id.slice(-6)}`].some((shown) => text(wide).includes(shown))).toBe(true);
      expect([address, `${address.slice(0, 6)}…${address.slice(-6)}`].some((shown) => text(wide).includes(shown))).toBe(
        true,
      );
    }
  });
});

test('a table renders only its window, with wide characters aligned', () => {
  let requests = 0;
  const cell = (text: string) => {
    requests++;
    return span(text);
  };
  const name = (at: number) => (at % 3 === 0 ? '전기차'.repeat(at % 5) : `Ride ${at}`);
  const rows = Array.from({ length: 20_000 }, (_, at) => ({ at, name: name(at) }));
  const table = grid(rows, [
    { heading: 'NAME', cell: ({ name }) => cell(name), rank: -2 },
    { heading: 'ROW', cell: ({ at }) => span(String(at), 'muted'), right: true, rank: -1 },
    { heading: 'A NOTE THAT NOBODY NEEDS', cell: () => span('x'.repeat(30)) },
  ]);
  requests = 0;
  const lines = gridLines(table, { marked: 10_003, top: 10_000 }, 11, 40);
  expect(requests).toBe(10);
  expect(lines).toHaveLength(11);
  expect(lineText(lines[0]!)).toBe(`  NAME${' '.repeat(24)}ROW`); // the note is omitted
  expect(lineText(gridLines(table, { marked: 0, top: 0 }, 2, 80)[0]!)).toContain('NOBODY NEEDS');
  for (const one of lines) expect(widthOf(one)).toBeLessThanOrEqual(40);
  expect(lineText(lines.at(-1)!)).toMatch(/ 10009 *$/);
  expect(lines[4]).toEqual(expect.arrayContaining([{ text: '▸ ', role: 'select' }]));
  expect(lines[4]!.every(({ role }) => role === 'select')).toBe(true);
  for (const columns of [1, 5, 12, 20])
    for (const one of gridLines(table, { marked: 0, top: 0 }, 5, columns))
      expect(widthOf(one)).toBeLessThanOrEqual(columns);
});

test('numbers of a column stand on the point, unless that takes too much room', () => {
  const column = (texts: readonly string[]) => {
    const table = grid(texts, [{ heading: 'SUM', cell: (text) => span(text), right: true }]);
    return gridLines(table, { marked: -1, top: 0 }, 9, 60).map(lineText);
  };
  expect(column(['5', '84.25', '100,000', '0.125', '–'])).toEqual([
    '          SUM'.padStart(13),
    '        5    ',
    '       84.25 ',
    '  100,000    ',
    '        0.125',
    '        –    ',
  ]);
  expect(column(['1', '22'])).toEqual(['  SUM', '    1', '   22']);
  const small = '0.000000000000000001';
  const lines = [`${' '.repeat(19)}SUM`, `${' '.repeat(5)}1,000,000,000,000`, `  ${small}`];
  expect(column(['1,000,000,000,000', small])).toEqual(lines);
});

test('a column that names its row is cut before an id takes its place', () => {
  const column = (heading: string, rank: number, right?: true) => ({
    ...{ heading, cell: () => ({ text: heading }), rank, right },
  });
  const ends = [column('WHAT', 0), column('ID', 8)];
  const table = [column('WHEN', 0), column('AMOUNT', 0, true), column('AFTER', 0, true), ...ends];
  const fits = fitted({ columns: table, widths: [11, 6, 5, 27, 13], cursor: undefined }, 46);
  expect(fits.map(({ at }) => table[at]!.heading)).toEqual(['WHEN', 'AMOUNT', 'AFTER', 'WHAT']);
  expect(fits.reduce((sum, { size }) => sum + size, 2 * 3)).toBeLessThanOrEqual(46);
});

test('an id that comes late waits until the texts before it are whole', () => {
  const columns = [
    { heading: 'NAME', cell: () => ({ text: '' }), rank: 2 },
    { heading: 'ID', cell: () => ({ text: '' }), rank: 8, isLate: true as const },
  ];
  const at = (wide: number) => fitted({ columns, widths: [30, 13], cursor: undefined }, wide);
  expect(at(38)).toEqual([{ at: 0, size: 30 }]);
  expect(at(45)).toEqual([
    { at: 0, size: 30 },
    { at: 1, size: 13 },
  ]);
});

test('an address is whole before an id comes, a text gives way to what decides, and a time is never cut', () => {
  const column = (more: object) => ({ heading: '', cell: () => ({ text: '' }), ...more });
  const [address, id] = [column({ rank: 0 }), column({ rank: 10, isLate: true })];
  const own = fitted({ columns: [address, id], widths: [14, 36], fulls: [42, 36], cursor: undefined }, 60);
  expect(own).toEqual([{ at: 0, size: 42 }]);
  const [name, gauge, time] = [column({ rank: 2 }), column({ rank: 3, word: true }), column({ rank: 6, least: 10 })];
  const columns = [name, gauge, column({ rank: 7, right: true })];
  expect(fitted({ columns, widths: [30, 16, 5], cursor: undefined }, 34).map(({ at }) => at)).toEqual([0, 1]);
  expect(fitted({ columns: [name, time], widths: [30, 11], cursor: undefined }, 24)[1]).toEqual({ at: 1, size: 11 });
});
