// One call from its line of the catalogue to its answer: path, headers, security, exchange, one renewal, decode, classify.
import type { Call } from '../catalogue/define.js';
import { BadInput, bug, Failure } from './errors.js';
import { errorBody, jsonText, Unusable } from './json-body.js';
import { type CallParams, checkParams, JsonText, queryString } from './params.js';
import { fillPath, type Router } from './path.js';
import { authorization, type Credentials } from './security.js';
import { type HttpRequest, type HttpResponse, type Transport, TransportError } from './transport.js';

/** How the services are reached: addresses, who asks, limits, the transport. Made once in `cli/context.ts`. */
export interface RequestContext {
  /** The base address of a service, without a slash at its end. @throws {Failure} where the profile has none. */
  base(service: string): string;
  readonly clientId: string;
  readonly clientVersion: string;
  readonly language: string;
  readonly userAgent: string;
  /** Milliseconds; 0 is none (SPEC.md section 9). */
  readonly timeout: number;
  readonly maxBody: number;
  readonly credentials: Credentials;
  readonly exchange: Transport;
  /** Ends what is under way; asked for as late as can be. */
  readonly signal?: AbortSignal | undefined;
  /** Whether that signal has fired; asked before each request, which is not sent then. */
  readonly stopped?: (() => boolean) | undefined;
  /** Told of every exchange, for `-v`. */
  readonly trace?: (call: Call, request: HttpRequest, outcome: HttpResponse | Error, milliseconds: number) => void;
}
/** What one call may want beside its values. */
export interface SendOptions {
  readonly allowUnknownWord?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}
/** An answer that can be used. `text` is the body as it came; `data` is parsed when it is first asked for. */
export interface Response<Data = unknown> {
  readonly call: Call;
  readonly status: number;
  readonly headers: HttpResponse['headers'];
  readonly bytes: Buffer;
  readonly text: string;
  readonly data: Data;
}

/**
 * Makes one call and gives its answer.
 * @throws {BadInput} before anything is sent; otherwise the failure class that fits what happened.
 */
export async function send(call: Call, ask: CallParams, router: Router, reach: RequestContext, wants: SendOptions = {}): Promise<Response> {
  checkParams(call, ask, wants.allowUnknownWord);
  return sendRequest(call, await buildRequest(call, ask, router, reach, wants), reach);
}

/** The request of a call, complete with its credentials. @throws {BadInput} {SignInNeeded} */
export async function buildRequest(
  call: Call,
  ask: CallParams,
  router: Router,
  reach: RequestContext,
  wants: SendOptions = {},
): Promise<HttpRequest> {
  if (call.effect !== 'none') (await import('./change-path.js')).checkChangeValues(ask.path);
  const path = fillPath(call, ask.path, router, wants.allowUnknownWord) + queryString(ask.query);
  return rawRequest(call, path, ask.body, reach, wants);
}

/** A path that is no longer has no room for a private key: 32 bytes have 43 characters in base64, their shortest form here. */
const shortestKey = 43;

/** The request of a call whose path is whole already. @throws {Guarded} for one that carries what may be a private key; {SignInNeeded} */
export async function rawRequest(
  call: Call,
  path: string,
  body: unknown,
  reach: RequestContext,
  wants: SendOptions = {},
): Promise<HttpRequest> {
  const base = call.session && call.auth === 'refresh' ? refreshBase(call, reach) : reach.base(call.service);
  const json = body === undefined ? undefined : body instanceof JsonText ? body.json : JSON.stringify(body);
  if (json !== undefined || path.length > shortestKey) await (await import('./may-be-key.js')).refuseKeys(call, path, json);
  const auth = await authorization(call.auth, reach.credentials);
  const headers: Record<string, string> = {
    Accept: call.as === 'json' ? 'application/json' : '*/*',
    'Accept-Language': reach.language,
    'User-Agent': reach.userAgent,
    'X-Auth-Client-Id': reach.clientId,
    'X-Auth-Client-Version': reach.clientVersion,
    ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(auth === undefined ? {} : { Authorization: auth }),
    ...wants.headers,
  };
  if (wants.headers || !plainText.test(Object.values(headers).join('')))
    for (const [name, value] of Object.entries(headers)) checkHeader(name, value);
  return {
    method: call.method,
    url: base + path,
    headers,
    ...(json === undefined ? {} : { body: json }),
    timeout: reach.timeout,
    maxBody: reach.maxBody,
    stopped: reach.stopped,
    get signal() {
      return reach.signal;
    },
  };
}

/** SPEC.md section 5: a renewal without a user-service base address fails with these very words. */
function refreshBase(call: Call, reach: RequestContext): string {
  try {
    return reach.base(call.service);
  } catch {
    throw new BadInput('MISSING_BASE', 'missing userService baseUrl', `Name it: tuk profile set NAME base.${call.service} URL`);
  }
}

/** What every header may hold: looked at once for all, since each run of an expression costs a start something. */
const plainText = /^[\t\u0020-\u007e]*$/;
function checkHeader(name: string, value: string): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new BadInput('BAD_HEADER', `${JSON.stringify(name)} is no header name.`);
  if (/[^\t\u0020-\u007e\u0080-\u00ff]/.test(value))
    throw new BadInput('BAD_HEADER', `The header ${name} holds a character that no header may hold.`);
}

/** Sends a request and renews the session at most once on EXPIRED_SESSION, but never for a call that is about the session (SPEC.md section 4). */
export async function sendRequest(call: Call, request: HttpRequest, reach: RequestContext): Promise<Response> {
  const answer = await exchange(call, request, reach);
  if (answer.status === 401 && call.auth === 'signed-in' && !call.session && errorBody(answer.body).code === 'EXPIRED_SESSION') {
    const stale = request.headers.Authorization?.replace(/^Bearer /, '') ?? '';
    const token = await reach.credentials.renew(stale).catch((error: unknown) => {
      throw error instanceof Failure ? error : bug(error); // the call itself was answered, and has not been done
    });
    if (token) {
      const again = { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
      return classify(call, again, await exchange(call, again, reach));
    }
  }
  return classify(call, request, answer);
}

async function exchange(call: Call, request: HttpRequest, reach: RequestContext): Promise<HttpResponse> {
  try {
    return await traced(call, request, reach);
  } catch (error) {
    throw error instanceof TransportError ? (await import('./response-errors.js')).brokenOff(call, request, error) : error;
  }
}

/** One exchange as the transport has it, told to `-v`. @throws {TransportError} */
export async function traced(call: Call, request: HttpRequest, reach: RequestContext): Promise<HttpResponse> {
  const started = process.hrtime.bigint(); // `performance` would load seven modules
  const tell = (outcome: HttpResponse | Error) => reach.trace?.(call, request, outcome, Number(process.hrtime.bigint() - started) / 1e6);
  try {
    const answer = await reach.exchange(request);
    tell(answer);
    return answer;
  } catch (error) {
    if (error instanceof TransportError) tell(error);
    throw error;
  }
}

/** A whole answer came: gives it, or the failure that its status or its body stands for. */
async function classify(call: Call, request: HttpRequest, answer: HttpResponse): Promise<Response> {
  const { status } = answer;
  if (status >= 200 && status < 300) return usable(call, answer);
  if (status >= 300 && status < 400) {
    if (call.as === 'redirect' && answer.headers.location)
      return reply(call, answer, JSON.stringify({ location: answer.headers.location }));
    throw (await import('./response-errors.js')).redirected(call, request, answer);
  }
  throw (await import('./response-errors.js')).refusal(call, answer);
}

async function usable(call: Call, answer: HttpResponse): Promise<Response> {
  if (call.as === 'bytes') return reply(call, answer, '');
  if (call.as === 'text') return reply(call, answer, answer.body.toString('utf8'));
  const noBody =
    answer.body.length === 0 && (call.as === 'nothing' || answer.status === 204 || (call.effect === 'service' && !call.response));
  if (noBody) return reply(call, answer, '');
  try {
    return reply(call, answer, jsonText(answer.body, String(answer.headers['content-type'] ?? '')));
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    throw (await import('./response-errors.js')).unusable(call, answer, error);
  }
}

function reply(call: Call, answer: HttpResponse, text: string): Response {
  let data: { value: unknown } | undefined;
  return {
    call,
    status: answer.status,
    headers: answer.headers,
    bytes: answer.body,
    text,
    get data() {
      data ??= { value: text === '' ? undefined : call.as === 'text' ? text : JSON.parse(text) };
      return data.value;
    },
  };
}
