// Counts with their nouns: the singular for one alone, thousands grouped.
import { expect, test } from 'vitest';
import { counted } from '../../src/services/counted.js';

test.each([
  [0, '0 rows'],
  [1, '1 row'],
  [2, '2 rows'],
  [999, '999 rows'],
  [1000, '1,000 rows'],
  [1234567, '1,234,567 rows'],
])('%d', (count, text) => expect(counted(count, 'row')).toBe(text));

test('an irregular plural', () =>
  expect([1, 2].map((count) => counted(count, 'row is', 'rows are'))).toEqual(['1 row is', '2 rows are']));
