// The cell of a column: what a row does not have is never printed as a word of the program.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classInWords } from '../../src/services/catalogue/statuses.js';
import { cellOf, guessed } from '../../src/text/column.js';
import { runs } from '../support/runs.js';

test('a state has the sign of its class; without a known class it has none', () => {
  const column = { path: 'state', as: { classAt: 'class' } } as const;
  const text = (of: unknown) => cellOf({ state: 'done', class: of }, column, 0).text;
  for (const name of Object.keys(classInWords)) expect(text(name)).toMatch(/^\S+ done$/);
  fc.assert(
    fc.property(fc.anything(), (of) => {
      if (typeof of === 'string' && Object.hasOwn(classInWords, of)) return;
      expect(text(of)).toBe('done');
    }),
    { numRuns: runs(100) },
  );
  for (const odd of [undefined, null, 'toString', '__proto__', {}]) expect(text(odd)).toBe('done');
});

// Guessed formats of fields without a column: a known status has its sign, an amount by its symbol has its digits grouped.

const cell = (path: string, ...values: unknown[]) => {
  const rows = values.map((value) => ({ [path]: value }));
  return cellOf(rows[0]!, guessed({ path }, rows), 0).text;
};

test('a status that is on one list, or has one class on all, has its sign; any other word is shown as received', () => {
  expect(cell('status', 'FULLY_CHARGED', 'PROBLEM')).toBe('✓ FULLY_CHARGED');
  expect(cell('status', 'PROBLEM', 'FULLY_CHARGED')).toBe('✗ PROBLEM');
  expect(cell('status', 'FULLY_CHARGED', 'SOMETHING_ELSE')).toBe('FULLY_CHARGED');
  expect(cell('status', 40)).toBe('40');
  expect(cell('word', 'PROBLEM')).toBe('PROBLEM');
});

test('an amount under the symbol of its currency is grouped, and keeps every digit', () => {
  expect(cell('USD', '1890.84')).toBe('1,890.84');
  expect(cell('MVL', '25290.1201')).toBe('25,290.1201');
  expect(cell('MVL', '250000000000000000000000')).toBe('250000000000000000000000'); // base units
});
