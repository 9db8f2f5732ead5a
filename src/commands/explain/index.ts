// `tuk explain`: says what a text is, what it means, and what to do next, without a request.

import type { Command, CommandRunner, Group } from '../../cli/command.js';
import { explainedWords, explain as explainWord } from '../../cli/explanations.js';
import { searchHelp } from '../../cli/help-search.js';
import { readStdin } from '../../cli/input-file.js';
import { isSolanaSignature } from '../../money/ed25519.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { mayBeKey, refuseKeysInLine } from '../../services/http/may-be-key.js';
import { isHexKey, solanaKey } from '../../services/key-forms.js';
import { machineOf } from './machine.js';
import { printExplanations } from './output.js';
import { type Explanation, shortened } from './recogniser.js';
import { explanationsFor, recognisers } from './recognisers.js';

/** Bytes. */
const largest = 65_536;

const explain: Command = {
  name: '',
  values: ['<word>', '[more...]'],
  offers: { word: () => explainedWords() },
  summary: 'Explain a word, an error, call data, a transaction, a token, an address, a hash or an id',
  description: `It makes no request and needs no session. It knows:
${recognisers.map(({ kind }) => kind).join(';\n')}.
Several words are one text. - reads it from standard input, such as a pasted error. Each meaning has its source: the services publish their words, but not
their meanings. A possible private key is refused or not shown, and a token is never shown whole. The input has at most 64 kB, the output 4,000 characters.`,
  options: [{ flags: '--hash', effects: 'plain', summary: '64 bare hexadecimal digits are the hash of a transaction' }],
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
    await printExplanations(explanations.length > 0 ? explanations : await notRecognised(text, runner), context);
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
  const isHashForm = /^(0x)?[0-9a-f]{64}$/i.test(text) || isSolanaSignature(text);
  if (!isHashForm && !/^\s*[[{]/.test(text) && (isHexKey(text) || solanaKey.test(text))) throw keyRefused();
}
const keyRefused = (): Guarded =>
  new Guarded(
    'MAY_BE_KEY',
    'The text may be a private key or a recovery phrase, so it is not shown.',
    'If it is one, others may have read it from the command line or its history: move its funds to a new key.',
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
