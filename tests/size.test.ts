// The budget of the program. A change that adds something says in the same commit what it takes away, or raises a
// number here and gives the reason in docs/decisions (CONTRIBUTING, "What a change pays").
import path from 'node:path';
import { expect, test } from 'vitest';
import { shown } from '../src/cli/command/command.js';
import { pageFor } from '../src/cli/help/help.js';
import { exitCodes } from '../src/cli/settings/exit-codes.js';
import { flagKey, globalFlags } from '../src/cli/settings/options.js';
import { groupScreens } from '../src/commands/app/boards.js';
import { groupNames, groups } from '../src/groups.js';
import { codeSize, filesBelow, lineCount } from './support/code-size.js';

const isSource = (file: string) => /\.(ts|tsx|mjs|cjs)$/.test(file);
const isOfTests = (file: string) => file.startsWith(path.join('sandbox', 'tests'));
const sources = filesBelow('src').filter(isSource);
const ofSandbox = filesBelow('sandbox').filter((file) => isSource(file) && !isOfTests(file));
const room = (name: string) =>
  codeSize(
    name === 'sandbox' ? ofSandbox : sources.filter((file) => file.startsWith(path.join('src', name, path.sep))),
  );

/** Thousands of characters of code, without comments and blanks. */
const rooms: Readonly<Record<string, number>> = {
  cli: 315,
  commands: 1034,
  engine: 464,
  money: 593,
  sandbox: 714,
  services: 344,
  session: 69,
  text: 169,
  things: 99,
  ui: 511,
};

test.each(Object.entries(rooms))('%s has at most %i thousand characters of code', (name, most) => {
  expect(
    room(name) / 1000,
    'remove what the change makes needless, else raise the number in a decision',
  ).toBeLessThanOrEqual(most);
});

test('every room of the source has a budget', () => {
  const names = new Set(sources.map((file) => file.split(path.sep)).flatMap(([, name, more]) => (more ? name! : [])));
  expect([...names, 'sandbox'].sort()).toEqual(Object.keys(rooms).sort());
});

/** Tests over other back ends: what they serve is counted apart. */
const isOfDialect = (file: string) => /second-platform|second-backend|dialects/.test(file);

test('scripts and tests have at most so many lines', () => {
  expect(lineCount([...filesBelow('scripts'), ...filesBelow('bin')].filter(isSource))).toBeLessThanOrEqual(2750);
  expect(
    lineCount(
      [...filesBelow('tests'), ...filesBelow(path.join('sandbox', 'tests'))].filter(
        (file) => isSource(file) && !isOfDialect(file),
      ),
    ),
  ).toBeLessThanOrEqual(64_390);
});

const commands = await Promise.all(
  groupNames.map(async (name) =>
    shown((await groups[name].load()).group.commands).map((command) => ({ name, command })),
  ),
);

test('commands, options, screens and exit codes are at most so many', () => {
  const own = commands.flat().flatMap(({ command }) => shown(command.options ?? []).map(({ flags }) => flagKey(flags)));
  expect({
    commands: commands.flat().length <= 230,
    ownOptions: new Set(own).size <= 185,
    globalOptions: globalFlags.length <= 34,
    screens: groupScreens.flatMap(({ screens }) => screens).length <= 70,
    exitCodes: exitCodes.length <= 19,
  }).toEqual({ commands: true, ownOptions: true, globalOptions: true, screens: true, exitCodes: true });
});

test('tuk --help has at most 60 lines, and the ten longest pages of commands 560 together', async () => {
  const lines = async (words: string) => (await pageFor(groups, words.split(' '), '0')).trimEnd().split('\n').length;
  expect(await lines('--help')).toBeLessThanOrEqual(60);
  const pages = await Promise.all(
    commands.flat().map(async ({ name, command }) => lines(`${name} ${command.name} --help`.replace('  ', ' '))),
  );
  const longest = pages.sort((a, b) => b - a).slice(0, 10);
  expect(longest.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(560);
});
