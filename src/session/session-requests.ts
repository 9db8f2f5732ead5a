// The two requests of a renewal, and what their responses mean (platform 2.5).

import type { Call } from '../services/catalogue/define.js';
import { catalogue } from '../services/catalogue/index.js';
import { Failure, Unreachable, type Where } from '../services/http/errors.js';
import { errorBody } from '../services/http/json-body.js';
import { refusal } from '../services/http/response-errors.js';
import { type RequestContext, rawRequest, sendTraced } from '../services/http/send.js';
import { type HttpResponse, TransportError } from '../services/http/transport.js';
import { isToken, type SessionTokens } from './stored-session.js';

const refreshLimit = 10_000;
/** The time limit of a confirmation, milliseconds. */
export const confirmLimit = 3_000;
/** Neither Ctrl-C nor a deadline ends a refresh under way: without its response the tokens would be lost. */
const uninterruptible = { cancellation: undefined };

/** A session call of the user service (platform 2.5). */
export const sessionCall = async (name: 'refreshSession' | 'confirmSession') => (await catalogue('user')).calls[name]!;

/**
 * POST /v2/accounts/sessions/refresh at the user service, with the refresh token as bearer and no body (platform 2.5).
 */
export async function postRefresh(refreshToken: string, requestContext: RequestContext): Promise<HttpResponse> {
  const call = await sessionCall('refreshSession');
  const credentials = { ...requestContext.credentials, refresh: async () => refreshToken };
  const request = await rawRequest(call, call.path, undefined, {
    ...requestContext,
    credentials,
    timeout: refreshLimit,
    ...uninterruptible,
  });
  try {
    return await sendTraced(call, request, requestContext);
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    const where: Where = { service: call.service, call: call.name };
    const { host } = new URL(request.url);
    if (!error.mayHaveArrived)
      throw new Unreachable(
        'UNREACHABLE',
        `Cannot renew the session at ${host}: ${error.message}.`,
        where,
        error,
        'Nothing was spent. It is safe to try again.',
      );
    const hint = 'The session may have been renewed all the same; the tokens are kept. Try again.';
    throw new Unreachable(
      'RENEWAL_UNANSWERED',
      `The renewal of the session was sent to ${host}, but ${error.message}. It may have taken effect.`,
      where,
      error,
      hint,
    );
  }
}

/**
 * POST .../confirm with the new access token. A 2xx or the service's own 404 settles it (platform 2.5); otherwise the
 * next process repeats it.
 */
export async function postConfirm(accessToken: string, requestContext: RequestContext): Promise<boolean> {
  const call = await sessionCall('confirmSession');
  try {
    const credentials = { ...requestContext.credentials, access: async () => accessToken };
    const request = await rawRequest(call, call.path, undefined, {
      ...requestContext,
      credentials,
      timeout: Math.min(confirmLimit, requestContext.timeout || confirmLimit),
    });
    const response = await sendTraced(call, request, requestContext);
    return (response.status >= 200 && response.status < 300) || (response.status === 404 && isServiceError(response));
  } catch {
    return false;
  }
}

/** The tokens of a 2xx response, if both are valid. */
export function tokensOf({ status, body }: HttpResponse): SessionTokens | undefined {
  if (status < 200 || status >= 300) return undefined;
  try {
    const { accessToken, refreshToken } = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    return isToken(accessToken) && isToken(refreshToken) ? { accessToken, refreshToken } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an error response is the service's own JSON (platform 1.4), not a gateway's page. */
export const isServiceError = ({ body }: HttpResponse): boolean => {
  const { message, code } = errorBody(body);
  return message !== undefined || code !== undefined;
};

/**
 * The failure of a refresh that keeps the tokens, as of any other call (platform 2.5). Its 404 is not about the thing
 * of the command.
 */
export function passedOn(call: Call, response: HttpResponse): Failure {
  const { kind, code, message, hint, where } = refusal(call, response);
  const isAbsence = response.status === 404 || response.status === 405;
  return new Failure(
    isAbsence ? 'refused' : kind,
    code,
    message,
    hint ?? 'The session could not be renewed; its tokens are kept.',
    isAbsence ? { ...where, status: undefined } : where,
  );
}
