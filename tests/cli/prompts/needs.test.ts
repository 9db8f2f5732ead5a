// What a command needs is said where it is declared: in the refusal, the usage line, help, forms and MCP.
import { expect, test } from 'vitest';
import { readWords } from '../../../src/cli/command/arguments.js';
import type { Command } from '../../../src/cli/command/command.js';
import { needsOf, usageOf } from '../../../src/cli/prompts/needs.js';
import { flagKey, globalFlags, takesValue } from '../../../src/cli/settings/options.js';
import { formOf } from '../../../src/commands/app/command-entries.js';
import { groupNames, groups } from '../../../src/groups.js';
import { splitWords } from '../../../src/services/command-line.js';
import { newUser } from '../../support/tuk.js';

const { run } = newUser();
const commands = (
  await Promise.all(
    groupNames.map(async (name) =>
      (await groups[name].load()).group.commands.map((command) => [`${name} ${command.name}`.trim(), command] as const),
    ),
  )
).flat();
const isOption = ({ at }: { readonly at?: number | undefined }) => at === undefined;

test('a command with needs refuses a line without them, and names each', async () => {
  for (const [line, command] of commands) {
    const needs = needsOf(command).filter((parts) => parts.every(isOption));
    if (needs.length === 0) continue;
    const values = needsOf(command).flatMap((parts) => (parts.some(isOption) ? [] : ['1']));
    const { code, stderr } = await run([...line.split(' '), ...values, '--no-input']);
    expect([line, code, needs.flat().filter(({ name }) => !stderr.includes(name))]).toEqual([line, 2, []]);
  }
});

test('its usage line, its help and its form say them', async () => {
  for (const [line, command] of commands) {
    const needs = needsOf(command);
    const usage = usageOf(command);
    for (const part of needs.flat()) expect([line, usage]).toEqual([line, expect.stringContaining(part.usage)]);
    const { stdout } = await run(`${line} --help`);
    const fields = (await formOf(line, groups)).fields;
    for (const { name } of needs.flat().filter(isOption)) {
      const isOf = (lines: string) =>
        lines
          .trimStart()
          .replace(/^-\w, /, '')
          .startsWith(`${name} `);
      const about = stdout.split(/\n(?= +-)/).find(isOf);
      expect([line, name, about]).toEqual([line, name, expect.stringContaining('needed')]);
    }
    for (const parts of needs) {
      const asked = fields.filter(({ flag }) => parts.some((part) => part.name === flag));
      const isAsked = asked.length === 0 || asked.some(({ required, group }) => required || group === 'needed');
      expect([line, parts[0].name, isAsked]).toEqual([line, parts[0].name, true]);
    }
  }
});

/** The first example of a command, with its values and without the options that it does not need. */
function leastLine(line: string, { options = [], examples, ...command }: Command): readonly string[] {
  const words = splitWords(examples[0] ?? '').slice(1);
  const needed = new Set(needsOf({ options, ...command }).flatMap((parts) => parts.map(({ key }) => key)));
  const { words: typed } = readWords(words, options);
  const kept = [...options, ...globalFlags].flatMap((flag) => {
    const [name] = flag.flags.match(/--[\w-]+/)!;
    if (!('neededFor' in flag || needed.has(flagKey(flag.flags)))) return [];
    const isIt = (word: string) => word === name || flag.flags.startsWith(`${word}, `);
    return words.flatMap((word, at) => (isIt(word) ? words.slice(at, at + (takesValue(flag.flags) ? 2 : 1)) : []));
  });
  return [...(typed.join(' ').startsWith(line) ? typed : line.split(' ')), ...kept];
}

test('a command refuses nothing for an option that it does not declare as needed', async () => {
  const undeclared: string[] = [];
  for (const [line, command] of commands) {
    const { read, uses, dryRun = read || uses ? 'requests' : 'none' } = command;
    if (dryRun === 'none' || command.name === '' || command.examples[0]?.includes('<')) continue;
    const { stderr } = await run([...leastLine(line, command), '--dry-run', '--no-input', '--json']);
    if (stderr.includes('"MISSING_'))
      undeclared.push(`${line}: ${JSON.parse(stderr.trimEnd().split('\n').at(-1)!).error.message}`);
  }
  expect(undeclared).toEqual([]);
});
