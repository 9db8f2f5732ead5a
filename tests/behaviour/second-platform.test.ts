// Every everyday command over another platform, whose dialect a seed selects, says what it says over the sandbox's own. Without a map.
import { expect, test } from 'vitest';
import { comparison, type Exemption, everydayLines, unneeded } from '../support/second-platform/compare.js';
import { dialectOf } from '../support/second-platform/dialect.js';

/** What nobody can tell from a response alone, each with its reason. The list may only shrink. */
const exempt: readonly Exemption[] = [
  [/^depin swaps$/, 'times in seconds have no milliseconds: an age changes its hour'],
  [/^depin station /, 'no declaration says which of several ids of a row in a record is its own'],
  [/^store forms inventory/, 'the command declares no call for its rows'],
  [/^points earn show/, 'the rows of another call in a record have no declaration'],
];

const lines = await everydayLines();
const { differencesIn } = await comparison();
const differing: string[] = [];

test.each([3, 4, 8])('dialect %i', { timeout: 120_000 }, async (seed) => {
  const differences = await differencesIn(lines, dialectOf(seed));
  differing.push(...differences.map(([line]) => line));
  expect(differences.filter(([line]) => !exempt.some(([pattern]) => pattern.test(line)))).toEqual([]);
});

test('every exemption is needed', () => {
  expect(unneeded(exempt, differing)).toEqual([]);
});
