// Parses fault specs such as `latency=200ms`, `status=503`, `missing=user.name`. One table lists them all.

import { type DeliveryFault, type Faults, jsonResponse, type SandboxResponse } from '../core/http-messages.js';
import { badRequest, parseDuration, type Rotation } from '../core/index.js';
import { bomb, deep, huge } from './oversized-bodies.js';

const units: Readonly<Record<string, number>> = {
  '': 1,
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
};

/** Undefined for an invalid number of bytes, or one out of range. */
function byteCount(value: string, low: number, high: number): number | undefined {
  const [, count, unit = ''] = /^(\d{1,10})(B|kB|MB|GB|KiB|MiB|GiB)?$/.exec(value) ?? [];
  return count === undefined ? undefined : inRange(Number(count) * units[unit]!, low, high);
}

const inRange = (value: number, low: number, high: number): number | undefined =>
  value >= low && value <= high ? value : undefined;

/** `name`, or `user.name` for a nested field. */
const fieldPath = (text: string): readonly string[] | undefined =>
  /^[\w-]{1,60}(\.[\w-]{1,60}){0,9}$/.test(text) ? text.split('.') : undefined;

/** Converts a value to a similar one of another type. */
const typeConversions: Readonly<Record<string, (value: unknown) => unknown>> = {
  number: (value) =>
    typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : 1,
  text: (value) => (typeof value === 'object' ? 'text' : String(value)),
  boolean: () => true,
  list: (value) => [value],
  object: (value) => ({ value }),
};

/** Changes every field with a path that ends in `path`. An undefined field is dropped. Lists add nothing to a path. */
const changeField =
  (path: readonly string[], change: (value: unknown) => unknown) =>
  (response: SandboxResponse): SandboxResponse => {
    const text =
      response.headers['content-type']?.startsWith('application/json') && typeof response.body === 'string'
        ? response.body
        : '';
    if (text === '') return response;
    return { ...response, body: JSON.stringify(walk(JSON.parse(text), [], path, change)) };
  };

function walk(
  value: unknown,
  at: readonly string[],
  path: readonly string[],
  change: (value: unknown) => unknown,
): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, at, path, change));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]): [string, unknown] => {
    const here = [...at, name];
    const matches = path.every((part, index) => here[here.length - path.length + index] === part);
    return [name, matches ? change(field) : walk(field, here, path, change)];
  });
  return Object.fromEntries(fields); // JSON.stringify drops undefined fields
}

/** Undefined for an invalid value. */
type FaultPart = Omit<Partial<Faults>, 'specs'>;
interface FaultSpec {
  /** For the error of an unknown fault. */
  readonly usage: string;
  readonly parse: (value: string) => FaultPart | undefined;
}

const errorFault = (
  status: number,
  message: string,
  code?: string,
  headers: Readonly<Record<string, string>> = {},
): FaultPart => ({
  response: jsonResponse(status, code === undefined ? { message } : { message, code }, {
    ...headers,
    'x-sandbox-error': 'sandbox',
  }),
});
const deliveryFault = (how: DeliveryFault): FaultPart => ({ delivery: how });
const transformFault = (work: (response: SandboxResponse) => SandboxResponse): FaultPart => ({ transforms: [work] });
/** Replaces a body and drops its headers. */
const replaceBody = (
  response: SandboxResponse,
  status: number,
  type: string | undefined,
  more: Partial<SandboxResponse>,
): SandboxResponse => {
  const { 'content-type': _, 'x-sandbox-total': __, ...headers } = response.headers;
  return {
    status,
    ...more,
    headers: { ...headers, ...more.headers, 'x-sandbox-error': 'sandbox', ...(type && { 'content-type': type }) },
  };
};
const parseInteger = (value: string, low: number, high: number): number | undefined =>
  /^\d{1,12}$/.test(value) ? inRange(Number(value), low, high) : undefined;
const ifDefined = <T>(value: T | undefined, make: (value: T) => FaultPart): FaultPart | undefined =>
  value === undefined ? undefined : make(value);

const maxWait = 600_000;
const badGatewayPage = '<!doctype html><title>502 Bad Gateway</title><h1>Bad Gateway</h1>';
const rotations: readonly string[] = ['two-phase', 'one-phase', 'strict'] satisfies Rotation[];
const requestedFault = { message: 'This error was injected by X-Sandbox-Fault or a planned fault.' };

const faultSpecs: Readonly<Record<string, FaultSpec>> = {
  latency: {
    usage: 'latency=2s',
    parse: (value) => deliveryFault({ latency: Math.min(parseDuration(value), maxWait) }),
  },
  bandwidth: {
    usage: 'bandwidth=2kB',
    parse: (value) => ifDefined(byteCount(value, 1, 2 ** 30), (bandwidth) => deliveryFault({ bandwidth })),
  },
  'slow-body': {
    usage: 'slow-body=100ms',
    parse: (value) => deliveryFault({ pause: Math.min(parseDuration(value), maxWait / 10) }),
  },
  hang: {
    usage: 'hang',
    parse: (value) =>
      value === '' ? { response: jsonResponse(504, requestedFault), delivery: { hang: true } } : undefined,
  },
  reset: { usage: 'reset=before|headers|body:100', parse: parseReset },
  truncate: {
    usage: 'truncate=100',
    parse: (value) => ifDefined(parseInteger(value, 0, 2 ** 30), (truncate) => deliveryFault({ truncate })),
  },
  'lost-answer': {
    usage: 'lost-answer',
    parse: (value) => (value === '' ? deliveryFault({ reset: 'before' }) : undefined),
  },
  status: {
    usage: 'status=400..599',
    parse: (value) =>
      ifDefined(parseInteger(value, 400, 599), (status) =>
        errorFault(status, `The status ${status} is an injected fault.`),
      ),
  },
  'expired-session': { usage: 'expired-session', parse: () => ({ expiredToken: true }) },
  unauthorized: { usage: 'unauthorized', parse: () => errorFault(401, 'Unauthorized') },
  forbidden: { usage: 'forbidden', parse: () => errorFault(403, 'Forbidden') },
  'rate-limit': {
    usage: 'rate-limit=30',
    parse: (value) =>
      ifDefined(parseInteger(value || '30', 0, 86_400), (after) =>
        errorFault(429, 'Too many requests', 'TOO_MANY_REQUESTS', { 'retry-after': String(after) }),
      ),
  },
  html: {
    usage: 'html or html=200',
    parse: (value) =>
      ifDefined(parseInteger(value || '502', 200, 599), (status) =>
        transformFault((response) =>
          replaceBody(response, status, 'text/html; charset=utf-8', { body: badGatewayPage }),
        ),
      ),
  },
  empty: {
    usage: 'empty',
    parse: () => transformFault((response) => replaceBody(response, response.status, undefined, { body: '' })),
  },
  redirect: {
    usage: 'redirect=URL',
    parse: (value) =>
      /^[\u0021-\u007e]+$/.test(value)
        ? transformFault((response) =>
            replaceBody(response, 302, undefined, { body: '', headers: { location: value } }),
          )
        : undefined,
  },
  type: { usage: `type=FIELD:${Object.keys(typeConversions).join('|')}`, parse: parseType },
  missing: {
    usage: 'missing=FIELD',
    parse: (value) => ifDefined(fieldPath(value), (path) => transformFault(changeField(path, () => undefined))),
  },
  null: {
    usage: 'null=FIELD',
    parse: (value) => ifDefined(fieldPath(value), (path) => transformFault(changeField(path, () => null))),
  },
  word: { usage: 'word=FIELD:WORD', parse: parseWord },
  huge: {
    usage: 'huge=64MB',
    parse: (value) =>
      ifDefined(byteCount(value || '64MB', 16, 2 ** 30), (bytes) =>
        transformFault((response) => replaceBody(response, response.status, jsonType, { stream: huge(bytes) })),
      ),
  },
  deep: {
    usage: 'deep=100000',
    parse: (value) =>
      ifDefined(parseInteger(value || '100000', 1, 10_000_000), (levels) =>
        transformFault((response) => replaceBody(response, response.status, jsonType, { stream: deep(levels) })),
      ),
  },
  'gzip-bomb': {
    usage: 'gzip-bomb=1GB',
    parse: (value) =>
      ifDefined(byteCount(value || '1GB', 2 ** 20, 10 * 2 ** 30), (bytes) =>
        transformFault((response) =>
          replaceBody(response, response.status, jsonType, {
            stream: bomb(bytes),
            headers: { 'content-encoding': 'gzip' },
          }),
        ),
      ),
  },
  rotation: {
    usage: 'rotation=one-phase',
    parse: (value) => (rotations.includes(value) ? { rotation: value as Rotation } : undefined),
  },
};
const jsonType = 'application/json; charset=utf-8';

function parseReset(value: string): FaultPart | undefined {
  if (value === 'before') return { response: jsonResponse(504, requestedFault), delivery: { reset: 'before' } };
  if (value === 'headers') return deliveryFault({ reset: 'headers' });
  const [, bytes] = /^body:(\d{1,10})$/.exec(value) ?? [];
  return bytes === undefined ? undefined : deliveryFault({ reset: Number(bytes) });
}

function parseType(value: string): FaultPart | undefined {
  const [field = '', type = ''] = value.split(':');
  const path = fieldPath(field);
  const change = Object.hasOwn(typeConversions, type) ? typeConversions[type] : undefined;
  return path && change && transformFault(changeField(path, change));
}

function parseWord(value: string): FaultPart | undefined {
  const [field = '', word = ''] = value.split(':');
  return word === '' ? undefined : ifDefined(fieldPath(field), (path) => transformFault(changeField(path, () => word)));
}

/** Skips empty texts. @throws {Refusal} for an unknown fault */
export function parseFaults(texts: readonly string[]): Faults {
  const specs = texts.map((spec) => spec.trim()).filter(Boolean);
  let faults: Faults = { specs, transforms: [] };
  for (const part of specs.map(parseFault))
    faults = {
      ...faults,
      ...part,
      transforms: [...faults.transforms, ...(part.transforms ?? [])],
      delivery: part.delivery ? { ...faults.delivery, ...part.delivery } : faults.delivery,
    };
  return faults;
}

function parseFault(spec: string): FaultPart {
  const [name = '', ...rest] = spec.split('=');
  const fault = Object.hasOwn(faultSpecs, name) ? faultSpecs[name] : undefined;
  const names = Object.values(faultSpecs).map(({ usage }) => usage);
  return (
    fault?.parse(rest.join('=')) ??
    badRequest(`There is no fault ${JSON.stringify(spec.slice(0, 100))}: there are ${names.join(', ')}.`)
  );
}
