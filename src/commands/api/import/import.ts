// Runs `tuk api import`: reads requests of a curl line or a file, and prints the `tuk api` lines that make the same
// requests.

import { parseArgs } from 'node:util';
import { type Arguments, type Context, type Groups, type Result, textResult } from '../../../cli/command/command.js';
import { inputName, parseInput, readInput, readStdin } from '../../../cli/files/input-file.js';
import { globalFlags } from '../../../cli/settings/options.js';
import { type Destination, destinationOf } from '../../../engine/request/destination.js';
import { isSecretField } from '../../../engine/request/secret-names.js';
import type { Fields, Method } from '../../../services/catalogue/define.js';
import { quoted } from '../../../services/command-line.js';
import { counted } from '../../../services/counted.js';
import { BadInput } from '../../../services/http/errors.js';
import { refuseKeys, refuseKeysInLine } from '../../../services/http/may-be-key.js';
import { knownFields } from '../../../services/http/params.js';
import { harEntries } from '../../../services/json-fields.js';
import { asText, isRecord, isScalar, type Row } from '../../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../../services/lossless-number.js';
import { apiWords, areFields } from './api-line.js';
import { badImport, type ImportedRequest, requestTo, type ShellWord, shellWords } from './shell-words.js';

// Parses the words of a curl line into the request that it would send. Secrets are named, and not kept.
/** The options that a request needs, and those that browsers and examples add, each with its short name. */
const optionsIn = <Type extends 'string' | 'boolean'>(type: Type, names: string) =>
  Object.fromEntries(
    names.split(' ').map((spelled) => {
      const [name = '', short] = spelled.split(':');
      return [name, short === undefined ? { type } : { type, short }] as const;
    }),
  );
const options = {
  ...optionsIn(
    'string',
    'request:X header:H url data:d data-ascii data-binary data-raw data-urlencode json max-time:m user:u cookie:b oauth2-bearer form:F upload-file:T proxy:x output:o user-agent:A referer:e write-out:w retry',
  ),
  ...optionsIn(
    'boolean',
    'get:G head:I insecure:k silent:s show-error:S location:L verbose:v include:i fail:f compressed fail-with-body',
  ),
};
/** The options with a secret, and what it is. */
const secretOptions: Readonly<Record<string, string>> = {
  user: 'user and password',
  cookie: 'cookies',
  'oauth2-bearer': 'a credential',
};
const sendsParts = 'sends a form of parts or a file, and tuk api sends JSON';
/** The options of requests that tuk cannot make. */
const refusedOptions: Readonly<Record<string, string>> = {
  head: 'makes a HEAD request, and tuk api makes GET, POST, PUT and DELETE',
  form: sendsParts,
  'upload-file': sendsParts,
};

interface Part {
  readonly text: string;
  readonly isFile: boolean;
  /** It is joined without an ampersand. */
  readonly isJson: boolean;
}

/** @throws {BadInput} BAD_IMPORT for a line that is not a request, or is a request that tuk cannot make */
function curlRequest(words: readonly ShellWord[]): ImportedRequest {
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
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined)
      throw badImport(
        `tuk does not know curl's option ${/^-[\w.-]{1,40}$/.test(spelled) ? spelled : 'of this line'}`,
        'Leave it out.',
      );
    const { type } = option;
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
    else if (secretOptions[name]) secrets.push(`${spelled} (${secretOptions[name]})`);
    else if (refusedOptions[name]) throw badImport(`curl's ${spelled} ${refusedOptions[name]}`);
    else if (name === 'proxy' || name === 'insecure') others.push(spelled);
  }
  const [address, ...more] = urls;
  if (address === undefined) throw badImport('The line has no address');
  if (more.length > 0)
    throw badImport('The line has several addresses, and tuk api makes one request', 'Import one at a time.');
  const body = isGet ? undefined : curlBody(parts);
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

function curlBody(parts: readonly Part[]): ImportedRequest['body'] {
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

// Parses files of requests: the recording of a browser (HAR), and .http files of editors.

/** Reads one request of a file. @throws {BadInput} BAD_IMPORT for one that tuk cannot make */
type ReadRequest = () => ImportedRequest;

/** The requests of a recording. */
function harRequests(entries: readonly Row[]): readonly ReadRequest[] {
  return entries.map(({ request }) => () => {
    const { method, url, headers, postData } = request as Row;
    const text = isRecord(postData) ? recordedBody(postData) : '';
    return requestTo(String(url), {
      method: String(method).toUpperCase(),
      headers: (Array.isArray(headers) ? headers : []).flatMap((header) =>
        isRecord(header) ? [[String(header.name), String(header.value)] as const] : [],
      ),
      body: text === '' ? undefined : { text },
    });
  });
}

/** The body of a recording: its text, else the fields of its form. */
function recordedBody({ text, params }: Row): string {
  if (typeof text === 'string' && text !== '') return text;
  const fields = (Array.isArray(params) ? params : []).filter(isRecord);
  return String(new URLSearchParams(fields.map(({ name, value }): [string, string] => [asText(name), asText(value)])));
}

/** The requests of an .http file: divided by ###, with the variables of the file. */
function httpFileRequests(content: string): readonly ReadRequest[] {
  const text = content.replaceAll('\r\n', '\n');
  const variables = new Map(
    [...text.matchAll(/^@([\w.-]+)[ \t]*=[ \t]*(.*)$/gm)].map(([, name, value]) => [name!, value!]),
  );
  return text
    .split(/^###.*$/m)
    .map((block) => block.replace(/^(\s|(#|\/\/|@).*(\n|$))+/, '').trimEnd())
    .filter((block) => block !== '')
    .map((block) => () => httpRequest(filled(block, variables)));
}

/** A text with the values of its variables, which may have variables. @throws {BadInput} BAD_IMPORT for an unknown one */
function filled(text: string, variables: ReadonlyMap<string, string>, depth = 0): string {
  return text.replace(/\{\{(.*?)\}\}/g, (_, typed: string) => {
    const value = variables.get(typed.trim());
    if (value === undefined || depth > 9)
      throw badImport(`The request has the variable {{${typed.trim().slice(0, 40)}}}, which the file does not set`);
    return filled(value, variables, depth + 1);
  });
}

/** A request: its line, headers, an empty line, its body. @throws {BadInput} BAD_IMPORT */
function httpRequest(block: string): ImportedRequest {
  const [head = '', ...rest] = block.split(/\n[ \t]*\n/);
  const [first = '', ...lines] = head.replace(/\n[ \t]+(?=[?&])/g, '').split('\n');
  const [, method, address = ''] = /^(?:([A-Z]+)[ \t]+)?(\S+)(?:[ \t]+HTTP\/[\d.]+)?[ \t]*$/.exec(first) ?? [];
  if (!/^https?:\/\/|^[\w.-]+(:\d+)?\//.test(address))
    throw badImport(
      'The text is neither a curl line, nor a recording of a browser (HAR), nor an .http file',
      'A request of an .http file begins like: GET https://api.example.com/user/users/current',
    );
  const headers = lines.flatMap((line) => {
    const [, name, value = ''] = /^([\w-]+):(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value.trim()] as const];
  });
  // what follows > is for the response
  const body = rest
    .join('\n\n')
    .split(/^(?:>|<>) /m, 1)[0]!
    .trim();
  const [, file] = /^<[ \t]+(\S.*)$/.exec(body) ?? [];
  return requestTo(address, {
    method,
    headers,
    body: file !== undefined ? { file } : body === '' ? undefined : { text: body },
  });
}

// Leaves the secrets out of a request: by the names of headers and fields, and by the form of a token.

/** A part of a request without its secrets, and their names. */
interface CleanPart<Value> {
  readonly value: Value;
  readonly secrets: readonly string[];
}

/** A token by its form: a JSON web token, or a token behind its scheme. */
const token = /\beyJ[\w-]{10,}\.[\w-]{8,}\.|^(Bearer|Basic) \S{8,}/;
/** Whether a path has a token in it. */
const holdsToken = (path: string): boolean => /\beyJ[\w-]{10,}\.[\w-]{8,}\./.test(path);
const isToken = (value: unknown): boolean => typeof value === 'string' && token.test(value);

/** Whether a header holds a credential, by its name or by the form of its value. */
const isSecretHeader = (name: string, value: string): boolean =>
  /^(proxy-)?authorization$|cookie|^x-hmac|signature|csrf|xsrf/i.test(name) ||
  isSecretField(name, value) ||
  isToken(value);

const isSecret = (name: string, value: unknown, fields: Fields): boolean =>
  fields[name]?.secret === true || (fields[name] === undefined && isSecretField(name, value)) || isToken(value);

/** A query as it is written, without its secrets. @param fields those that the catalogue knows */
function withoutSecretQuery(query: string, fields: Fields): CleanPart<string> {
  const secrets: string[] = [];
  const pieces = query.split('&').filter((piece) => {
    const pairs = piece.split(/;|%3b/i).flatMap((text) => [...new URLSearchParams(text)]);
    const [secret] = pairs.find(([name, value]) => isSecret(name, value, fields)) ?? [];
    if (secret !== undefined) secrets.push(secret);
    return secret === undefined && piece !== '';
  });
  return { value: pieces.join('&'), secrets };
}

/** A body without its secrets, which may be nested. @param fields those that the catalogue knows */
function withoutSecretFields(body: unknown, fields: Fields): CleanPart<unknown> {
  const secrets: string[] = [];
  const clean = (value: unknown, path: string, definitions: Fields): unknown => {
    if (Array.isArray(value)) {
      if (value.some(isToken)) secrets.push(path);
      return value.filter((element) => !isToken(element)).map((element) => clean(element, path, {}));
    }
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).filter(([name, field]) => {
      const secret = isSecret(name, isScalar(field) || Array.isArray(field) ? field : undefined, definitions);
      if (secret) secrets.push(path === '' ? name : `${path}.${name}`);
      return !secret;
    });
    return Object.fromEntries(
      entries.map(([name, field]) => [name, clean(field, path === '' ? name : `${path}.${name}`, {})]),
    );
  };
  return { value: clean(body, '', fields), secrets: [...new Set(secrets)] };
}

/** The longest line, bytes. */
const longest = 65_536;
const methods: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'] satisfies readonly Method[];

/** A line of `tuk api`, and what stands in the request but not in the line. */
interface ImportedLine {
  readonly line: string;
  readonly secrets: readonly string[];
  readonly others: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Prints the lines, and names the parts that were left out.
 * @throws {BadInput} if no request is one of a service
 */
export async function importRequests({ positionals }: Arguments, context: Context, groups: Groups): Promise<Result> {
  const { requests, rest } = await requestsOf(positionals, context);
  const flags = [...globalFlags, ...(await groups.api!.load()).group.commands.flatMap(({ options = [] }) => options)];
  const imported: ImportedLine[] = [];
  const failures: BadInput[] = [];
  for (const read of requests)
    try {
      imported.push(await importedLine(read(), context, flags));
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      failures.push(error);
    }
  if (imported.length === 0) throw failures[0] ?? badImport('There is no request');
  const all = (part: 'secrets' | 'others' | 'notes') => unique(imported.flatMap((line) => line[part]));
  const [secrets, others] = [all('secrets'), all('others')];
  const note = (text: string) => context.note({ is: 'fact', text });
  if (secrets.length > 0) note(`Secrets that were left out: ${secrets.join(', ')}.`);
  if (secrets.some((name) => /^authorization$/i.test(name)))
    note('The line uses the session of the profile: tuk login');
  if (others.length > 0) note(`Left out, since tuk decides it: ${others.join(', ')}.`);
  for (const text of all('notes')) note(text);
  for (const message of unique(failures.map((failure) => failure.message)))
    note(
      `${counted(failures.filter((failure) => failure.message === message).length, 'request')} left out: ${message}`,
    );
  if (rest !== undefined) note('What follows the request in the line was left out.');
  return textResult(`${unique(imported.map(({ line }) => line)).join('\n')}\n`);
}
const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

/** @throws {BadInput} for a request that is not one of a service */
async function importedLine(
  request: ImportedRequest,
  context: Context,
  flags: Parameters<typeof apiWords>[1],
): Promise<ImportedLine> {
  const { method, url, body } = request;
  if (!methods.includes(method))
    throw badImport(
      `tuk api makes no ${/^[A-Z]{1,20}$/.test(method) ? method : 'such'} request`,
      `It takes: ${methods.join(', ')}.`,
    );
  if (method === 'GET' && body)
    throw badImport('The request has a body with GET, which tuk api does not send', 'Fields of the query: -G');
  const to = await destinationOf(method, url, context);
  const call = to.match?.call;
  if (holdsToken(to.path))
    throw badImport('The path of the address holds a token', 'tuk api has no call with such a path.');
  const query = withoutSecretQuery(url.search.slice(1), knownFields(call?.query));
  const { fields, file, note } = await bodyOf(request, to);
  if (call) await refuseKeys(call, `${to.path}?${query.value}`, fields && stringifyLossless(fields.value));
  const isPartial = query.secrets.length + (fields?.secrets.length ?? 0) > 0;
  const line = apiWords({ method, to, query: query.value, fields: fields?.value, file, isPartial }, flags);
  const { language, others, secrets } = leftOut(request, context);
  const all = [...line, ...timeWords(request), ...language, ...profileWords(context)];
  return {
    line: ['tuk', ...all].map(quoted).join(' '),
    secrets: [...secrets, ...query.secrets.map(field), ...(fields?.secrets ?? []).map(field)],
    others,
    notes: [
      ...(call ? [] : [`The catalogue lists no ${method} ${to.path} of ${to.service.name}.`]),
      ...(note === undefined ? [] : [note]),
    ],
  };
}
const field = (name: string): string => `the field ${name.slice(0, 60)}`;

interface Requests {
  readonly requests: readonly ReadRequest[];
  /** The text behind a curl line. */
  readonly rest?: string;
}
/** The requests of a curl line, a file or standard input: the content tells which it is. @throws {BadInput} */
async function requestsOf(typed: readonly string[], { world }: Context): Promise<Requests> {
  const [first, ...more] = typed;
  if (more.length > 0) return { requests: [() => curlRequest(typed.map((text) => ({ text, isReplaced: false })))] };
  const isLine = first !== undefined && /\s|:\/\//.test(first);
  const text = isLine
    ? first
    : first === undefined || first === '-'
      ? await readStdin(world, 'a curl line or a file of requests')
      : await readInput(world, first);
  if (text.trim() === '')
    throw badImport('There is no request', "Like: tuk api import 'curl https://api.example.com/user/users/current'");
  if (isLine || /^\s*(\$ )?(curl\s|-)/.test(text)) return curlLine(text);
  const entries = text.trimStart().startsWith('{') ? harEntries(parseInput(text, inputName(first ?? '-'))) : undefined;
  return { requests: entries ? harRequests(entries) : httpFileRequests(text) };
}
async function curlLine(text: string): Promise<Requests> {
  if (Buffer.byteLength(text) > longest) throw new BadInput('TOO_LARGE', `The line has more than ${longest} bytes.`);
  if (/^\s*curl(\.exe)?\s+\^"/i.test(text)) throw badImport('The line was copied for cmd', 'Copy it as cURL (bash).');
  const { words, rest } = shellWords(text.trim().replace(/^\$ (?=curl)/, ''));
  await refuseKeysInLine(words.map((word) => word.text));
  return { requests: [() => curlRequest(words)], rest };
}

interface Body {
  readonly fields?: CleanPart<Readonly<Record<string, unknown>>>;
  readonly file?: string;
  readonly note?: string;
}
/** The body as fields, else as a file. @throws {BadInput} BAD_IMPORT, MALFORMED_JSON for a body that is not JSON */
async function bodyOf({ body, headers }: ImportedRequest, { match }: Destination): Promise<Body> {
  if (body === undefined || ('text' in body && body.text.trim() === '')) return {};
  if ('file' in body && (body.file === '' || /\p{Cc}/u.test(body.file)))
    throw badImport('The file of the data has no name that a line can hold');
  if ('file' in body) return { file: body.file };
  const definitions = knownFields(match?.call.body);
  const type = headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? '';
  const isJson = /json/i.test(type) || /^\s*["[{]/.test(body.text);
  const form = isJson ? undefined : formFields(body.text, type);
  if (!form) parseInput(body.text, 'The body of the request'); // refuses a duplicate key
  const value = form ?? parseLossless(body.text);
  if (!areFields(value))
    return {
      file: 'body.json',
      note: 'The body is not an object with fields: write it to body.json, without secrets of others.',
    };
  const { value: fields, secrets } = withoutSecretFields(value, definitions);
  return {
    fields: { value: fields as Readonly<Record<string, unknown>>, secrets },
    note: form && 'The body was a form: tuk api sends the same fields as JSON.',
  };
}

/** The fields of a form. @throws {BadInput} BAD_IMPORT for another body */
function formFields(text: string, type: string): Readonly<Record<string, unknown>> {
  const isForm =
    (type === '' || /x-www-form-urlencoded/i.test(type)) && text.split('&').every((piece) => /^[^=]+=/.test(piece));
  if (!isForm) throw badImport('The body of the request is neither JSON nor a form, and tuk api sends JSON');
  const fields = new Map<string, unknown>();
  for (const [name, value] of new URLSearchParams(text))
    fields.set(name, fields.has(name) ? [fields.get(name), value].flat() : value);
  return Object.fromEntries(fields);
}

/** Headers that tuk sends itself, or that a browser adds. */
const ownHeaders = new Set(
  `accept content-type content-length user-agent host connection accept-encoding origin
    referer priority dnt cache-control pragma te upgrade-insecure-requests`.split(/\s+/),
);
const isOwnHeader = (name: string): boolean => ownHeaders.has(name.toLowerCase()) || /^sec-/i.test(name);

/** The headers and options that the line does not repeat, and the option of the language. */
function leftOut({ headers, secrets, others }: ImportedRequest, context: Context) {
  const names = headers.filter(([name, value]) => isSecretHeader(name, value)).map(([name]) => name.slice(0, 60));
  const { clientId, clientVersion, language } = context.settings();
  const client: Readonly<Record<string, string>> = {
    'x-auth-client-id': clientId.value,
    'x-auth-client-version': clientVersion.value,
  };
  const rest = headers.filter(
    ([name, value]) => !isSecretHeader(name, value) && !isOwnHeader(name) && client[name.toLowerCase()] !== value,
  );
  const typed = rest.find(([name]) => /^accept-language$/i.test(name))?.[1];
  const isCode = typed !== undefined && /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(typed);
  const isOther = isCode && typed !== language.value;
  return {
    secrets: [...names, ...secrets],
    others: [
      ...rest.filter(([name]) => !/^accept-language$/i.test(name) || !isCode).map(([name]) => name.slice(0, 60)),
      ...others,
    ],
    language: isOther ? ['--lang', typed] : [],
  };
}

/** --timeout of --max-time, which has seconds. */
const timeWords = ({ time }: ImportedRequest): readonly string[] =>
  time !== undefined && /^\d{1,6}(\.\d{1,3})?$/.test(time) ? ['--timeout', Number(time) === 0 ? '0' : `${time}s`] : [];

const profileWords = ({ flags: { profile } }: Context): readonly string[] =>
  profile === undefined ? [] : ['-p', profile];
