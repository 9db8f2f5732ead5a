// Records exchanges as lines of NDJSON with secrets redacted, and replays them from such a file.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import type { Call, Fields } from '../../services/catalogue/define.js';
import { errorResponse, jsonResponse, type SandboxRequest, type SandboxResponse } from '../core/http-messages.js';
import type { SandboxRuntime } from '../core/runtime.js';
import { callFor, dispatch } from './dispatch.js';

/** Replaces a secret. */
const placeholder = '[hidden]';

/** An exchange as a line of the file has it. */
interface RecordedExchange {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body?: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON or text; bytes are in `base64`. */
  readonly answer?: unknown;
  readonly base64?: string;
}

/** Names of fields that are secrets in any request and response. */
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
/** A token in any field: a JWT, or a refresh token of the sandbox. */
const tokenLike = /^(eyJ[\w-]+\.[\w-]+\.[\w-]+|[0-9a-f-]{36}\.\d{1,9}\.[\w-]{43})$/;

/** Redacts the secrets of a value. The `code` of an error is not a secret. */
function redact(value: unknown, more: ReadonlySet<string> = new Set(), name = ''): unknown {
  if (typeof value === 'string') return secretNames.has(name) || more.has(name) || tokenLike.test(value) ? placeholder : value;
  if (Array.isArray(value)) return value.map((one) => redact(one, more, name));
  if (typeof value !== 'object' || value === null) return value;
  const isError = 'message' in value && 'code' in value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, isError && key === 'code' ? one : redact(one, more, key)]));
}

/** Redacts all texts of a secret call's value, but not those of an error. */
function redactAll(value: unknown): unknown {
  if (typeof value === 'string') return placeholder;
  if (Array.isArray(value)) return value.map(redactAll);
  if (typeof value !== 'object' || value === null) return value;
  const isError = 'message' in value && Object.keys(value).every((key) => key === 'message' || key === 'code');
  return isError ? value : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redactAll(one)]));
}

const secretFields = (call: Call | undefined): ReadonlySet<string> => {
  const tables = [call?.query, call?.body].filter((table): table is Fields => typeof table === 'object');
  return new Set(
    tables.flatMap((table) =>
      Object.entries(table)
        .filter(([, field]) => field.secret)
        .map(([name]) => name),
    ),
  );
};

function redactQuery(query: URLSearchParams, more: ReadonlySet<string>): string {
  const pairs = [...query].map(([name, value]): [string, string] => [name, String(redact(value, more, name))]);
  return new URLSearchParams(pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))).toString();
}

function bodyOf(request: SandboxRequest, call: Call | undefined): unknown {
  const text = Buffer.from(request.bytes ?? []).toString();
  if (text === '') return undefined;
  try {
    return call?.secret ? redactAll(JSON.parse(text)) : redact(JSON.parse(text), secretFields(call));
  } catch {
    return placeholder; // no JSON, so that it may contain anything
  }
}

/** Redacts the query of a redirect's address. */
function redactUrl(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.search = redactQuery(url.searchParams, new Set());
  return url.href;
}

/** Dispatches requests as usual, and writes each exchange to a file. @throws where the file cannot be written */
export function recordTo(file: string): NonNullable<SandboxRuntime['interceptor']> {
  const recorder = new Recorder(file);
  return async (runtime, request) => {
    const response = await dispatch(runtime, request).catch(errorResponse);
    recorder.add(request, await callFor(runtime, request), response);
    return response;
  };
}
/** Replays responses from a file. @throws {SyntaxError} for an invalid line; throws where the file cannot be read */
export function replayFrom(file: string): NonNullable<SandboxRuntime['interceptor']> {
  const replay = new Replay(file);
  return async (runtime, request) => replay.answer(request, await callFor(runtime, request));
}

class Recorder {
  readonly #file: string;
  constructor(file: string) {
    this.#file = file;
    writeFileSync(file, '', { mode: 0o600 });
  }
  add(request: SandboxRequest, call: Call | undefined, response: SandboxResponse): void {
    const { 'content-type': type, location } = response.headers;
    const sandboxHeaders = Object.entries(response.headers).filter(([name]) => name.startsWith('x-sandbox-') || name === 'retry-after');
    const headers = Object.fromEntries([
      ...sandboxHeaders,
      ...(type === undefined ? [] : [['content-type', type]]),
      ...(location === undefined ? [] : [['location', redactUrl(location)]]),
    ]);
    const body = bodyOf(request, call);
    const line: RecordedExchange = {
      method: request.method,
      path: request.path,
      query: redactQuery(request.query, secretFields(call)),
      ...(body !== undefined && { body }),
      status: response.status,
      headers,
      ...recordedBody(response, call),
    };
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
  }
}

function recordedBody({ body, stream, headers }: SandboxResponse, call: Call | undefined): Pick<RecordedExchange, 'answer' | 'base64'> {
  if (stream || body === undefined || body.length === 0) return {};
  const isJson = typeof body === 'string' && headers['content-type']?.startsWith('application/json');
  if (call?.secret) return { answer: isJson ? redactAll(JSON.parse(body)) : placeholder };
  if (typeof body !== 'string') return { base64: Buffer.from(body).toString('base64') };
  return { answer: isJson ? redact(JSON.parse(body)) : body };
}

/** Finds exchanges by method, path, query and body. Equal ones are replayed in their order, the last of them for good. */
class Replay {
  readonly #lines = new Map<string, RecordedExchange[]>();
  constructor(file: string) {
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const [index, text] of lines.entries()) {
      if (text.trim() === '') continue;
      const line = parseLine(text, index + 1);
      const key = keyOf(line);
      this.#lines.set(key, [...(this.#lines.get(key) ?? []), line]);
    }
  }
  answer(request: SandboxRequest, call: Call | undefined): SandboxResponse {
    const body = bodyOf(request, call);
    const exchange = {
      method: request.method,
      path: request.path,
      query: redactQuery(request.query, secretFields(call)),
      ...(body !== undefined && { body }),
    };
    const lines = this.#lines.get(keyOf(exchange));
    const line = lines && lines.length > 1 ? lines.shift() : lines?.[0];
    if (!line)
      return jsonResponse(
        404,
        { message: `${request.method} ${request.path} is not in the recording with this query and body.`, code: 'NOT_RECORDED' },
        { 'x-sandbox-error': 'sandbox' },
      );
    const { status, headers, answer, base64 } = line;
    const text = typeof answer === 'string' && !headers['content-type']?.startsWith('application/json') ? answer : JSON.stringify(answer);
    return { status, headers, ...(base64 !== undefined ? { body: Buffer.from(base64, 'base64') } : text !== undefined && { body: text }) };
  }
}

function parseLine(text: string, line: number): RecordedExchange {
  try {
    const value = JSON.parse(text) as Partial<RecordedExchange> | null;
    if (typeof value?.method === 'string' && typeof value.path === 'string' && Number.isInteger(value.status))
      return { query: '', headers: {}, ...value } as RecordedExchange;
  } catch {
    // thrown below
  }
  throw new SyntaxError(`line ${line} is not an exchange`);
}

const keyOf = ({ method, path, query, body }: Pick<RecordedExchange, 'method' | 'path' | 'query' | 'body'>): string =>
  JSON.stringify([method, path, query, sorted(body)]);
/** Sorts the fields of a body, so that their order does not matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, one]) => [name, sorted(one)]));
}
