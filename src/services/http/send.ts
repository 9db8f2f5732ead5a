// Sends one call of the catalogue: builds its request, sends it, renews the session at most once, decodes and
// classifies the response.

import type { Call } from '../catalogue/define.js';
import type { CallMap, Mapped } from '../decode/map.js';
import { mayReport } from '../decode/may-report.js';
import { reportedBeside, reportedFailure } from '../decode/outcome.js';
import { checkChangeValues } from './change-path.js';
import { Deadline } from './deadline.js';
import { BadInput, bug, Failure } from './errors.js';
import { errorBody, jsonText, UnusableBody } from './json-body.js';
import { refuseKeys } from './may-be-key.js';
import { type CallParams, JsonText, queryString } from './params.js';
import { fillPath, type Router } from './path.js';
import { redirected, refusal, transportFailure, unusableResponse } from './response-errors.js';
import { authorization, type Credentials } from './security.js';
import {
  type HttpRequest,
  type HttpResponse,
  type ShownRequest,
  shownRequest,
  type Transport,
  TransportError,
} from './transport.js';

/** The context of all requests of a run. Made in `cli/http-access.ts`. */
export interface RequestContext {
  /** The base address of a service, without a final slash. @throws {Failure} if the profile has no address */
  base(service: string): string;
  readonly clientId: string;
  readonly clientVersion: string;
  readonly language: string;
  readonly userAgent: string;
  /** Headers that every request to a service has beside its own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds; 0 for no limit (platform 1.8). */
  readonly timeout: number;
  readonly maxBody: number;
  readonly credentials: Credentials;
  readonly transport: Transport;
  /** Ends requests and waits, by Ctrl-C or at a deadline. */
  readonly deadline?: Deadline;
  /** What the map of the platform says of a call. */
  readonly mapOf?: (call: Pick<Call, 'service' | 'name'>) => CallMap | undefined;
  /** Receives every request and its outcome, for `-v`. */
  readonly trace?: (call: Call, request: ShownRequest, outcome: HttpResponse | Error, milliseconds: number) => void;
  /** Receives every request before it is sent. */
  readonly begins?: (call: Call, request: ShownRequest) => void;
}
export interface SendOptions {
  readonly allowUnknownWord?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}
/** A usable response. `text` is the original body; `data` is parsed when first read. */
export interface Response<Data = unknown> {
  readonly call: Call & Mapped;
  readonly status: number;
  readonly headers: HttpResponse['headers'];
  readonly bytes: Buffer;
  readonly text: string;
  /** The original body, if `text` has it in the names of the program. */
  readonly original?: string;
  readonly data: Data;
  /** What the service says against the rows beside them, such as warnings. */
  readonly reported?: string;
  /** The id of the transfer in the ledger. */
  readonly operation?: string;
  /** Whether this is the stored response of an earlier transfer with the same reference; nothing was sent. */
  readonly isEarlier?: true;
}

/** Builds the request of a call with its credentials. @throws {BadInput} {SignInNeeded} */
export async function buildRequest(
  call: Call,
  params: CallParams,
  router: Router,
  requestContext: RequestContext,
  sendOptions: SendOptions = {},
): Promise<HttpRequest> {
  if (call.effect !== 'none') checkChangeValues(params.path);
  const path = fillPath(call, params.path, router, sendOptions.allowUnknownWord) + queryString(params.query);
  return rawRequest(call, path, params.body, requestContext, sendOptions);
}

/** The length of the shortest private key: 32 bytes have 43 characters in base64. */
const minKeyLength = 43;
/** The number of words of the shortest recovery phrase; each may be one value. */
const shortestPhrase = 12;
/**
 * Whether a segment or a query field with its name is as long as a private key; decoding only shortens. Slashes end
 * segments, but not fields: base64 has slashes.
 */
function hasKeyLength(path: string) {
  const [segments = '', query = ''] = path.split(/\?(.*)/s, 2);
  const values = query.split('&');
  return (
    values.length >= shortestPhrase || [...segments.split('/'), ...values].some((part) => part.length >= minKeyLength)
  );
}

/**
 * Builds a request from a complete path.
 * @throws {Guarded} for a request that may carry a private key; {SignInNeeded}
 */
export async function rawRequest(
  call: Call,
  path: string,
  body: unknown,
  requestContext: RequestContext,
  sendOptions: SendOptions = {},
): Promise<HttpRequest> {
  const base =
    call.session && call.auth === 'refresh' ? refreshBase(call, requestContext) : requestContext.base(call.service);
  if (call.auth === 'signed-in' || call.auth === 'refresh') await requestContext.credentials.checkOrigin?.(base);
  const json = body === undefined ? undefined : body instanceof JsonText ? body.json : JSON.stringify(body);
  if (json !== undefined || hasKeyLength(path)) await refuseKeys(call, path, json);
  const auth = await authorization(call.auth, requestContext.credentials, requestContext.deadline);
  const headers: Record<string, string> = {
    Accept: call.as === 'json' ? 'application/json' : '*/*',
    'Accept-Language': requestContext.language,
    'User-Agent': requestContext.userAgent,
    'X-Auth-Client-Id': requestContext.clientId,
    'X-Auth-Client-Version': requestContext.clientVersion,
  };
  if (json !== undefined) headers['Content-Type'] = 'application/json';
  if (auth !== undefined) headers.Authorization = auth;
  Object.assign(headers, requestContext.headers, sendOptions.headers);
  if (sendOptions.headers || !plainText.test(Object.values(headers).join('')))
    for (const [name, value] of Object.entries(headers)) checkHeader(name, value);
  return {
    method: call.method,
    url: base + path,
    isPathSecret: false,
    headers,
    body: json,
    timeout: requestContext.timeout,
    maxBody: requestContext.maxBody,
    deadline: requestContext.deadline,
  };
}

/** Without a base address of the user service, a renewal fails with these words (platform 1.7). */
function refreshBase(call: Call, requestContext: RequestContext) {
  try {
    return requestContext.base(call.service);
  } catch {
    throw new BadInput(
      'MISSING_BASE',
      'missing userService baseUrl',
      `Name it: tuk profile set NAME service.${call.service} URL`,
    );
  }
}

/** The characters of most headers. One test of all headers saves start-up time. */
const plainText = /^[\t\u0020-\u007e]*$/;
function checkHeader(name: string, value: string) {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
    throw new BadInput('BAD_VALUE', `${JSON.stringify(name)} is not a header name.`);
  if (/[^\t\u0020-\u007e\u0080-\u00ff]/.test(value))
    throw new BadInput('BAD_VALUE', `The header ${name} holds a character that no header may hold.`);
}

/**
 * Sends a request. Renews the session once on EXPIRED_SESSION, and sends the request again with the new access token;
 * a call without sign-in too, but not the renewal itself (platform 2.5). The time limit of the request covers
 * the wait for the lock, the renewal and the second request. A renewal under way is finished first.
 */
export async function sendRequest(
  catalogued: Call,
  typedRequest: HttpRequest,
  requestContext: RequestContext,
): Promise<Response> {
  const call: Call & Mapped = { ...catalogued, map: requestContext.mapOf?.(catalogued) };
  const deadline = (typedRequest.deadline ?? new Deadline()).within(typedRequest.timeout || Number.POSITIVE_INFINITY);
  const request = { ...typedRequest, deadline };
  const response = await exchange(call, request, requestContext);
  const { credentials, base } = requestContext;
  const bearer = call.auth === 'signed-in' ? request.headers.Authorization?.replace(/^Bearer /, '') : undefined;
  if (response.status === 401 && call.auth !== 'refresh' && isExpired(call, response, bearer, credentials)) {
    const stale = bearer ?? (await credentials.access(deadline));
    const renew = async () => {
      await credentials.checkOrigin?.(base(call.service));
      return credentials.renew(stale!, deadline);
    };
    const token = await (stale ? renew() : undefined)?.catch((error: unknown) => {
      throw error instanceof Failure ? error : bug(error); // the service refused the call itself
    });
    if (token) {
      const retried = { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
      return classify(call, retried, await exchange(call, retried, requestContext));
    }
  }
  return classify(call, request, response);
}

/**
 * Whether a 401 reports an expired session: by its code, by `invalid_token` (RFC 6750), or since the sent token has
 * ended by its own claim, whatever the words. For calls that move value only the API's own error counts: a gateway may
 * have forwarded the call.
 */
function isExpired(
  { effect }: Call,
  { body, headers }: HttpResponse,
  bearer: string | undefined,
  { hasEnded }: Credentials,
) {
  const { code, isOwn } = errorBody(body);
  if (effect === 'money' && isOwn !== true) return false;
  const isInvalid = code === undefined && /\berror="?invalid_token\b/i.test(String(headers['www-authenticate'] ?? ''));
  return code === 'EXPIRED_SESSION' || (bearer !== undefined && (isInvalid || hasEnded?.(bearer) === true));
}

async function exchange(call: Call, request: HttpRequest, requestContext: RequestContext): Promise<HttpResponse> {
  try {
    return await sendTraced(call, request, requestContext);
  } catch (error) {
    throw error instanceof TransportError ? transportFailure(call, request, error) : error;
  }
}

/**
 * Sends a request and traces it for `-v`. A read whose old connection the server has closed is sent once more. A change
 * has a connection of its own, so that no change is lost in this way: it is never sent twice.
 * @throws {TransportError}
 */
export async function sendTraced(
  call: Call,
  request: HttpRequest,
  requestContext: RequestContext,
): Promise<HttpResponse> {
  const fresh = { ...request, fresh: true };
  if (call.effect !== 'none') return sendOnce(call, fresh, requestContext);
  try {
    return await sendOnce(call, request, requestContext);
  } catch (error) {
    if (!(error instanceof TransportError) || !error.isStale) throw error;
    return sendOnce(call, fresh, requestContext);
  }
}

async function sendOnce(call: Call, request: HttpRequest, requestContext: RequestContext): Promise<HttpResponse> {
  const shown = shownRequest(request);
  requestContext.begins?.(call, shown);
  const started = process.hrtime.bigint(); // `performance` would load seven modules
  const trace = (outcome: HttpResponse | Error) =>
    requestContext.trace?.(
      call,
      shown,
      outcome,
      (outcome as Partial<HttpResponse>).milliseconds ?? Number(process.hrtime.bigint() - started) / 1e6,
    );
  const ended = requestContext.deadline?.waitsFor(shown);
  try {
    const response = await requestContext.transport(request);
    trace(response);
    return response;
  } catch (error) {
    if (error instanceof TransportError) trace(error);
    throw error;
  } finally {
    ended?.();
  }
}

/**
 * Makes a `Response` of a complete HTTP response.
 * @throws {Failure} for its status, or for a failure in its body (`success: false`)
 */
async function classify(call: Call & Mapped, request: HttpRequest, response: HttpResponse): Promise<Response> {
  const { status } = response;
  const isRedirect = status >= 300 && status < 400;
  const isTarget = isRedirect && call.as === 'redirect' && Boolean(response.headers.location);
  if ((status >= 200 && status < 300) || isTarget) {
    const result = await decode(call, response);
    if (call.effect === 'money' || call.document || !/^(json|nothing)$/.test(call.as)) return result;
    const isProblem = /^application\/problem\+json/i.test(String(response.headers['content-type'] ?? ''));
    if (call.method === 'GET' && !isProblem && !call.map?.ok && !mayReport(result.text)) return result;
    const failure = reportedFailure(call, result.text, status, isProblem);
    if (failure) throw failure;
    return call.method === 'GET' ? Object.assign(result, { reported: reportedBeside(call, result.text) }) : result;
  }
  throw isRedirect ? redirected(call, request, response) : refusal(call, response);
}

async function decode(call: Call & Mapped, response: HttpResponse): Promise<Response> {
  const { status, headers } = response;
  if (call.as === 'redirect' && status >= 300)
    return toResponse(call, response, JSON.stringify({ location: headers.location }));
  if (call.as === 'bytes') return toResponse(call, response, '');
  if (call.as === 'text') return toResponse(call, response, response.body.toString('utf8'));
  const noBody =
    response.body.length === 0 &&
    (call.as === 'nothing' || status === 204 || (call.effect !== 'none' && !call.response));
  if (noBody) return toResponse(call, response, '');
  try {
    return toResponse(call, response, jsonText(response.body, String(headers['content-type'] ?? '')));
  } catch (error) {
    if (!(error instanceof UnusableBody)) throw error;
    throw unusableResponse(call, response, error);
  }
}

function toResponse(call: Call & Mapped, response: HttpResponse, text: string): Response {
  let data: { value: unknown } | undefined;
  return {
    call,
    status: response.status,
    headers: response.headers,
    bytes: response.body,
    text,
    get data() {
      data ??= { value: text === '' ? undefined : call.as === 'text' ? text : JSON.parse(text) };
      return data.value;
    },
  };
}
