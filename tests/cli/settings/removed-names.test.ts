// The names of earlier versions: each is refused with what replaced it, and what replaced it is there.
import { expect, test } from 'vitest';
import { readWords } from '../../../src/cli/command/arguments.js';
import { commandOf, groupEntry } from '../../../src/cli/command/command.js';
import { removedCommands, removedOptions } from '../../../src/cli/settings/removed-names.js';
import { groups } from '../../../src/groups.js';
import { ends } from '../../support/exit.js';
import { newUser } from '../../support/tuk.js';

const user = newUser();
const isCommand = async (line: string): Promise<boolean> => {
  const [first = '', ...rest] = readWords(line.replace(/^tuk /, '').split(' ')).words;
  const entry = groupEntry(groups, first);
  const group = await entry?.load();
  return group !== undefined && (rest.length === 0 || commandOf(group.group, rest) !== undefined);
};

test('a removed command is refused, and names a command that is there', async () => {
  for (const [name, [line]] of Object.entries(removedCommands)) {
    expect(await user.run([...name.split(' '), 'x'])).toMatchObject(ends(2, `tuk ${name} was removed. Use ${line}`));
    expect([name, await isCommand(line)]).toEqual([name, true]);
  }
});

test('a removed option is refused, and names what replaced it', async () => {
  for (const [key, [line]] of Object.entries(removedOptions)) {
    const words = key.split(' ');
    const isGlobal = key.startsWith('-');
    expect(await user.run(isGlobal ? ['whoami', ...words] : words)).toMatchObject(
      ends(2, `${isGlobal ? key : words.at(-1)} was removed. Use ${line}`),
    );
  }
});
