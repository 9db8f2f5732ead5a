// Guessed formats of fields without a column: a known status has its sign, an amount by its symbol has its digits grouped.
import { expect, test } from 'vitest';
import { cellOf } from '../../src/text/column.js';
import { guessed } from '../../src/text/guess.js';

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
