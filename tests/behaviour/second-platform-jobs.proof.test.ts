// Everyday commands and jobs over dialects, without and with a map: they say, send and record what they do over the sandbox's own.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { groupScreens } from '../../src/commands/app/boards.js';
import { conversation } from '../support/conversation.js';
import { exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { connect } from '../support/mcp-client.js';
import { comparison, everydayLines } from '../support/second-platform/compare.js';
import { type Dialect, dialectOf, unguessable } from '../support/second-platform/dialect.js';
import { secondPlatform } from '../support/second-platform/platform.js';
import { now } from '../support/time.js';
import { argvOf } from '../support/tuk.js';
import { stubUser } from '../support/users.js';

/** Lines, one after the other; `ID` is the first id that the line before printed. */
const jobs = {
  ride: [
    'ride search --from PNH-01 --to PNH-02 --region KH',
    'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes',
    ...['ride status --known -o name', 'wait ride:ID --interval 20s', 'ride status --known', 'ops check'],
  ],
  order: [
    ...['store featured -o name', 'store buy ID --quantity 1 --currency MVP --yes', 'store order list -o name'],
    ...['find ID --within 0', 'store order list -o name', 'watch order:ID', 'store order list', 'ops list'],
  ],
  points: [
    'points transfer --to dara --amount 5 --new-recipient --yes',
    ...['points history', 'ops list', 'ops show op-2611-0001', 'ops check'],
    'ops settle op-2611-0001 --as done --note seen --yes',
    'points transfer --to dara --amount 5000 --yes',
  ],
  lists: [
    'store featured --match price>10 --sort-by -price',
    'wallet balance --sum value',
    ...['points history --match amount<0 --sum amount', 'depin stations --status ON --limit 2', 'depin stations --all'],
    ...['depin rides --status FINISHED --limit 3', 'assets offerings -w --count 1', 'points balance -w --count 1'],
    'notify list --sort-by createdAt',
  ],
} as const;

/** The lines of a page without ids and addresses, and without a unit that stands in a value of its own. */
const linesOf = (text: string): readonly string[] =>
  text
    .replace(/\x1b\[2K {2}Still at work [^\x1b]*\x1b\[2K/g, '') // on a slow machine
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\b7\d{6}\b/g, '<id>')
    .replace(/[0-9a-f]{6}…[0-9a-f]{6}/g, '<id>')
    .replace(/127\.0\.0\.1:\d+/g, '<host>')
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/found by \d+ requests|^.*has left other requests without a response.*$|^NOT ASKED$/gm, '')
    .replace(/^(\s*(?:Amount|Fee|Fee amount):? +[\d.]+) MV\w+$/gm, '$1')
    .replace(/^\s*Currency( id)?:? +\w+$/gm, '')
    .split('\n')
    .map((one) => one.trim().replace(/ {2,}/g, '  '))
    .filter(Boolean)
    .sort();

/** The responses that the sandbox has given, by which a map is written. */
const seen = new Map();
/** A world of its own, and its user. */
async function worldOf(dialect: Dialect, hasMap = false) {
  const { script, translator, map } = (await secondPlatform(seen))(dialect);
  const user = await stubUser(script);
  if (hasMap) {
    writeFileSync(path.join(user.home, 'platform.yaml'), map());
    expect((await user.run('profile set box map platform.yaml')).code).toBe(exit.ok);
  }
  const plain = (text: string) => linesOf(translator.ownIn(text));
  let id = '';
  const said = async (line: string) => {
    const argv = argvOf(line.replace('ID', id));
    const passes = /^(wait|watch)/.test(line);
    const { code, stdout, stderr } = passes
      ? await whileTimePasses(() => user.run(argv, { now: Date.now }))
      : await user.run(argv, { now, terminal: !/ -o /.test(line), columns: 300, env: { NO_COLOR: '1' } });
    [id = ''] = stdout.split('\n');
    const [, ...end] = /(\w+) +was .*(good|bad) end/.exec(stdout) ?? []; // when it was seen differs
    return { line, code, said: passes ? end : plain(`${stdout}\n${stderr}`) };
  };
  return { home: user.home, plain, said };
}

const deep: Dialect = { ...unguessable, idForm: 'UUID' };
const millionths: Dialect = { ...deep, envelope: 'code and list', money: 'millionths', times: 'seconds' };
test.each([
  ['ride', [unguessable]],
  ['order', [millionths]],
  ['points', [deep, millionths]],
  ['lists', [deep, millionths]],
] as const)('%s', { timeout: 60_000 }, async (name, dialects) => {
  const own = await worldOf(dialectOf(0));
  const expected = [];
  for (const line of jobs[name]) expected.push(await own.said(line));
  for (const dialect of dialects) {
    const theirs = await worldOf(dialect, true);
    const found = [];
    for (const line of jobs[name]) found.push(await theirs.said(line));
    expect(found).toEqual(expected);
  }
});

/** Commands that ask the steps of their jobs, and what is typed at their prompts. */
const dialogues: readonly (readonly [line: string, ...answers: string[]])[] = [
  ['ride request', 'royal', '1', 'market', '.'],
  ['store buy', '4', '.'],
  ['wallet send --key-file k', '.'],
  ['swap run --network BSC', '1', '.'],
  ['wallet withdraw create', '1', '.'],
  ['points transfer --to dara', '.'],
];
const priced = [['ride request', 'royal', '1', 'market', '7', '1', '.']] as const;
const timeout = 60_000;
test('the steps of jobs offer and say the same, with a map or in a form that needs none', { timeout }, async () => {
  const saidIn = async ({ home, plain }: Awaited<ReturnType<typeof worldOf>>, typed: typeof dialogues) => {
    const texts: string[] = [];
    for (const [line, ...answers] of typed) {
      const { opening, type } = conversation(line.split(' '), { home });
      texts.push(await opening);
      for (const answer of answers) texts.push(await type(answer));
    }
    return plain(texts.join('\n'));
  };
  const own = await worldOf(dialectOf(0));
  const expected = await saidIn(own, dialogues);
  expect(expected.join('\n')).toMatch(/Mystery box: 10 MVL[\s\S]*bMVL: 250000 bMVL {1,2}BSC[\s\S]*You have 3200 MVP/);
  // swap offers the tokens of the typed network alone
  expect(expected.filter((line) => /2000 USDC +ETHEREUM/.test(line))).toHaveLength(1);
  for (const seed of [1, 2, 3, 4, 8]) expect(await saidIn(await worldOf(dialectOf(seed)), dialogues)).toEqual(expected);
  const all = [...dialogues, ...priced];
  const whole = await saidIn(own, all); // the map is written by what it has read
  expect(await saidIn(await worldOf(unguessable, true), all)).toEqual(whole);
});

test('the first board of every group, and a tool of an agent', { timeout: 60_000 }, async () => {
  const boards = groupScreens.flatMap(({ digit, screens: [one] }) => (one && one.kind === undefined ? digit : []));
  const saidIn = async ({ home, plain }: Awaited<ReturnType<typeof worldOf>>) => {
    const session = conversation([], { home, columns: 200 });
    await session.opening;
    const texts = [];
    for (const digit of boards) {
      await session.type(digit);
      texts.push(plain(await session.type('1')));
      for (const back of 'bb') await session.type(back);
    }
    await session.type('q');
    const { call, close } = await connect(home, '');
    const { first, isError } = await call('find', { idOrHash: 'PNH-01', jq: '.parts | length' });
    await close();
    return { texts, first, isError };
  };
  const own = await saidIn(await worldOf(dialectOf(0)));
  expect(await saidIn(await worldOf(deep, true))).toEqual(own);
});

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
