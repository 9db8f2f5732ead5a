// Renews a session: once in this process, once across processes, saved before it is confirmed (platform 2.5).

import type { Call } from '../services/catalogue/define.js';
import { catalogue } from '../services/catalogue/index.js';
import { Deadline } from '../services/http/deadline.js';
import {
  Failure,
  interrupted,
  type LocalFailure,
  ServerFailure,
  SignInNeeded,
  Unreachable,
  type Where,
} from '../services/http/errors.js';
import { errorBody } from '../services/http/json-body.js';
import { refusal } from '../services/http/response-errors.js';
import { rounds } from '../services/http/rounds.js';
import { type RequestContext, rawRequest, sendTraced } from '../services/http/send.js';
import { type HttpResponse, TransportError } from '../services/http/transport.js';
import { isRunning } from '../services/platform/is-running.js';
import { noteEnd } from './ended.js';
import { type Lock, readHolder, takeLock } from './lock.js';
import type { SessionStore } from './store.js';
import { isToken, type Session, type SessionTokens } from './stored-session.js';

// The two requests of a renewal, and what their responses mean (platform 2.5).

const refreshLimit = 10_000;
/** The time limit of a confirmation, milliseconds. */
const confirmLimit = 3_000;
/** Neither Ctrl-C nor a deadline ends a refresh under way: without its response the tokens would be lost. */
const uninterruptible = { deadline: undefined };

/** A session call of the user service (platform 2.5). */
const sessionCall = async (name: 'refreshSession' | 'confirmSession') => (await catalogue('user')).calls[name]!;

/**
 * POST /v2/accounts/sessions/refresh at the user service, with the refresh token as bearer and no body (platform 2.5).
 */
async function postRefresh(refreshToken: string, requestContext: RequestContext): Promise<HttpResponse> {
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
async function postConfirm(accessToken: string, requestContext: RequestContext) {
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
function tokensOf({ status, body }: HttpResponse): SessionTokens | undefined {
  if (status < 200 || status >= 300) return undefined;
  try {
    const { accessToken, refreshToken } = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    return isToken(accessToken) && isToken(refreshToken) ? { accessToken, refreshToken } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an error response is the service's own JSON (platform 1.4), not a gateway's page. */
const isServiceError = ({ body }: HttpResponse) => {
  const { message, code } = errorBody(body);
  return message !== undefined || code !== undefined;
};

/**
 * The failure of a refresh that keeps the tokens, as of any other call (platform 2.5). Its 404 is not about the thing
 * of the command.
 */
function passedOn(call: Call, response: HttpResponse): Failure {
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

const lockWait = 15_000;

/** An event of the session, for logs and screens (platform 2.5). */
export type SessionEvent =
  | { readonly kind: 'renewed'; readonly session: Session }
  | { readonly kind: 'adopted'; readonly session: Session }
  | { readonly kind: 'refresh-token-expired' };

export interface RenewalOptions {
  readonly store: SessionStore;
  /** The id of the session to renew; a newer sign-in does not replace it. */
  readonly sessionId: string | undefined;
  readonly lockFile: string;
  readonly requestContext: RequestContext;
  readonly now: () => number;
  readonly report: (event: SessionEvent) => void;
  /** Whether a renewed session is confirmed at the service; false suppresses that call (platform 2.5). */
  readonly confirmsRenewal: boolean;
  /** Receives renewed tokens that could not be saved: the command uses them, and fails at its end. */
  readonly onUnsaved: (failure: LocalFailure, tokens: SessionTokens) => void;
}

/**
 * Renews the session with the refused access token. The deadline of the request context ends it only before the
 * refresh token is sent.
 * @returns the new access token, or the newer one of another process; undefined without a refresh token
 * @throws {LocalFailure} for an unusable lock or store; {Failure} for an interruption before the refresh token was
 * spent; {SignInNeeded} if the service refused the refresh token; {ServerFailure} {Unreachable} without a usable
 * response, keeping the tokens
 */
export async function renew(staleToken: string, options: RenewalOptions): Promise<string | undefined> {
  const { deadline } = options.requestContext;
  void deadline?.signal; // with the signal, Ctrl-C ends the command only if no token can be lost
  const lock = await takeLock(options.lockFile, lockWait, options.now, deadline);
  try {
    await otherRenewalEnded(options);
    const session = await options.store.read();
    if (!session) throw signedOut();
    if (session.id !== options.sessionId) throw sessionReplaced();
    if (session.accessToken !== staleToken) {
      options.report({ kind: 'adopted', session });
      return session.accessToken;
    }
    if (session.refreshToken === undefined) return undefined;
    await options.store.proveWritable(session.in, session);
    if (deadline?.isStopped()) throw interrupted();
    if (deadline?.timeLeft() === 0) throw outOfTime();
    return await spendRefreshToken(session, session.refreshToken, lock, options);
  } finally {
    lock.release();
  }
}

/**
 * Waits for the renewal that a running process has noted: if its lock file was removed, a free lock does not prove that
 * it is over, and its refresh token must not be spent twice. Waits no longer than a renewal takes.
 */
async function otherRenewalEnded({ lockFile, requestContext, now }: RenewalOptions) {
  const wait = (requestContext.deadline ?? new Deadline()).within(lockWait);
  for await (const round of rounds(wait, { every: 50, says: () => 'another process renews the session' })) {
    const holder = readHolder(lockFile);
    if (holder?.renewing === undefined || holder.pid === process.pid || !isRunning(holder.pid)) return;
    const isRecent = Math.abs(now() - Date.parse(holder.renewing)) < lockWait;
    if (!isRecent || round.isLast()) return;
  }
}

/** The failure of a timeout before the refresh token was sent. */
const outOfTime = (): Unreachable =>
  new Unreachable('TIMEOUT', 'The time ran out before the session could be renewed.', {
    service: 'user',
    call: 'refreshSession',
  });

const signedOut = () => new SignInNeeded('SIGNED_OUT', 'The session has ended: it was signed out in the meantime.');

/** The failure after another sign-in: its tokens would make the call as another person. */
export const sessionReplaced = (): SignInNeeded =>
  new SignInNeeded(
    'OTHER_SESSION',
    'The session has ended, and somebody has signed in again since the command began. tuk does not repeat the call with the new session.',
    'Check who is signed in (tuk whoami), and run the command again.',
  );

/** Sends the refresh token: the old tokens may be invalid afterwards. */
async function spendRefreshToken(
  session: Session,
  refreshToken: string,
  lock: Lock,
  options: RenewalOptions,
): Promise<string | undefined> {
  const interruptedAt = lock.previousHolder?.renewing;
  lock.noteRenewal(new Date(options.now()).toISOString());
  const response = await postRefresh(refreshToken, options.requestContext).catch((error: unknown) => {
    if (error instanceof Unreachable && error.code === 'UNREACHABLE') lock.noteRenewal();
    throw error;
  });
  const tokens = tokensOf(response);
  if (!tokens) {
    lock.noteRenewal();
    throw await refreshFailure(response, refreshToken, options, interruptedAt);
  }
  const stored = await options.store.read();
  if (stored?.refreshToken !== refreshToken) {
    lock.noteRenewal(); // signed out, or in again, during the request: never restore a removed session
    if (!stored) throw signedOut();
    if (stored.id !== options.sessionId) throw sessionReplaced();
    return stored.accessToken;
  }
  return saveTokens(tokens, session, lock, options);
}

/**
 * Saves and syncs the tokens, reports the event, then confirms them unless suppressed. Unsaved tokens are never
 * confirmed.
 */
async function saveTokens(tokens: SessionTokens, previous: Session, lock: Lock, options: RenewalOptions) {
  let saved: Session;
  try {
    saved = await options.store.save(
      { ...tokens, confirm: options.confirmsRenewal ? ('pending' as const) : undefined },
      previous,
      options.now(),
    );
  } catch (error) {
    options.onUnsaved(error as LocalFailure, tokens);
    return tokens.accessToken;
  }
  lock.noteRenewal();
  options.report({ kind: 'renewed', session: saved });
  if (options.confirmsRenewal) await confirmSession(saved, options);
  return tokens.accessToken;
}

/**
 * Confirms a session that is saved as pending. After a failure or an interruption it stays pending for the next
 * process.
 */
async function confirmSession(session: Session, options: RenewalOptions) {
  if (options.requestContext.deadline?.isStopped()) return;
  if (!(await postConfirm(session.accessToken, options.requestContext))) return;
  try {
    const { confirm: _, ...confirmedSession } = session;
    await options.store.save(confirmedSession, session, options.now());
  } catch {
    // still pending on disk: a second confirmation is harmless
  }
}

/**
 * Confirms a session that an earlier process left pending, unless suppressed or under way in another process. Never
 * throws.
 */
export async function confirmPending(options: RenewalOptions): Promise<void> {
  if (!options.confirmsRenewal) return;
  try {
    const { deadline, timeout } = options.requestContext;
    const lock = await takeLock(
      options.lockFile,
      Math.min(confirmLimit, timeout || confirmLimit),
      options.now,
      deadline,
    );
    try {
      const session = await options.store.read();
      if (session?.confirm === 'pending') await confirmSession(session, options);
    } finally {
      lock.release();
    }
  } catch {
    // the holder of the lock confirms it
  }
}

/**
 * The failure of a refresh without tokens. Only the service's own 401 removes the session, and only with the same
 * refresh token.
 */
async function refreshFailure(
  response: HttpResponse,
  refreshToken: string,
  options: RenewalOptions,
  interruptedAt: string | undefined,
): Promise<Error> {
  const { status, body } = response;
  if (status >= 200 && status < 300)
    return new ServerFailure(
      'BAD_RENEWAL',
      'The response to the renewal of the session cannot be used.',
      { service: 'user', call: 'refreshSession', status },
      'The session may have been renewed all the same; the tokens are kept.',
    );
  if (status !== 401 || !isServiceError(response)) return passedOn(await sessionCall('refreshSession'), response);
  const { message, code } = errorBody(body);
  const where: Where = { service: 'user', call: 'refreshSession', status };
  const serviceMessage = message === undefined ? '' : `: ${message.replace(/\.$/, '')}`;
  if ((await options.store.read())?.refreshToken === refreshToken) {
    await options.store.clear();
    const endedAt = new Date(options.now()).toISOString();
    noteEnd(options.store.file, { endedAt, renewalCutOffAt: interruptedAt });
  }
  options.report({ kind: 'refresh-token-expired' });
  const interruptedNote =
    interruptedAt === undefined ? '' : ` A renewal was cut off at ${interruptedAt}, which may be why.`;
  return new SignInNeeded(
    code ?? 'INVALID_SESSION',
    `The session has ended for good${serviceMessage}.${interruptedNote}`,
    'Sign in again: tuk login',
    where,
  );
}
