// One request from its path to its answer: the order of checks is fault, path, client, credentials, body, then the handler.
import type { Call } from '../../services/catalogue/define.js';
import { catalogue, isService, type ServiceName } from '../../services/catalogue/index.js';
import { type Router, router } from '../../services/http/path.js';
import { authorize } from '../domains/people/credentials.js';
import { type Faults, faultsOf, spoiled } from '../faults/request-faults.js';
import { atPresent } from './catch-up.js';
import { answersOf } from './endpoints/index.js';
import { type Answers, type Line, lineOf } from './handlers.js';
import type { Log } from './log.js';
import { markOf } from './provenance.js';
import { Refusal, refuse } from './refusal.js';
import { Later } from './reply.js';
import { takeBody, takeQuery } from './request-input.js';
import type { State } from './state.js';
import { type Ask, bodyReply, type Note, type Reply, refusalReply } from './wire.js';
import type { Settings, World } from './world.js';

/** A sandbox that runs: its state, its settings and what it has loaded so far. */
export interface Running {
  readonly state: State;
  readonly seed: number;
  readonly settings: Settings;
  readonly loaded: Map<ServiceName, Promise<Loaded>>;
  readonly counts: Map<string, number>;
  /** Kept where the sandbox is served. */
  readonly log?: Log;
  /** Stands before `dispatch`: a recording that is made, or played. */
  readonly tape?: (running: Running, ask: Ask) => Promise<Reply>;
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
  const { call, line, path } = await route(running, ask);
  const faults = await faultsOf(running, ask, call);
  if (ask.note) Object.assign(ask.note, noteOf(ask, call, faults));
  const counted = (reply: Reply): Reply => {
    const answer = spoiled(reply, faults);
    count(running, call, answer.status);
    return answer;
  };
  try {
    return counted(await serve(running, ask, { call, line, path, faults }));
  } catch (error) {
    return counted(refusalReply(error));
  }
}

const noteOf = ({ headers }: Ask, { service, name }: Call, { specs }: Faults): Note => ({
  call: `${service} ${name}`,
  fault: specs.join(', '),
  scenario: headers['x-sandbox-scenario']?.slice(0, 100),
});

/** The call that a request names, if it names one. */
export const callOf = (running: Running, ask: Ask): Promise<Call | undefined> =>
  route(running, ask).then(
    ({ call }) => call,
    () => undefined,
  );

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
  if (match) return { call: match.call, line: await lineOf(loaded.lines, match.call.name), path: match.values };
  const methods = loaded.router.methods(local);
  if (methods.length === 0) refuse(404, `${name} has no call at ${local.slice(0, 200) || '/'}.`, 'NOT_FOUND_ROUTE');
  throw new Refusal(405, `${local.slice(0, 200)} takes ${methods.join(', ')}.`, 'METHOD_NOT_ALLOWED', { allow: methods.join(', ') });
}

async function serve(running: Running, ask: Ask, routed: Routed & { readonly faults: Faults }): Promise<Reply> {
  const { call, line, faults } = routed;
  if (faults.stop) return faults.stop;
  const signatures = await signaturesFor(routed, ask);
  const writes = call.method !== 'GET' || line.writes === true;
  const settings = faults.rotation ? { ...running.settings, rotation: faults.rotation } : running.settings;
  const { answer, now, ignored } = await atPresent(running, writes, (now, wall) => {
    const known = authorize({ ...worldOf(running, ask, routed, { now, wall, signatures }), settings }, faults.expired === true);
    if (ask.note && known.who) ask.note.who = known.who.userId;
    const taken = takeBody(ask, call, line);
    const query = takeQuery(ask, call, line);
    const world: World = { ...known, body: taken.values, query: query.values };
    return { answer: line.answer(world), now, ignored: taken.ignored };
  });
  const settled = answer instanceof Later ? await answer.make() : answer;
  return bodyReply(call, settled, { ...marks(call, ignored), 'x-sandbox-now': new Date(now).toISOString() });
}

/** The checker of signatures, for a call that may need it. */
const signaturesFor = async ({ call, line }: Routed, { headers }: Ask): Promise<World['signatures']> =>
  line.signatures || (call.signed && headers['x-hmac-sig'] !== undefined) ? import('../domains/people/signatures.js') : undefined;

/** What an answer says of itself: whose names it has, which fields of the body were not known. */
function marks(call: Call, ignored: readonly string[]): Record<string, string> {
  const names = ignored.slice(0, 100).map((name) => encodeURIComponent(name.toWellFormed()));
  return {
    'x-sandbox-shape': markOf(call),
    ...(names.length > 0 && { 'x-sandbox-ignored': names.join(', ').slice(0, 2000) }),
  };
}

function worldOf(running: Running, ask: Ask, { call, path }: Routed, given: Pick<World, 'now' | 'wall' | 'signatures'>): World {
  const { headers } = ask;
  const walletKey = headers['x-hmac-sig'];
  return {
    state: running.state,
    seed: running.seed,
    settings: running.settings,
    counts: running.counts,
    ...given,
    call,
    path,
    who: undefined,
    credentials: headers.authorization,
    walletKey: walletKey === undefined ? undefined : { header: walletKey, text: Buffer.from(ask.bytes ?? []).toString() || '{}' },
    host: headers.host ?? new URL(running.settings.url).host,
    client: { id: headers['x-auth-client-id'], version: headers['x-auth-client-version'] },
    language: headers['accept-language']?.startsWith('jp') ? 'jp' : 'en',
    scenario: headers['x-sandbox-scenario'],
    query: {},
    body: {},
  };
}

function count(running: Running, call: Call, status: number): void {
  const key = `${call.service} ${call.name} ${status}`;
  running.counts.set(key, (running.counts.get(key) ?? 0) + 1);
}
