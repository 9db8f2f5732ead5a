// A parsed line as data, and the words of that line again: a plan keeps what was parsed, not how it was typed.

import type { PlannedWords } from '../../money/verdict/plan.js';
import type { Arguments } from '../command/command.js';
import { valuesOf } from '../command/command-values.js';
import { type Effects, type Flag, flagKey, globalFlags, spellings, takesValue } from '../settings/options.js';
import { type CommandMatch, optionsOf } from './find-command.js';

/** The global options that a line keeps: what requests are made, and how. How it is printed and confirmed is said when it runs. */
const kept: readonly Flag[] = globalFlags.filter(
  ({ of, flags }) => (of === 'request' && !/verbose|profile/.test(flags)) || /allow-unknown-word/.test(flags),
);

/** The parsed line, without what is said when it runs. */
export async function plannedWords({ positionals, options }: Arguments, target: CommandMatch): Promise<PlannedWords> {
  const { groupName, command } = target;
  const keys = [...(await optionsOf(target)), ...kept].map(({ flags }) => flagKey(flags));
  const typed = Object.entries(options).filter(
    ([key, value]) => keys.includes(key) && key !== 'planOut' && value !== undefined && value !== false,
  );
  return {
    command: [groupName, ...command.name.split(' ').filter(Boolean)],
    values: positionals,
    options: Object.fromEntries(typed),
  };
}

/** The words of a planned line. @param target the command that its words name */
export async function wordsOf(
  { command, values, options }: PlannedWords,
  target: CommandMatch,
): Promise<readonly string[]> {
  const flags = [...(await optionsOf(target)), ...kept];
  const words = Object.entries(options).flatMap(([key, value]) => {
    const flag = flags.find((one) => flagKey(one.flags) === key);
    if (flag === undefined) return [];
    const name = spellings(flag.flags).at(-1)!;
    return takesValue(flag.flags) ? [value].flat().map((text) => `${name}=${text}`) : [name];
  });
  return [...command, ...words, ...(values.length > 0 ? ['--', ...values] : [])];
}

/** The names of the inputs that a line reads, `-` for standard input; files of keys and passwords are none. */
export const inputNames = async (args: Arguments, target: CommandMatch): Promise<ReadonlySet<string>> =>
  new Set([
    ...args.positionals.filter((value) => value === '-'),
    ...(await fileNames(args, target, (effects) => !effects.includes('secret'))),
  ]);

/** The values and options of a line that name files. @param isMeant which of them, by their effects */
export async function fileNames(
  { positionals, options: typed }: Arguments,
  target: CommandMatch,
  isMeant: (effects: readonly string[]) => boolean = () => true,
): Promise<readonly string[]> {
  const isFile = (effects: Effects = 'plain') => effects !== 'plain' && effects.includes('file') && isMeant(effects);
  const places = valuesOf(target.command.values);
  return [
    ...positionals.filter((_, at) => isFile((places[at] ?? places.at(-1))?.effects)),
    ...(await optionsOf(target)).flatMap(({ flags, effects }) =>
      isFile(effects) && typed[flagKey(flags)] !== undefined ? [typed[flagKey(flags)]].flat().map(String) : [],
    ),
  ];
}
