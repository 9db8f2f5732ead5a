// Parses the words of a curl line into the request that it would send. Secrets are named, and not kept.

import { BadInput } from '../../services/http/errors.js';
import { curlOption } from './curl-options.js';
import type { ShellWord } from './shell-words.js';

export interface CurlRequest {
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

export const badCurl = (message: string, hint?: string): BadInput =>
  new BadInput('BAD_CURL', `${message}; nothing was sent.`, hint);

interface Part {
  readonly text: string;
  readonly isFile: boolean;
  /** It is joined without an ampersand. */
  readonly isJson: boolean;
}

/** @throws {BadInput} BAD_CURL for a line that is not a request, or is a request that tuk cannot make */
export function curlRequest(words: readonly ShellWord[]): CurlRequest {
  const [first] = words;
  const isNamed = first !== undefined && /^(.*[\\/])?curl(\.exe)?$/i.test(first.text);
  if (!isNamed && !/^-|:\/\//.test(first?.text ?? ''))
    throw badCurl(
      'The line does not begin with curl',
      "Like: tuk import curl 'curl https://api.example.com/user/users/current'",
    );
  const read = new Reader();
  const rest = isNamed ? words.slice(1) : words;
  for (let at = 0; at < rest.length; at++) at += read.word(rest[at]!, rest[at + 1]);
  return read.request();
}

class Reader {
  #method: string | undefined;
  readonly #urls: string[] = [];
  readonly #headers: (readonly [string, string])[] = [];
  readonly #parts: Part[] = [];
  readonly #secrets: string[] = [];
  readonly #others: string[] = [];
  #time: string | undefined;
  #isGet = false;

  /** Reads a word. @returns 1 if the next word is its value */
  word(word: ShellWord, next: ShellWord | undefined): number {
    const { text } = word;
    if (!text.startsWith('-') || text === '-') {
      this.#option('url', word);
      return 0;
    }
    if (text.startsWith('--')) {
      const [name = '', value] = text.slice(2).split(/=(.*)/s, 2);
      const option = this.#known(name);
      const isJoined = !option.takesValue || value !== undefined;
      this.#option(name, option.takesValue ? (isJoined ? { ...word, text: value! } : next) : undefined);
      return isJoined ? 0 : 1;
    }
    for (let at = 1; at < text.length; at++) {
      const option = this.#known(text[at]!);
      if (!option.takesValue) this.#option(text[at]!, undefined);
      else {
        const isJoined = at + 1 < text.length;
        this.#option(text[at]!, isJoined ? { ...word, text: text.slice(at + 1) } : next);
        return isJoined ? 0 : 1;
      }
    }
    return 0;
  }

  #known(name: string) {
    const option = curlOption(name);
    if (option) return option;
    const typed = name.length === 1 ? `-${name}` : `--${name}`;
    throw badCurl(
      `tuk does not know curl's option ${/^[\w.-]{1,40}$/.test(name) ? typed : 'of this line'}`,
      'Leave it out.',
    );
  }

  #option(typed: string, word: ShellWord | undefined): void {
    const { name, meaning, takesValue } = this.#known(typed);
    const spelled = typed.length === 1 ? `-${typed}` : `--${name}`;
    if (takesValue && word === undefined) throw badCurl(`curl's option ${spelled} has no value`);
    const text = word?.text ?? '';
    const mustBePlain = !['secret', 'other', 'nothing', 'header'].includes(meaning);
    if (mustBePlain && word?.isReplaced)
      throw badCurl(
        `The line has a variable or a command of the shell in its ${name === 'url' ? 'address' : name}`,
        'Put the value in its place.',
      );
    if (meaning === 'method') this.#method = text.toUpperCase();
    else if (meaning === 'url') this.#urls.push(text);
    else if (meaning === 'header') this.#header(text);
    else if (meaning === 'get') this.#isGet = true;
    else if (meaning === 'time') this.#time = text;
    else if (meaning === 'secret') this.#secrets.push(`${spelled} (${secretOf(name)})`);
    else if (meaning === 'other') this.#others.push(spelled);
    else if (meaning === 'refused') throw refused(spelled);
    else if (meaning !== 'nothing') this.#parts.push(partOf(meaning, text));
  }

  #header(text: string): void {
    if (text.startsWith('@')) throw badCurl('Headers in a file cannot be read from a pasted line');
    const [, name = '', value = ''] = /^([^:;]+)[:;](.*)$/s.exec(text) ?? [];
    if (name !== '') this.#headers.push([name.trim(), value.trim()]);
  }

  /** @throws {BadInput} BAD_CURL */
  request(): CurlRequest {
    const [address, ...more] = this.#urls;
    if (address === undefined) throw badCurl('The line has no address');
    if (more.length > 0)
      throw badCurl('The line has several addresses, and tuk api makes one request', 'Import one at a time.');
    const url = urlOf(address);
    const body = this.#isGet ? undefined : bodyOf(this.#parts);
    if (this.#isGet) addQuery(url, this.#parts);
    if (url.username !== '' || url.password !== '') this.#secrets.push('the user of the address');
    [url.username, url.password, url.hash] = ['', '', ''];
    return {
      method: this.#method ?? (body ? 'POST' : 'GET'),
      url,
      headers: this.#headers,
      body,
      time: this.#time,
      secrets: this.#secrets,
      others: this.#others,
    };
  }
}

const secretOf = (name: string): string =>
  name === 'cookie' ? 'cookies' : name.endsWith('user') ? 'user and password' : 'a credential';

const refused = (spelled: string): BadInput =>
  /^(-F|--form|--form-string|-T|--upload-file)$/.test(spelled)
    ? badCurl(`curl's ${spelled} sends a form of parts or a file, and tuk api sends JSON`)
    : /^(-I|--head)$/.test(spelled)
      ? badCurl(`curl's ${spelled} makes a HEAD request, and tuk api makes GET, POST, PUT and DELETE`)
      : badCurl(`tuk cannot take over curl's ${spelled}`);

function partOf(meaning: 'data' | 'data-raw' | 'data-urlencode' | 'json', text: string): Part {
  const isJson = meaning === 'json';
  if (meaning === 'data-urlencode') return { text: encoded(text), isFile: false, isJson };
  const isFile = meaning !== 'data-raw' && text.startsWith('@');
  return { text: isFile ? text.slice(1) : text, isFile, isJson };
}

/** The text of --data-urlencode: `content`, `=content`, `name=content`. */
function encoded(text: string): string {
  const [, name, sign, content = ''] = /^([^=@]*)([=@])(.*)$/s.exec(text) ?? [];
  if (sign === '@')
    throw badCurl('A part of the data is in a file (--data-urlencode @FILE)', 'Put its text in its place.');
  if (sign === undefined) return encodeURIComponent(text);
  return name === '' ? encodeURIComponent(content) : `${name}=${encodeURIComponent(content)}`;
}

function bodyOf(parts: readonly Part[]): CurlRequest['body'] {
  const [first, ...more] = parts;
  if (first === undefined) return undefined;
  if (first.isFile && more.length === 0) return { file: first.text };
  if (parts.some(({ isFile }) => isFile))
    throw badCurl(
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
    throw badCurl('A part of the query is in a file', 'Put its text in its place.');
  if (parts.length > 0) url.search = [url.search.slice(1), joined(parts)].filter((text) => text !== '').join('&');
}

function urlOf(text: string): URL {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const bad = () =>
    badCurl(
      'The address of the line is not an address of a service',
      'Like https://api.example.com/user/users/current',
    );
  if (/[\s\\\p{Cc}]/u.test(address) || !URL.canParse(address)) throw bad();
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) throw bad();
  return url;
}
