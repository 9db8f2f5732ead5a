// Seeded ids and fractions: two fixed vectors, and their distribution.
import { expect, it } from 'vitest';
import { seededFraction, seededId } from '../../core/context.js';

it('the ids of seed 1 are fixed', () => {
  expect(seededId(1, 'user', 1)).toBe('2dac6521-3744-47dd-a259-6538fb9b2266');
  expect(seededId(1, 'offering', 1)).toBe('4da20f98-8dc4-427c-88b7-8703b349db9f');
});

it('fractions depend only on their arguments', () => {
  const picks = Array.from({ length: 200 }, (_, n) => seededFraction(1, 'ride', String(n), 'eta'));
  expect(picks.every((value) => value >= 0 && value < 1)).toBe(true);
  expect(new Set(picks).size).toBe(200);
  expect(picks.reduce((sum, value) => sum + value, 0) / 200).toBeCloseTo(0.5, 1);
  expect(seededFraction(1, 'ride', '7', 'eta')).toBe(picks[7]);
  expect(seededFraction(2, 'ride', '7', 'eta')).not.toBe(picks[7]);
});
