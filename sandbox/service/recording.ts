// Records exchanges as lines of NDJSON with secrets redacted, and replays them.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import type { Call, Fields } from '../../src/services/catalogue/define.js';
import { errorResponse, jsonResponse, type SandboxRequest, type SandboxResponse } from '../core/http-messages.js';
import type { SandboxRuntime } from '../core/runtime.js';
import { callFor, dispatch } from './dispatch.js';

const placeholder = '[hidden]';

/** A line of the file. */
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

/** Secret in any request and response. */
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
/** A JWT or a refresh token of the sandbox, in any field. */
const tokenLike = /^(eyJ[\w-]+\.[\w-]+\.[\w-]+|[0-9a-f-]{36}\.\d{1,9}\.[\w-]{43})$/;

/** Whether a text of a field is secret. */
type IsSecret = (text: string, name: string) => boolean;
const always: IsSecret = () => true;
/** By the name of the field, or by the form of the text. */
const byName =
  (more: ReadonlySet<string> = new Set()): IsSecret =>
  (text, name) =>
    secretNames.has(name) || more.has(name) || tokenLike.test(text);

/** Hides the secret texts of a value. The `code` of an error is not a secret. */
function redact(value: unknown, isSecret: IsSecret, name = ''): unknown {
  if (typeof value === 'string') return isSecret(value, name) ? placeholder : value;
  if (Array.isArray(value)) return value.map((item) => redact(item, isSecret, name));
  if (typeof value !== 'object' || value === null) return value;
  if (isSecret === always && isError(value)) return value;
  const keepsCode = 'message' in value && 'code' in value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      keepsCode && key === 'code' ? field : redact(field, isSecret, key),
    ]),
  );
}
const isError = (value: object): boolean =>
  'message' in value && Object.keys(value).every((key) => key === 'message' || key === 'code');

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
  const pairs = [...query].map(([name, value]): [string, string] => [name, String(redact(value, byName(more), name))]);
  return new URLSearchParams(pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))).toString();
}

function bodyOf(request: SandboxRequest, call: Call | undefined): unknown {
  const text = Buffer.from(request.bytes ?? []).toString();
  if (text === '') return undefined;
  try {
    return redact(JSON.parse(text), call?.secret ? always : byName(secretFields(call)));
  } catch {
    return placeholder; // text that is not JSON may contain anything
  }
}

function redactUrl(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.search = redactQuery(url.searchParams, new Set());
  return url.href;
}

/** Dispatches requests and writes each exchange. @throws if the file cannot be written */
export function recordTo(file: string): NonNullable<SandboxRuntime['interceptor']> {
  writeFileSync(file, '', { mode: 0o600 });
  return async (runtime, request) => {
    const response = await dispatch(runtime, request).catch(errorResponse);
    const line = recordedExchange(request, await callFor(runtime, request), response);
    appendFileSync(file, `${JSON.stringify(line)}\n`);
    return response;
  };
}
/** @throws {SyntaxError} for an invalid line; throws if the file cannot be read */
export function replayFrom(file: string): NonNullable<SandboxRuntime['interceptor']> {
  const replay = new Replay(file);
  return async (runtime, request) => replay.respond(request, await callFor(runtime, request));
}

/** The fields that identify an exchange, with their secrets hidden. */
const requestPart = (request: SandboxRequest, call: Call | undefined) => ({
  method: request.method,
  path: request.path,
  query: redactQuery(request.query, secretFields(call)),
  body: bodyOf(request, call),
});

function recordedExchange(
  request: SandboxRequest,
  call: Call | undefined,
  response: SandboxResponse,
): RecordedExchange {
  const { 'content-type': type, location } = response.headers;
  const sandboxHeaders = Object.entries(response.headers).filter(
    ([name]) => name.startsWith('x-sandbox-') || name === 'retry-after',
  );
  const safeHeaders = {
    ...Object.fromEntries(sandboxHeaders),
    'content-type': type,
    location: location && redactUrl(location),
  };
  const headers = safeHeaders as Record<string, string>; // JSON drops undefined
  return { ...requestPart(request, call), status: response.status, headers, ...recordedBody(response, call) };
}

function recordedBody(
  { body, stream, headers }: SandboxResponse,
  call: Call | undefined,
): Pick<RecordedExchange, 'answer' | 'base64'> {
  if (stream || body === undefined || body.length === 0) return {};
  const isJson = typeof body === 'string' && headers['content-type']?.startsWith('application/json');
  if (call?.secret) return { answer: isJson ? redact(JSON.parse(body), always) : placeholder };
  if (typeof body !== 'string') return { base64: Buffer.from(body).toString('base64') };
  return { answer: isJson ? redact(JSON.parse(body), byName()) : body };
}

/** Finds exchanges by method, path, query and body. Equal ones are replayed in order, the last one for ever. */
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
  respond(request: SandboxRequest, call: Call | undefined): SandboxResponse {
    const lines = this.#lines.get(keyOf(requestPart(request, call)));
    const line = lines && lines.length > 1 ? lines.shift() : lines?.[0];
    if (!line)
      return jsonResponse(
        404,
        {
          message: `${request.method} ${request.path} is not in the recording with this query and body.`,
          code: 'NOT_RECORDED',
        },
        { 'x-sandbox-error': 'sandbox' },
      );
    const { status, headers, answer: recorded, base64 } = line;
    const text =
      typeof recorded === 'string' && !headers['content-type']?.startsWith('application/json')
        ? recorded
        : JSON.stringify(recorded);
    return { status, headers, body: base64 === undefined ? text : Buffer.from(base64, 'base64') };
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
/** The order of the fields has no effect. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]));
}
