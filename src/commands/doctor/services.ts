// The services: what each says of its health, how long that takes, and whether its clock agrees with this one.

import type { Context } from '../../cli/context.js';
import type { Call } from '../../services/catalogue/define.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import { Failure } from '../../services/http/errors.js';
import { proxiesOf } from '../../services/http/proxies.js';
import { type RequestContext, type Response, rawRequest, sendRequest } from '../../services/http/send.js';
import type { Transport } from '../../services/http/transport.js';
import { sandboxProfile } from '../../session/profile.js';
import { unusableProxies } from './environment.js';
import { type Finding, type Found, fault, faultOf, note, ok } from './finding.js';
import { given, type Subject } from './subject.js';

const atOnce = 8;
const limit = 5_000;
const minute = 60_000;

/** What the services say, and what was found out about this machine by asking them. */
export interface Asked {
  readonly services: readonly Finding[];
  readonly local: readonly Finding[];
}
interface Probe {
  readonly path: string;
  /** What a whole answer with a 2xx means. */
  readonly judge: (reply: Response) => Found;
  /** Whether a service may do without it. */
  readonly may: boolean;
}
/** What is asked of every service that has such a call. */
const probes: readonly Probe[] = [
  { path: '/health', judge: health, may: true },
  { path: '/metrics', judge: metrics, may: true },
  { path: '/.well-known/jwks.json', judge: keySet, may: false },
];
/** One request that is to be made. */
interface Question {
  readonly service: ServiceName;
  readonly probe: Probe;
  readonly call: Call;
}
/** When an answer came, how long it took, and the time that it says it is. Epoch milliseconds. */
interface Timed {
  readonly at: number;
  readonly latency: number;
  readonly date: number;
}

/** Asks every service. @throws {Failure} only when it is interrupted. */
export async function askServices(subject: Subject): Promise<Asked> {
  const { context, services, settings } = subject;
  const not = (why: string) => ({ services: [{ check: 'services', ...note(`Not asked: ${why}`) }], local: [] });
  const chosen = given(settings);
  if (!chosen) return not('the settings come first');
  const embedded = chosen.profile.value === sandboxProfile;
  if (!embedded && unusableProxies(context.world.env).length > 0) return not('the address of the proxy comes first');
  const questions = await questionsFor(services);
  let reach: RequestContext;
  try {
    reach = await context.requestContext();
  } catch (error) {
    return { ...not('the sandbox does not start'), local: [{ check: 'sandbox', ...faultOf(error) }] };
  }
  const { timeout } = chosen;
  const limited = { ...reach, timeout: timeout.origin === 'default' ? limit : timeout.value, signal: context.world.signal };
  if (embedded) return ask(questions, limited, context);
  const proxies = proxiesOf(context.world.env);
  const pool = (await import('../../services/http/undici-transport.js')).undiciTransport(proxies ? { proxies } : {});
  try {
    return await ask(questions, { ...limited, exchange: pool.exchange }, context);
  } finally {
    await pool.close();
  }
}

async function questionsFor(services: readonly ServiceName[]): Promise<Question[]> {
  const questions: Question[] = [];
  for (const service of services) {
    const calls = Object.values((await catalogue(service)).calls);
    for (const probe of probes) {
      const call = calls.find(({ method, path }) => method === 'GET' && path === probe.path);
      if (call) questions.push({ service, probe, call });
    }
  }
  return questions;
}

async function ask(questions: readonly Question[], reach: RequestContext, context: Context): Promise<Asked> {
  const times: Timed[] = [];
  const progress = progressOf(context, questions.length);
  const answers = await inTurn(questions, (question) => answerOf(question, reach, context, times), progress.step).finally(progress.end);
  const answered = answers.some((answer) => answer.answered);
  const silent = answered ? [] : [{ check: 'services', ...silence(answers, context) }];
  return { services: [...answers.map(({ finding }) => finding), ...silent], local: answered ? clockFinding(times) : [] };
}

interface Answer {
  readonly finding: Finding;
  readonly answered: boolean;
}

/** Makes one request. What it gives is timed where it arrives, so that a failure has its time too. */
async function answerOf({ service, probe, call }: Question, reach: RequestContext, context: Context, times: Timed[]): Promise<Answer> {
  let latency: number | undefined;
  const exchange: Transport = async (request) => {
    const started = process.hrtime.bigint();
    const answer = await reach.exchange(request);
    latency = Math.round(Number(process.hrtime.bigint() - started) / 1e6);
    times.push({ at: context.world.clock.now(), latency, date: Date.parse(String(answer.headers.date)) });
    return answer;
  };
  const found = await verdict(probe, call, { ...reach, exchange });
  const finding = { check: `${service} ${probe.path}`, ...found, ...(latency === undefined ? {} : { latency }) };
  return { finding, answered: latency !== undefined };
}

async function verdict(probe: Probe, call: Call, reach: RequestContext): Promise<Found> {
  try {
    const request = await rawRequest(call, call.path, undefined, reach);
    // read as text: what is in it is judged here, where not every answer that is no JSON is a fault
    const reply = await sendRequest({ ...call, as: 'text' }, request, reach);
    return isMarkup(reply.text) ? fault(`${hostOf(call, reach)} answers with HTML: no service is there`, checkAddress) : probe.judge(reply);
  } catch (error) {
    if (error instanceof Failure && error.kind === 'interrupted') throw error;
    return error instanceof Failure ? refused(error, probe, call, reach) : faultOf(error);
  }
}

const checkAddress = 'check the base address: tuk profile show';
const isMarkup = (text: string) => /^\ufeff?\s*</.test(text);
const again = ({ service }: Call, more = '') => `tuk doctor --service ${service}${more}`;

/** Where a call goes; nothing where the profile does not say. */
function hostOf({ service }: Call, reach: RequestContext): string {
  try {
    return new URL(reach.base(service)).host;
  } catch {
    return 'no address';
  }
}

/** What a failure means. A 404 and a refusal are facts to show: several services have no such route, or keep it to themselves. */
function refused(failure: Failure, { path, may }: Probe, call: Call, reach: RequestContext): Found {
  const { kind, message, where } = failure;
  if (kind === 'usage') return faultOf(failure);
  const host = hostOf(call, reach);
  const says = message.includes(host) ? message : `${message.replace(/\.$/, '')} (${host}).`;
  if (kind === 'not-found' && may) return note(`It has no ${path}`);
  if (where.status === 407) return fault(says, 'give the proxy its name and password: HTTPS_PROXY=http://name:password@host:port');
  if (kind === 'sign-in' || where.status === 403) return note(`It keeps ${path} to itself (${where.status})`);
  if (kind === 'rate-limited') return note(says, 'wait, and look again');
  return fault(says, mendFor(failure, call));
}

function mendFor({ kind, code, message, where }: Failure, call: Call): string {
  if (/certificate/.test(message)) return `NODE_EXTRA_CA_CERTS=FILE ${again(call)}`;
  if (code === 'TIMEOUT') return again(call, ' --timeout 30s');
  if (kind === 'server' && where.status !== undefined && where.status >= 500) return `wait, then look again: ${again(call)}`;
  return checkAddress;
}

function health({ text }: Response): Found {
  if (text.trim() === '') return note('It answers, with nothing in the answer');
  try {
    const { status } = JSON.parse(text) as { status?: unknown };
    return ok(typeof status === 'string' ? `It says ${status.slice(0, 60)}` : 'It answers');
  } catch {
    return note('It answers, but not with JSON');
  }
}

/** Prometheus' text format: comments, and samples such as `http_requests_total{status="200"} 12`. */
function metrics({ text }: Response): Found {
  const lines = text.split('\n').slice(0, 1000);
  const like = lines.filter((line) => /^#|^[a-zA-Z_:][\w:]*(\{.*\})?[ \t]+[-+\w.]+([ \t]+-?\d+)?\s*$/.test(line));
  return like.length > 0
    ? ok(`${text.trimEnd().split('\n').length} lines`)
    : note('It answers, but not with metrics as Prometheus reads them');
}

function keySet({ text }: Response): Found {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown };
    if (Array.isArray(keys)) return ok(keys.length === 1 ? 'One key' : `${keys.length} keys`);
  } catch {
    // told below
  }
  return fault('The answer holds no keys', checkAddress);
}

/** How far this clock is off, by the `Date` of the answers; the middle one, since one service may be wrong. */
function clockFinding(times: readonly Timed[]): Finding[] {
  const skews = times.flatMap(({ at, latency, date }) => (Number.isNaN(date) ? [] : [at - latency / 2 - date])).sort((a, b) => a - b);
  const skew = skews[Math.floor(skews.length / 2)];
  if (skew === undefined) return [{ check: 'clock', ...note('No answer says what time it is') }];
  const off = Math.abs(skew);
  const says = `This clock is ${Math.round(off / 1000)} s ${skew > 0 ? 'ahead of' : 'behind'} that of the services`;
  if (off > 5 * minute) return [{ check: 'clock', ...fault(says, 'set the clock') }];
  return [{ check: 'clock', ...(off > minute ? note(says, 'set the clock') : ok('It agrees with that of the services')) }];
}

/** Why nobody may have answered. */
function silence(answers: readonly Answer[], { world }: Context): Found {
  const all = (words: RegExp) => answers.every(({ finding }) => words.test(finding.says));
  const cause = proxiesOf(world.env)
    ? ['the proxy that the environment names', 'check HTTPS_PROXY and NO_PROXY']
    : all(/host name/)
      ? ['no network, or a base address whose host does not exist', checkAddress]
      : all(/certificate|TLS/)
        ? ['a certificate that this machine does not trust', 'NODE_EXTRA_CA_CERTS=FILE tuk doctor']
        : all(/127\.|localhost|\[::1\]/)
          ? ['a sandbox that is not running', 'tuk sandbox serve']
          : ['no network, a firewall, or a wrong base address', checkAddress];
  return fault(`No service answers. The likely cause: ${cause[0]}`, cause[1]);
}

/** Does the work for each of them, so many at once, and gives the results in their order. */
async function inTurn<Of, Result>(all: readonly Of[], work: (one: Of) => Promise<Result>, done: () => void): Promise<Result[]> {
  const results: Result[] = [];
  const left = all.entries();
  const worker = async () => {
    for (const [at, one] of left) {
      results[at] = await work(one);
      done();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** A count that is overwritten in place, on a terminal where nothing else is written meanwhile. */
function progressOf(context: Context, all: number): { step(): void; end(): void } {
  const { world, flags, jsonErrors } = context;
  const shown = world.stderr.isTTY === true && !world.env.CI && !flags.quiet && !jsonErrors && !flags.verbose;
  let asked = 0;
  const line = () => `  asking the services: ${asked} of ${all}`;
  return {
    step() {
      asked++;
      if (shown) context.writeError(`\r${line()}`);
    },
    end() {
      if (shown) context.writeError(`\r${' '.repeat(line().length)}\r`);
    },
  };
}
