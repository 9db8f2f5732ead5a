// Builds help pages as text from the tables that the parser uses. The build stores the pages of groups and commands; the launcher prints the stored pages.

import { parseArguments, readWords } from './arguments.js';
import {
  type Command,
  commandOf,
  type Group,
  type GroupEntry,
  type Groups,
  groupEntry,
  isSubgroup,
  runsAlone,
  subcommands,
} from './command.js';
import { endpointLines } from './endpoint-lines.js';
import { nothingFound, searchHelp } from './help-search.js';
import { topicPages, topics } from './help-topics.js';
import { type Flag, globalFlags } from './options.js';
import { unknownCommand, unknownGroup } from './unknown-command.js';

/**
 * The help page that a command line requests, or the version.
 * @throws {BadInput} for a group, a command or an option that does not exist.
 */
export async function pageFor(groups: Groups, argv: readonly string[], version: string): Promise<string> {
  const { words, flags } = readWords(argv, [versionFlag]);
  const [name] = words;
  if (name === 'help') return helpOn(groups, words.slice(1), { argv, explicit: true, words });
  if (name !== undefined) return helpOn(groups, words, { argv, explicit: flags.help === true, words });
  checkOptions(argv, [versionFlag], words);
  return 'version' in flags && !flags.help ? `${version}\n` : frontPage(groups);
}
const versionFlag: Flag = { flags: '-V, --version', summary: 'the version' };

/** A command line that requests help. `explicit`: with `help` or `--help`, so that the options of the command are accepted too. */
interface Line {
  readonly argv: readonly string[];
  readonly words: readonly string[];
  readonly explicit: boolean;
}

/** The page of a topic, group, sub-group or command; the results of a search if the words name none of these. */
async function helpOn(groups: Groups, words: readonly string[], line: Line): Promise<string> {
  const [name, ...rest] = words;
  if (name === undefined) {
    checkOptions(line.argv, [versionFlag], line.words);
    return frontPage(groups);
  }
  const searches = line.words[0] === 'help';
  const topic = topics.find((word) => word === name);
  const entry = groupEntry(groups, name);
  if (topic && searches) {
    checkOptions(line.argv, [], line.words);
    return (await topicPages[topic]()) + (await seeAlso(groups, words));
  }
  if (!entry) {
    const found = searches ? await search(groups, words) : '';
    if (found === '') throw searches ? await nothingFound(groups, words) : await unknownGroup(groups, name);
    checkOptions(line.argv, [], line.words);
    return found;
  }
  const { group } = await entry.load();
  const page = await pageOf(name, entry, group, rest);
  if (page === undefined) throw await unknownCommand(name, group, rest, groups);
  const about = commandOf(group, rest);
  const below = about?.name ? [about] : group.commands;
  const own = line.explicit ? [...below.flatMap(({ options = [] }) => options), ...((await group.optionsFor?.(rest)) ?? [])] : [];
  checkOptions(line.argv, own, line.words);
  return searches && rest.length === 0 ? page + (await seeAlso(groups, words)) : page;
}

/** The page that the words after a group's name select; undefined for unknown words. */
async function pageOf(name: string, entry: GroupEntry, group: Group, words: readonly string[]): Promise<string | undefined> {
  if (words.length === 0) return groupPage(name, entry.summary, group.commands);
  const command = commandOf(group, words);
  if (command?.name) return commandPage(name, command);
  if (isSubgroup(group, words)) return groupPage([name, ...words].join(' '), `${name}: ${words.join(' ')}`, subcommands(group, words));
  return (await group.pageFor?.(words)) ?? (command && groupPage(name, entry.summary, group.commands));
}

/** Checks the options of a help request. @throws {BadInput} for an unknown option, or one without its value */
function checkOptions(argv: readonly string[], known: readonly Flag[], words: readonly string[]): void {
  parseArguments(argv, { name: words.filter((word) => word !== 'help'), options: known, values: '[words...]' });
}

/** The commands and topics that match the words by prefix, as text; empty if none matches. */
async function search(groups: Groups, words: readonly string[]): Promise<string> {
  const lines = await searchHelp(groups, words);
  return lines.length === 0 ? '' : `Search results for ${words.map((word) => JSON.stringify(word)).join(' ')}:\n\n${lines.join('\n')}\n`;
}

/** The commands and topics outside a group that match its name. */
async function seeAlso(groups: Groups, words: readonly string[]): Promise<string> {
  const own = new RegExp(`^  tuk (help )?${words[0]} `);
  const lines = (await searchHelp(groups, words)).filter((line) => !own.test(line));
  return lines.length === 0 ? '' : `\nSEE ALSO\n${lines.join('\n')}\n`;
}

/** The front page: all groups by section. */
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

GLOBAL FLAGS
${flagLines(globalFlags)}

EXAMPLES
  tuk login
  tuk whoami
  tuk api list --service musubi
  tuk api musubi list-offerings --fields title,status,interestRate -o csv

HELP TOPICS
  tuk help ${topics.join('   ')}

The default profile is sandbox: nothing in it is real. Add a profile of your own: tuk profile add
`;
}

/** The page of a group or sub-group: its commands, or its only command. */
async function groupPage(name: string, summary: string, commands: readonly Command[]): Promise<string> {
  const [only] = commands;
  if (runsAlone({ commands })) {
    const own = commands.find((command) => command.name === '') ?? only!;
    return commandPage(
      name,
      own,
      commands.filter((command) => command !== own),
    );
  }
  const [, ...below] = name.split(' ');
  const usage = (command: Command) => `${command.name.split(' ').slice(below.length).join(' ')} ${command.values ?? ''}`.trim();
  const width = Math.max(...commands.map((command) => usage(command).length)) + 2;
  const lineOf = (command: Command) => `  ${usage(command).padEnd(width)}${command.summary}`;
  const sections = below.length > 0 ? new Map([['COMMANDS', commands]]) : sectionsOf(commands);
  return `${sentence(summary)}

USAGE
  tuk ${name} <command> [values] [flags]

${[...sections].map(([head, own]) => `${head}\n${own.map(lineOf).join('\n')}`).join('\n\n')}

FLAGS
${flagLines(commonFlags())}

EXAMPLES
${commands
  .flatMap((command) => command.examples.slice(0, 1))
  .map((line) => `  ${line}`)
  .join('\n')}

MORE      tuk ${name} <command> --help
`;
}

/** From how many commands on a group has sub-headings, and from how many of one first word on these have one of their own. */
const crowded = 20;
const leastOfSection = 2;
/** The commands under their headings: in a crowded group, those whose names begin with the same word are together. */
function sectionsOf(commands: readonly Command[]): ReadonlyMap<string, readonly Command[]> {
  const firstWord = ({ name }: Command) => (name.includes(' ') ? name.split(' ', 1)[0]! : '');
  const count = (word: string) => commands.filter((one) => firstWord(one) === word).length;
  const sections = new Map<string, Command[]>([['COMMANDS', []]]);
  for (const command of commands) {
    const word = firstWord(command);
    const head = commands.length < crowded || word === '' || count(word) < leastOfSection ? 'COMMANDS' : word.toUpperCase();
    sections.set(head, [...(sections.get(head) ?? []), command]);
  }
  return sections;
}

/** The page of one command. @param others the commands beside it, in a group that is a command itself */
async function commandPage(group: string, command: Command, others: readonly Command[] = []): Promise<string> {
  const usage = ['tuk', group, command.name, command.values, '[flags]'].filter(Boolean).join(' ');
  const own = command.options?.length ? `\nOPTIONS\n${flagLines(command.options)}\n` : '';
  const more = command.description ? `\n${command.description}\n` : '';
  const lines = await endpointLines(command);
  const width = Math.max(...others.map(({ name, values = '' }) => `${name} ${values}`.length)) + 2;
  const beside = others.map(({ name, values = '', summary }) => `  ${`${name} ${values}`.padEnd(width)}${summary}`);
  const commands = others.length === 0 ? '' : `\nCOMMANDS\n${beside.join('\n')}\n`;
  const uses = lines.length > 0 ? `\nAPI CALLS\n${lines.map((line) => `  ${line}`).join('\n')}\n` : '';
  return `${command.summary}
${more}
USAGE
  ${usage}
${own}${commands}
FLAGS
${flagLines(commonFlags(more))}

EXAMPLES
${command.examples.map((line) => `  ${line}`).join('\n')}
${uses}
MORE      tuk --help lists all global flags
`;
}

/** The global flags that every page lists, and those that the description of a command names. */
const commonFlags = (description = '') =>
  globalFlags.filter(
    ({ flags }) => /--(output|fields|jq|profile|help)/.test(flags) || description.includes(/--[a-z-]+/.exec(flags)?.[0] ?? '\n'),
  );
/** Options as help lists them, with the values of enums. */
export const flagLines = (flags: readonly Flag[]): string =>
  flags
    .map(({ flags: spelt, summary, words }) => {
      const lines = filledLines(words ? `${summary}: ${words.join(' ')}` : summary, words ? 66 : Number.POSITIVE_INFINITY);
      return `  ${(spelt.startsWith('--') ? `    ${spelt}` : spelt).padEnd(30)} ${lines.join(`\n${' '.repeat(33)}`)}`;
    })
    .join('\n');

/** Wraps a text at blanks into lines of at most `most` characters. */
function filledLines(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
