// The table of boards matches the commands: lines, cycled options, opened details and actions exist.
import { expect, test } from 'vitest';
import { type Command, commandOf, groupEntry } from '../../../src/cli/command/command.js';
import { valuesOf } from '../../../src/cli/command/command-values.js';
import { endpointLines } from '../../../src/cli/command/endpoint-lines.js';
import { groupScreens } from '../../../src/commands/app/boards.js';
import { homePanes } from '../../../src/commands/app/home-panes.js';
import { groups } from '../../../src/groups.js';
import { splitWords } from '../../../src/services/command-line.js';
import { rowKindOf } from '../../../src/things/action.js';
import { things } from '../../../src/things/index.js';
import type { Thing } from '../../../src/things/thing.js';
import { requestsSpec } from '../../../src/ui/state/boards/navigation.js';

/** The command of a line; undefined if there is none. */
async function commandFor(line: string): Promise<Command | undefined> {
  const [name = '', ...rest] = splitWords(line);
  const entry = groupEntry(groups, name);
  return entry && commandOf((await entry.load()).group, rest);
}
const screens = groupScreens.flatMap((group) => group.screens);
const lines = [
  ...screens.flatMap(({ command: line, opens = line, actions = [] }) => [
    line,
    opens,
    ...actions.map(([, one]) => one),
  ]),
  ...homePanes.map(({ command: line }) => line),
  ...things
    .flatMap(({ related = [] }) => related.map(({ line }) => line))
    .flatMap((line) => (typeof line === 'string' ? [line] : Object.values(line.is))),
];

test.each([...new Set(lines)])('tuk %s', async (line) => {
  const command = await commandFor(line);
  if (!command) throw new Error('there is no such command');
  const [, ...words] = splitWords(line).filter((word) => word !== '?');
  const names = command.name.split(' ').filter(Boolean);
  expect(command.name).toBe(words.slice(0, names.length).join(' '));
  const values = words.slice(names.length);
  const plain = values.filter((word, at) => !word.startsWith('-') && !values[at - 1]?.startsWith('-'));
  const commandValues = valuesOf(command.values);
  const most = commandValues.at(-1)?.repeatable ? Number.POSITIVE_INFINITY : commandValues.length;
  expect(plain.length).toBeLessThanOrEqual(most);
  for (const flag of values.filter((word) => word.startsWith('--')))
    expect(command.options?.map(({ flags }) => flags).join(' ')).toContain(flag);
});

test('a note is whole on 80 columns', () => {
  expect([...screens, requestsSpec].flatMap(({ note = '' }) => (note.length > 78 ? [note] : []))).toEqual([]);
});

test('cycled options have enums; the command of a board only reads, that of a form may change', async () => {
  for (const { command: line, cycles: turns, kind, name } of screens) {
    const command = await commandFor(line);
    if (!command) throw new Error(`there is no command: ${line}`);
    if (turns)
      expect(command.options?.find(({ flags }) => flags.includes(turns))?.words, `${name}: ${turns}`).toBeDefined();
    if (kind === 'form' || kind === 'find') continue;
    const reads = command.read ?? (await endpointLines(command)).every((call) => / GET /.test(call));
    expect(reads, line).toBeTruthy();
    expect(command.values ?? '', `${line} is asked without values`).not.toMatch(/</);
  }
});

test('every everyday group has screens, so that its name alone opens them on a terminal', () => {
  const needValue = ['find', 'wait', 'watch']; // they open with what is to be found or waited for
  const everyday = Object.entries(groups).flatMap(([name, { section }]) =>
    section === 'Everyday' && !needValue.includes(name) ? [name] : [],
  );
  const withScreens = groupScreens.filter(({ digit, screens: own }) => digit !== '0' && own.length > 0);
  expect(withScreens.map(({ name }) => name.toLowerCase())).toEqual(everyday);
});

test('every screen of Home is one of a group', () => {
  for (const { group, screen } of homePanes)
    expect(groupScreens.find(({ name }) => name === group)?.screens.map(({ name }) => name)).toContain(screen);
});

test('a list from the ledger says that no call lists its things, and what to do where it is empty', () => {
  const ofLedger = screens.filter(({ command: line }) => line.startsWith('ops list --kind'));
  expect(ofLedger.length).toBeGreaterThanOrEqual(3);
  for (const { name, note, empty } of ofLedger) {
    expect(note, name).toMatch(/^No call lists /);
    expect(empty?.every((text) => text !== '')).toBe(true);
  }
});

test('every kind of row has a next place: it leads somewhere, or something can be done with it', async () => {
  const isForRow = ([, line]: readonly [string, string, ...unknown[]]) => line.includes('{');
  const isList = ({ params, of }: Thing['reads'][number]) => params === undefined && of !== undefined;
  const inLists = things.filter(({ reads }) => reads.some(isList));
  const kinds = inLists.map((thing) => ({ name: thing.name, ...rowKindOf(thing) }));
  const lonely = kinds.filter(({ next, actions = [] }) => next === undefined && !actions.some(isForRow));
  expect(lonely.map(({ name }) => name)).toEqual(['your account', 'your referral code']);
  for (const { name, command: line, kind = 'read', opens, leads, actions = [] } of screens) {
    const { read } = (await commandFor(line))!;
    if (!['read', 'find'].includes(kind) || !read || read.singleRecord) continue;
    const isOpen = opens !== undefined || leads !== undefined || actions.some(isForRow);
    expect(isOpen, `the screen ${name} needs "of" a thing, "opens", or an action with a field: {id}`).toBe(true);
  }
});
