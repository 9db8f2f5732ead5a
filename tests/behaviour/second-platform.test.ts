// Every everyday command over another platform, whose dialect a seed selects, says what it says over the sandbox's own.
import { expect, test } from 'vitest';
import { groupNames, groups } from '../../src/groups.js';
import { comparison } from '../support/second-platform/compare.js';
import { type Dialect, dialectOf } from '../support/second-platform/dialect.js';

/** The first example of every everyday read, as a table; without those of the ledger, of a node, and that wait. */
const everyday = groupNames.filter((name) => groups[name].section === 'Everyday');
const commands = (await Promise.all(everyday.map(async (name) => (await groups[name].load()).group.commands))).flat();
const lines = commands
  .filter(({ read }) => read)
  .flatMap(
    ({ examples }) => examples.find((line) => !/<|\.\.\.|wait|watch| -o | --jq|--fields|--geojson/.test(line)) ?? [],
  )
  .map((line) => line.replace(/^tuk /, ''))
  .filter((line) => !/^(assets orders|store order list)/.test(line));

/** What nobody can tell from a response alone, each with its reason. The list may only shrink. */
const exempt: readonly (readonly [line: RegExp, why: string])[] = [
  [/^depin swaps$/, 'times in seconds have no milliseconds: an age changes its hour'],
  [/^depin station /, 'no declaration says which of several ids of a row in a record is its own'],
  [/^store forms inventory/, 'the command declares no call for its rows'],
  [/^points earn show/, 'the rows of another call in a record have no declaration'],
];

const { differencesIn } = await comparison();

test.each([3, 4, 8])('dialect %i', { timeout: 120_000 }, async (seed) => {
  const others = lines.filter((line) => !exempt.some(([pattern]) => pattern.test(line)));
  expect(await differencesIn(others, dialectOf(seed))).toEqual([]);
});

test('a map names what nobody could tell: the ids of a record, and the rows of a command without a call', async () => {
  const told = /^(store forms inventory|wallet (main|account|migration show)|depin sale|points missions show)\b/;
  const chosen = lines.filter((line) => told.test(line));
  expect(chosen).toHaveLength(6);
  expect(await differencesIn(chosen, dialectOf(3), true)).toEqual([]);
  expect(await differencesIn(chosen, dialectOf(3))).not.toEqual([]);
});

const deep = {
  envelope: 'deep',
  names: 'opaque',
  idName: 'opaque',
  idForm: 'number',
  money: 'scaled',
  times: 'microseconds',
  failures: 'deep',
  words: 'foreign',
} as const satisfies Dialect;
/** Dialects that only a map makes readable, beside guessable ones. */
const mapped: Readonly<Record<string, Dialect>> = {
  deep,
  millionths: {
    ...deep,
    money: 'millionths',
    envelope: 'code and list',
    idForm: 'UUID',
    failures: 'same',
    times: 'seconds',
  },
  edges: { ...deep, envelope: 'edges', times: 'milliseconds', money: 'amount', failures: 'errors' },
  snake: { ...dialectOf(3), names: 'snake', words: 'foreign', times: 'seconds' },
};
test.each(Object.keys(mapped))('with its map: %s', { timeout: 120_000 }, async (name) => {
  const all = await differencesIn(lines, mapped[name]!, true);
  if (process.env.ZZ)
    (await import('node:fs')).writeFileSync(
      `/tmp/zz-${name}.json`,
      all.map((one) => JSON.stringify(one, undefined, 1)).join('\n'),
    );
  expect(all).toEqual([]);
});
