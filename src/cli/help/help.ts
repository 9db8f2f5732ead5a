// Builds help pages from the tables of the parser. The build stores the pages of groups and commands for the launcher.

import { BadInput } from '../../services/http/errors.js';
import { parseArguments, readWords } from '../command/arguments.js';
import { assumedHeading, assumedOfCommand } from '../command/assumed-fields.js';
import {
  type Command,
  commandOf,
  type Group,
  type GroupEntry,
  type Groups,
  groupEntry,
  isSubgroup,
  runsAlone,
  shown,
  subcommands,
} from '../command/command.js';
import { valuesOf, valuesText } from '../command/command-values.js';
import { endpointLines } from '../command/endpoint-lines.js';
import { isReadOnly } from '../command/read-only.js';
import { needsOf, usageOf } from '../prompts/needs.js';
import { type Flag, globalFlags, plain, spellings } from '../settings/options.js';
import type { docs, ReadDoc } from './help-docs.js';
import { fieldLines, flagLines } from './help-flags.js';
import { nothingFound, searchHelp } from './help-search.js';
import { topicPages, topics } from './help-topics.js';
import { namesBelow, unknownCommand, unknownGroup } from './unknown-command.js';

// Help as data: `tuk help wallet send -o json`. For programs and models that write command lines.

/** All groups with their summaries, and the global flags. */
const frontData = (groups: Groups): object => ({
  usage: 'tuk <group> <command> [values] [flags]',
  groups: Object.entries(groups).map(([name, { summary, section }]) => ({ name, section, summary })),
  globalFlags: globalFlags.map(optionData),
});

/** A group with its commands. */
async function groupData(name: string, { summary }: GroupEntry, { commands }: Group): Promise<object> {
  return { name, summary, commands: await Promise.all(commands.map((command) => commandData(name, command))) };
}

/**
 * A command: its usage, its values and options with their effects, what it needs (each a list of which one is enough),
 * the calls of the services, and examples.
 */
async function commandData(group: string, command: Command): Promise<object> {
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
    assumed: command.opens && (await assumedOfCommand(command)),
    dryRun,
    prints,
    calls: await endpointLines(command),
    examples,
  };
}

const effectList = (effects: Flag['effects']): readonly string[] => (effects === 'plain' ? [] : effects);
function optionData({ flags, summary, effects, words, offers, repeatable, from, neededFor }: Flag): object {
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
    neededFor,
  };
}

/**
 * The help page that a command line requests, or the version.
 * @throws {BadInput} for an unknown group, command or option
 */
export async function pageFor(
  groups: Groups,
  argv: readonly string[],
  version: string,
  read?: ReadDoc,
): Promise<string> {
  const { words, flags } = readWords(argv, [versionFlag]);
  const [name] = words;
  if (flags.json || flags.output === 'json') return dataPage(groups, argv, words, read);
  if (name === 'help') return helpOn(groups, words.slice(1), { argv, explicit: true, words, read });
  if (name !== undefined) return helpOn(groups, words, { argv, explicit: flags.help === true, words });
  checkOptions(argv, [versionFlag], words);
  return 'version' in flags && !flags.help ? `${version}\n` : frontPage(groups);
}
const allFlag: Flag = plain('--all', 'list what is for development, too');
const hasHidden = ({ commands }: Group): boolean => commands.some(({ hidden }) => hidden);
const versionFlag: Flag = plain('-V, --version', 'the version');

/**
 * A command line that requests help. `explicit`: by `help` or `--help`, which also accept the options of the command.
 */
interface Line {
  readonly argv: readonly string[];
  readonly words: readonly string[];
  readonly explicit: boolean;
  /** Reads the documentation. */
  readonly read?: ReadDoc;
}

/** The page of a topic, group, sub-group or command; search results for other words. */
async function helpOn(groups: Groups, words: readonly string[], line: Line): Promise<string> {
  const [name, ...rest] = words;
  if (name === undefined) {
    checkOptions(line.argv, [versionFlag], line.words);
    return frontPage(groups);
  }
  const searches = line.words[0] === 'help';
  const topic = topics.find((word) => word === name);
  const entry = groupEntry(groups, name);
  if (topic && searches && (rest.length === 0 || !entry)) {
    checkOptions(line.argv, [], line.words);
    const page = entry ? await pageOf(name, entry, (await entry.load()).group, []) : undefined; // a group of this name
    return `${await topicPages[topic](line.read)}${page === undefined ? '' : `\n${page}`}`;
  }
  if (!entry) {
    const results = searches ? await search(groups, words) : '';
    if (results === '') throw searches ? await nothingFound(groups, words) : await unknownGroup(groups, words);
    checkOptions(line.argv, [], line.words);
    return results;
  }
  const { group } = await entry.load();
  const all = readWords(line.argv, [allFlag]).flags as { all?: boolean };
  const page = await pageOf(name, entry, group, rest, all.all);
  if (page === undefined) throw await unknownCommand(name, group, rest, groups);
  const selected = commandOf(group, rest);
  const commands = selected?.name ? [selected] : group.commands;
  const options = line.explicit
    ? [...commands.flatMap(({ options = [] }) => options), ...((await group.optionsFor?.(rest)) ?? [])]
    : [];
  try {
    checkOptions(line.argv, hasHidden(group) ? [allFlag, ...options] : options, line.words);
  } catch (error) {
    const names = rest.length === 0 ? [] : namesBelow(group, rest);
    if (!(error instanceof BadInput) || line.explicit || names.length === 0) throw error;
    throw new BadInput({ code: error.code }, error.message, `It needs a command first: ${names.join(', ')}.`);
  }
  return page;
}

/** The page of the words after a group's name; undefined for unknown words. */
async function pageOf(
  name: string,
  entry: GroupEntry,
  group: Group,
  words: readonly string[],
  all?: boolean,
): Promise<string | undefined> {
  const listed = all ? group.commands : shown(group.commands);
  const more =
    !all && hasHidden(group) ? `          tuk ${name} --help --all lists the commands for development, too\n` : '';
  if (words.length === 0) return `${await groupPage(name, entry.summary, listed)}${more}`;
  const command = commandOf(group, words);
  if (command?.name)
    return commandPage(name, all ? command : { ...command, options: shown(command.options ?? []) }, [], listed);
  if (isSubgroup(group, words))
    return groupPage(
      [name, ...words].join(' '),
      `the commands of tuk ${name} ${words.join(' ')}`,
      subcommands(group, words),
    );
  return (await group.pageFor?.(words)) ?? (command && groupPage(name, entry.summary, listed));
}

/**
 * Help as JSON: the groups, a group, a command, or the text of a topic.
 * @throws {BadInput} for an unknown group, command or option
 */
async function dataPage(
  groups: Groups,
  argv: readonly string[],
  typed: readonly string[],
  read: ReadDoc | undefined,
): Promise<string> {
  checkOptions(argv, [versionFlag], typed);
  const isHelp = typed[0] === 'help';
  const words = isHelp ? typed.slice(1) : typed;
  const [name, ...rest] = words;
  const json = (data: object) => `${JSON.stringify(data, undefined, 2)}\n`;
  if (name === undefined) return json(frontData(groups));
  const entry = groupEntry(groups, name);
  if (!entry && isHelp)
    return json({ text: await helpOn(groups, words, { argv, explicit: true, words: typed, read }) });
  if (!entry) throw await unknownGroup(groups, words);
  const { group } = await entry.load();
  const command = commandOf(group, rest);
  if (command?.name || (command && rest.length === 0 && runsAlone(group)))
    return json(await commandData(name, command));
  if (rest.length === 0 || isSubgroup(group, rest))
    return json(await groupData(name, entry, rest.length === 0 ? group : { commands: subcommands(group, rest) }));
  throw await unknownCommand(name, group, rest, groups);
}

/** Checks the options of a help request. @throws {BadInput} for an unknown option, or a missing value */
function checkOptions(argv: readonly string[], options: readonly Flag[], words: readonly string[]): void {
  parseArguments(argv, { name: words.filter((word) => word !== 'help'), options, values: '[words...]' });
}

/** The commands and topics that match the words by prefix, as text; empty without a match. */
async function search(groups: Groups, words: readonly string[]): Promise<string> {
  const lines = await searchHelp(groups, words);
  return lines.length === 0
    ? ''
    : `Search results for ${words.map((word) => JSON.stringify(word)).join(' ')}:\n\n${lines.join('\n')}\n`;
}

function frontPage(groups: Groups): string {
  const sections = new Map<string, string[]>();
  for (const [name, { summary, section }] of Object.entries(groups))
    sections.set(section, [...(sections.get(section) ?? []), `  ${name.padEnd(11)} ${summary}`]);
  const listed = [...sections].map(([section, lines]) => `${section.toUpperCase()}\n${lines.join('\n')}`);
  return `tuk: one command for rides, assets, wallets, swaps, points, store and more

USAGE
  tuk                                     open the application, on a terminal
  tuk <group> <command> [values] [flags]

${listed.join('\n\n')}

HELP      tuk <group> --help   tuk <group> <command> --help   tuk help exit-codes
FLAGS     tuk help flags: -p profile, -o format, --json, --jq, --match, --dry-run, -y and others
TOPICS    ${topics.slice(0, 7).join('   ')}
          ${topics.slice(7).join('   ')}

The default profile is sandbox: nothing in it is real. Add a profile of your own: tuk profile add
`;
}

/** The page of a group or sub-group: its commands, or its only command. */
async function groupPage(name: string, summary: string, commands: readonly Command[]): Promise<string> {
  if (runsAlone({ commands })) {
    const main = commands.find((command) => command.name === '') ?? commands[0]!;
    return commandPage(
      name,
      main,
      commands.filter((command) => command !== main),
    );
  }
  const [, ...below] = name.split(' ');
  const usage = (command: Command) =>
    `${command.name.split(' ').slice(below.length).join(' ')} ${valuesText(command.values)}`.trim();
  const width = Math.max(...commands.map((command) => usage(command).length)) + 2;
  const lineOf = (command: Command) => `  ${usage(command).padEnd(width)}${command.summary}`;
  const sections = below.length > 0 ? new Map([['COMMANDS', commands]]) : sectionsOf(commands);
  return `${sentence(summary)}

USAGE
  tuk ${name} <command> [values] [flags]

${[...sections].map(([head, members]) => `${head}\n${members.map(lineOf).join('\n')}`).join('\n\n')}

EXAMPLES
${commands
  .flatMap((command) => command.examples.slice(0, 1))
  .slice(0, mostExamples)
  .map((line) => `  ${line}`)
  .join('\n')}

MORE      tuk ${name} <command> --help
${flagsLine}
`;
}

/** The minimum number of commands for sub-headings, and of commands per sub-heading. */
const crowded = 20;
const leastOfSection = 2;
/** The commands under their headings: in a crowded group by the first word of their names. */
function sectionsOf(commands: readonly Command[]): ReadonlyMap<string, readonly Command[]> {
  const firstWord = ({ name }: Command) => (name.includes(' ') ? name.split(' ', 1)[0]! : '');
  const count = (word: string) => commands.filter((command) => firstWord(command) === word).length;
  const sections = new Map<string, Command[]>([['COMMANDS', []]]);
  for (const command of commands) {
    const word = firstWord(command);
    const head =
      commands.length < crowded || word === '' || count(word) < leastOfSection ? 'COMMANDS' : word.toUpperCase();
    sections.set(head, [...(sections.get(head) ?? []), command]);
  }
  return sections;
}

/** The topics of help on what a group is for. */
const topicOf: Record<string, keyof typeof docs> = {
  batch: 'flows',
  flow: 'flows',
  ops: 'money',
  plan: 'flows',
  sandbox: 'sandbox',
  smoke: 'ci',
};
/**
 * What to read next: the commands of the group with the same first word, then those that make a call of the command;
 * and the topic of the group, or of transfers.
 */
async function related(group: string, command: Command, listed: readonly Command[]): Promise<string> {
  const wordOf = ({ name }: Command) => name.replace(/s?( .*)?$/, '');
  const calls = await endpointLines(command);
  const shares = async (other: Command): Promise<number> => {
    if (wordOf(other) === wordOf(command)) return 1;
    const its = await endpointLines(other);
    return its.filter((call) => calls.includes(call)).length / new Set([...its, ...calls]).size || 0;
  };
  const others = listed.filter((one) => one.name !== command.name);
  const all = await Promise.all(others.map(async (one) => ({ ...one, share: await shares(one) })));
  const near = all.filter((one) => one.share > 0).sort((a, b) => b.share - a.share);
  const movesValue = command.options?.some(({ flags }) => flags.startsWith('--client-ref'));
  const topic = topicOf[group] ?? (movesValue ? 'money' : 'scripting');
  return [...near.slice(0, 3).map((one) => `tuk ${group} ${one.name}`), `tuk help ${topic}`].join(', ');
}

/**
 * The page of one command.
 * @param others the other commands of a group with its own command
 * @param listed the commands of its group
 */
async function commandPage(
  group: string,
  command: Command,
  others: readonly Command[] = [],
  listed: readonly Command[] = [],
): Promise<string> {
  const usage = ['tuk', group, command.name, usageOf(command), '[flags]'].filter(Boolean).join(' ');
  const options = command.options?.length ? `\nOPTIONS\n${flagLines(command.options, command)}\n` : '';
  const more = command.description ? `\n${command.description}\n` : '';
  const lines = await endpointLines(command);
  const width = Math.max(...others.map(({ name, values }) => `${name} ${valuesText(values)}`.length)) + 2;
  const beside = others.map(
    ({ name, values, summary }) => `  ${`${name} ${valuesText(values)}`.padEnd(width)}${summary}`,
  );
  const assumed = fieldLines(await assumedOfCommand(command));
  const fields = assumed.length === 0 ? '' : `\n${assumedHeading}\n${assumed.join('\n')}\n`;
  const commands = others.length === 0 ? '' : `\nCOMMANDS\n${beside.join('\n')}\n`;
  const line = ['help', group, command.name].filter(Boolean).join(' ');
  const calls = lines.length > mostCalls ? [`${lines.length} calls: tuk ${line} -o json`] : lines;
  const uses = calls.length > 0 ? `\nAPI CALLS\n${calls.map((call) => `  ${call}`).join('\n')}\n` : '';
  return `${command.summary}
${more}
USAGE
  ${usage}
${options}${fields}${commands}
EXAMPLES
${command.examples.map((line) => `  ${line}`).join('\n')}
${uses}
${flagsLine}
SEE ALSO  ${await related(group, command, listed)}
`;
}

/** The maximum number of examples of a group, and of calls that a page lists. */
const mostExamples = 5;
const mostCalls = 4;
const flagsLine = 'FLAGS     tuk help flags: -p profile, -o format, --json, --jq, --dry-run, -h and others';
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
