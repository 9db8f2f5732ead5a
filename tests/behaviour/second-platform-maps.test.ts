// Every everyday command over dialects that nobody could read without their maps says with them what it says over the sandbox's own.
import { expect, test } from 'vitest';
import { comparison, type Exemption, everydayLines, unneeded } from '../support/second-platform/compare.js';
import { type Dialect, dialectOf, unguessable } from '../support/second-platform/dialect.js';

/** What a map cannot say, each with its reason. The list may only shrink. */
const exempt: readonly Exemption[] = [
  [/^depin swaps$/, 'times in seconds have no milliseconds: an age changes its hour'],
  [/^points earn show/, 'money with its own unit needs no column for the unit'],
];

/** Of each, what could be guessed and what could not stand side by side. */
const dialects: Readonly<Record<string, Dialect>> = {
  'nothing can be guessed': unguessable,
  'amounts in millionths without a scale': {
    ...unguessable,
    envelope: 'code and list',
    money: 'millionths',
    idForm: 'UUID',
    times: 'seconds',
  },
  'edges of opaque names': {
    ...unguessable,
    envelope: 'edges',
    money: 'amount',
    times: 'milliseconds',
    failures: 'errors',
  },
  'usual names, words of another language': { ...dialectOf(3), words: 'foreign', times: 'seconds' },
};

const lines = await everydayLines();
const { differencesIn } = await comparison();
const differing: string[] = [];

test.each(Object.entries(dialects))('%s', { timeout: 120_000 }, async (_, dialect) => {
  const differences = await differencesIn(lines, dialect, true);
  differing.push(...differences.map(([line]) => line));
  expect(differences.filter(([line]) => !exempt.some(([pattern]) => pattern.test(line)))).toEqual([]);
});

test('every exemption is needed', () => {
  expect(unneeded(exempt, differing)).toEqual([]);
});

test('without its map the same dialect says something else', async () => {
  const few = lines.filter((line) => /^(store product|wallet (main|account)|points missions show)\b/.test(line));
  expect((await differencesIn(few, unguessable)).map(([line]) => line)).toEqual(few);
});
