// Help, made as text from the same tables that the parser reads, so that Commander need not be loaded to show it.

import { type GroupName, groupNames, groups, isGroup, topics } from '../groups.js';
import { BadInput } from '../services/http/errors.js';
import { readPlain } from './arguments.js';
import { type Command, commandOf, type Group, unknownCommand } from './command.js';
import { type Flag, globalFlags, isHelp, isSpelling, spellings } from './options.js';
import { suggestion } from './suggest.js';

/**
 * The page of help that a command line asks for, or the version. `flags` is the line as far as it may hold any, `words` its bare words.
 * @throws {BadInput} for a group, a command or an option that does not exist.
 */
export async function pageFor(flags: readonly string[], words: readonly string[], version: string): Promise<string> {
  const [name] = words;
  const asked = name === 'help' || flags.some(isHelp);
  if (asked) return helpOn(name === 'help' ? words.slice(1) : words, flags, true);
  if (name !== undefined) return helpOn(words, flags, false);
  await checkOptions('', flags, versionFlag);
  return flags.some((word) => word === '--version' || word === '-V') ? `${version}\n` : frontPage();
}
const versionFlag: readonly Flag[] = [{ flags: '-V, --version', summary: 'the version' }];

/** A page by its words. With `asked` help was asked for by name, and the options of whatever it is about may stand beside. */
async function helpOn(words: readonly string[], flags: readonly string[], asked: boolean): Promise<string> {
  const [name, ...rest] = words;
  const topic = topics.find((word) => word === name);
  if (name === undefined || topic) {
    await checkOptions('', flags, name === undefined ? versionFlag : []);
    return topic ? (await import('./help-topics.js')).topicPages[topic]() : frontPage();
  }
  if (!isGroup(name)) throw unknownGroup(name);
  const { group } = await groups[name].load();
  const command = commandOf(group, rest);
  if (rest.length > 0 && !command) throw unknownCommand(name, group, rest[0]!);
  const about = rest.length > 0 && command ? [command] : group.commands;
  const own = asked ? [...about.flatMap(({ options = [] }) => options), ...((await group.optionsFor?.(rest)) ?? [])] : [];
  await checkOptions(name, flags, own);
  return rest.length === 0 || !command || command.name === '' ? groupPage(name, group) : commandPage(name, command);
}

/** Refuses what is no option there, or an option without its value. @throws {BadInput} */
async function checkOptions(name: string, flags: readonly string[], own: readonly Flag[]): Promise<void> {
  if (readPlain(flags, globalFlags, '[words...]')) return; // most lines: nothing is put together for them
  const known = distinct([...globalFlags, ...own]);
  if (readPlain(flags, known, '[words...]')) return;
  const [stray] = flags.map((word) => word.split('=', 1)[0]!).filter((word) => /^--./.test(word) && !isKnown(known, word));
  const page = ['tuk', name, '--help'].filter(Boolean).join(' ');
  if (stray !== undefined)
    throw new BadInput(
      'UNKNOWN_OPTION',
      `There is no option ${stray}.`,
      suggestion(
        stray,
        known.flatMap((flag) => spellings(flag.flags)),
        `List them: ${page}`,
      ),
    );
  (await import('./commander.js')).readFully(name, flags, known, '[words...]');
}
const isKnown = (known: readonly Flag[], word: string): boolean => known.some(({ flags }) => isSpelling(flags, word));
/** Several commands of a group may have the same option. */
function distinct(flags: readonly Flag[]): Flag[] {
  const kept: Flag[] = [];
  for (const flag of flags) if (!spellings(flag.flags).some((word) => isKnown(kept, word))) kept.push(flag);
  return kept;
}

const unknownGroup = (name: string) =>
  new BadInput(
    'UNKNOWN_GROUP',
    `There is no group ${JSON.stringify(name)}.`,
    suggestion(name, [...groupNames, 'help'], 'List them: tuk --help'),
  );

/** The front page: every group by its section. */
function frontPage(): string {
  const sections = new Map<string, string[]>();
  for (const [name, { is, section }] of Object.entries(groups))
    sections.set(section, [...(sections.get(section) ?? []), `  ${name.padEnd(11)} ${is}`]);
  const listed = [...sections].map(([section, lines]) => `${section.toUpperCase()}\n${lines.join('\n')}`);
  return `tuk: one command for rides, assets, wallets, swaps, points, store and more

USAGE
  tuk                                     on a terminal: everything on the screen
  tuk <group> <command> [values] [flags]

${listed.join('\n\n')}

FLAGS THAT MEAN THE SAME EVERYWHERE
${flagLines(globalFlags)}

EXAMPLES
  tuk login
  tuk whoami
  tuk api list --service musubi
  tuk api musubi list-offerings --fields title,status,interestRate -o csv

HELP TOPICS
  tuk help ${topics.join('   ')}

Profile sandbox: nothing here is real. Yours: tuk profile add
`;
}

/** The page of a group: its commands, or the one command that it is. */
function groupPage(name: GroupName, { commands }: Group): string {
  const [only] = commands;
  if (commands.length === 1 && only?.name === '') return commandPage(name, only);
  const width = Math.max(...commands.map((command) => `${command.name} ${command.values ?? ''}`.trim().length)) + 2;
  const lines = commands.map((command) => `  ${`${command.name} ${command.values ?? ''}`.trim().padEnd(width)}${command.summary}`);
  return `${sentence(groups[name].is)}

USAGE
  tuk ${name} <command> [values] [flags]

COMMANDS
${lines.join('\n')}

FLAGS
${flagLines(everyday())}

EXAMPLES
${commands
  .flatMap((command) => command.examples.slice(0, 1))
  .map((line) => `  ${line}`)
  .join('\n')}

MORE      tuk ${name} <command> --help
`;
}

/** The page of one command. */
export function commandPage(group: GroupName, command: Command): string {
  const usage = ['tuk', group, command.name, command.values, '[flags]'].filter(Boolean).join(' ');
  const own = command.options?.length ? `\nOPTIONS\n${flagLines(command.options)}\n` : '';
  const more = command.description ? `\n${command.description}\n` : '';
  const beneath = command.uses?.length ? `\nBENEATH\n${command.uses.map((line) => `  ${line}`).join('\n')}\n` : '';
  return `${command.summary}
${more}
USAGE
  ${usage}
${own}
FLAGS
${flagLines(everyday())}

EXAMPLES
${command.examples.map((line) => `  ${line}`).join('\n')}
${beneath}
MORE      tuk --help lists the flags that mean the same everywhere
`;
}

const everyday = () => globalFlags.filter(({ flags }) => /--(output|fields|jq|profile|help)/.test(flags));
const flagLines = (flags: readonly Flag[]): string =>
  flags
    .map(({ flags: spelt, summary, words }) => {
      const lines = filledLines(words ? `${summary}: ${words.join(' ')}` : summary, words ? 66 : Number.POSITIVE_INFINITY);
      return `  ${(spelt.startsWith('--') ? `    ${spelt}` : spelt).padEnd(30)} ${lines.join(`\n${' '.repeat(33)}`)}`;
    })
    .join('\n');

/** A text in lines of at most so many characters, broken between words. */
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
