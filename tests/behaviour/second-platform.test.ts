// Every everyday command over another platform, whose dialect a seed selects, says what it says over the sandbox's own.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { groupNames, groups } from '../../src/groups.js';
import { dialectOf } from '../support/second-platform/dialect.js';
import { secondPlatform } from '../support/second-platform/platform.js';
import { now } from '../support/time.js';
import { argvOf } from '../support/tuk.js';
import { stubUser } from '../support/users.js';

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

/** Parts of a page that differ by the dialect alone: no field is lost, and none has another value. */
const isOfDialect = (own: string, theirs: string, hasMap = false): boolean => {
  const [[label, value], [otherLabel, otherValue]] = [own, theirs].map((line) => line.trim().split('  ')) as [
    string[],
    string[],
  ];
  if (label === otherLabel && otherValue?.startsWith(`${value} `)) return true; // money has its unit in its value
  if (label === otherLabel && /^\d{10}(\d{3})?$/.test(otherValue ?? '')) return true; // no declaration says that it is a time
  return !hasMap && label === 'id' && / no$|^uuid$|^ id$/.test(otherLabel ?? '') && value === otherValue; // the id under its own name
};

/** Sentences about the form of a response, and of refusals, whose exit code is compared. */
const beside =
  /^((type \w+, )?(total )?(count|total) \d+|page|meta|✗ .*| +the list has exactly .*|first such response of .*| +currency( id)? {2,}\w+)$/gm;

const platform = await secondPlatform();
const over = async (seed: number, hasMap = false) => {
  const { script, translator, map } = platform(dialectOf(seed));
  const user = await stubUser(script);
  if (hasMap) {
    writeFileSync(path.join(user.home, 'platform.yaml'), map());
    expect((await user.run('profile trust .')).code).toBe(0);
  }
  return async (line: string) => {
    const { code, stdout, stderr } = await user.table(argvOf(line), { columns: 400, now });
    const text = translator.ownIn(`${stdout}\n${stderr}`).toLowerCase();
    const plain = text
      .replace(/(?<=\d),(?=\d{3})/g, '')
      .replaceAll('_', ' ')
      .replace(beside, '');
    return {
      code,
      said: plain
        .split('\n')
        .map((one) => one.trimEnd().replace(/ {2,}/g, '  '))
        .filter(Boolean)
        .sort(),
    };
  };
};
const own = await over(0);

/** What a page of a dialect says otherwise than the own one. */
async function differencesIn(chosen: readonly string[], seed: number, hasMap = false): Promise<readonly unknown[]> {
  const theirs = await over(seed, hasMap);
  const differences: unknown[] = [];
  for (const line of chosen) {
    const [expected, found] = [await own(line), await theirs(line)];
    const missing = expected.said.filter((one) => !found.said.includes(one));
    const extra = found.said.filter((one) => !expected.said.includes(one));
    const lost = missing.filter((one) => !extra.some((other) => isOfDialect(one, other, hasMap)));
    const added = extra.filter((other) => !expected.said.some((one) => isOfDialect(one, other, hasMap)));
    if (expected.code !== found.code || lost.length + added.length > 0)
      differences.push([line, expected.code, found.code, lost.slice(0, 3), added.slice(0, 3)]);
  }
  return differences;
}

test.each([3, 4, 8])('dialect %i', { timeout: 120_000 }, async (seed) => {
  const others = lines.filter((line) => !exempt.some(([pattern]) => pattern.test(line)));
  expect(await differencesIn(others, seed)).toEqual([]);
});

test('a map names what nobody could tell: the ids of a record, and the rows of a command without a call', async () => {
  const told = /^(store forms inventory|wallet (main|account|migration show)|depin sale|points missions show)\b/;
  const chosen = lines.filter((line) => told.test(line));
  expect(chosen).toHaveLength(6);
  expect(await differencesIn(chosen, 3, true)).toEqual([]);
  expect(await differencesIn(chosen, 3)).not.toEqual([]);
});
