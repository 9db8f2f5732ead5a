// Finds the group that argv names and hands over to it. Help and version need neither the group's parser nor its context.
import { BadInput } from '../services/http/failure.js';
import { commandOf, unknownCommand } from './command.js';
import { failedEarly, runGroup } from './core.js';
import { valued } from './flags.js';
import { groupNames, groups, isGroup, topics } from './groups.js';
import { commandPage, frontPage, groupPage, topicPages } from './help.js';
import { didYouMean } from './nearest.js';
import { writeAll } from './output.js';
import type { World } from './world.js';

/**
 * Runs one command line.
 * @returns the exit code; never throws, never ends the process.
 */
export async function run(argv: readonly string[], world: World): Promise<number> {
  try {
    const opened = await openedBy(argv, world);
    if (opened !== undefined) return opened;
    const page = await pageFor(argv, world);
    if (page !== undefined) {
      await writeAll(world.stdout, page);
      return 0;
    }
    const words = bareWords(argv);
    const name = words[0]!;
    if (!isGroup(name)) throw unknownGroup(name);
    const { group } = await groups[name].load();
    return await runGroup(name, group, argv, words.slice(1), world);
  } catch (error) {
    return failedEarly(error, argv, world);
  }
}

/** The application, which `tuk` alone opens on a terminal, with a profile or without, drawn or in plain lines; nothing where it is not asked for or there is none. */
async function openedBy(argv: readonly string[], world: World): Promise<number | undefined> {
  const [flag, profile, ...more] = argv.filter((word) => word !== '--linear');
  const alone = flag === undefined || ((flag === '-p' || flag === '--profile') && profile !== undefined && more.length === 0);
  if (!alone || !world.stdin.isTTY || !world.stdout.isTTY) return undefined;
  const { openApp } = await import('./app/index.js');
  return openApp(world, { ...(profile === undefined ? {} : { profile }), ...(argv.includes('--linear') ? { linear: true } : {}) });
}

/** The help page or version that argv asks for, if it does. @throws {BadInput} for help on what does not exist. */
async function pageFor(argv: readonly string[], world: World): Promise<string | undefined> {
  const end = argv.indexOf('--');
  const before = end < 0 ? argv : argv.slice(0, end);
  const words = bareWords(argv);
  if (words.length === 0 && before.some((word) => word === '--version' || word === '-V')) return `${world.version}\n`;
  const asked = before.includes('--help') || before.includes('-h');
  if (words[0] === 'help') return helpOn(words.slice(1));
  if (asked) return helpOn(words);
  if (words.length === 0) {
    const stray = before.find((word) => word.startsWith('-') && !valued().has(word.split('=')[0]!) && !isFlag(word));
    if (stray !== undefined) throw new BadInput('UNKNOWN_OPTION', `There is no option ${stray}.`, 'List them: tuk --help');
    return frontPage();
  }
  if (words.length === 1 && isGroup(words[0]!)) {
    const { group } = await groups[words[0]].load();
    if (group.commands.length > 1) return groupPage(words[0], group);
  }
  return undefined;
}

async function helpOn(words: readonly string[]): Promise<string> {
  const [name, ...rest] = words;
  if (name === undefined) return frontPage();
  const topic = topics.find((word) => word === name);
  if (topic) return topicPages[topic]();
  if (!isGroup(name)) throw unknownGroup(name);
  const { group } = await groups[name].load();
  if (rest.length === 0) return groupPage(name, group);
  const command = commandOf(group, rest);
  if (!command) throw unknownCommand(name, group, rest[0]!);
  return command.name === '' ? groupPage(name, group) : commandPage(name, command);
}

const unknownGroup = (name: string) =>
  new BadInput(
    'UNKNOWN_GROUP',
    `There is no group ${JSON.stringify(name)}.`,
    didYouMean(name, [...groupNames, 'help'], 'List them: tuk --help'),
  );

const isFlag = (word: string) =>
  /^(--(json|quiet|reveal|verbose|dry-run|print-curl|check|allow-unknown-word|yes|no-input|linear|utc|help)|-[qvyh]+)$/.test(word);

/** The words of argv that are neither flags nor values of global flags. */
function bareWords(argv: readonly string[]): string[] {
  const words: string[] = [];
  const withValue = valued();
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!;
    if (word === '--') return [...words, ...argv.slice(i + 1)];
    if (withValue.has(word)) i++;
    else if (!word.startsWith('-') || word === '-') words.push(word);
  }
  return words;
}
