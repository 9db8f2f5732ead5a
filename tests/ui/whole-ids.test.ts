// Ids and addresses stand whole in a table as soon as they fit; a column has all of them whole or none.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellOf } from '../../src/text/column.js';
import { type GridColumn, grid, gridLines } from '../../src/text/grid.js';
import { lineText, wide as widthOf } from '../../src/text/line.js';

type Row = { readonly id: string; readonly name: string; readonly address: string };
const rows: readonly Row[] = [
  { id: 'da35514c-b528-4309-ad02-f41cb5f7ce39', name: 'Main', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
  { id: '9d2dba08-1f05-4f65-9bd1-0a3f67cafa71', name: 'Savings', address: '1NYk5MAMf2ywt9oMYmBcQGxcFrqTFGPtcK' },
];
const columns = (['name', 'address', 'id'] as const).map(
  (path, rank): GridColumn<Row> => ({
    heading: path,
    cell: (row) => cellOf(row, { path }, 0),
    full: (row) => cellOf(row, { path }, 0, 'whole'),
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
  fc.assert(
    fc.property(fc.integer({ min: 46, max: 200 }), (wide) => {
      for (const line of drawn(wide)) expect(widthOf(line)).toBeLessThanOrEqual(wide);
      for (const { id, address } of rows) {
        expect([id, `${id.slice(0, 6)}…${id.slice(-6)}`].some((shown) => text(wide).includes(shown))).toBe(true);
        expect([address, `${address.slice(0, 6)}…${address.slice(-6)}`].some((shown) => text(wide).includes(shown))).toBe(true);
      }
    }),
  );
});
