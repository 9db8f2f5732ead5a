// Runs one case of a smoke run: makes the call with the values found so far and checks its response.
import { type Call, open } from '../../services/catalogue/define.js';
import { Failure } from '../../services/http/errors.js';
import { knownFields, toParams } from '../../services/http/params.js';
import type { Router } from '../../services/http/path.js';
import { type RetryOptions, withRetry } from '../../services/http/retry.js';
import { buildRequest, type RequestContext, type Response, sendRequest } from '../../services/http/send.js';
import { parseLossless } from '../../services/lossless-number.js';
import { checkResponse } from './check.js';
import { type Fixtures, fixtureFor } from './fixtures.js';
import { optionalResources, sources } from './sources.js';
import { assumedNames, type Known, keyOf, requiredValues, resolveValue } from './values.js';

/** How a case ended. `milliseconds` and `status` are those of the last try; `tries` is 0 where nothing was sent. */
export interface Result {
  readonly call: Call;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly tries: number;
  readonly status?: number;
  readonly milliseconds?: number;
  /** The request that was made: its method and address. */
  readonly request?: string;
  /** The beginning of a bad response; never that of a call whose responses are secret. */
  readonly answer?: string;
  /** Why it failed or was skipped, a sentence. */
  readonly why?: string;
  /** A 401: because the session has ended, or for this call alone, as far as known. */
  readonly unauthorized?: 'session' | 'call';
}
/** The credentials of the session in use; calls that need others are skipped. */
export interface Access {
  readonly signedIn: boolean;
  readonly basic: boolean;
}
export interface CaseContext {
  readonly requestContext: RequestContext;
  readonly access: Access;
  readonly known: Known;
  readonly retry: RetryOptions;
  /** The routes of each service. */
  readonly routes: ReadonlyMap<string, Router>;
  /** Stores the response of a passed call, for the calls after it. */
  readonly storeAnswer: (key: string, answer: unknown) => void;
}

/** The reason to skip a call whatever values there are; undefined where it can be made. */
export function skipReason(call: Call, { signedIn, basic }: Access, fixtures: Fixtures): string | undefined {
  if (call.skip !== undefined) return call.skip;
  if (call.auth === 'signed-in' && !signedIn) return 'nobody is signed in';
  if (call.auth === 'basic' && !basic) return 'no user name and password of HTTP basic';
  if (call.auth === 'refresh') return 'it takes the refresh token';
  if (call.signed && call.auth === 'public') return 'only a wallet-key signature lets anybody in';
  const secrets = Object.entries({ ...knownFields(call.query), ...knownFields(call.body) }).flatMap(([name, { secret }]) =>
    secret ? [name] : [],
  );
  if (secrets.length > 0 && secrets.every((name) => fixtureFor(fixtures, call, name) === undefined && sources[name] === undefined))
    return `it takes a secret, give it with --values: ${secrets.join(' or ')}`;
  if (call.body === open && requiredValues(call, fixtures).every(({ place }) => place !== 'body'))
    return 'the names of its body are not public, give them with --values';
  return undefined;
}

/** The values of a call's request, and where they come from; or the skip reason where one is missing. */
export function valuesFor(
  call: Call,
  known: Known,
): { values: Record<string, unknown>; from: Record<string, string> } | { missing: string } {
  const values: Record<string, unknown> = {};
  const extraValues: Record<string, unknown> = {};
  const from: Record<string, string> = {};
  for (const need of requiredValues(call, known.fixtures)) {
    const resolved = resolveValue(call, need, known);
    if ('missing' in resolved) return resolved;
    const catalogued = need.place === 'path' || need.field !== undefined;
    const name = catalogued ? need.name : (known.renamed.get(`${keyOf(call)} ${need.name}`) ?? need.name);
    (catalogued ? values : extraValues)[name] = toFieldType(need.field?.kind, resolved.value);
    from[need.name] = resolved.from;
  }
  const inQuery = call.method === 'GET' || call.method === 'DELETE';
  return { values: Object.keys(extraValues).length === 0 ? values : { ...values, [inQuery ? 'query' : 'body']: extraValues }, from };
}

/** Converts a text from a response to the type of a request field. */
const toFieldType = (kind: string | undefined, value: unknown): unknown =>
  kind === 'boolean' && typeof value === 'string'
    ? value === 'true'
    : kind === 'number' && /^\d{1,15}$/.test(String(value))
      ? Number(value)
      : value;

/** Runs a case. Never throws a failure of a service. */
export async function runCase(call: Call, context: CaseContext): Promise<Result> {
  const { access } = context;
  const reason = skipReason(call, access, context.known.fixtures);
  if (reason !== undefined) return { call, outcome: 'skipped', tries: 0, why: reason };
  const resolved = valuesFor(call, context.known);
  if ('missing' in resolved) return { call, outcome: 'skipped', tries: 0, why: resolved.missing };
  const lastTry: LastTry = { tries: 0 };
  try {
    const response = await sendCall(call, resolved.values, context, lastTry);
    const problem = await checkResponse(response);
    if (problem !== undefined) return { call, ...lastTry, outcome: 'failed', why: problem };
    if (call.as === 'json' && response.text !== '') context.storeAnswer(keyOf(call), parseLossless(response.text));
    delete lastTry.answer;
    return { call, ...lastTry, outcome: 'passed' };
  } catch (error) {
    return { call, ...lastTry, ...outcomeOf(call, error, assumedNames(call, context.known)) };
  }
}

/** The facts of the last try. */
type LastTry = { -readonly [Part in keyof Pick<Result, 'tries' | 'status' | 'milliseconds' | 'request' | 'answer'>]: Result[Part] };
const mostAnswer = 4_000;

async function sendCall(
  call: Call,
  values: Readonly<Record<string, unknown>>,
  { requestContext, retry, routes }: CaseContext,
  lastTry: LastTry,
): Promise<Response> {
  const traced: RequestContext = {
    ...requestContext,
    trace: (one, request, outcome, milliseconds) => {
      requestContext.trace?.(one, request, outcome, milliseconds);
      lastTry.milliseconds = milliseconds;
      lastTry.request = `${request.method} ${request.url}`;
      delete lastTry.status;
      delete lastTry.answer;
      if (outcome instanceof Error) return;
      lastTry.status = outcome.status;
      if (!call.secret && call.as !== 'bytes') lastTry.answer = outcome.body.subarray(0, mostAnswer).toString('utf8');
    },
  };
  const attempt = async (cancellation = traced.cancellation) => {
    const request = await buildRequest(call, toParams(call, values), routes.get(call.service)!, traced);
    lastTry.tries++;
    return sendRequest(call, { ...request, cancellation }, traced);
  };
  return call.method === 'GET' ? withRetry(attempt, retry) : attempt();
}

/** The outcome of a case whose call failed. A thing that does not exist now, or a value that cannot stand in a path, is a skip reason, not a failure. */
function outcomeOf(call: Call, error: unknown, assumed: readonly string[]): Pick<Result, 'outcome' | 'why' | 'unauthorized'> {
  if (!(error instanceof Failure)) return { outcome: 'failed', why: `A bug in tuk: ${(error as Error).message}.` };
  if (error.kind === 'interrupted') return { outcome: 'skipped', why: 'interrupted' };
  if (error.kind === 'usage') return { outcome: 'skipped', why: error.message };
  if (error.kind === 'not-found' && error.code.startsWith('NOT_FOUND_') && optionalResources.has(keyOf(call)))
    return { outcome: 'skipped', why: 'the service reports that none exists now' };
  if (error.kind === 'sign-in' && call.auth === 'signed-in')
    return { outcome: 'failed', why: error.message, unauthorized: sessionEnded(call, error) ? 'session' : 'call' };
  const names = assumed.length > 0 ? ` The request used assumed field names: ${assumed.join(', ')}.` : '';
  return { outcome: 'failed', why: error.message + names };
}

const endings = ['EXPIRED_SESSION', 'NOT_SIGNED_IN', 'SIGNED_OUT', 'OTHER_SESSION'];
/** Whether a refusal says that the session is over: by its code, or because its renewal was refused. */
const sessionEnded = ({ name }: Call, { code, where }: Failure): boolean =>
  endings.includes(code) || (where.call !== undefined && where.call !== name);
