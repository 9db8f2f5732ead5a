// What an exchange that did not end well means for its call: the failure that fits. Loaded only then.
import type { Call } from '../catalogue/define.js';
import { bug, Failure, OutcomeUnknown, Refused, ServerFailure, SignInNeeded, Unreachable, type Where } from './errors.js';
import { errorBody, type Unusable } from './json-body.js';
import type { HttpRequest, HttpResponse, TransportError } from './transport.js';

const whereOf = (call: Call, answer?: HttpResponse): Where => {
  const id = answer?.headers['x-request-id'];
  const after = retryAfter(answer?.headers['retry-after']);
  return {
    service: call.service,
    call: call.name,
    ...(answer ? { status: answer.status } : {}),
    ...(typeof id === 'string' ? { requestId: id.slice(0, 120) } : {}),
    ...(after === undefined ? {} : { retryAfter: after }),
  };
};

/** A Retry-After header in milliseconds: seconds, or a date (RFC 9110). */
function retryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const until = Date.parse(header) - Date.now();
  return Number.isNaN(until) ? undefined : Math.max(0, until);
}

/** No whole answer came: what that means depends on what the call does and on whether its bytes had left. */
export function brokenOff(call: Call, request: HttpRequest, broken: TransportError): Failure {
  if (broken.reason === 'bug') return bug(broken.cause);
  const where = whereOf(call);
  const { host } = new URL(request.url);
  const answering = broken.reason === 'cut' || broken.reason === 'too-big' || broken.reason === 'malformed';
  if (broken.reason === 'aborted' && !(call.effect === 'money' && broken.left))
    return new Failure('interrupted', 'INTERRUPTED', 'Interrupted.', undefined, where);
  const risky = call.effect === 'money' || (call.effect === 'service' && !answering);
  if (risky && broken.left)
    return new OutcomeUnknown('OUTCOME_UNKNOWN', `Sent to ${call.service} at ${host}, but ${broken.message}.`, where, broken);
  if (answering) {
    const hint = broken.reason === 'too-big' ? 'Raise the limit with --max-body.' : undefined;
    return new ServerFailure(
      broken.reason.toUpperCase().replace('-', '_'),
      `${named(call)} at ${host} cannot be used: ${broken.message}.`,
      where,
      hint,
    );
  }
  const code = broken.reason === 'timeout' ? 'TIMEOUT' : 'UNREACHABLE';
  return new Unreachable(code, `Cannot reach ${call.service} at ${host}: ${broken.message}.`, where, broken);
}

const named = (call: Call) => `The answer of ${call.service} to ${call.method} ${call.path}`;

/** A 2xx whose body cannot be used. */
export function unusable(call: Call, answer: HttpResponse, error: Unusable): Failure {
  const where = whereOf(call, answer);
  if (call.effect === 'money')
    return new OutcomeUnknown(error.code, `${named(call)} was ${answer.status}, but ${error.message}.`, where, error);
  return new ServerFailure(error.code, `${named(call)} cannot be used: ${error.message}.`, where);
}

/** A 3xx, which is never followed. */
export function redirected(call: Call, request: HttpRequest, answer: HttpResponse): Failure {
  const location = String(answer.headers.location ?? '');
  const target = URL.canParse(location, request.url) ? new URL(location, request.url) : undefined;
  const to = target ? `${target.protocol}//${target.host}` : 'no address';
  const where = whereOf(call, answer);
  const message = `${call.service} answered ${answer.status} to ${call.method} ${call.path}, a redirect to ${to}; it was not followed.`;
  if (call.effect === 'money') return new OutcomeUnknown('REDIRECT_REFUSED', message, where);
  return new ServerFailure('REDIRECT_REFUSED', message, where, 'Check the base address: tuk profile show');
}

/** A 4xx, 5xx or a status that is none. */
export function refusal(call: Call, answer: HttpResponse): Failure {
  const { status } = answer;
  const { message, code } = errorBody(answer.body);
  const where: Where = { ...whereOf(call, answer), ...(message === undefined ? {} : { said: message }) };
  const words = message === undefined ? '' : `: ${message.replace(/\.$/, '')}`;
  const sentence = `${call.service} answered ${status} to ${call.method} ${call.path}${words}.`;
  if (call.effect === 'money' && (status === 408 || status === 499))
    return new OutcomeUnknown(code ?? 'OUTCOME_UNKNOWN', `${sentence.slice(0, -1)}: a gateway that gave up may have passed it on.`, where);
  if (status === 401) {
    const ended = code === 'EXPIRED_SESSION' ? 'The session has ended. ' : '';
    return new SignInNeeded(code ?? 'UNAUTHORIZED', ended + sentence, 'Sign in again: tuk login', where);
  }
  if (status === 404) return new Refused('not-found', code ?? 'NOT_FOUND', sentence, undefined, where);
  if (status === 429) {
    const after = answer.headers['retry-after'];
    return new Refused(
      'rate-limited',
      code ?? 'RATE_LIMITED',
      sentence,
      typeof after === 'string' ? `It asks to wait: Retry-After ${after.slice(0, 40)}.` : undefined,
      where,
    );
  }
  if (status >= 400 && status < 500) return new Refused('refused', code ?? `HTTP_${status}`, sentence, undefined, where);
  if (call.effect === 'money') return new OutcomeUnknown(code ?? `HTTP_${status}`, sentence, where);
  return new ServerFailure(code ?? `HTTP_${status}`, sentence, where);
}
