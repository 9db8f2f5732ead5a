// Saved views: which command lines may be saved, and how a view becomes the line that runs.

import type { Call } from '../services/catalogue/define.js';
import type { Endpoints } from '../services/catalogue/endpoint-types.js';
import { catalogue, type ServiceName } from '../services/catalogue/index.js';
import { quoted } from '../services/command-line.js';
import { BadInput } from '../services/http/errors.js';
import { router } from '../services/http/path.js';
import { paths } from '../session/paths.js';
import { readView, viewNames } from '../session/views.js';
import { readWords } from './arguments.js';
import type { Groups } from './command.js';
import { refusedPart } from './effects.js';
import { type CommandMatch, findCommand, optionsOf, parseLine } from './find-command.js';
import { type Flag, type Flags, flagKey, globalFlags, spellings, takesValue } from './options.js';
import { callNamed, serviceNamed } from './resolve-call.js';
import { suggestion } from './suggest.js';
import type { World } from './world.js';

/** The commands of `tuk view`; any other word after it is the name of a view. */
const subcommands = ['save', 'list', 'show', 'remove'];
/** Commands that read local files, and send nothing. */
const localReads = new Set([
  ...['ops list', 'ops show', 'config show', 'profile list', 'profile show', 'wallet contacts list', 'view list'],
  ...['api list', 'api show', 'api search'],
]);

/**
 * Checks that a line may be a view: it is complete, only reads, and ends by itself.
 * @param words the words of the line, without `tuk`
 * @throws {BadInput} NOT_A_VIEW, and the refusals of the line itself
 */
export async function checkViewLine(words: readonly string[], groups: Groups): Promise<void> {
  const { flags } = readWords(words);
  const line = displayedLine(words);
  if (words.length === 0)
    throw notAView(
      'A view needs a command line.',
      'Like: tuk view save open-stations -- depin stations --match status=on',
    );
  if (words[0] === 'tuk')
    throw notAView(
      'The line of a view begins with its command, without tuk.',
      `Like: -- ${displayedLine(words.slice(1))}`,
    );
  const command = await findCommand(words, readWords(words), groups);
  if (!command) throw notAView(`${line} prints help and shows no data.`);
  const args = await parseLine(words, command);
  const { options } = args;
  if (flags.include) throw notAView('A view shows rows, so it cannot keep -i.', 'Type it when you show the view.');
  if (options.watch === true || command.command.wait || /(^| )(watch|wait)$/.test(command.command.name))
    throw notAView(`${line} does not end by itself, and a view shows data once.`);
  if (!(await isReading(command)))
    throw notAView(`${line} may change something, and a view only reads.`, 'See what reads: tuk help');
  const refused = refusedPart('own', args, { ...command.command, options: await optionsOf(command) });
  if (refused)
    throw notAView(`${refused.part} ${refused.why}, so a view cannot hold it.`, 'Type it when you show the view.');
}
/** `$1` to `$99` in a word of an alias stand for values; `$$` is a `$`. */
export const placeholders = /\$(\$|[1-9]\d?)/g;
/** The numbers of the values in a word. */
export const valuesIn = (word: string): number[] =>
  [...word.matchAll(placeholders)].flatMap(([, digits]) => Number(digits) || []);
export const highestIn = (word: string): number => Math.max(0, ...valuesIn(word));
export const hasPlaceholder = (word: string): boolean => highestIn(word) > 0;
/** Whether a saved line is a view: other lines are aliases only. */
export const isViewLine = (words: readonly string[], groups: Groups): Promise<boolean> =>
  words.some(hasPlaceholder)
    ? Promise.resolve(false)
    : checkViewLine(words, groups).then(
        () => true,
        () => false,
      );
const notAView = (message: string, hint?: string): BadInput =>
  new BadInput('NOT_A_VIEW', `${message} Nothing was saved or sent.`, hint);
/** A line as it is shown in messages. */
export const displayedLine = (words: readonly string[]): string =>
  ['tuk', ...words].map(quoted).join(' ').slice(0, 120);

/** Whether a command has no effect, by the catalogue. */
export async function isReading({ command, groupName, words }: CommandMatch): Promise<boolean> {
  if (localReads.has(`${groupName} ${command.name}`)) return true;
  if (groupName === 'api') return command.name === '' && isReadingCall(words);
  if (command.read) return true;
  return !command.prompts && command.uses !== undefined && (await haveNoEffect(command.uses));
}

async function haveNoEffect(uses: Endpoints): Promise<boolean> {
  const used = Object.entries(uses) as [ServiceName, readonly string[]][];
  for (const [service, names] of used) {
    const { calls } = await catalogue(service);
    if (!names.every((name) => isRead(calls[name]))) return false;
  }
  return used.length > 0;
}

/** Whether a call has no effect, and no key material in its response. */
const isRead = (call: Call | undefined): boolean => call?.effect === 'none' && call.secret !== true;

/** Whether `tuk api` would make a read. @param words the words after `api` */
async function isReadingCall([first = '', second = '', path = '']: readonly string[]): Promise<boolean> {
  const method = /^(GET|POST|PUT|DELETE)$/i.test(first) ? first.toUpperCase() : undefined;
  if (method === undefined) return isRead(callNamed(await catalogue(serviceNamed(first)), second));
  const routes = router((await catalogue(serviceNamed(second))).calls);
  const [pathname = ''] = path.split('?', 1);
  const call = routes.match(method, pathname)?.call ?? routes.matchLoosely(method, pathname);
  return call ? isRead(call) : method === 'GET';
}

/**
 * The line of `tuk view show NAME` and `tuk view NAME`: the saved words, then the typed ones. Typed options replace
 * saved ones.
 * @returns the unchanged line for other commands of `tuk view`
 * @throws {BadInput} UNKNOWN_VIEW, NOT_A_VIEW for a file that was changed; {LocalFailure} VIEW_BROKEN
 */
export async function expandedView(
  argv: readonly string[],
  { words, flags }: Pick<ReturnType<typeof readWords>, 'words' | 'flags'>,
  world: World,
  groups: Groups,
): Promise<readonly string[]> {
  const [, command = '', ...rest] = words;
  if (flags.help || command === '' || (command !== 'show' && subcommands.includes(command))) return argv;
  const name = command === 'show' ? rest[0] : command;
  if (name === undefined) return argv; // the command reports the missing name
  const folder = paths(world).views;
  const view = readView(folder, name, () => {});
  if (!view) {
    const lines = viewNames(folder).map(
      (viewName) => [viewName, readView(folder, viewName, () => {})?.words ?? []] as const,
    );
    const isView = await Promise.all(lines.map(([, words]) => isViewLine(words, groups)));
    const names = lines.flatMap(([viewName], at) => (isView[at] ? [viewName] : []));
    const none = 'No view is saved. Save one: tuk view save NAME -- COMMAND';
    throw new BadInput(
      'UNKNOWN_VIEW',
      `There is no view ${JSON.stringify(name.slice(0, 60))}.`,
      suggestion(name, [...names, ...subcommands], names.length === 0 ? none : `There are: ${names.join(', ')}.`),
    );
  }
  await checkViewLine(view.words, groups);
  const typed = withoutOperands(argv, command === 'show' ? 3 : 2);
  const target = (await findCommand(view.words, readWords(view.words), groups))!;
  return [...withoutReplaced(view.words, typed, [...globalFlags, ...(await optionsOf(target))]), ...typed];
}

/**
 * A line without its first operands, but with the options among them. Words behind `--` are operands.
 * @param flags the options that may be among them
 */
export function withoutOperands(
  argv: readonly string[],
  count: number,
  flags: readonly Flag[] = globalFlags,
): string[] {
  const rest: string[] = [];
  let [remaining, isBehind] = [count, false];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!;
    if (!isBehind && word === '--') {
      isBehind = true;
      if (remaining === 0 || argv.length - at - 1 > remaining) rest.push(word);
    } else if (remaining > 0 && (isBehind || isOperand(word))) remaining--;
    else {
      rest.push(word);
      if (!isBehind && remaining > 0 && needsValue(word, flags) && at + 1 < argv.length) rest.push(argv[++at]!);
    }
  }
  return rest;
}

/** Whether a word is a value: no option begins with a digit, so `-5` is a value. */
const isOperand = (word: string): boolean => word === '-' || !word.startsWith('-') || /^-\.?\d/.test(word);

/** Options that exclude each other: a typed one replaces the saved ones. */
const exclusive: readonly (readonly (keyof Flags)[])[] = [
  ['output', 'json'],
  ['fields', 'columns'],
  ['mask', 'reveal'],
];

/** The saved words without options that were typed again. Repeatable options accumulate. */
export function withoutReplaced(saved: readonly string[], typed: readonly string[], flags: readonly Flag[]): string[] {
  const overrides = flags.filter(
    (flag) => !flag.repeatable && !flag.counts && typed.some((word) => isSpelled(word, flag)),
  );
  const keys = new Set(overrides.flatMap(({ flags: spelling }) => [flagKey(spelling), ...others(flagKey(spelling))]));
  const replaced = flags.filter((flag) => keys.has(flagKey(flag.flags)));
  const end = saved.indexOf('--');
  const remaining: string[] = [];
  for (let at = 0; at < saved.length; at++) {
    const word = saved[at]!;
    const isOption = end < 0 || at < end;
    const dropped = isOption ? replaced.find((flag) => isSpelled(word, flag)) : undefined;
    if (!dropped) remaining.push(word);
    else if (needsValue(word, [dropped])) at++;
    if (!dropped && isOption && needsValue(word, flags) && at + 1 < saved.length) remaining.push(saved[++at]!);
  }
  return remaining;
}
const others = (key: string): readonly string[] =>
  exclusive.find((list) => (list as readonly string[]).includes(key)) ?? [];

/** Whether a word is an option in one of its spellings, perhaps with its value: `-o`, `-ocsv`, `--output=csv`. */
const isSpelled = (word: string, { flags }: Flag): boolean =>
  spellings(flags).some(
    (spelling) =>
      word === spelling ||
      word.startsWith(`${spelling}=`) ||
      (takesValue(flags) && /^-\w$/.test(spelling) && word.startsWith(spelling)),
  );
/** Whether a word is an option whose value is the next word. */
export const needsValue = (word: string, flags: readonly Flag[]): boolean =>
  flags.some((flag) => takesValue(flag.flags) && spellings(flag.flags).includes(word));
