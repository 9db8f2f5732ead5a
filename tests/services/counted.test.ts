// Counts with their nouns: the singular for one alone, thousands grouped.
import { expect, test } from 'vitest';
import { counted } from '../../src/services/counted.js';

test('a count has the singular for one alone, and groups thousands', () => {
  const counts = [0, 1, 999, 1000, 1_234_567].map((count) => counted(count, 'row'));
  expect(counts).toEqual(['0 rows', '1 row', '999 rows', '1,000 rows', '1,234,567 rows']);
  expect([1, 2].map((count) => counted(count, 'row is', 'rows are'))).toEqual(['1 row is', '2 rows are']);
});
