// Every everyday command over another platform, without and with its map, says what it says over the sandbox's own.
import { describe, expect, test } from 'vitest';
import { comparison, everydayLines } from '../support/second-platform/compare.js';
import { type Dialect, dialectOf, unguessable } from '../support/second-platform/dialect.js';

/** What differs, each with its reason: a map cannot say it, or nobody can tell it without a map. The lists may only shrink. */
const exempt = {
  'with its map': [
    [/^depin swaps$/, 'times in seconds have no milliseconds: an age changes its hour'],
    [/^points earn show/, 'money with its own unit needs no column for the unit'],
  ],
  'without a map': [
    [/^depin swaps$/, 'times in seconds have no milliseconds: an age changes its hour'],
    [/^depin station /, 'no declaration says which of several ids of a row in a record is its own'],
    [/^store forms inventory/, 'the command declares no call for its rows'],
    [/^points earn show/, 'the rows of another call in a record have no declaration'],
  ],
} as const;
/** By name: of each dialect with a map, some could be guessed and some could not. */
const dialects: Readonly<Record<keyof typeof exempt, Readonly<Record<string, Dialect>>>> = {
  'with its map': {
    'nothing can be guessed': unguessable,
    'amounts in millionths without a scale': {
      ...{ ...unguessable, envelope: 'code and list', money: 'millionths', idForm: 'UUID', times: 'seconds' },
    },
    'edges of opaque names': {
      ...{ ...unguessable, envelope: 'edges', money: 'amount', times: 'no zone', failures: 'errors' },
    },
    'usual names, words of another language': { ...dialectOf(3), words: 'foreign', times: 'seconds' },
  },
  'without a map': { 3: dialectOf(3), 4: dialectOf(4), 8: dialectOf(8) },
};

const lines = await everydayLines();
const { differencesIn } = await comparison();

describe.each(['with its map', 'without a map'] as const)('%s', (how) => {
  const differing: string[] = [];
  test.each(Object.entries(dialects[how]))('dialect: %s', { timeout: 120_000 }, async (_, dialect) => {
    const differences = await differencesIn(lines, dialect, how === 'with its map');
    differing.push(...differences.map(([line]) => line));
    expect(differences.filter(([line]) => !exempt[how].some(([pattern]) => pattern.test(line)))).toEqual([]);
  });

  test('every exemption is needed', () => {
    expect(exempt[how].filter(([pattern]) => !differing.some((line) => pattern.test(line)))).toEqual([]);
  });
});

test('without its map the same dialect says something else', async () => {
  const few = lines.filter((line) => /^(store product|wallet (main|account)|points missions show)\b/.test(line));
  expect((await differencesIn(few, unguessable)).map(([line]) => line)).toEqual(few);
});
