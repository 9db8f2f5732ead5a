// One case of a smoke run: a call asked with what is known so far, its answer held against its shape.
import { type Call, open } from '../../services/catalogue/define.js';
import { Failure } from '../../services/http/errors.js';
import { knownFields, toParams } from '../../services/http/params.js';
import type { Router } from '../../services/http/path.js';
import { type RetryOptions, withRetry } from '../../services/http/retry.js';
import { buildRequest, type RequestContext, type Response, sendRequest } from '../../services/http/send.js';
import { parseLossless } from '../../services/lossless-number.js';
import { problemOfAnswer } from './answer.js';
import { type Given, givenFor } from './given.js';
import { mayBeNone, sources } from './sources.js';
import { assumedNames, type Known, keyOf, needsOf, valueFor } from './values.js';

/** How a case ended. `milliseconds` and `status` are those of the last try; `tries` is 0 where nothing was sent. */
export interface Result {
  readonly call: Call;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly tries: number;
  readonly status?: number;
  readonly milliseconds?: number;
  /** The request that was made: its method and address. */
  readonly request?: string;
  /** The beginning of an answer that was no good, as it came; never that of a call whose answers are secret. */
  readonly answer?: string;
  /** Why it failed or was skipped, a sentence. */
  readonly why?: string;
  /** It was refused as not signed in: because the session has ended, or by this call alone, as far as can be told. */
  readonly unauthorized?: 'session' | 'call';
}
/** What the session in use has, so that calls which want more are left out. */
export interface Means {
  readonly signedIn: boolean;
  readonly basic: boolean;
}
export interface Asking {
  readonly reach: RequestContext;
  readonly means: Means;
  readonly known: Known;
  readonly patience: RetryOptions;
  /** The routes of each service. */
  readonly routes: ReadonlyMap<string, Router>;
  /** Takes the answer of a call that passed, for the calls behind it. */
  readonly keep: (key: string, answer: unknown) => void;
}

/** Why a call cannot be made at all, whatever values there are. */
export function barred(call: Call, { signedIn, basic }: Means, given: Given): string | undefined {
  if (call.skip !== undefined) return call.skip;
  if (call.auth === 'signed-in' && !signedIn) return 'nobody is signed in';
  if (call.auth === 'basic' && !basic) return 'no user name and password of HTTP basic';
  if (call.auth === 'refresh') return 'it takes the refresh token';
  if (call.signed && call.auth === 'public') return 'only a wallet-key signature lets anybody in';
  const secrets = Object.entries({ ...knownFields(call.query), ...knownFields(call.body) }).flatMap(([name, { secret }]) =>
    secret ? [name] : [],
  );
  if (secrets.length > 0 && secrets.every((name) => givenFor(given, call, name) === undefined && sources[name] === undefined))
    return `it takes a secret, give it with --values: ${secrets.join(' or ')}`;
  if (call.body === open && needsOf(call, given).every(({ place }) => place !== 'body'))
    return 'the names of its body are not public, give them with --values';
  return undefined;
}

/** The values that a call is asked with, and where they come from; or what is lacking. */
export function valuesFor(
  call: Call,
  have: Known,
): { values: Record<string, unknown>; from: Record<string, string> } | { lacking: string } {
  const values: Record<string, unknown> = {};
  const loose: Record<string, unknown> = {};
  const from: Record<string, string> = {};
  for (const need of needsOf(call, have.given)) {
    const found = valueFor(call, need, have);
    if ('lacking' in found) return found;
    const catalogued = need.place === 'path' || need.field !== undefined;
    const name = catalogued ? need.name : (have.renamed.get(`${keyOf(call)} ${need.name}`) ?? need.name);
    (catalogued ? values : loose)[name] = typedAs(need.field?.kind, found.value);
    from[need.name] = found.from;
  }
  const inQuery = call.method === 'GET' || call.method === 'DELETE';
  return { values: Object.keys(loose).length === 0 ? values : { ...values, [inQuery ? 'query' : 'body']: loose }, from };
}

/** A text that came from an answer, as the body of a request has it. */
const typedAs = (kind: string | undefined, value: unknown): unknown =>
  kind === 'boolean' && typeof value === 'string'
    ? value === 'true'
    : kind === 'number' && /^\d{1,15}$/.test(String(value))
      ? Number(value)
      : value;

/** Makes the call of a case. Never throws what a service did. */
export async function caseOf(call: Call, asking: Asking): Promise<Result> {
  const { means } = asking;
  const bar = barred(call, means, asking.known.given);
  if (bar !== undefined) return { call, outcome: 'skipped', tries: 0, why: bar };
  const asked = valuesFor(call, asking.known);
  if ('lacking' in asked) return { call, outcome: 'skipped', tries: 0, why: asked.lacking };
  const seen: Seen = { tries: 0 };
  try {
    const reply = await made(call, asked.values, asking, seen);
    const problem = await problemOfAnswer(reply);
    if (problem !== undefined) return { call, ...seen, outcome: 'failed', why: problem };
    if (call.as === 'json' && reply.text !== '') asking.keep(keyOf(call), parseLossless(reply.text));
    delete seen.answer;
    return { call, ...seen, outcome: 'passed' };
  } catch (error) {
    return { call, ...seen, ...ended(call, error, assumedNames(call, asking.known)) };
  }
}

/** What is known of the last try. */
type Seen = { -readonly [Part in keyof Pick<Result, 'tries' | 'status' | 'milliseconds' | 'request' | 'answer'>]: Result[Part] };
const mostAnswer = 4_000;

async function made(
  call: Call,
  values: Readonly<Record<string, unknown>>,
  { reach, patience, routes }: Asking,
  seen: Seen,
): Promise<Response> {
  const watched: RequestContext = {
    ...reach,
    trace: (one, request, outcome, milliseconds) => {
      reach.trace?.(one, request, outcome, milliseconds);
      seen.milliseconds = milliseconds;
      seen.request = `${request.method} ${request.url}`;
      delete seen.status;
      delete seen.answer;
      if (outcome instanceof Error) return;
      seen.status = outcome.status;
      if (!call.secret && call.as !== 'bytes') seen.answer = outcome.body.subarray(0, mostAnswer).toString('utf8');
    },
  };
  const attempt = async () => {
    const request = await buildRequest(call, toParams(call, values), routes.get(call.service)!, watched);
    seen.tries++;
    return sendRequest(call, request, watched);
  };
  return call.method === 'GET' ? withRetry(attempt, patience) : attempt();
}

/** What a failure means for a case: something that is not there now is no fault, and neither is a value that cannot stand in a path. */
function ended(call: Call, error: unknown, assumed: readonly string[]): Pick<Result, 'outcome' | 'why' | 'unauthorized'> {
  if (!(error instanceof Failure)) return { outcome: 'failed', why: `A bug in tuk: ${(error as Error).message}.` };
  if (error.kind === 'interrupted') return { outcome: 'skipped', why: 'interrupted' };
  if (error.kind === 'usage') return { outcome: 'skipped', why: error.message };
  if (error.kind === 'not-found' && error.code.startsWith('NOT_FOUND_') && mayBeNone.has(keyOf(call)))
    return { outcome: 'skipped', why: 'there is none now, says the service' };
  if (error.kind === 'sign-in' && call.auth === 'signed-in')
    return { outcome: 'failed', why: error.message, unauthorized: sessionEnded(call, error) ? 'session' : 'call' };
  const names = assumed.length > 0 ? ` It was asked with names that are only assumed: ${assumed.join(', ')}.` : '';
  return { outcome: 'failed', why: error.message + names };
}

const endings = ['EXPIRED_SESSION', 'NOT_SIGNED_IN', 'SIGNED_OUT', 'OTHER_SESSION'];
/** Whether a refusal says that the session is over: by its code, or because its renewal was refused. */
const sessionEnded = ({ name }: Call, { code, where }: Failure): boolean =>
  endings.includes(code) || (where.call !== undefined && where.call !== name);
