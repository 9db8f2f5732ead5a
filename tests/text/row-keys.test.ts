// The key by which a row of a list is marked and found again.
import { expect, test } from 'vitest';
import { keyIn, keyOf } from '../../src/text/row-keys.js';

test('a row has the values at the paths of its key; without any it has none', () => {
  expect([{ id: 'a' }, { id: 7 }, { name: 'x' }].map((row) => keyOf(row, ['id']))).toEqual(['a', '7', undefined]);
  expect(keyOf({ a: 1, b: { c: 2 } }, ['a', 'b.c'])).toBe('1 2');
});

test('rows with one key are told apart by all that they have, in whatever order they come', () => {
  const rows = ['a 1', 'a 2', 'b 1'].map((row) => ({ id: row[0], n: Number(row[2]) }));
  const keys = rows.map(keyIn(rows, ['id']));
  expect(keys).toEqual(['a {"id":"a","n":1}', 'a {"id":"a","n":2}', 'b']);
  expect(rows.map(keyIn(rows.toReversed(), ['id']))).toEqual(keys);
});
