// Splits a pasted command line as a POSIX shell does, $'…' included.

import { BadInput } from '../../../services/http/errors.js';

export interface ShellWord {
  readonly text: string;
  /** The shell would replace a part of it: a variable, or the output of a command. */
  readonly isReplaced: boolean;
}
export interface ShellLine {
  readonly words: readonly ShellWord[];
  /** The text behind the command: a pipe, a redirection, another command. */
  readonly rest?: string;
}

const openQuote = (): BadInput =>
  new BadInput(
    'BAD_IMPORT',
    'The line has an open quote; nothing was sent.',
    'Pass it whole: tuk api import FILE, or as one word in quotes. A browser also copies it as cURL (bash).',
  );

/** The words of the first command of a line. @throws {BadInput} BAD_IMPORT for an open quote */
export function shellWords(line: string): ShellLine {
  const words: ShellWord[] = [];
  let [text, isReplaced, isWord] = ['', false, false];
  const end = () => {
    if (isWord) words.push({ text, isReplaced });
    [text, isReplaced, isWord] = ['', false, false];
  };
  for (let at = 0; at < line.length; ) {
    const rest = line.slice(at, at + 2);
    const character = line[at]!;
    if (/\s/.test(character)) {
      end();
      at += 1;
      continue;
    }
    if (isOperator(line, at)) {
      end();
      return { words, rest: line.slice(at).trim() };
    }
    const piece =
      rest === "$'"
        ? ansiQuoted(line, at + 2)
        : character === "'"
          ? singleQuoted(line, at + 1)
          : character === '"' || rest === '$"'
            ? doubleQuoted(line, at + (character === '"' ? 1 : 2))
            : bare(line, at);
    text += piece.text;
    isReplaced ||= piece.isReplaced ?? false;
    isWord ||= !piece.isNothing;
    at = piece.next;
  }
  end();
  return { words };
}

/** Whether another command begins here. An & in a word belongs to an address without quotes. */
const isOperator = (line: string, at: number): boolean =>
  /^[|;<>]/.test(line[at]!) || /^&(&|\s|$)/.test(line.slice(at, at + 2)) || /^2>/.test(line.slice(at, at + 2));

interface Piece {
  readonly text: string;
  readonly next: number;
  readonly isReplaced?: boolean;
  /** Not even an empty word: the end of a continued line. */
  readonly isNothing?: boolean;
}

function singleQuoted(line: string, from: number): Piece {
  const end = line.indexOf("'", from);
  if (end < 0) throw openQuote();
  return { text: line.slice(from, end), next: end + 1 };
}

function doubleQuoted(line: string, from: number): Piece {
  let [text, isReplaced] = ['', false];
  for (let at = from; at < line.length; at++) {
    const character = line[at]!;
    if (character === '"') return { text, next: at + 1, isReplaced };
    if (character === '\\' && /^\r?\n/.test(line.slice(at + 1, at + 3))) at += line[at + 1] === '\r' ? 2 : 1;
    else if (character === '\\' && /["\\$`]/.test(line[at + 1] ?? '')) text += line[++at];
    else {
      isReplaced ||= beginsReplacement(line, at);
      text += character;
    }
  }
  throw openQuote();
}

/** Whether a shell replaces the text that begins here: $NAME, ${NAME}, $(command), `command`. */
const beginsReplacement = (line: string, at: number): boolean =>
  line[at] === '`' || (line[at] === '$' && /[\w{(]/.test(line[at + 1] ?? ''));

function bare(line: string, at: number): Piece {
  const continued = /^\\\r?\n/.exec(line.slice(at, at + 3));
  if (continued) return { text: '', next: at + continued[0].length, isNothing: true };
  if (line[at] === '\\' && at + 1 < line.length) return { text: line[at + 1]!, next: at + 2 };
  return { text: line[at]!, next: at + 1, isReplaced: beginsReplacement(line, at) };
}

const escapes: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', e: '\u001b', E: '\u001b', f: '\f', v: '\v' },
  ...{ '\\': '\\', "'": "'", '"': '"', '?': '?' },
};
/** The text of $'…'. */
function ansiQuoted(line: string, from: number): Piece {
  let text = '';
  for (let at = from; at < line.length; ) {
    const character = line[at]!;
    if (character === "'") return { text, next: at + 1 };
    const rest = character === '\\' ? line.slice(at + 1, at + 11) : '';
    const code = /^(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8}))/.exec(rest);
    const octal = /^[0-7]{1,3}/.exec(rest);
    if (code) text += characterOf(Number.parseInt((code[1] ?? code[2] ?? code[3])!, 16));
    else if (octal) text += characterOf(Number.parseInt(octal[0], 8) % 256);
    else text += character === '\\' ? (escapes[rest[0] ?? ''] ?? `\\${rest[0] ?? ''}`) : character;
    at += code ? 1 + code[0].length : octal ? 1 + octal[0].length : character === '\\' ? 2 : 1;
  }
  throw openQuote();
}
const characterOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');
