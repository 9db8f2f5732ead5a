// Runs one case of a smoke run: makes the call with the values of earlier responses, and checks its response.
import type { StartJq } from '../../cli/output/shared-jq.js';
import { type Call, open } from '../../services/catalogue/define.js';
import { curlLine } from '../../services/http/curl.js';
import { Failure } from '../../services/http/errors.js';
import { publicFields, toParams } from '../../services/http/params.js';
import type { Router } from '../../services/http/path.js';
import { type RetryOptions, withRetry } from '../../services/http/retry.js';
import { buildRequest, type RequestContext, type Response, sendRequest } from '../../services/http/send.js';
import type { ShownRequest } from '../../services/http/transport.js';
import { parseLossless } from '../../services/lossless-number.js';
import { type AssertionsOf, brokenAssertion } from './assertions.js';
import { checkResponse, errorBodyProblem, lackOf } from './check.js';
import { type Fixtures, fixtureFor } from './fixtures.js';
import type { Pace } from './pace.js';
import type { Cause, Result } from './result.js';
import { optionalResources, sources } from './sources.js';
import { assumedNames, keyOf, requiredValues, resolveValue, type ValueSources } from './values.js';

/** The credentials of the session in use. */
export interface Access {
  readonly signedIn: boolean;
  readonly basic: boolean;
}
export interface CaseContext {
  readonly requestContext: RequestContext;
  readonly access: Access;
  readonly values: ValueSources;
  readonly retry: RetryOptions;
  readonly routes: ReadonlyMap<string, Router>;
  /** Stores the response of a passed call for later calls. */
  readonly storeResponse: (key: string, data: unknown) => void;
  readonly pace: Pace;
  /** The wall clock, epoch milliseconds. */
  readonly now: () => number;
  /** Whether an unlisted word fails, and a response without any value. */
  readonly strict: boolean;
  /** The expected statuses of a call, if the options state them. */
  readonly expectedOf: (call: Call) => readonly number[] | undefined;
  /** The conditions of --assert on a call. */
  readonly assertionsOf: AssertionsOf;
  readonly jq: StartJq;
  /** The headers of -H. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Compares data with the learned shape; returns the missing or changed fields as a sentence. */
  readonly driftOf: (call: Call, data: unknown) => string | undefined;
  /** Whether the session ended in an earlier case. */
  readonly hasSessionEnded: () => boolean;
}

/** The reason to skip a call with any values; undefined if it can be made. */
export function skipReason(call: Call, { signedIn, basic }: Access, fixtures: Fixtures): string | undefined {
  if (call.skip !== undefined) return call.skip;
  if (call.auth === 'signed-in' && !signedIn) return 'nobody is signed in';
  if (call.auth === 'basic' && !basic) return 'no user name and password of HTTP basic';
  if (call.auth === 'refresh') return 'it takes the refresh token';
  if (call.signed && call.auth === 'public') return 'only a wallet-key signature lets anybody in';
  const fields = Object.entries(publicFields(call));
  const secrets = fields.filter(([, { secret }]) => secret).map(([name]) => name);
  if (
    secrets.length > 0 &&
    secrets.every((name) => fixtureFor(fixtures, call, name) === undefined && sources[name] === undefined)
  )
    return `it takes a secret, give it with --values: ${secrets.join(' or ')}`;
  if (call.body === open && requiredValues(call, fixtures).every(({ place }) => place !== 'body'))
    return 'the names of its body are not public, give them with --values';
  return undefined;
}

/** The values of a request with their sources, or the skip reason if one is missing. */
export function valuesFor(
  call: Call,
  sources: ValueSources,
): { values: Record<string, unknown>; from: Record<string, string> } | { missing: string } {
  const values: Record<string, unknown> = {};
  const extraValues: Record<string, unknown> = {};
  const from: Record<string, string> = {};
  for (const need of requiredValues(call, sources.fixtures)) {
    const resolved = resolveValue(call, need, sources);
    if ('missing' in resolved) return resolved;
    const catalogued = need.place === 'path' || need.field !== undefined;
    const name = catalogued ? need.name : (sources.renamed.get(`${keyOf(call)} ${need.name}`) ?? need.name);
    (catalogued ? values : extraValues)[name] = toFieldType(need.field?.kind, resolved.value);
    from[need.name] = resolved.from;
  }
  const extraPlace = call.method === 'GET' || call.method === 'DELETE' ? 'query' : 'body';
  return { values: Object.keys(extraValues).length === 0 ? values : { ...values, [extraPlace]: extraValues }, from };
}

const toFieldType = (kind: string | undefined, value: unknown) =>
  kind === 'boolean' && typeof value === 'string'
    ? value === 'true'
    : kind === 'number' && /^\d{1,15}$/.test(String(value))
      ? Number(value)
      : value;

/** Runs a case. Never throws a failure of a service. */
export async function runCase(call: Call, context: CaseContext): Promise<Result> {
  const { values: valueSources } = context;
  const skipped = (why: string): Result => ({ call, outcome: 'skipped', tries: 0, why });
  const reason = skipReason(call, context.access, valueSources.fixtures);
  if (reason !== undefined) return skipped(reason);
  if (call.auth === 'signed-in' && context.hasSessionEnded()) return skipped('the session has ended');
  const resolved = valuesFor(call, valueSources);
  if ('missing' in resolved) return skipped(resolved.missing);
  const lastTry: LastTry = { tries: 0 };
  const expected = context.expectedOf(call);
  try {
    const response = await sendCall(call, resolved.values, context, lastTry);
    const failed = (cause: Cause, why: string): Result => ({ call, ...lastTry, outcome: 'failed', cause, why });
    if (expected !== undefined) {
      const result = expectation(lastTry, expected);
      const why = result.outcome === 'passed' ? await brokenOf(response, context) : undefined;
      return { call, ...result, ...(why !== undefined && failed('assertion', why)) };
    }
    if (response.status === 204 && call.effect === 'none' && optionalResources.has(keyOf(call)))
      return { call, ...lastTry, outcome: 'skipped', why: 'the service reports that none exists now' };
    const { checked, problem } = await checkResponse(response, context);
    if (problem !== undefined) return { ...failed('answer', problem), checked };
    const data = call.as === 'json' && response.text !== '' ? parseLossless(response.text) : undefined;
    const drift = data === undefined ? undefined : context.driftOf(call, data);
    if (drift !== undefined) return { ...failed('drift', drift), checked };
    const why = await brokenOf(response, context);
    if (why !== undefined) return { ...failed('assertion', why), checked };
    const lacking = data === undefined ? undefined : lackOf(call, data);
    if (lacking !== undefined)
      return context.strict
        ? { ...failed('answer', `${capitalised(lacking)}.`), checked }
        : { call, ...lastTry, outcome: 'skipped', why: `unchecked: ${lacking}` };
    if (data !== undefined) context.storeResponse(keyOf(call), data);
    return { call, ...lastTry, checked, outcome: 'passed' };
  } catch (error) {
    // the response of an earlier try counts if the last one had none
    if (error instanceof Failure && error.where.status !== undefined) Object.assign(lastTry, lastTry.answered);
    if (expected !== undefined && lastTry.status !== undefined) {
      const result = expectation(lastTry, expected);
      const [assertion] = result.outcome === 'passed' ? context.assertionsOf(call) : [];
      if (assertion === undefined) return { call, ...result };
      const why = `The assertion ${assertion.expression} was not compared with a response of status ${lastTry.status}.`;
      return { call, ...result, outcome: 'failed', cause: 'assertion', why };
    }
    return { call, ...lastTry, ...outcomeOf(call, error, assumedNames(call, valueSources), lastTry.response) };
  }
}

/** Why a response breaks one of the assertions on its call. */
async function brokenOf({ call, text }: Response, { assertionsOf, jq }: CaseContext): Promise<string | undefined> {
  for (const assertion of assertionsOf(call)) {
    const why = await brokenAssertion(text === '' ? 'null' : text, assertion, jq);
    if (why !== undefined) return why;
  }
  return undefined;
}

/**
 * Makes a signed-in call without its token: the service must refuse it with 401. Never throws a failure of a service.
 */
export async function runWithoutToken(call: Call, context: CaseContext): Promise<Result> {
  const publicCall: Call = { ...call, auth: 'public', signed: undefined };
  const result = await runCase(publicCall, {
    ...context,
    expectedOf: () => [401],
    assertionsOf: () => [],
    hasSessionEnded: () => false,
  });
  return { ...result, call, withoutToken: true };
}

function expectation(lastTry: LastTry, expected: readonly number[]): Omit<Result, 'call'> {
  const { status } = lastTry;
  if (status !== undefined && expected.includes(status)) return { ...lastTry, checked: 'status', outcome: 'passed' };
  return {
    ...lastTry,
    outcome: 'failed',
    cause: 'status',
    why: `The status is ${status}; expected: ${expected.join(' or ')}.`,
  };
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

interface LastTry extends Pick<Result, 'milliseconds' | 'request' | 'response' | 'curl'> {
  tries: number;
  status?: number;
  startedAt?: number;
  firstFailure?: string;
  /** The facts of the last try with a response. */
  answered?: Pick<Result, 'milliseconds' | 'response' | 'status'>;
}
/** The longest beginning of a response that is kept, bytes. */
const maxResponse = 4_000;

async function sendCall(
  call: Call,
  values: Readonly<Record<string, unknown>>,
  { requestContext, retry, routes, pace, now, headers }: CaseContext,
  lastTry: LastTry,
): Promise<Response> {
  const traced: RequestContext = {
    ...requestContext,
    trace: (sent, request, outcome, milliseconds) => {
      requestContext.trace?.(sent, request, outcome, milliseconds);
      const body = outcome instanceof Error || call.secret || call.as === 'bytes' ? undefined : outcome.body;
      const status = outcome instanceof Error ? undefined : outcome.status;
      const facts = { milliseconds, status, response: body?.subarray(0, maxResponse).toString('utf8') };
      if (status !== undefined) lastTry.answered = facts;
      Object.assign(lastTry, facts, {
        request: `${request.method} ${request.shownUrl}`,
        curl: curlLine(withVariables(request), call, (text) => text),
      });
    },
  };
  const attempt = async (deadline = retry.deadline) => {
    const request = await buildRequest(call, toParams(call, values), routes.get(call.service)!, traced, { headers });
    await pace.turn(deadline);
    lastTry.tries++;
    lastTry.startedAt = now();
    try {
      return await sendRequest(call, { ...request, deadline }, traced);
    } catch (error) {
      if (error instanceof Failure) {
        lastTry.firstFailure ??= error.message;
        if (error.kind === 'rate-limited') pace.backOff(error.where.retryAfter);
      }
      throw error;
    }
  };
  return call.method === 'GET' ? withRetry(attempt, retry) : attempt();
}

/** The request with a variable of the shell for its token. */
function withVariables(request: ShownRequest): ShownRequest {
  const { Authorization: auth, ...headers } = request.headers;
  return auth === undefined
    ? request
    : { ...request, headers: { ...headers, Authorization: `${auth.split(' ')[0]} $TUK_TOKEN` } };
}

/**
 * The outcome of a failed call. A missing optional resource, or a value that does not fit into a path, is a skip
 * reason.
 */
function outcomeOf(
  call: Call,
  error: unknown,
  assumed: readonly string[],
  body = '',
): Pick<Result, 'outcome' | 'why' | 'unauthorized' | 'cause' | 'status'> {
  if (!(error instanceof Failure))
    return { outcome: 'failed', cause: 'bug', why: `A bug in tuk: ${(error as Error).message}.` };
  if (error.kind === 'interrupted') return { outcome: 'skipped', why: 'interrupted' };
  if (error.kind === 'usage') return { outcome: 'skipped', why: error.message };
  if (error.kind === 'not-found' && error.code.startsWith('NOT_FOUND_') && optionalResources.has(keyOf(call)))
    return { outcome: 'skipped', why: 'the service reports that none exists now' };
  const formProblem = (error.where.status ?? 0) >= 400 ? errorBodyProblem(call, body) : undefined;
  const names = assumed.length > 0 ? `The request used assumed field names: ${assumed.join(', ')}.` : undefined;
  const why = [error.message, names, formProblem].filter((sentence) => sentence !== undefined).join(' ');
  if (error.kind === 'sign-in' && call.auth === 'signed-in')
    return {
      outcome: 'failed',
      cause: 'sign-in',
      why: error.message,
      unauthorized: sessionEnded(call, error) ? 'session' : 'call',
    };
  // headers are a response: its service is reached
  const status = error.where.begun === undefined ? {} : { status: error.where.begun };
  return { outcome: 'failed', cause: causeOf(error), why, ...status };
}

function causeOf({ kind, code, where: { status = 0 } }: Failure): Cause {
  if (kind === 'unreachable' && code === 'TIMEOUT') return 'timeout';
  if (kind === 'unreachable' || kind === 'rate-limited' || kind === 'sign-in') return kind;
  return status >= 500 ? 'server' : status >= 300 ? 'status' : 'answer';
}

const endings = ['EXPIRED_SESSION', 'NOT_SIGNED_IN', 'SIGNED_OUT', 'OTHER_SESSION'];
/** Whether a refusal ends the session: by its code, or because the renewal was refused. */
const sessionEnded = ({ name }: Call, { code, where }: Failure) =>
  endings.includes(code) || (where.call !== undefined && where.call !== name);
