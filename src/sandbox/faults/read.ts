// Reads faults as they are spelt: `latency=200ms`, `status=503`, `missing=user.name`; what there is stands in one table.
import { spanMs } from '../core/clock.js';
import { refuse } from '../core/refusal.js';
import { json, type Reply } from '../core/wire.js';
import type { Rotation } from '../core/world.js';
import { bomb, deep, huge } from './bodies.js';
import { changeField, fieldPath, typed } from './fields.js';
import type { Faults, Manner } from './request-faults.js';
import { byteCount, within } from './sizes.js';

/** The part that one fault adds; nothing for a value that it does not take. */
type Part = Omit<Partial<Faults>, 'specs'>;
interface Spec {
  /** How it is spelt, for those who spell it otherwise. */
  readonly like: string;
  readonly read: (value: string) => Part | undefined;
}

const said = (status: number, message: string, code?: string, headers: Readonly<Record<string, string>> = {}): Part => ({
  stop: json(status, code === undefined ? { message } : { message, code }, { ...headers, 'x-sandbox-error': 'sandbox' }),
});
const manner = (how: Manner): Part => ({ manner: how });
const spoil = (work: (reply: Reply) => Reply): Part => ({ spoil: [work] });
/** What stands in the place of a body: never what the head said of the old one. */
const replace = (reply: Reply, status: number, type: string | undefined, more: Partial<Reply>): Reply => {
  const { 'content-type': _, 'x-sandbox-total': __, ...headers } = reply.headers;
  return { status, ...more, headers: { ...headers, ...more.headers, 'x-sandbox-error': 'sandbox', ...(type && { 'content-type': type }) } };
};
const whole = (value: string, low: number, high: number): number | undefined =>
  /^\d{1,12}$/.test(value) ? within(Number(value), low, high) : undefined;
const given = <T>(value: T | undefined, make: (value: T) => Part): Part | undefined => (value === undefined ? undefined : make(value));

const longestWait = 600_000;
const page = '<!doctype html><title>502 Bad Gateway</title><h1>Bad Gateway</h1>';
const rotations: readonly string[] = ['two-phase', 'one-phase', 'strict'] satisfies Rotation[];
const standing = { message: 'The fault that was asked for.' };

const table: Readonly<Record<string, Spec>> = {
  latency: { like: 'latency=2s', read: (value) => manner({ latency: Math.min(spanMs(value), longestWait) }) },
  bandwidth: { like: 'bandwidth=2kB', read: (value) => given(byteCount(value, 1, 2 ** 30), (bandwidth) => manner({ bandwidth })) },
  'slow-body': { like: 'slow-body=100ms', read: (value) => manner({ pause: Math.min(spanMs(value), longestWait / 10) }) },
  hang: { like: 'hang', read: (value) => (value === '' ? { stop: json(504, standing), manner: { hang: true } } : undefined) },
  reset: { like: 'reset=before|headers|body:100', read: readReset },
  truncate: { like: 'truncate=100', read: (value) => given(whole(value, 0, 2 ** 30), (truncate) => manner({ truncate })) },
  'lost-answer': { like: 'lost-answer', read: (value) => (value === '' ? manner({ reset: 'before' }) : undefined) },
  status: {
    like: 'status=400..599',
    read: (value) => given(whole(value, 400, 599), (status) => said(status, `The fault ${status} was asked for.`)),
  },
  'expired-session': { like: 'expired-session', read: () => ({ expired: true }) },
  unauthorized: { like: 'unauthorized', read: () => said(401, 'Unauthorized') },
  forbidden: { like: 'forbidden', read: () => said(403, 'Forbidden') },
  'rate-limit': {
    like: 'rate-limit=30',
    read: (value) =>
      given(whole(value || '30', 0, 86_400), (after) =>
        said(429, 'Too many requests', 'TOO_MANY_REQUESTS', { 'retry-after': String(after) }),
      ),
  },
  html: {
    like: 'html or html=200',
    read: (value) =>
      given(whole(value || '502', 200, 599), (status) =>
        spoil((reply) => replace(reply, status, 'text/html; charset=utf-8', { body: page })),
      ),
  },
  empty: { like: 'empty', read: () => spoil((reply) => replace(reply, reply.status, undefined, { body: '' })) },
  redirect: {
    like: 'redirect=URL',
    read: (value) =>
      /^[\u0021-\u007e]+$/.test(value)
        ? spoil((reply) => replace(reply, 302, undefined, { body: '', headers: { location: value } }))
        : undefined,
  },
  type: { like: `type=FIELD:${Object.keys(typed).join('|')}`, read: readType },
  missing: { like: 'missing=FIELD', read: (value) => given(fieldPath(value), (path) => spoil(changeField(path, () => undefined))) },
  null: { like: 'null=FIELD', read: (value) => given(fieldPath(value), (path) => spoil(changeField(path, () => null))) },
  word: { like: 'word=FIELD:WORD', read: readWord },
  huge: {
    like: 'huge=64MB',
    read: (value) =>
      given(byteCount(value || '64MB', 16, 2 ** 30), (bytes) =>
        spoil((reply) => replace(reply, reply.status, jsonType, { stream: huge(bytes) })),
      ),
  },
  deep: {
    like: 'deep=100000',
    read: (value) =>
      given(whole(value || '100000', 1, 10_000_000), (levels) =>
        spoil((reply) => replace(reply, reply.status, jsonType, { stream: deep(levels) })),
      ),
  },
  'gzip-bomb': {
    like: 'gzip-bomb=1GB',
    read: (value) =>
      given(byteCount(value || '1GB', 2 ** 20, 10 * 2 ** 30), (bytes) =>
        spoil((reply) => replace(reply, reply.status, jsonType, { stream: bomb(bytes), headers: { 'content-encoding': 'gzip' } })),
      ),
  },
  rotation: {
    like: 'rotation=one-phase',
    read: (value) => (rotations.includes(value) ? { rotation: value as Rotation } : undefined),
  },
};
const jsonType = 'application/json; charset=utf-8';

function readReset(value: string): Part | undefined {
  if (value === 'before') return { stop: json(504, standing), manner: { reset: 'before' } };
  if (value === 'headers') return manner({ reset: 'headers' });
  const [, bytes] = /^body:(\d{1,10})$/.exec(value) ?? [];
  return bytes === undefined ? undefined : manner({ reset: Number(bytes) });
}

function readType(value: string): Part | undefined {
  const [field = '', type = ''] = value.split(':');
  const path = fieldPath(field);
  const change = Object.hasOwn(typed, type) ? typed[type] : undefined;
  return path && change && spoil(changeField(path, change));
}

function readWord(value: string): Part | undefined {
  const [field = '', word = ''] = value.split(':');
  return word === '' ? undefined : given(fieldPath(field), (path) => spoil(changeField(path, () => word)));
}

/** Reads faults, each such as `latency=200ms`; empty texts are none. @throws {Refusal} for one that there is not. */
export function readFaults(given: readonly string[]): Faults {
  const specs = given.map((spec) => spec.trim()).filter(Boolean);
  let all: Faults = { specs, spoil: [] };
  for (const part of specs.map(readOne))
    all = {
      ...all,
      ...part,
      spoil: [...all.spoil, ...(part.spoil ?? [])],
      ...(part.manner && { manner: { ...all.manner, ...part.manner } }),
    };
  return all;
}

function readOne(spec: string): Part {
  const [name = '', ...rest] = spec.split('=');
  const known = Object.hasOwn(table, name) ? table[name] : undefined;
  const names = Object.values(table).map(({ like }) => like);
  return (
    known?.read(rest.join('=')) ??
    refuse(400, `There is no fault ${JSON.stringify(spec.slice(0, 100))}: there are ${names.join(', ')}.`, 'INVALID_REQUEST')
  );
}
