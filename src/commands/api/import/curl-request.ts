// Parses the words of a curl line into the request that it would send. Secrets are named, and not kept.

import { parseArgs } from 'node:util';
import { badImport, type ImportedRequest, requestTo } from './imported-request.js';
import type { ShellWord } from './shell-words.js';

/** The options that a request needs, and those that browsers and examples add: their short names, what becomes of them. */
const [string, boolean] = ['string', 'boolean'] as const;
const options = {
  ...{ request: { type: string, short: 'X' }, header: { type: string, short: 'H' }, url: { type: string } },
  ...{ data: { type: string, short: 'd' }, 'data-ascii': { type: string }, 'data-binary': { type: string } },
  ...{ 'data-raw': { type: string }, 'data-urlencode': { type: string }, json: { type: string } },
  ...{ get: { type: boolean, short: 'G' }, 'max-time': { type: string, short: 'm' } },
  ...{ user: { type: string, short: 'u' }, cookie: { type: string, short: 'b' }, 'oauth2-bearer': { type: string } },
  ...{ form: { type: string, short: 'F' }, 'upload-file': { type: string, short: 'T' } },
  ...{
    head: { type: boolean, short: 'I' },
    proxy: { type: string, short: 'x' },
    insecure: { type: boolean, short: 'k' },
  },
  ...{ output: { type: string, short: 'o' }, 'user-agent': { type: string, short: 'A' } },
  ...{ referer: { type: string, short: 'e' }, 'write-out': { type: string, short: 'w' }, retry: { type: string } },
  ...{ silent: { type: boolean, short: 's' }, 'show-error': { type: boolean, short: 'S' } },
  ...{ location: { type: boolean, short: 'L' }, verbose: { type: boolean, short: 'v' } },
  ...{
    include: { type: boolean, short: 'i' },
    fail: { type: boolean, short: 'f' },
    compressed: { type: boolean },
    'fail-with-body': { type: boolean },
  },
} as const;

interface Part {
  readonly text: string;
  readonly isFile: boolean;
  /** It is joined without an ampersand. */
  readonly isJson: boolean;
}

/** @throws {BadInput} BAD_IMPORT for a line that is not a request, or is a request that tuk cannot make */
export function curlRequest(words: readonly ShellWord[]): ImportedRequest {
  const [first] = words;
  const isNamed = first !== undefined && /^(.*[\\/])?curl(\.exe)?$/i.test(first.text);
  if (!isNamed && !/^-|:\/\//.test(first?.text ?? ''))
    throw badImport(
      'The line does not begin with curl',
      "Like: tuk api import 'curl https://api.example.com/user/users/current'",
    );
  const line = isNamed ? words.slice(1) : words;
  const args = line.map(({ text }) => text);
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  const [urls, headers, parts]: [string[], (readonly [string, string])[], Part[]] = [[], [], []];
  const [secrets, others]: [string[], string[]] = [[], []];
  let [method, time, isGet]: [string | undefined, string | undefined, boolean] = [undefined, undefined, false];
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    const [name, value, spelled] =
      token.kind === 'positional' ? ['url', token.value, ''] : [token.name, token.value, token.rawName];
    if (!Object.hasOwn(options, name))
      throw badImport(
        `tuk does not know curl's option ${/^-[\w.-]{1,40}$/.test(spelled) ? spelled : 'of this line'}`,
        'Leave it out.',
      );
    const { type } = options[name as keyof typeof options];
    if (type === 'string' && value === undefined) throw badImport(`curl's option ${spelled} has no value`);
    const text = value ?? '';
    const at = token.index + (token.kind === 'option' && type === 'string' && !token.inlineValue ? 1 : 0);
    const isPart = /^(data|json)/.test(name);
    if ((isPart || /^(request|url|max-time)$/.test(name)) && line[at]?.isReplaced)
      throw badImport(
        `The line has a variable or a command of the shell in its ${name === 'url' ? 'address' : name}`,
        'Put the value in its place.',
      );
    if (isPart) parts.push(partOf(name, text));
    else if (name === 'request') method = text.toUpperCase();
    else if (name === 'url') urls.push(text);
    else if (name === 'header') headers.push(...headerOf(text));
    else if (name === 'get') isGet = true;
    else if (name === 'max-time') time = text;
    else if (name === 'user') secrets.push(`${spelled} (user and password)`);
    else if (name === 'cookie') secrets.push(`${spelled} (cookies)`);
    else if (name === 'oauth2-bearer') secrets.push(`${spelled} (a credential)`);
    else if (name === 'head')
      throw badImport(`curl's ${spelled} makes a HEAD request, and tuk api makes GET, POST, PUT and DELETE`);
    else if (name === 'form' || name === 'upload-file')
      throw badImport(`curl's ${spelled} sends a form of parts or a file, and tuk api sends JSON`);
    else if (name === 'proxy' || name === 'insecure') others.push(spelled);
  }
  const [address, ...more] = urls;
  if (address === undefined) throw badImport('The line has no address');
  if (more.length > 0)
    throw badImport('The line has several addresses, and tuk api makes one request', 'Import one at a time.');
  const body = isGet ? undefined : bodyOf(parts);
  const request = requestTo(address, { method, headers, body, time, secrets, others });
  if (isGet) addQuery(request.url, parts);
  return request;
}

function headerOf(text: string): readonly (readonly [string, string])[] {
  if (text.startsWith('@')) throw badImport('Headers in a file cannot be read from a pasted line');
  const [, name = '', value = ''] = /^([^:;]+)[:;](.*)$/s.exec(text) ?? [];
  return name === '' ? [] : [[name.trim(), value.trim()]];
}

function partOf(name: string, text: string): Part {
  const isJson = name === 'json';
  if (name === 'data-urlencode') return { text: encoded(text), isFile: false, isJson };
  const isFile = name !== 'data-raw' && text.startsWith('@');
  return { text: isFile ? text.slice(1) : text, isFile, isJson };
}

/** The text of --data-urlencode: `content`, `=content`, `name=content`. */
function encoded(text: string): string {
  const [, name, sign, content = ''] = /^([^=@]*)([=@])(.*)$/s.exec(text) ?? [];
  if (sign === '@')
    throw badImport('A part of the data is in a file (--data-urlencode @FILE)', 'Put its text in its place.');
  if (sign === undefined) return encodeURIComponent(text);
  return name === '' ? encodeURIComponent(content) : `${name}=${encodeURIComponent(content)}`;
}

function bodyOf(parts: readonly Part[]): ImportedRequest['body'] {
  const [first, ...more] = parts;
  if (first === undefined) return undefined;
  if (first.isFile && more.length === 0) return { file: first.text };
  if (parts.some(({ isFile }) => isFile))
    throw badImport(
      'The data are in a file and in the line',
      'Write all of them to one file, and use --input FILE of tuk api.',
    );
  return { text: joined(parts) };
}
const joined = (parts: readonly Part[]): string =>
  parts.map(({ text, isJson }, at) => (at === 0 || isJson ? text : `&${text}`)).join('');

/** The data of -G are the query. */
function addQuery(url: URL, parts: readonly Part[]): void {
  if (parts.some(({ isFile }) => isFile))
    throw badImport('A part of the query is in a file', 'Put its text in its place.');
  if (parts.length > 0) url.search = [url.search.slice(1), joined(parts)].filter((text) => text !== '').join('&');
}
