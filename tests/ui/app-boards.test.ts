// The table of boards held against the commands: every line names one, every option that is turned has words, what enter opens and actions fit.
import { expect, test } from 'vitest';
import { type Command, commandOf, type Group } from '../../src/cli/command.js';
import { groupScreens, homePanes } from '../../src/commands/app/boards.js';
import { groups, isGroup } from '../../src/groups.js';
import { wordsOf } from '../../src/ui/format/command-line.js';

/** The command of a line; nothing where there is none. */
async function commandFor(line: string): Promise<Command | undefined> {
  const [name = '', ...rest] = wordsOf(line);
  if (!isGroup(name)) return undefined;
  const { group } = (await groups[name].load()) as { group: Group };
  return commandOf(group, rest);
}
const screens = groupScreens.flatMap((group) => group.screens);
const lines = [
  ...screens.flatMap(({ line, opens, actions = [] }) => [line, ...(opens ? [opens] : []), ...actions.map(([, action]) => action)]),
  ...homePanes.map(({ line }) => line),
];

test.each([...new Set(lines)])('tuk %s', async (line) => {
  const command = await commandFor(line);
  if (!command) throw new Error('there is no such command');
  const [, ...words] = wordsOf(line);
  expect(command.name).toBe(words.slice(0, command.name.split(' ').length).join(' '));
  const values = words.slice(command.name.split(' ').length);
  const plain = values.filter((word, at) => !word.startsWith('-') && !values[at - 1]?.startsWith('-'));
  const most = command.values?.includes('...') ? Number.POSITIVE_INFINITY : (command.values?.match(/[<[]/g)?.length ?? 0);
  expect(plain.length).toBeLessThanOrEqual(most);
  for (const flag of values.filter((word) => word.startsWith('--')))
    expect(
      command.options?.some(({ flags }) => flags.includes(flag)),
      flag,
    ).toBe(true);
});

test('what is turned has words; what is a board reads, what is a form need not', async () => {
  for (const { line, turns, kind, name } of screens) {
    const command = await commandFor(line);
    if (!command) throw new Error(`there is no command: ${line}`);
    if (turns) expect(command.options?.find(({ flags }) => flags.includes(turns))?.words, `${name}: ${turns}`).toBeDefined();
    if (kind === 'form' || kind === 'find') continue;
    const reads = command.reading ?? (command.uses ?? []).every((call) => / GET /.test(call));
    expect(reads, line).toBeTruthy();
    expect(command.values ?? '', `${line} is asked without values`).not.toMatch(/</);
  }
});

test('every everyday group has screens, so that its name alone opens them on a terminal', () => {
  const everyday = Object.entries(groups).flatMap(([name, { section }]) => (section === 'Everyday' ? [name] : []));
  expect(groupScreens.flatMap(({ name, screens: own }) => (own.length > 0 ? [name.toLowerCase()] : []))).toEqual(everyday);
});

test('every screen of Home is one of a group', () => {
  for (const { group, screen } of homePanes)
    expect(groupScreens.find(({ name }) => name === group)?.screens.map(({ name }) => name)).toContain(screen);
});
