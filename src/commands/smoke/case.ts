// Runs one case of a smoke run: makes the call with the values of earlier responses, and checks its response.
import type { StartJq } from '../../cli/output/shared-jq.js';
import { validateResponse } from '../../engine/request/validate-response.js';
import { checkShape } from '../../services/catalogue/check-shape.js';
import { type Call, open, returnsList } from '../../services/catalogue/define.js';
import { evidenceIn, readOutcome } from '../../services/decode/outcome.js';
import { rowsIn } from '../../services/decode/rows.js';
import { byTrustedMap } from '../../services/decode/spelling.js';
import { curlLine } from '../../services/http/curl.js';
import { Failure } from '../../services/http/errors.js';
import { publicFields, toParams } from '../../services/http/params.js';
import type { Router } from '../../services/http/path.js';
import { type RetryOptions, withRetry } from '../../services/http/retry.js';
import { buildRequest, type RequestContext, type Response, sendRequest } from '../../services/http/send.js';
import type { HttpResponse, ShownRequest } from '../../services/http/transport.js';
import { isNothing, isRecord, isScalar } from '../../services/json-value.js';
import { parsedIfJson, parseLossless } from '../../services/lossless-number.js';
import type { Pace } from './pace.js';
import type { Cause, Checked, Result } from './report.js';
import { type AssertionsOf, brokenAssertion, isOnHead } from './rules.js';
import {
  assumedNames,
  type Fixtures,
  fixtureFor,
  keyOf,
  optionalResources,
  type Responses,
  requiredValues,
  resolveValue,
  sources,
  type ValueSources,
} from './values.js';

// Checks a response of a smoke run: its content type, no error in place of data, its public shape or readable data.
/**
 * Why a body with a status of success is no data: a sentence.
 * @param ofList a list may be empty
 */
function missingData(data: unknown, ofList: boolean): string | undefined {
  const found = evidenceIn(data, ofList);
  if (found.is === 'failure') return `The response says ${found.words}.`;
  return found.is === 'nothing' ? `The response has no data: ${found.words}.` : undefined;
}

/** The problem of the rows of a list; a list without rows has no problem. */
function rowsProblem(rows: readonly unknown[]): string | undefined {
  if (rows.length === 0) return undefined;
  if (rows.every(isNothing)) return 'Every row of the list is null.';
  if (rows.every((row) => isNothing(row) || (!isScalar(row) && Object.keys(row as object).length === 0)))
    return 'Every row of the list is empty.';
  const outcomes = rows.map(readOutcome);
  const [first] = outcomes;
  if (first && 'words' in first && outcomes.every(({ is }) => is === 'failure' || is === 'missing'))
    return `Every row of the list is an error: ${first.words}.`;
  const other = rows.findIndex((row) => !isRecord(row));
  if (other < 0 || !rows.some(isRecord)) return undefined;
  return `Row ${other + 1} of the list is ${isNothing(rows[other]) ? 'null' : 'no object'}, and others are objects.`;
}

interface Check {
  readonly checked: Checked;
  /** A sentence. */
  readonly problem?: string;
  /** Every difference from the shape, without the positions of rows. */
  readonly parts?: readonly string[];
}

/** A sample in the text format of Prometheus: a name, its labels, a number. */
const metric = /^[a-zA-Z_:][\w:]*(\{.*\})?\s+([-+]?[\d.]+(e[-+]?\d+)?|[-+]?inf|nan)\b/im;

/**
 * Checks a response by its public shape. Without a shape, null, a bare text, number or boolean and an empty object
 * fail; a list call must return a list; a text or a picture must not be empty. An error in place of data always fails.
 * @param options `strict`: an unlisted word does not fit the shape
 */
async function checkResponse(
  response: Response,
  { strict = false }: { readonly strict?: boolean } = {},
): Promise<Check> {
  const { call, text, bytes, data } = response;
  if (call.as === 'redirect' || call.as === 'nothing') return { checked: 'status' };
  if (call.as === 'bytes') return { checked: 'status', problem: bytes.length === 0 ? empty : undefined };
  if (call.as === 'text') return textCheck(call.name, text);
  if (text !== '') {
    const wrong = typeProblem(response) ?? missingData(data, mayBeList(response));
    if (wrong !== undefined) return { checked: 'status', problem: wrong };
  }
  const issues = await checkShape(call, data, strict);
  if (issues) return { checked: 'shape', problem: shapeProblem(issues), parts: [...new Set(issues.map(unnumbered))] };
  const reads = call.effect === 'none';
  // a change may respond with its status alone
  if (text === '') return { checked: 'status', problem: reads ? empty : undefined };
  if (typeof data !== 'object' || data === null)
    return {
      checked: 'status',
      problem: `The response is ${data === null ? 'null' : `a bare ${typeof data === 'string' ? 'text' : typeof data}`}, and nothing can be read from it.`,
    };
  if (!reads) return { checked: 'status' };
  const missing = validateResponse(response)?.message;
  if (missing !== undefined) return { checked: 'list', problem: missing };
  if (mayBeList(response)) return { checked: 'list', problem: rowsProblem(rowsIn(data)?.elements ?? []) };
  return { checked: 'status', problem: recordProblem(data) };
}

const empty = 'The response is empty.';

/** A list call, or one that may return a list and has. */
const mayBeList = ({ call, data }: Response) => returnsList(call) || (call.mayList === true && Array.isArray(data));

function recordProblem(data: object): string | undefined {
  if (Array.isArray(data)) return 'The response is a list, and the call returns one thing.';
  return Object.keys(data).length === 0 ? 'The response is an empty object.' : undefined;
}

/**
 * Why a response without a public shape is not evidence: nobody knows which fields it must have, or which may be null.
 * A learned shape knows. A response that only says that the call has worked, as `{"ok": true}`, has none of the data of
 * a read; the health of a service is such data.
 */
function lackOf({ name, effect }: Call, data: unknown): string | undefined {
  const kinds = new Set(leaves(data));
  if (kinds.has('null') && !kinds.has('value')) return 'every value of the response is null';
  return effect === 'none' && name !== 'getHealth' && evidenceIn(data, false).is === 'acknowledged'
    ? 'the response says that it worked, and has no data'
    : undefined;
}

/** The leaves of a response; an empty list and an empty object have none. */
function leaves(data: unknown): readonly ('null' | 'value')[] {
  if (isNothing(data) || data === '') return ['null'];
  if (isScalar(data)) return ['value'];
  return Object.values(data as object).flatMap(leaves);
}

function textCheck(name: string, text: string): Check {
  if (text.trim() === '') return { checked: 'status', problem: empty };
  if (name !== 'getMetrics') return { checked: 'status' };
  return { checked: 'shape', problem: metric.test(text) ? undefined : 'The response has no metric.' };
}

/** The problem of a content type other than JSON. A response without a type passes. */
function typeProblem({ headers }: Response) {
  const type = String(headers['content-type'] ?? '')
    .split(';')[0]!
    .trim()
    .toLowerCase();
  return type === '' || /^application\/([\w.-]+\+)?json$/.test(type)
    ? undefined
    : `The content type of the response is ${type}, not JSON.`;
}

/** The problem of the body of a refusal, a sentence; undefined if it has the platform's form (platform 1.4). */
function errorBodyProblem({ as }: Call, body: string): string | undefined {
  if (as === 'bytes' || as === 'redirect') return undefined;
  const data = parsedIfJson(body);
  return isRecord(data) &&
    typeof data.message === 'string' &&
    (data.code === undefined || typeof data.code === 'string')
    ? undefined
    : 'Its body is not an error in the form of the platform, {"message", "code"}.';
}

/** A difference without the positions of rows: they are not the same twice. */
const unnumbered = (issue: string) => issue.replace(/(^|\.)\d+(?=[.:])/g, '$1*');
const shapeProblem = ([first, ...more]: readonly string[]) =>
  first && `The response does not fit its shape: ${first}${more.length > 0 ? `, and ${more.length} more` : ''}.`;

/** The credentials of the session in use. */
export interface Access {
  readonly signedIn: boolean;
  readonly basic: boolean;
}
/** Takes a response with the URL of its request, without secrets. */
export type Observe = (call: Call, url: string, response: HttpResponse) => void;
export interface CaseContext {
  readonly requestContext: RequestContext;
  readonly access: Access;
  readonly values: ValueSources;
  readonly retry: RetryOptions;
  readonly routes: ReadonlyMap<string, Router>;
  /** The responses for later calls. */
  readonly responses: Responses;
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
  /** The headers of the profile and of -H as they may be shown. */
  readonly shownHeaders: Readonly<Record<string, string>>;
  /** Compares data with the learned shape; returns the missing or changed fields as a sentence. */
  readonly driftOf: (call: Call, data: unknown, isOther: boolean) => string | undefined;
  /** Whether the shape of a call is that which was learned, in place of the published one. */
  readonly isTaught: (call: Call) => boolean;
  /** Takes every response of the run, as `tuk learn` does. */
  readonly observe?: Observe;
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
): { values: Record<string, unknown>; from: Record<string, string>; guess?: string } | { missing: string } {
  const values: Record<string, unknown> = {};
  const extraValues: Record<string, unknown> = {};
  const from: Record<string, string> = {};
  let guess: string | undefined;
  for (const need of requiredValues(call, sources.fixtures)) {
    const resolved = resolveValue(call, need, sources);
    if ('missing' in resolved) return resolved;
    const catalogued = need.place === 'path' || need.field !== undefined;
    const name = catalogued ? need.name : (sources.renamed.get(`${keyOf(call)} ${need.name}`) ?? need.name);
    (catalogued ? values : extraValues)[name] = toFieldType(need.field?.kind, resolved.value);
    from[need.name] = resolved.from;
    if (resolved.isGuess) guess = `{${need.name}}: that of ${resolved.from}`;
  }
  const extraPlace = call.method === 'GET' || call.method === 'DELETE' ? 'query' : 'body';
  return {
    ...{
      from,
      guess,
      values: Object.keys(extraValues).length === 0 ? values : { ...values, [extraPlace]: extraValues },
    },
  };
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
  if ('missing' in resolved) return { ...skipped(resolved.missing), isWaiting: true };
  const result = await runWith(call, resolved.values, context);
  // no public source says that this id is one of the call
  return resolved.guess !== undefined && result.cause === 'status'
    ? { ...result, outcome: 'skipped', cause: undefined, why: `no value for ${resolved.guess}: the service refused it` }
    : result;
}

async function runWith(call: Call, values: Readonly<Record<string, unknown>>, context: CaseContext): Promise<Result> {
  const lastTry: LastTry = { tries: 0 };
  const expected = context.expectedOf(call);
  const passed = (checked: Checked): Result => ({ call, ...lastTry, checked, outcome: 'passed' });
  const failed = (cause: Cause, why: string, checked?: Checked): Result => ({
    ...{ call, ...lastTry, outcome: 'failed', cause, why, checked },
  });
  try {
    const response = await sendCall(call, values, context, lastTry);
    const named = byTrustedMap(response);
    const { text } = response;
    if (expected !== undefined) {
      const why = await brokenOf(call, lastTry, text, context);
      const result = expectation(lastTry, expected);
      return result.outcome === 'passed' && why !== undefined ? failed('assertion', why) : { call, ...result };
    }
    const data = call.as === 'json' && text !== '' ? parseLossless(named.text) : undefined;
    if (data !== undefined) context.responses.all.set(keyOf(call), data);
    const isNone = response.status === 204 && mayBeNone(call);
    const isList = returnsList(call) || call.mayList === true;
    if (isList) lastTry.rows = isNone ? 0 : rowsIn(data)?.elements.length;
    const { checked, problem, parts }: Check = isNone
      ? { checked: isList ? 'list' : 'nothing' }
      : await checkResponse(named, context);
    const isOther = parts !== undefined && data !== undefined && context.isTaught(call);
    if (problem !== undefined && !isOther) return { ...failed('answer', problem, checked), parts };
    const drift = data === undefined ? undefined : context.driftOf(call, data, isOther);
    if (drift !== undefined) return failed('drift', drift, checked);
    const why = await brokenOf(call, lastTry, text, context);
    if (why !== undefined) return failed('assertion', why, checked);
    const lacking = data === undefined ? undefined : lackOf(call, data);
    if (lacking !== undefined)
      return context.strict
        ? failed('answer', `${capitalised(lacking)}.`, checked)
        : { call, ...lastTry, outcome: 'skipped', why: `unchecked: ${lacking}` };
    if (data !== undefined) context.responses.passed.set(keyOf(call), data);
    return passed(checked);
  } catch (error) {
    // the response of an earlier try counts if the last one had none
    if (error instanceof Failure && error.where.status !== undefined) Object.assign(lastTry, lastTry.answered);
    const result: Result =
      expected !== undefined && lastTry.status !== undefined
        ? { call, ...expectation(lastTry, expected) }
        : isAbsence(call, error)
          ? passed('nothing')
          : { call, ...lastTry, ...outcomeOf(call, error, assumedNames(call, context.values), lastTry.response) };
    const why = result.outcome === 'passed' ? await brokenOf(call, lastTry, undefined, context) : undefined;
    return why === undefined ? result : failed('assertion', why);
  }
}

/** Whether a call may have nothing to return: a list may be empty, and some things need not exist. */
export const mayBeNone = (call: Call): boolean =>
  call.effect === 'none' && (returnsList(call) || call.mayList === true || optionalResources.has(keyOf(call)));
/** Whether a refusal says that what need not exist does not. */
const isAbsence = (call: Call, error: unknown) =>
  error instanceof Failure &&
  error.kind === 'not-found' &&
  error.code.startsWith('NOT_FOUND_') &&
  optionalResources.has(keyOf(call));

/** Why a response breaks one of the assertions on its call. @param text its body; undefined for that of a refusal */
async function brokenOf(
  call: Call,
  { received }: LastTry,
  text: string | undefined,
  { assertionsOf, jq }: CaseContext,
): Promise<string | undefined> {
  for (const assertion of assertionsOf(call)) {
    if (received === undefined || (text === undefined && !isOnHead(assertion)))
      return `The assertion ${assertion.expression} was not compared with a response of status ${received?.status}.`;
    const why = await brokenAssertion(received, text ?? '', assertion, jq);
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
  rows?: number;
  received?: HttpResponse;
  status?: number;
  startedAt?: number;
  firstFailure?: string;
  /** The facts of the last try with a response. */
  answered?: Pick<LastTry, 'milliseconds' | 'response' | 'status' | 'received'>;
}
/** The longest beginning of a response that is kept, bytes. */
const maxResponse = 4_000;

async function sendCall(
  call: Call,
  values: Readonly<Record<string, unknown>>,
  { requestContext, retry, routes, pace, now, shownHeaders, observe }: CaseContext,
  lastTry: LastTry,
): Promise<Response> {
  const traced: RequestContext = {
    ...requestContext,
    trace: (sent, request, outcome, milliseconds) => {
      requestContext.trace?.(sent, request, outcome, milliseconds);
      const body = outcome instanceof Error || call.secret || call.as === 'bytes' ? undefined : outcome.body;
      const status = outcome instanceof Error ? undefined : outcome.status;
      const received = outcome instanceof Error ? undefined : outcome;
      const facts = { milliseconds, status, received, response: body?.subarray(0, maxResponse).toString('utf8') };
      if (status !== undefined) lastTry.answered = facts;
      if (received && !call.secret) observe?.(call, request.shownUrl, received);
      Object.assign(lastTry, facts, {
        request: `${request.method} ${request.shownUrl}`,
        curl: curlLine(withVariables(request, shownHeaders), call, (text) => text),
      });
    },
  };
  const attempt = async (deadline = retry.deadline) => {
    const request = await buildRequest(call, toParams(call, values), routes.get(call.service)!, traced);
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

/** The request with variables of the shell for its token, and for the headers that name one. */
function withVariables(request: ShownRequest, shown: CaseContext['shownHeaders']): ShownRequest {
  const { Authorization: auth } = request.headers;
  const headers = { ...request.headers, ...shown };
  if (auth !== undefined) headers.Authorization = `${auth.split(' ')[0]} $TUK_TOKEN`;
  return { ...request, headers };
}

/**
 * The outcome of a failed call. A value that does not fit into a path is a skip reason.
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
