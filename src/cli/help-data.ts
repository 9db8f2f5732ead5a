// Help as data: `tuk help wallet send -o json`. For programs and models that write command lines.

import type { Command, Group, GroupEntry, Groups } from './command.js';
import { valuesOf } from './command-values.js';
import { endpointLines } from './endpoint-lines.js';
import { needsOf, usageOf } from './needs.js';
import { type Flag, globalFlags, spellings } from './options.js';
import { isReadOnly } from './read-only.js';

/** All groups with their summaries, and the global flags. */
export const frontData = (groups: Groups): object => ({
  usage: 'tuk <group> <command> [values] [flags]',
  groups: Object.entries(groups).map(([name, { summary, section }]) => ({ name, section, summary })),
  globalFlags: globalFlags.map(optionData),
});

/** A group with its commands. */
export async function groupData(name: string, { summary }: GroupEntry, { commands }: Group): Promise<object> {
  return { name, summary, commands: await Promise.all(commands.map((command) => commandData(name, command))) };
}

/**
 * A command: its usage, its values and options with their effects, what it needs (each a list of which one is enough),
 * the calls of the services, and examples.
 */
export async function commandData(group: string, command: Command): Promise<object> {
  const { name, summary, description, values, options = [], dryRun, prints = 'data', examples } = command;
  const line = ['tuk', group, name].filter(Boolean).join(' ');
  return {
    command: line,
    summary,
    description,
    usage: `${line} ${usageOf(command)}`.trim(),
    effect: (await isReadOnly(command)) ? 'reads' : 'changes',
    values: valuesOf(values).map(({ name: value, required, repeatable, effects }) => ({
      name: value,
      needed: required,
      repeatable,
      effects: effectList(effects),
    })),
    options: options.map(optionData),
    needs: needsOf(command).map((parts) => parts.map((part) => part.name)),
    dryRun,
    prints,
    calls: await endpointLines(command),
    examples,
  };
}

const effectList = (effects: Flag['effects']): readonly string[] => (effects === 'plain' ? [] : effects);
function optionData({ flags, summary, effects, words, offers, repeatable, from }: Flag): object {
  const [, value] = /<(.+)>$/.exec(flags) ?? [];
  return {
    name: spellings(flags).at(-1),
    short: spellings(flags).find((spelling) => !spelling.startsWith('--')),
    value,
    summary,
    words: offers?.() ?? words,
    repeatable,
    effects: effectList(effects),
    from: from && `tuk ${from}`,
  };
}
