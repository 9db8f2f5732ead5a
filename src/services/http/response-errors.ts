// Makes failures of failed requests and responses, by the effect of the call. Loaded only for a failure.

import { type Call, kebab } from '../catalogue/define.js';
import type { Mapped } from '../decode/map.js';
import { reasonIn } from '../decode/reason.js';
import { duplicateKey } from '../duplicate-keys.js';
import type { CodeOf } from './error-codes.js';
import {
  bug,
  Failure,
  idHint,
  OutcomeUnknown,
  Refused,
  ServerFailure,
  SignInNeeded,
  Unreachable,
  type Where,
} from './errors.js';
import { httpDate } from './http-date.js';
import { errorBody, type UnusableBody } from './json-body.js';
import type { HttpRequest, HttpResponse, TransportError } from './transport.js';

const whereOf = (call: Call, response?: HttpResponse): Where => {
  const id = response?.headers['x-request-id'];
  return {
    service: call.service,
    call: call.name,
    status: response?.status,
    requestId: typeof id === 'string' ? id.slice(0, 120) : undefined,
    retryAfter: response && retryAfter(response.headers),
  };
};

/** The Retry-After of a response in milliseconds: seconds, or a date by the clock of the service (RFC 9110, 10.2.3). */
function retryAfter({ 'retry-after': header, date }: HttpResponse['headers']): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\d+$/.test(header)) return Math.min(Number(header), mostSeconds) * 1000;
  const until = httpDate(header) - (httpDate(date) || Date.now());
  return Number.isNaN(until) ? undefined : Math.max(0, until);
}
const mostSeconds = 1e9;

function interruptionOf(call: Call, mayHaveArrived: boolean) {
  return call.effect !== 'none' && mayHaveArrived
    ? `Interrupted after ${call.service} ${kebab(call.name)} was sent: it may have taken effect.`
    : 'Interrupted.';
}

/** The codes of a response that began and cannot be used. */
const brokenCodes: Readonly<Partial<Record<TransportError['reason'], CodeOf<'server'>>>> = {
  cut: 'CUT',
  'too-big': 'TOO_BIG',
  malformed: 'MALFORMED',
};

/** What makes a certificate known to this machine, if a failure is that it is not. */
const certificateRemedy = (error: unknown): string | undefined =>
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/.test(
    String((error as NodeJS.ErrnoException | undefined)?.code),
  )
    ? 'If you trust its issuer, name its certificate: NODE_EXTRA_CA_CERTS=FILE. See what is set: tuk doctor'
    : undefined;

/** The failure of a request without a complete response, by the effect of the call and by whether bytes were sent. */
export function transportFailure(call: Call, request: HttpRequest, failure: TransportError): Failure {
  if (failure.reason === 'bug') return bug(failure.cause);
  const where = whereOf(call);
  const { host } = new URL(request.url);
  const broken = brokenCodes[failure.reason];
  const responseStarted = broken !== undefined;
  if (failure.reason === 'aborted' && !(call.effect === 'money' && failure.mayHaveArrived))
    return new Failure('interrupted', 'INTERRUPTED', interruptionOf(call, failure.mayHaveArrived), undefined, {
      ...where,
      unsent: (call.effect !== 'none' && !failure.mayHaveArrived) || undefined,
    });
  const hasEffect = call.effect === 'money' || (call.effect === 'service' && !responseStarted);
  if (hasEffect && failure.mayHaveArrived)
    return new OutcomeUnknown(
      'OUTCOME_UNKNOWN',
      `Sent to ${call.service} at ${host}, but ${failure.message}.`,
      where,
      failure,
    );
  if (broken !== undefined) {
    const hint = failure.reason === 'too-big' ? 'Raise the limit with --max-body.' : undefined;
    return new ServerFailure(broken, `${named(call)} at ${host} cannot be used: ${failure.message}.`, where, hint);
  }
  const code = failure.reason === 'timeout' ? 'TIMEOUT' : failure.remedy === undefined ? 'UNREACHABLE' : 'PROXY_FAILED';
  const { begun, within } = failure;
  if (begun !== undefined)
    return new Unreachable(
      code,
      `${named(call)} at ${host} began (${begun}), but did not end: no more of it ${within}.`,
      { ...where, begun },
      failure,
    );
  return new Unreachable(
    code,
    code === 'TIMEOUT'
      ? `${call.service} at ${host} gave ${failure.message}.`
      : `Cannot reach ${call.service} at ${host}: ${failure.message}.`,
    where,
    failure,
    failure.remedy ??
      certificateRemedy(failure.cause) ??
      (code === 'UNREACHABLE' ? 'It is safe to try again. Find the cause: tuk doctor' : undefined),
  );
}

const named = (call: Call) => `The response of ${call.service} to ${call.method} ${call.path}`;

/** The failure of a 2xx with an unusable body. */
export function unusableResponse(call: Call, response: HttpResponse, error: UnusableBody): Failure {
  const where = whereOf(call, response);
  if (call.effect === 'money')
    return new OutcomeUnknown(error, `${named(call)} was ${response.status}, but ${error.message}.`, where, error);
  return new ServerFailure(error, `${named(call)} cannot be used: ${error.message}.`, where);
}

/** An address that resolves to this host names no host. */
const unnamed = 'unnamed.invalid';
/**
 * The target of a Location header in words. Omits path and query, which may hold secrets, and everything that the
 * header itself does not name.
 */
function redirectTarget(header: HttpResponse['headers'][string], requested: string) {
  const location = [header].flat()[0]?.trim();
  if (!location) return 'without an address';
  const base = `${new URL(requested).protocol}//${unnamed}/`;
  const target = URL.canParse(location, base) ? new URL(location, base) : undefined;
  if (target === undefined) return 'to an address that is not valid';
  if (target.host === unnamed) return 'to another path of the same host';
  if (target.host === '') return `to an address of the scheme ${target.protocol.slice(0, -1).slice(0, 40)}`;
  return /^[a-z][a-z\d+.-]*:/i.test(location) ? `to ${target.protocol}//${target.host}` : `to the host ${target.host}`;
}

/** The failure of a 3xx: redirects are never followed. */
export function redirected(call: Call, request: HttpRequest, response: HttpResponse): Failure {
  const to = redirectTarget(response.headers.location, request.url);
  const where = whereOf(call, response);
  const message = `${call.service} answered ${response.status} to ${call.method} ${call.path}, a redirect ${to}; it was not followed.`;
  if (call.effect === 'money') return new OutcomeUnknown('REDIRECT_REFUSED', message, where);
  return new ServerFailure('REDIRECT_REFUSED', message, where, 'Check the base address: tuk profile show');
}

/** Statuses of a gateway that waited too long: it may have forwarded the request. */
const timedOut = [408, 499];
const excerpt = ({ body }: HttpResponse) =>
  body.length === 0 ? 'with an empty body' : `with ${JSON.stringify(body.toString('utf8', 0, 2000).trim())}`;

/**
 * The failure of a 4xx, a 5xx or an unknown status. A call that moves value is refused only by a 4xx with the API's own
 * error, an object with a text `message` (platform 1.4), or what a trusted map says. Anything else may come from a gateway that forwarded the
 * request (docs/money.md 8).
 */
export function refusal(call: Call & Mapped, response: HttpResponse): Failure {
  const { status } = response;
  const { message, code, isOwn: isOfApi } = errorBody(response.body, call.map);
  // a name twice makes the body ambiguous
  const isOwn = isOfApi === true && duplicateKey(response.body.toString('utf8')) === undefined;
  const found = reasonIn(response.body);
  const reason = call.map?.error === undefined ? (found ?? message) : (message ?? found);
  const where: Where = { ...whereOf(call, response), said: message, reason };
  const opening = `${call.service} answered ${status} to ${call.method} ${call.path}`;
  const words = reason?.replace(/\.$/, '') ?? '';
  // what happened to the person's thing comes first; a long text would hide who says it
  const isShort = words !== '' && words.length <= 200;
  const sentence = isShort ? `${words} (${opening}).` : `${[opening, words].filter(Boolean).join(': ')}.`;
  const isRefusal = status >= 400 && status < 500 && !timedOut.includes(status);
  if (call.effect === 'money' && !(isRefusal && isOwn)) {
    const what = isOwn ? sentence : `${opening} ${excerpt(response)}.`;
    const why = isRefusal ? ' That is not an error of the API: a gateway may have forwarded the request.' : '';
    return new OutcomeUnknown(code ?? `HTTP_${status}`, what + why, where);
  }
  if (status === 401) {
    const ended = code === 'EXPIRED_SESSION' && call.auth === 'signed-in' ? 'The session has ended. ' : '';
    return new SignInNeeded(code ?? 'UNAUTHORIZED', ended + sentence, 'Sign in again: tuk login', where);
  }
  if (status === 404) return new Refused('not-found', code ?? 'NOT_FOUND', sentence, idHint(call.path), where);
  if (status === 429) {
    const after = where.retryAfter ? response.headers['retry-after'] : undefined;
    return new Refused(
      'rate-limited',
      code ?? 'RATE_LIMITED',
      sentence,
      typeof after === 'string' ? `It asks to wait: Retry-After ${after.slice(0, 40)}.` : undefined,
      where,
    );
  }
  if (status >= 400 && status < 500)
    return new Refused('refused', code ?? `HTTP_${status}`, sentence, undefined, where);
  return new ServerFailure(code ?? `HTTP_${status}`, sentence, where);
}
