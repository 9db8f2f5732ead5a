// One request from its path to its answer: the order of checks is fault, path, client, credentials, body, then the handler.
import type { Call } from '../services/define.js';
import { type Router, router } from '../services/http/path.js';
import { catalogue, isService, type ServiceName } from '../services/index.js';
import { worldTime } from './clock.js';
import { type Faults, readFaults } from './faults.js';
import { takeFields } from './input.js';
import { catchUp, kindsDue } from './machine.js';
import { movingKinds } from './moving.js';
import { authorize } from './people/credentials.js';
import { markOf } from './provenance.js';
import { Refusal, refuse } from './refuse.js';
import { Bytes, Later, Page, PlainText, Redirect } from './reply.js';
import { answersOf } from './services/index.js';
import type { State } from './state.js';
import { type Answers, fieldsOf, type Line } from './verbs.js';
import type { Settings, World } from './world.js';

/** One request, read off the wire. */
export interface Ask {
  readonly method: string;
  /** The path behind the origin, percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Nothing for a body that is too large. */
  readonly bytes: Uint8Array | undefined;
}
/** One answer, ready for the wire. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Milliseconds to hold it back. */
  readonly latency?: number;
}

/** A sandbox that runs: its state, its settings and what it has loaded so far. */
export interface Running {
  readonly state: State;
  readonly seed: number;
  readonly settings: Settings;
  readonly loaded: Map<ServiceName, Promise<Loaded>>;
  readonly counts: Map<string, number>;
}
interface Loaded {
  readonly router: Router;
  readonly lines: Answers;
}

/** The catalogue and the answers of a service, loaded at its first request. */
export function load(running: Running, name: ServiceName): Promise<Loaded> {
  const known = running.loaded.get(name);
  if (known) return known;
  const made = Promise.all([catalogue(name), answersOf[name]()]).then(([service, { default: lines }]) => ({
    router: router(service.calls),
    lines,
  }));
  running.loaded.set(name, made);
  return made;
}

/** Answers one request to a service. @throws {Refusal} */
export async function dispatch(running: Running, ask: Ask): Promise<Reply> {
  const faults = readFaults(ask.headers['x-sandbox-fault']);
  const { call, line, path } = await route(running, ask);
  const counted = (reply: Reply): Reply => {
    count(running, call, reply.status);
    return faults.latency === undefined ? reply : { ...reply, latency: faults.latency };
  };
  try {
    return counted(await serve(running, ask, { call, line, path, faults }));
  } catch (error) {
    return counted(refusalReply(error));
  }
}

interface Routed {
  readonly call: Call;
  readonly line: Line;
  readonly path: Readonly<Record<string, string>>;
}

async function route(running: Running, ask: Ask): Promise<Routed> {
  const [, name = '', rest = ''] = /^\/([^/]+)(\/.*)?$/.exec(ask.path) ?? [];
  if (!isService(name)) return refuse(404, `There is no service ${JSON.stringify(name.slice(0, 50))} here.`, 'NOT_FOUND_ROUTE');
  const loaded = await load(running, name);
  // The activity service's public traffic has its own name as a prefix (CONTRACT.md section 4).
  const local = name === 'activity' ? rest.replace(/^\/activity(?=\/)/, '') : rest;
  if (/%(?![0-9a-f]{2})/i.test(local)) refuse(400, 'The path is not percent-encoded as it should be.', 'INVALID_REQUEST');
  const match = loaded.router.match(ask.method, local);
  if (match) return { call: match.call, line: loaded.lines.get(match.call.name)!, path: match.values };
  const methods = loaded.router.methods(local);
  if (methods.length === 0) refuse(404, `${name} has no call at ${local.slice(0, 200) || '/'}.`, 'NOT_FOUND_ROUTE');
  throw new Refusal(405, `${local.slice(0, 200)} takes ${methods.join(', ')}.`, 'METHOD_NOT_ALLOWED', { allow: methods.join(', ') });
}

async function serve(running: Running, ask: Ask, routed: Routed & { readonly faults: Faults }): Promise<Reply> {
  const { call, line, faults } = routed;
  if (faults.instead) return insteadReply(faults.instead);
  const { state, settings } = running;
  const wall = settings.wall();
  const moving = await movingKinds(kindsDue(state, worldTime(state, wall)));
  const work = () => {
    const now = worldTime(state, wall);
    if (kindsDue(state, now).length > 0) {
      state.mustWrite();
      catchUp({ state, seed: running.seed, now }, moving);
    }
    const known = authorize(worldOf(running, ask, routed, { now, wall }), faults.expired === true);
    const taken = takeBody(ask, call, line);
    const query = takeFields(fieldsOf(call.query, line.query), queryOf(ask.query), 'query', line.lacking);
    const world: World = { ...known, body: taken.values, query: query.values };
    return { answer: line.answer(world), now, ignored: taken.ignored };
  };
  const reads = call.method === 'GET' && !line.writes;
  const { answer, now, ignored } = reads ? state.read(work) : state.write(work);
  const settled = answer instanceof Later ? await answer.make() : answer;
  const headers = {
    'x-sandbox-shape': markOf(call),
    'x-sandbox-now': new Date(now).toISOString(),
    ...(line.plain && { 'x-sandbox-plain': 'true' }),
    ...(ignored.length > 0 && { 'x-sandbox-ignored': ignored.slice(0, 100).map(encodeURIComponent).join(', ').slice(0, 2000) }),
  };
  return bodyReply(call, settled, headers);
}

function worldOf(running: Running, ask: Ask, { call, path }: Routed, { now, wall }: { now: number; wall: number }): World {
  const { headers } = ask;
  return {
    state: running.state,
    seed: running.seed,
    settings: running.settings,
    counts: running.counts,
    now,
    wall,
    call,
    path,
    who: undefined,
    credentials: headers.authorization,
    client: { id: headers['x-auth-client-id'], version: headers['x-auth-client-version'] },
    language: headers['accept-language']?.startsWith('jp') ? 'jp' : 'en',
    scenario: headers['x-sandbox-scenario'],
    query: {},
    body: {},
  };
}

function takeBody(ask: Ask, call: Call, line: Line) {
  const table = fieldsOf(call.body, line.body);
  if (!ask.bytes) return refuse(413, 'A body may hold 1 MiB at most.', 'TOO_LARGE');
  if (call.method === 'GET' || call.method === 'DELETE' || ask.bytes.length === 0) return takeFields(table, {}, 'body', line.lacking);
  const type = ask.headers['content-type'] ?? 'application/json';
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type))
    refuse(415, `A body must be application/json, not ${type.slice(0, 100)}.`, 'NOT_JSON');
  return takeFields(table, readJson(ask.bytes), 'body', line.lacking);
}

function readJson(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const value = parse(bytes);
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) refuse(400, 'The body must be a JSON object.', 'INVALID_REQUEST');
  return value as Record<string, unknown>;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return refuse(400, `The body is not JSON: ${(error as Error).message.slice(0, 200)}`, 'INVALID_JSON');
  }
}

/** A query as values: a name that stands several times is a list. */
function queryOf(query: URLSearchParams): Readonly<Record<string, unknown>> {
  const names = [...new Set(query.keys())];
  return Object.fromEntries(names.map((name) => [name, query.getAll(name).length > 1 ? query.getAll(name) : query.get(name)]));
}

/** GET, PUT and DELETE answer 200, every POST 201 (CONTRACT.md 1.3). */
function bodyReply(call: Call, answer: unknown, headers: Readonly<Record<string, string>>): Reply {
  const status = call.method === 'POST' ? 201 : 200;
  if (answer instanceof Redirect) return { status: 302, headers: { ...headers, location: answer.to } };
  if (answer instanceof PlainText) return { status, headers: { ...headers, 'content-type': answer.type }, body: answer.text };
  if (answer instanceof Bytes) return { status, headers: { ...headers, 'content-type': answer.type }, body: answer.bytes };
  if (answer === undefined) return { status, headers };
  if (answer instanceof Page) return json(status, answer.rows, { ...headers, 'x-sandbox-total': String(answer.total) });
  return json(status, answer, Array.isArray(answer) ? { ...headers, 'x-sandbox-total': String(answer.length) } : headers);
}

export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

/** The answer to a call that was refused. Anything else is a mistake of the sandbox's own and is said to be one. */
export function refusalReply(error: unknown): Reply {
  if (!(error instanceof Refusal)) {
    const message = `The sandbox failed: ${error instanceof Error ? error.message : String(error)}`;
    return json(500, { message, code: 'SANDBOX_FAILED' }, { 'x-sandbox-error': 'sandbox' });
  }
  const { status, message, code, source, headers } = error;
  return json(status, code === undefined ? { message } : { message, code }, { ...headers, 'x-sandbox-error': source });
}

function insteadReply({ status, headers = {}, body = '', type }: NonNullable<Faults['instead']>): Reply {
  return { status, headers: { ...headers, 'x-sandbox-error': 'sandbox', ...(type && { 'content-type': type }) }, body };
}

function count(running: Running, call: Call, status: number): void {
  const key = `${call.service} ${call.name} ${status}`;
  running.counts.set(key, (running.counts.get(key) ?? 0) + 1);
}
