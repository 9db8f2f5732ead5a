// Finds the command of a command line, and parses the line with its options.

import { type Call, callTyped, kebab, type Service } from '../../services/catalogue/define.js';
import { isService, type ServiceName, serviceNames } from '../../services/catalogue/index.js';
import { BadInput } from '../../services/http/errors.js';
import { parseArguments, readWords, type Words } from '../command/arguments.js';
import {
  type Arguments,
  type Command,
  commandOf,
  type Group,
  type Groups,
  groupEntry,
  isSubgroup,
  runsAlone,
} from '../command/command.js';
import { withWords } from '../command/enum-value.js';
import { unknownCommand, unknownGroup } from '../help/unknown-command.js';
import { type Flag, flagKey } from '../settings/options.js';
import { suggestion } from '../settings/suggest.js';

// Resolves typed names of services and calls.

/** The service of a typed name. @throws {BadInput} with the closest name */
export function serviceNamed(typed: string): ServiceName {
  if (isService(typed)) return typed;
  throw new BadInput(
    'UNKNOWN_SERVICE',
    `There is no service ${JSON.stringify(typed)}.`,
    suggestion(typed, serviceNames),
  );
}

/** The call of a typed name, `get-request` or `getRequest`. @throws {BadInput} with the closest name */
export function callNamed(service: Service, typed: string): Call {
  const call = callTyped(service.calls, typed);
  if (call) return call;
  const names = Object.values(service.calls).map(({ name }) => kebab(name));
  throw new BadInput(
    'UNKNOWN_CALL',
    `The service ${service.name} has no call ${JSON.stringify(typed)}.`,
    suggestion(typed, names, `List them: tuk api ${service.name} --help`),
  );
}

export interface CommandMatch {
  readonly groupName: string;
  readonly group: Group;
  readonly command: Command;
  /** The words after the group's name. */
  readonly words: readonly string[];
}

/**
 * Finds the command of a line; undefined if the line requests help.
 * @throws {BadInput} for an unknown group or command
 */
export async function findCommand(
  argv: readonly string[],
  { words, unknown, flags }: Words,
  groups: Groups,
): Promise<CommandMatch | undefined> {
  const [groupName] = words;
  if (groupName === undefined || groupName === 'help' || flags.help) return undefined;
  const entry = groupEntry(groups, groupName);
  if (!entry) throw await unknownGroup(groups, words);
  const { group } = await entry.load();
  const named = commandOf(group, words.slice(1));
  // An option's value may precede the command's name. The options of the whole group tell them apart.
  const operands =
    unknown.length > 0 && !named?.name
      ? readWords(
          argv,
          group.commands.flatMap(({ options = [] }) => options),
        ).words
      : words;
  const command = commandOf(group, operands.slice(1));
  // In a group with its own command, values may follow an option that depends on them: `tuk api --id 1 musubi
  // get-offering`.
  const behind =
    command?.name === ''
      ? [...operands.slice(1), ...unknown.filter((word) => !word.startsWith('-'))]
      : operands.slice(1);
  if (behind.length === 0 && !runsAlone(group)) return undefined;
  if (command) return { groupName, group, command, words: behind };
  if (isSubgroup(group, behind)) return undefined;
  throw await unknownCommand(groupName, group, behind, groups);
}

/** The options of a command. If it is the group's own command, they depend on the words. */
export async function optionsOf({ group, command, words }: CommandMatch): Promise<readonly Flag[]> {
  return [...(command.options ?? []), ...(command.name === '' ? ((await group.optionsFor?.(words)) ?? []) : [])];
}

/** Parses the line of a command. @throws {BadInput} */
export async function parseLine(argv: readonly string[], target: CommandMatch): Promise<Arguments> {
  const { groupName, command } = target;
  const options = await optionsOf(target);
  const name = [groupName, ...command.name.split(' ').filter(Boolean)];
  const args = parseArguments(argv, { name, options, values: command.values, prompts: command.prompts });
  if (!options.some(({ words, flags }) => words && args.options[flagKey(flags)])) return args;
  return { ...args, options: withWords(args.options, options) };
}
