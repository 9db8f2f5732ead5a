// Exchanges on record: written as NDJSON, a line each, credentials and secrets replaced; and answered from such a file.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import type { Call, Fields } from '../../services/catalogue/define.js';
import { callOf, dispatch, type Running } from './dispatch.js';
import { type Ask, json, type Reply, refusalReply } from './wire.js';

/** What stands in the place of a secret. */
const hidden = '[hidden]';

/** One exchange as a line of the file has it. */
interface Exchanged {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body?: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or text; bytes stand in `base64`. */
  readonly answer?: unknown;
  readonly base64?: string;
}

/** Names of fields that are secrets wherever they stand in an answer or a request. */
const secretNames = new Set([
  'accessToken',
  'refreshToken',
  'token',
  'idtoken',
  'share',
  'code',
  'initData',
  'fcmToken',
  'password',
  'signature',
  'jsonString',
]);
/** A token in whatever field: a JWT, or a refresh token of the sandbox. */
const tokenLike = /^(eyJ[\w-]+\.[\w-]+\.[\w-]+|[0-9a-f-]{36}\.\d{1,9}\.[\w-]{43})$/;

/** A value with its secrets replaced. What an error calls its code is none. */
function clean(value: unknown, more: ReadonlySet<string> = new Set(), name = ''): unknown {
  if (typeof value === 'string') return secretNames.has(name) || more.has(name) || tokenLike.test(value) ? hidden : value;
  if (Array.isArray(value)) return value.map((one) => clean(one, more, name));
  if (typeof value !== 'object' || value === null) return value;
  const isError = 'message' in value && 'code' in value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, isError && key === 'code' ? one : clean(one, more, key)]));
}

/** A value of a secret call: its names stay, every text goes, unless it says why the call was refused. */
function blank(value: unknown): unknown {
  if (typeof value === 'string') return hidden;
  if (Array.isArray(value)) return value.map(blank);
  if (typeof value !== 'object' || value === null) return value;
  const isError = 'message' in value && Object.keys(value).every((key) => key === 'message' || key === 'code');
  return isError ? value : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, blank(one)]));
}

const secretsOf = (call: Call | undefined): ReadonlySet<string> => {
  const tables = [call?.query, call?.body].filter((table): table is Fields => typeof table === 'object');
  return new Set(
    tables.flatMap((table) =>
      Object.entries(table)
        .filter(([, field]) => field.secret)
        .map(([name]) => name),
    ),
  );
};

function cleanQuery(query: URLSearchParams, more: ReadonlySet<string>): string {
  const pairs = [...query].map(([name, value]): [string, string] => [name, String(clean(value, more, name))]);
  return new URLSearchParams(pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))).toString();
}

function bodyOf(ask: Ask, call: Call | undefined): unknown {
  const text = Buffer.from(ask.bytes ?? []).toString();
  if (text === '') return undefined;
  try {
    return call?.secret ? blank(JSON.parse(text)) : clean(JSON.parse(text), secretsOf(call));
  } catch {
    return hidden; // no JSON: whatever it is, it may hold anything
  }
}

/** A redirect's address with the secrets of its query replaced. */
function cleanAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.search = cleanQuery(url.searchParams, new Set());
  return url.href;
}

/** Answers as ever, and writes each exchange to a file. @throws where the file cannot be written. */
export function recordTo(file: string): NonNullable<Running['tape']> {
  const recorder = new Recorder(file);
  return async (running, ask) => {
    const reply = await dispatch(running, ask).catch(refusalReply);
    recorder.add(ask, await callOf(running, ask), reply);
    return reply;
  };
}
/** Answers from a file and nothing else. @throws {SyntaxError} for a line that is none, and where the file cannot be read. */
export function replayFrom(file: string): NonNullable<Running['tape']> {
  const replay = new Replay(file);
  return async (running, ask) => replay.answer(ask, await callOf(running, ask));
}

class Recorder {
  readonly #file: string;
  constructor(file: string) {
    this.#file = file;
    writeFileSync(file, '', { mode: 0o600 });
  }
  add(ask: Ask, call: Call | undefined, reply: Reply): void {
    const { 'content-type': type, location } = reply.headers;
    const kept = Object.entries(reply.headers).filter(([name]) => name.startsWith('x-sandbox-') || name === 'retry-after');
    const headers = Object.fromEntries([
      ...kept,
      ...(type === undefined ? [] : [['content-type', type]]),
      ...(location === undefined ? [] : [['location', cleanAddress(location)]]),
    ]);
    const body = bodyOf(ask, call);
    const line: Exchanged = {
      method: ask.method,
      path: ask.path,
      query: cleanQuery(ask.query, secretsOf(call)),
      ...(body !== undefined && { body }),
      status: reply.status,
      headers,
      ...answerOf(reply, call),
    };
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }
}

function answerOf({ body, stream, headers }: Reply, call: Call | undefined): Pick<Exchanged, 'answer' | 'base64'> {
  if (stream || body === undefined || body.length === 0) return {};
  const isJson = typeof body === 'string' && headers['content-type']?.startsWith('application/json');
  if (call?.secret) return { answer: isJson ? blank(JSON.parse(body)) : hidden };
  if (typeof body !== 'string') return { base64: Buffer.from(body).toString('base64') };
  return { answer: isJson ? clean(JSON.parse(body)) : body };
}

/** By method, path, query and body; several alike in their order, the last of them for good. */
class Replay {
  readonly #lines = new Map<string, Exchanged[]>();
  constructor(file: string) {
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const [index, text] of lines.entries()) {
      if (text.trim() === '') continue;
      const line = parsed(text, index + 1);
      const key = keyOf(line);
      this.#lines.set(key, [...(this.#lines.get(key) ?? []), line]);
    }
  }
  answer(ask: Ask, call: Call | undefined): Reply {
    const body = bodyOf(ask, call);
    const asked = {
      method: ask.method,
      path: ask.path,
      query: cleanQuery(ask.query, secretsOf(call)),
      ...(body !== undefined && { body }),
    };
    const lines = this.#lines.get(keyOf(asked));
    const line = lines && lines.length > 1 ? lines.shift() : lines?.[0];
    if (!line)
      return json(
        404,
        { message: `${ask.method} ${ask.path} is not on record as it was asked.`, code: 'NOT_RECORDED' },
        { 'x-sandbox-error': 'sandbox' },
      );
    const { status, headers, answer, base64 } = line;
    const text = typeof answer === 'string' && !headers['content-type']?.startsWith('application/json') ? answer : JSON.stringify(answer);
    return { status, headers, ...(base64 !== undefined ? { body: Buffer.from(base64, 'base64') } : text !== undefined && { body: text }) };
  }
}

function parsed(text: string, line: number): Exchanged {
  try {
    const value = JSON.parse(text) as Partial<Exchanged> | null;
    if (typeof value?.method === 'string' && typeof value.path === 'string' && Number.isInteger(value.status))
      return { query: '', headers: {}, ...value } as Exchanged;
  } catch {
    // said below
  }
  throw new SyntaxError(`line ${line} is no exchange`);
}

const keyOf = ({ method, path, query, body }: Pick<Exchanged, 'method' | 'path' | 'query' | 'body'>): string =>
  JSON.stringify([method, path, query, sorted(body)]);
/** A body in one order of its fields, whatever order they were sent in. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, one]) => [name, sorted(one)]));
}
