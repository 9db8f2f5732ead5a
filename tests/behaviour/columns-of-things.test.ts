// One place for the columns of a thing: a command that lists or shows a thing has the fields of its declaration.
import { expect, test } from 'vitest';
import type { Command } from '../../src/cli/command/command.js';
import { groupNames, groups } from '../../src/groups.js';
import { things } from '../../src/things/index.js';

/** Commands with columns of their own, and why. */
const ownColumns: Readonly<Record<string, string>> = {
  find: 'things of every kind',
  'depin inventory': 'batteries, with the names of stations',
  'points games': 'a game, its leaders, its results and its missions in one table',
  'swap status': 'a transaction of which only the status is asked',
  'wallet tx refresh': 'the same',
};

/** The command lines that list or show a thing, with their columns that no thing has. */
async function readsOfThings(): Promise<readonly (readonly [line: string, paths: readonly string[]])[]> {
  const fields = new Set(things.flatMap((thing) => thing.fields ?? []));
  const calls = new Set(things.flatMap(({ reads }) => reads.map(({ call }) => call as string)));
  const lines = groupNames.map(async (name) => {
    const { commands } = (await groups[name].load()).group;
    const readsThing = ({ uses = {} }: Command) =>
      Object.entries(uses).some(([service, names]) => names.some((call) => calls.has(`${service} ${call}`)));
    return commands
      .filter((command) => command.read?.columns && readsThing(command))
      .map((command) => {
        const own = command.read!.columns!.filter((column) => !fields.has(column as never));
        return [`${name} ${command.name}`.trim(), own.map(({ path }) => path)] as const;
      });
  });
  return (await Promise.all(lines)).flat();
}

test('a command that lists or shows a thing has the fields of the thing', async () => {
  const reads = await readsOfThings();
  const own = reads.filter(([, paths]) => paths.length > 0);
  expect(reads.length).toBeGreaterThan(40);
  const toDo = 'take the "fields" of the thing; ownColumns of this file has the exceptions, and no others';
  expect(own.map(([line]) => line).sort(), toDo).toEqual(Object.keys(ownColumns).sort());
});
