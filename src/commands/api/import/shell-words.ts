// Splits a pasted command line as a POSIX shell does, $'…' included.

import { BadInput } from '../../../services/http/errors.js';

// A request that was read from a curl line, a recording of a browser or an .http file.

export interface ImportedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body as text, or the file that has it. */
  readonly body?: { readonly text: string } | { readonly file: string };
  /** The time limit, seconds as typed. */
  readonly time?: string;
  /** Options with a secret. */
  readonly secrets: readonly string[];
  /** Options that tuk decides itself. */
  readonly others: readonly string[];
}

export const badImport = (message: string, hint?: string): BadInput => new BadInput('BAD_IMPORT', `${message}.`, hint);

/** A request to an address, whose user and fragment are left out. @throws {BadInput} BAD_IMPORT for another address */
export function requestTo(
  address: string,
  { secrets = [], others = [], headers = [], ...request }: Partial<ImportedRequest>,
): ImportedRequest {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  const url = /[\s\\\p{Cc}]/u.test(whole) || !URL.canParse(whole) ? undefined : new URL(whole);
  if (!url || !/^https?:$/.test(url.protocol))
    throw badImport(
      'The address of the request is not an address of a service',
      'Like https://api.example.com/user/users/current',
    );
  const user = url.username === '' && url.password === '' ? [] : ['the user of the address'];
  [url.username, url.password, url.hash] = ['', '', ''];
  const method = request.method ?? (request.body ? 'POST' : 'GET');
  return { ...request, method, url, headers, others, secrets: [...secrets, ...user] };
}

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

/** A continued line, blanks, an operator, a quoted part, a character. An & in a word belongs to an address without quotes. */
const part =
  /(\\\r?\n)|(\s+)|(&(?=&|\s|$)|2?[<>]|[|;])|'([^']*)'|\$'((?:[^'\\]|\\[\s\S])*)'|\$?"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([\s\S])/g;

/** The words of the first command of a line. @throws {BadInput} BAD_IMPORT for an open quote */
export function shellWords(line: string): ShellLine {
  const words: ShellWord[] = [];
  let word: ShellWord | undefined;
  const end = () => {
    if (word) words.push(word);
    word = undefined;
  };
  for (const match of line.replace(/`\r?\n/g, ' ').matchAll(part)) {
    const [, continued, blank, operator, single, ansi, double, escaped, bare] = match;
    if (continued !== undefined) continue;
    if (blank !== undefined || operator !== undefined) end();
    if (operator !== undefined) return { words, rest: match.input.slice(match.index).trim() };
    if (blank !== undefined) continue;
    if (bare === "'" || bare === '"')
      throw badImport(
        'The line has an open quote',
        'Pass it whole: tuk api import FILE, or as one word in quotes. A browser also copies it as cURL (bash).',
      );
    const text = single ?? escaped ?? bare ?? (ansi === undefined ? unescaped(double!) : ansiText(ansi));
    const tail =
      bare === undefined ? (double ?? '').replace(/\\[\s\S]/g, '') : match.input.slice(match.index, match.index + 2);
    const isReplaced = bare === undefined ? replaced.test(tail) : tail.search(replaced) === 0;
    word = { text: (word?.text ?? '') + text, isReplaced: isReplaced || word?.isReplaced === true };
  }
  end();
  return { words };
}

/** What a shell replaces: $NAME, ${NAME}, $(command), `command`. */
const replaced = /`|\$[\w{(]/;
const unescaped = (text: string): string => text.replace(/\\(?:\r?\n|(["\\$`]))/g, (_, character = '') => character);

const escapes: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', e: '\u001b', E: '\u001b', f: '\f', v: '\v' },
  ...{ '\\': '\\', "'": "'", '"': '"', '?': '?' },
};
/** The text of $'…'. */
const ansiText = (text: string): string =>
  text.replace(
    /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([0-7]{1,3})|([\s\S]))/g,
    (all, x?: string, u?: string, long?: string, octal?: string, letter = '') => {
      const hex = x ?? u ?? long;
      if (hex === undefined && octal === undefined) return escapes[letter] ?? all;
      const code = hex === undefined ? Number.parseInt(octal!, 8) % 256 : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    },
  );
