// `tuk explain`: says what a text is, what it means, and what to do next, without a request.

import {
  type Command,
  type CommandRunner,
  type Context,
  type Group,
  linesResult,
  type Result,
  resultOf,
} from '../../cli/command/command.js';
import { readStdin } from '../../cli/files/input-file.js';
import { explainedWords, explain as explainWord } from '../../cli/help/explanations.js';
import { searchHelp } from '../../cli/help/help-search.js';
import { hintFor } from '../../cli/settings/next-command.js';
import { plain } from '../../cli/settings/options.js';
import { isSolanaSignature } from '../../money/keys/ed25519.js';
import { isBytes32, isPrefixedHash } from '../../services/forms.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { mayBeKey, refuseKeysInLine } from '../../services/http/may-be-key.js';
import { escapeForTerminal } from '../../services/json-text.js';
import { isHexKey, solanaKey } from '../../services/key-forms.js';
import type { Column } from '../../text/column.js';
import { type Line, span } from '../../text/line.js';
import { masked } from '../../text/mask.js';
import { wrap } from '../../text/text.js';
import { escapeControls } from '../../text/visible.js';
import { type Explanation, machineOf, shortened } from './machine.js';

import { explanationsFor, recognisers } from './recognisers.js';

// Prints explanations, at most 4,000 characters of them: a shortened text ends in `…`.

/**
 * The most characters of an output. Additions of a format, such as indents and quotes, count for JSON on a terminal.
 */
const most = 3_900;
const longest = { word: 90, is: 90, of: 400, means: 1_500, source: 200, next: 300, detail: 250 } as const;
const mostDetails = 24;

const columns: readonly Column[] = [
  { path: 'word' },
  { path: 'is' },
  { path: 'of' },
  { path: 'means', room: 'stays' },
  { path: 'next' },
  { path: 'source', room: 'yields' },
];

function shortenedRow({ word, is, of, means, source, next, details }: Explanation): Explanation {
  const row = {
    word: shortened(word, longest.word),
    is: shortened(is, longest.is),
    of: shortened(of, longest.of),
    means: shortened(means, longest.means),
    source: shortened(source, longest.source),
    next: shortened(next, longest.next),
  };
  return details === undefined ? row : { ...row, details: shortenedDetails(details, mostDetails) };
}
function shortenedDetails(details: Readonly<Record<string, string>>, count: number): Readonly<Record<string, string>> {
  const entries = Object.entries(details).map(
    ([name, text]) => [shortened(name, 60), shortened(text, longest.detail)] as const,
  );
  const rest = entries.length - count;
  return Object.fromEntries(rest > 0 ? [...entries.slice(0, count), ['…', `${rest} more`]] : entries);
}

const sizeOf = (rows: readonly Explanation[]): number => escapeForTerminal(JSON.stringify(rows, undefined, 2)).length;

/** The explanations, shortened so that they have at most 4,000 characters as JSON. */
function bounded(all: readonly Explanation[]): readonly Explanation[] {
  let rows = all.map(shortenedRow);
  while (rows.length > 1 && sizeOf(rows) > most - 60) rows = rows.slice(0, -1);
  const remaining = all.length - rows.length;
  if (remaining > 0)
    rows = rows.map((row, at) =>
      at === rows.length - 1 ? { ...row, means: `${row.means} … and ${remaining} more` } : row,
    );
  for (let count = mostDetails - 1; sizeOf(rows) > most && count >= 0; count--)
    rows = rows.map((row) => (row.details ? { ...row, details: shortenedDetails(row.details, count) } : row));
  for (let length = 800; sizeOf(rows) > most && length > 0; length -= 100)
    rows = rows.map((row) => ({
      ...row,
      of: shortened(row.of, length),
      means: shortened(row.means, length),
      word: shortened(row.word, 40),
    }));
  return rows;
}

/** Whether the explanations are printed as lines for people. */
function areLines({ out, world, flags }: Context): boolean {
  const { format, fields, columns: columnOption, sortBy, match, limit, sum } = out.options;
  const isShaped = [fields, columnOption, sortBy, match, limit, sum, flags.jq, flags.noHeader].some(
    (option) => option !== undefined,
  );
  return !isShaped && (format ?? (world.stdout.isTTY ? 'table' : 'json')) === 'table';
}

const [narrowest, widest, labelWidth] = [40, 100, 10];
/** The lines of an explanation: its word, then a line for each part. */
function linesOf(row: Explanation, width: number): readonly Line[] {
  const parts = [
    ['means', row.means],
    ...Object.entries(row.details ?? {}),
    ['source', row.source],
    ['next', row.next],
  ] as const;
  const longestLabel = Math.min(24, Math.max(labelWidth, ...parts.map(([label]) => label.length + 2)));
  const indent = ' '.repeat(2 + longestLabel);
  return [
    [span(row.word, 'head'), span(`  ${row.is}${row.of === '' ? '' : `, ${row.of}`}`)],
    ...parts.flatMap(([label, text]) =>
      wrap(escapeControls(text), Math.max(20, width - indent.length)).map((part, at) => [
        span(at === 0 ? `  ${shortened(label, longestLabel - 1).padEnd(longestLabel)}` : indent, 'muted'),
        span(part, label === 'next' ? 'accent' : 'text'),
      ]),
    ),
  ];
}

function boundedLines(lines: readonly Line[]): readonly Line[] {
  const visibleLines: Line[] = [];
  let length = 0;
  for (const line of lines) {
    length += line.reduce((sum, { text }) => sum + text.length, 1);
    if (length > most) return [...visibleLines, [span('  …')]];
    visibleLines.push(line);
  }
  return visibleLines;
}

/** Explanations: lines on a terminal and with -o table, else the list in the format of -o. */
function explanationsResult(all: readonly Explanation[], context: Context): Result {
  const rows = bounded(all.map((row) => ({ ...row, next: hintFor(row.next, context.flags.profile) })));
  const { out, world } = context;
  if (!areLines(context)) return resultOf(JSON.stringify(rows), { columns, idPath: 'word' });
  const visible = out.isMasked('stdout')
    ? rows.map((row) => ({ ...row, details: masked(row.details) as Explanation['details'] }))
    : rows;
  const width = Math.min(widest, Math.max(narrowest, (world.stdout.columns || 80) - 1));
  return linesResult(boundedLines(visible.flatMap((row, at) => [...(at === 0 ? [] : [[]]), ...linesOf(row, width)])));
}

/** Bytes. */
const largest = 65_536;

const explain: Command = {
  name: '',
  values: ['<word>', '[more...]'],
  offers: { word: () => explainedWords() },
  summary: 'Explain a word, an error, call data, a transaction, a token, an address, a hash or an id',
  description: `Use it on anything that you do not know. It sends no request and needs no session. It knows:

  ${recognisers.map(({ kind }) => kind).join('\n  ')}

Several words are one text. Type - to read standard input, such as a pasted error. Each meaning has its source.
tuk refuses a possible private key, and never shows a whole token. The input has at most 64 kB, the output 4,000 characters.`,
  options: [plain('--hash', '64 bare hexadecimal digits are the hash of a transaction')],
  readOnly: true,
  runsWithoutSettings: true,
  checksKeys: true,
  examples: [
    'tuk explain INUSE_WITH_CANCEL_PENDING',
    'tuk explain 10',
    'tuk explain price impact',
    'tuk explain 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    'tuk explain OVER_LIMIT -o json',
  ],
  run: async ({ positionals, options }, context, runner) => {
    const typed =
      positionals.length === 1 && positionals[0] === '-'
        ? await readStdin(context.world, 'the text')
        : positionals.join(' ');
    const text = textOf(typed);
    await refuseKeys(text);
    const question = { text, context, machine: machineOf(context), runner, isHash: options.hash === true };
    const explanations = await explanationsFor(question);
    return explanationsResult(explanations.length > 0 ? explanations : await notRecognised(text, runner), context);
  },
};

/** The text without the spaces and the quotes around it. @throws {BadInput} TOO_LARGE, EMPTY_VALUE */
function textOf(typed: string): string {
  if (Buffer.byteLength(typed) > largest)
    throw new BadInput(
      'TOO_LARGE',
      `The text has ${Buffer.byteLength(typed)} bytes, of at most ${largest}.`,
      'Give the part of it that is to be explained.',
    );
  const text = typed
    .trim()
    .replace(/^(["'`])(.*)\1$/s, '$2')
    .trim();
  if (text === '')
    throw new BadInput('EMPTY_VALUE', 'There is nothing to explain in an empty text.', 'See tuk explain --help');
  return text;
}

/**
 * Refuses a text that has a recovery phrase, or bytes of the length of a private key, anywhere in it. 0x and 64 digits
 * are read as a hash; bare ones are judged with the hashes of the ledger.
 * @throws {Guarded} MAY_BE_KEY
 */
async function refuseKeys(text: string): Promise<void> {
  await refuseKeysInLine(text.split('\n'));
  await refuseKeysInLine([text]);
  const isHashForm = isPrefixedHash(text) || isBytes32(text) || isSolanaSignature(text);
  if (!isHashForm && !/^\s*[[{]/.test(text) && (isHexKey(text) || solanaKey.test(text))) throw keyRefused();
}
const keyRefused = (): Guarded =>
  new Guarded(
    'MAY_BE_KEY',
    'The text may be a private key or a recovery phrase, so it is not shown.',
    'If it is one, move its funds to a new key: others can read the command line and its history.',
  );

const mostLines = 5;
/** Words of a question that are not about its subject. */
const fillers = /^(a|an|the|of|to|is|are|do|does|how|what|why|can|i|my|me|it)$/i;
/**
 * The commands that several words find, else the refusal of an unknown text. @throws {Guarded} MAY_BE_KEY; {Refused}
 * NO_EXPLANATION
 */
async function notRecognised(text: string, runner: CommandRunner | undefined): Promise<readonly Explanation[]> {
  if (mayBeKey(text)) throw keyRefused();
  const words = text.split(/\s+/).filter((word) => !fillers.test(word));
  const isPlain = words.length > 0 && words.length <= 6 && words.every((word) => /^[\p{L}-]{2,20}$/u.test(word));
  const lines = runner && isPlain ? await searchHelp(runner.groups, words) : [];
  if (lines.length > 0)
    return lines.slice(0, mostLines).map((line) => {
      const [, command = '', means = ''] = /^\s*(tuk .*?) {2,}(.*)$/.exec(line) ?? [];
      return {
        word: shortened(text, 60),
        is: 'words of a command or a topic',
        of: command,
        means,
        source: 'the help of this program',
        next: command.startsWith('tuk help') ? command : `${command} --help`,
      };
    });
  explainWord(shownWord(text)); // throws with the closest word
  return [];
}

/** The part of an unknown text that is repeated: the beginning, since it may be a secret. */
function shownWord(text: string): string {
  const isWord = text.length <= 40 && (!/\d/.test(text) || text.length < 20);
  return isWord ? text : `${text.slice(0, 6)}…`;
}

export const group: Group = { commands: [explain] };
