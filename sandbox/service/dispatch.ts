// Dispatches a request to its handler. The order of checks is fault, path, client, credentials, body.
import type { Call } from '../../src/services/catalogue/define.js';
import { catalogue, isService, type ServiceName } from '../../src/services/catalogue/index.js';
import { router } from '../../src/services/http/path.js';
import {
  errorResponse,
  type Faults,
  type LogFields,
  type SandboxRequest,
  type SandboxResponse,
  toResponse,
} from '../core/http-messages.js';
import {
  AfterCommit,
  badRequest,
  dueKinds,
  type Handler,
  type HandlerContext,
  KindNotLoaded,
  loadHandler,
  Refusal,
  refuse,
  runDueSteps,
  worldTime,
} from '../core/index.js';
import type { LoadedService, SandboxRuntime } from '../core/runtime.js';
import { provenanceOf } from '../core/shapes/index.js';
import type { State } from '../core/state.js';
import { type ParsedInput, parseFields } from '../core/validate-input.js';
import { authorize } from '../domains/people/credentials.js';
import { applyFaults, loadFaults } from '../faults/request-faults.js';
import { endpointModules } from './endpoints/index.js';
import { loadDueHandlers } from './machine-registry.js';

/** @throws {Refusal} for a body that is too large, is not JSON, or has invalid fields */
function parseBody(request: SandboxRequest, call: Call, line: Handler): ParsedInput {
  const table = line.body ?? call.body;
  if (!request.bytes) return refuse(413, 'A body may hold 1 MiB at most.', 'TOO_LARGE');
  if (call.method === 'GET' || call.method === 'DELETE' || request.bytes.length === 0)
    return parseFields(table, {}, 'body', line.missingErrors);
  const type = request.headers['content-type'] ?? 'application/json';
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type))
    refuse(415, `A body must be application/json, not ${type.slice(0, 100)}.`, 'NOT_JSON');
  return parseFields(table, readJson(request.bytes), 'body', line.missingErrors);
}

function readJson(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const value = parseJson(bytes);
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) badRequest('The body must be a JSON object.');
  return value as Record<string, unknown>;
}

function parseJson(bytes: Uint8Array) {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return refuse(400, `The body is not JSON: ${(error as Error).message.slice(0, 200)}`, 'INVALID_JSON');
  }
}

/** @throws {Refusal} for invalid fields */
const parseQuery = (request: SandboxRequest, call: Call, line: Handler): ParsedInput =>
  parseFields(line.query ?? call.query, queryOf(request.query), 'query', line.missingErrors);

/** A repeated name becomes a list. */
function queryOf(query: URLSearchParams): Readonly<Record<string, unknown>> {
  const names = [...new Set(query.keys())];
  return Object.fromEntries(
    names.map((name) => [name, query.getAll(name).length > 1 ? query.getAll(name) : query.get(name)]),
  );
}

interface CatchUpTarget {
  readonly state: State;
  readonly seed: number;
  readonly settings: { readonly wall: () => number };
}

/**
 * Runs a task in one transaction at world time, after every step due by then. `writes` marks a known write; other
 * tasks are repeated as a write if they must write.
 */
export async function catchUp<Result>(
  { state, seed, settings }: CatchUpTarget,
  writes: boolean,
  task: (now: number, wall: number) => Result,
): Promise<Result> {
  const wall = settings.wall();
  let names = dueKinds(state, worldTime(state, wall));
  let repeated = false;
  for (;;) {
    const handlers = loadDueHandlers(names);
    const transaction = () => {
      const now = worldTime(state, wall);
      if (dueKinds(state, now).length > 0) {
        state.requireWrite();
        runDueSteps({ state, seed, now }, handlers);
      }
      return task(now, wall);
    };
    try {
      const result = writes ? state.write(transaction) : state.read(transaction);
      // A late first read may seed a kind with due steps: the read is repeated after them.
      const lateKinds = writes ? [] : dueKinds(state, worldTime(state, wall));
      if (lateKinds.length === 0 || repeated) return result;
      repeated = true;
      names = lateKinds;
    } catch (error) {
      if (!(error instanceof KindNotLoaded)) throw error;
      names = [...names, error.kind];
    }
  }
}

/** On the first request to a service. */
export function loadService(runtime: SandboxRuntime, name: ServiceName): Promise<LoadedService> {
  const loading = runtime.loadedServices.get(name);
  if (loading) return loading;
  const load = Promise.all([catalogue(name), endpointModules[name]()]).then(([service, { default: handlers }]) => ({
    router: router(service.calls),
    handlers,
  }));
  runtime.loadedServices.set(name, load);
  return load;
}

/** @throws {Refusal} if no call matches */
export async function dispatch(runtime: SandboxRuntime, request: SandboxRequest): Promise<SandboxResponse> {
  const { call, handler, path } = await route(runtime, request);
  const faults = await loadFaults(runtime, request, call);
  if (request.logFields) Object.assign(request.logFields, logFieldsOf(request, call, faults));
  const countedResponse = (response: SandboxResponse): SandboxResponse => {
    const faulty = applyFaults(response, faults);
    countRequest(runtime, call, faulty.status);
    return faulty;
  };
  try {
    return countedResponse(await serve(runtime, request, { call, handler, path, faults }));
  } catch (error) {
    return countedResponse(errorResponse(error));
  }
}

const logFieldsOf = ({ headers }: SandboxRequest, { service, name }: Call, { specs }: Faults): LogFields => ({
  call: `${service} ${name}`,
  fault: specs.join(', '),
  scenario: headers['x-sandbox-scenario']?.slice(0, 100),
});

/** Undefined if no call matches. */
export const callFor = (runtime: SandboxRuntime, request: SandboxRequest): Promise<Call | undefined> =>
  route(runtime, request).then(
    ({ call }) => call,
    () => undefined,
  );

interface RoutedCall {
  readonly call: Call;
  readonly handler: Handler;
  readonly path: Readonly<Record<string, string>>;
}

async function route(runtime: SandboxRuntime, request: SandboxRequest): Promise<RoutedCall> {
  const [, name = '', rest = ''] = /^\/([^/]+)(\/.*)?$/.exec(request.path) ?? [];
  if (!isService(name))
    return refuse(404, `There is no service ${JSON.stringify(name.slice(0, 50))} here.`, 'NOT_FOUND_ROUTE');
  const loaded = await loadService(runtime, name);
  // Public traffic of the activity service has its name as a prefix (platform 1.1).
  const local = name === 'activity' ? rest.replace(/^\/activity(?=\/)/, '') : rest;
  if (/%(?![0-9a-f]{2})/i.test(local)) badRequest('The path has an invalid percent-encoding.');
  const match = loaded.router.match(request.method, local);
  if (match)
    return { call: match.call, handler: await loadHandler(loaded.handlers, match.call.name), path: match.values };
  const methods = loaded.router.methods(local);
  if (methods.length === 0) refuse(404, `${name} has no call at ${local.slice(0, 200) || '/'}.`, 'NOT_FOUND_ROUTE');
  throw new Refusal(405, `${local.slice(0, 200)} takes ${methods.join(', ')}.`, 'METHOD_NOT_ALLOWED', {
    allow: methods.join(', '),
  });
}

async function serve(
  runtime: SandboxRuntime,
  request: SandboxRequest,
  routed: RoutedCall & { readonly faults: Faults },
): Promise<SandboxResponse> {
  const { call, handler, faults } = routed;
  if (faults.response) return faults.response;
  const signatures = await signaturesFor(routed, request);
  const writes = call.method !== 'GET' || handler.writes === true;
  const settings = faults.rotation ? { ...runtime.settings, rotation: faults.rotation } : runtime.settings;
  const { result, now, ignored } = await catchUp(runtime, writes, (now, wall) => {
    const authorized = authorize(
      { ...contextOf(runtime, request, routed, { now, wall, signatures }), settings },
      faults.expiredToken === true,
    );
    if (request.logFields && authorized.caller) request.logFields.who = authorized.caller.userId;
    const parsedBody = parseBody(request, call, handler);
    const query = parseQuery(request, call, handler);
    const context: HandlerContext = { ...authorized, body: parsedBody.values, query: query.values };
    return { result: handler.handle(context), now, ignored: parsedBody.ignored };
  });
  const settled = result instanceof AfterCommit ? await result.run() : result;
  return toResponse(call, settled, {
    ...provenanceHeaders(call, ignored),
    'x-sandbox-now': new Date(now).toISOString(),
  });
}

const signaturesFor = async (
  { call, handler }: RoutedCall,
  { headers }: SandboxRequest,
): Promise<HandlerContext['signatures']> =>
  handler.signatures || (call.signed && headers['x-hmac-sig'] !== undefined)
    ? import('../core/signatures.js')
    : undefined;

/** The origin of the response's names, and unknown body fields. */
function provenanceHeaders(call: Call, ignored: readonly string[]): Record<string, string> {
  const names = ignored.slice(0, 100).map((name) => encodeURIComponent(name.toWellFormed()));
  return {
    'x-sandbox-shape': provenanceOf(call),
    ...(names.length > 0 && { 'x-sandbox-ignored': names.join(', ').slice(0, 2000) }),
  };
}

function contextOf(
  runtime: SandboxRuntime,
  request: SandboxRequest,
  { call, path }: RoutedCall,
  clocks: Pick<HandlerContext, 'now' | 'wall' | 'signatures'>,
): HandlerContext {
  const { headers } = request;
  const walletKey = headers['x-hmac-sig'];
  return {
    state: runtime.state,
    seed: runtime.seed,
    settings: runtime.settings,
    requestCounts: runtime.requestCounts,
    ...clocks,
    call,
    path,
    caller: undefined,
    credentials: headers.authorization,
    walletKey:
      walletKey === undefined
        ? undefined
        : { header: walletKey, text: Buffer.from(request.bytes ?? []).toString() || '{}' },
    host: headers.host ?? new URL(runtime.settings.url).host,
    client: { id: headers['x-auth-client-id'], version: headers['x-auth-client-version'] },
    language: headers['accept-language']?.startsWith('jp') ? 'jp' : 'en',
    scenario: headers['x-sandbox-scenario'],
    query: {},
    body: {},
  };
}

function countRequest(runtime: SandboxRuntime, call: Call, status: number): void {
  const key = `${call.service} ${call.name} ${status}`;
  runtime.requestCounts.set(key, (runtime.requestCounts.get(key) ?? 0) + 1);
}
