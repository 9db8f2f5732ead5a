// The line that `tuk diff` compares: it must be a read that ends by itself. Its filters count, its format does not.

import { readWords } from '../../cli/command/arguments.js';
import type { Arguments, Context, Groups } from '../../cli/command/command.js';
import { displayedLine, expandedLine } from '../../cli/lines/alias-line.js';

import { type CommandMatch, findCommand, parseLine } from '../../cli/lines/find-command.js';
import { isReading } from '../../cli/lines/reading.js';
import type { Flags } from '../../cli/settings/options.js';
import { repetitionOf } from '../../engine/read/repetition.js';
import { kebab } from '../../services/catalogue/define.js';
import { wordsOfLine } from '../../services/command-line.js';
import { BadInput } from '../../services/http/errors.js';

export interface ReadLine {
  readonly target: CommandMatch;
  readonly args: Arguments;
  /** The line as it is shown. */
  readonly text: string;
}

/** Options that compute something else from the response. */
const computing = ['jq', 'sum', 'sumBy'] as const satisfies readonly (keyof Flags)[];
/** Options that say how a response is printed. A saved line may have them: they are left out. */
const printing = [
  ...(['output', 'json', 'columns', 'noHeader', 'noPager', 'quiet', 'mask', 'check'] as const),
] satisfies readonly (keyof Flags)[];
/** Options of a run that is not a read, or of another run. */
const unfit = ['reveal', 'dryRun', 'printCurl'] as const satisfies readonly (keyof Flags)[];

/**
 * Parses the line, an alias included.
 * @param typed one text, or the words of the line
 * @throws {BadInput} NOT_A_READ for anything but a read; the refusals of the line itself
 */
export async function readLine(typed: readonly string[], { world }: Context, groups: Groups): Promise<ReadLine> {
  const words = typed.length === 1 ? wordsOfLine(typed[0]!) : typed;
  if (words === undefined) throw notRead('The line has an open quote, or is more than one line.');
  const text = displayedLine(words);
  if (words.length === 0) throw notRead('The line is empty.', "Like: tuk diff 'points balance' -p a,b");
  if (words[0] === 'tuk')
    throw notRead('The line begins with its command, without tuk.', `Like: ${displayedLine(words.slice(1)).slice(4)}`);
  refuse(readWords(words).flags, [...printing, ...computing]);
  const argv = await expandedLine(words, world, groups);
  const target = await findCommand(argv, readWords(argv), groups);
  if (!target) throw notRead(`${text} prints help and reads nothing.`);
  const { groupName, command } = target;
  if (command.wait || /^(wait|watch)$/.test(groupName) || /(^| )(watch|wait)$/.test(command.name))
    throw notRead(`${text} does not end by itself, and tuk diff compares two reads.`);
  if (!(await isReading(target)))
    throw notRead(`${text} does not read data, and tuk diff only reads.`, 'See the commands: tuk help');
  const args = await parseLine(argv, target);
  if (repetitionOf(command, args)) throw notRead(`${text} repeats its read, and tuk diff compares two reads.`);
  refuse(args.options, [...computing, ...unfit]);
  return { target, args, text };
}

function refuse(options: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  const name = names.find((option) => options[option] !== undefined && options[option] !== false);
  if (name !== undefined)
    throw notRead(
      `The line has --${kebab(name)}, and tuk diff compares responses as they are read.`,
      (unfit as readonly string[]).includes(name)
        ? undefined
        : `Give it to tuk diff itself: tuk diff 'LINE' --${kebab(name)} …`,
    );
}

const notRead = (message: string, hint?: string): BadInput => new BadInput('NOT_A_READ', `${message}`, hint);

/** The options of the line for the run of a read, without those that print. */
export function readFlags({ args }: ReadLine): Flags {
  const printNames = new Set<string>(printing);
  return Object.fromEntries(Object.entries(args.options).filter(([name]) => !printNames.has(name))) as Flags;
}
