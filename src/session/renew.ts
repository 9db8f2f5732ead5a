// The renewal of a session: once in this process, once across processes, saved before it is confirmed (SPEC.md sections 4 and 7).

import { catalogue } from '../services/catalogue/index.js';
import { interrupted, type LocalFailure, Refused, ServerFailure, SignInNeeded, Unreachable, type Where } from '../services/http/errors.js';
import { errorBody } from '../services/http/json-body.js';
import { type RequestContext, rawRequest, traced } from '../services/http/send.js';
import { type HttpResponse, TransportError } from '../services/http/transport.js';
import { type Lock, takeLock } from './lock.js';
import { isToken, type Session, type SessionStore, type Tokens } from './store.js';

const lockWait = 15_000;
const refreshLimit = 10_000;
const confirmLimit = 3_000;
/** A refresh or a confirmation that is under way is not ended by Ctrl-C: its answer is worth more than the seconds it takes. */
const untilItEnds = { signal: undefined, stopped: undefined };

/** What a renewal tells: plain output says it in words, a screen shows it (SPEC.md section 4: "the change is reported"). */
export type SessionEvent =
  | { readonly kind: 'renewed'; readonly session: Session }
  | { readonly kind: 'adopted'; readonly session: Session }
  | { readonly kind: 'refresh-token-expired' };

/** What a renewal works with. */
export interface Renewing {
  readonly store: SessionStore;
  /** The session that is renewed; one that somebody began meanwhile is not taken in its place. */
  readonly id: string | undefined;
  readonly lockFile: string;
  readonly reach: RequestContext;
  readonly now: () => number;
  readonly report: (event: SessionEvent) => void;
  /** Tokens were renewed and could not be saved: this command goes on with them, and then fails. */
  readonly unsaved: (failure: LocalFailure, tokens: Tokens) => void;
}

/**
 * Renews the session whose access token was refused.
 * @returns the access token to go on with: another process's newer one, or a fresh one; nothing where there is nothing to renew with.
 * @throws {LocalFailure} where the lock or the store cannot be had, {Failure} where it was interrupted (nothing was spent); {SignInNeeded} where the service refused the
 * refresh token; {ServerFailure} {Unreachable} where it did not answer, or not usably: the tokens are kept.
 */
export async function renew(stale: string, renewing: Renewing): Promise<string | undefined> {
  const { signal } = renewing.reach; // from here on Ctrl-C ends the process where nothing can be lost
  const lock = await takeLock(renewing.lockFile, lockWait, renewing.now, signal);
  try {
    const session = await renewing.store.read();
    if (!session) throw new SignInNeeded('SIGNED_OUT', 'The session has ended: it was signed out in the meantime.');
    if (session.id !== renewing.id) throw otherSession();
    if (session.accessToken !== stale) {
      renewing.report({ kind: 'adopted', session });
      return session.accessToken;
    }
    if (session.refreshToken === undefined) return undefined;
    await renewing.store.proveWritable(session.in, session);
    if (signal?.aborted) throw interrupted();
    return await spend(session, session.refreshToken, lock, renewing);
  } finally {
    lock.release();
  }
}

/** Going on with the tokens of a newer sign-in would make the call as somebody else. */
export const otherSession = (): SignInNeeded =>
  new SignInNeeded(
    'OTHER_SESSION',
    'The session has ended, and somebody has signed in anew with this profile since this command began; it was not repeated as them.',
    'Look who is signed in (tuk whoami), and run the command again.',
  );

/** Spends the refresh token: from here on the old pair may be dead. */
async function spend(session: Session, refreshToken: string, lock: Lock, renewing: Renewing): Promise<string | undefined> {
  const cutOff = lock.before?.renewing;
  lock.note(new Date(renewing.now()).toISOString());
  const answer = await postRefresh(refreshToken, renewing).catch((error: unknown) => {
    if (error instanceof Unreachable && error.code === 'UNREACHABLE') lock.note();
    throw error;
  });
  const tokens = tokensOf(answer);
  if (!tokens) {
    lock.note();
    throw await refused(answer, refreshToken, renewing, cutOff);
  }
  const stored = await renewing.store.read();
  if (stored?.refreshToken !== refreshToken) {
    lock.note(); // signed out, or in as someone else, while the service answered: what was cleared never comes back
    if (!stored) throw new SignInNeeded('SIGNED_OUT', 'The session has ended: it was signed out in the meantime.');
    if (stored.id !== renewing.id) throw otherSession();
    return stored.accessToken;
  }
  return keep(tokens, session, lock, renewing);
}

/** Save and sync, then report, then confirm. What is not saved is never confirmed. */
async function keep(tokens: Tokens, previous: Session, lock: Lock, renewing: Renewing): Promise<string> {
  let saved: Session;
  try {
    saved = await renewing.store.save({ ...tokens, confirm: 'pending' }, previous, renewing.now());
  } catch (error) {
    renewing.unsaved(error as LocalFailure, tokens);
    return tokens.accessToken;
  }
  lock.note();
  renewing.report({ kind: 'renewed', session: saved });
  await settle(saved, renewing);
  return tokens.accessToken;
}

/** Confirms the session that is saved as pending; a confirmation that fails, or that Ctrl-C keeps from being sent, stays pending for the next process and fails nothing. */
async function settle(session: Session, renewing: Renewing): Promise<void> {
  if (renewing.reach.signal?.aborted) return;
  if (!(await confirmed(session.accessToken, renewing.reach))) return;
  try {
    const { confirm: _, ...done } = session;
    await renewing.store.save(done, session, renewing.now());
  } catch {
    // still pending on disk: confirming again does no harm
  }
}

/** Confirms what an earlier process left pending, if nobody else does it now. Never fails. */
export async function confirmPending(renewing: Renewing): Promise<void> {
  try {
    const lock = await takeLock(renewing.lockFile, confirmLimit, renewing.now, renewing.reach.signal);
    try {
      const session = await renewing.store.read();
      if (session?.confirm === 'pending') await settle(session, renewing);
    } finally {
      lock.release();
    }
  } catch {
    // whoever holds the lock is at it
  }
}

/** A call of the user service, which is where a session renews (SPEC.md section 5). */
const sessionCall = async (name: 'refreshSession' | 'confirmSession') => (await catalogue('user')).calls[name]!;

/** POST /v2/accounts/sessions/refresh at the user service, the refresh token as bearer, no body (SPEC.md section 7). */
async function postRefresh(refreshToken: string, { reach }: Renewing): Promise<HttpResponse> {
  const call = await sessionCall('refreshSession');
  const credentials = { ...reach.credentials, refresh: async () => refreshToken };
  const request = await rawRequest(call, call.path, undefined, { ...reach, credentials, timeout: refreshLimit, ...untilItEnds });
  try {
    return await traced(call, request, reach);
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    const where: Where = { service: call.service, call: call.name };
    const { host } = new URL(request.url);
    if (!error.left)
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

/** POST .../confirm with the new access token; settled by a 2xx or by the service's own 404 (SPEC.md section 7). */
async function confirmed(accessToken: string, reach: RequestContext): Promise<boolean> {
  const call = await sessionCall('confirmSession');
  try {
    const credentials = { ...reach.credentials, access: async () => accessToken };
    const request = await rawRequest(call, call.path, undefined, { ...reach, credentials, timeout: confirmLimit, ...untilItEnds });
    const answer = await reach.exchange(request);
    return (answer.status >= 200 && answer.status < 300) || (answer.status === 404 && ownWords(answer));
  } catch {
    return false;
  }
}

/** Both tokens of a 2xx, non-empty and fit for a header; nothing for any other answer. */
function tokensOf({ status, body }: HttpResponse): Tokens | undefined {
  if (status < 200 || status >= 300) return undefined;
  try {
    const { accessToken, refreshToken } = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    return isToken(accessToken) && isToken(refreshToken) ? { accessToken, refreshToken } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an error is the service's own JSON (CONTRACT.md 1.4), and not a gateway's page. */
const ownWords = ({ body }: HttpResponse): boolean => {
  const { json, message, code } = errorBody(body);
  return json && (message !== undefined || code !== undefined);
};

/** What a refresh that gave no tokens means. Only the service's own 401 clears, and only the very token that it refused. */
async function refused(answer: HttpResponse, refreshToken: string, renewing: Renewing, cutOff: string | undefined): Promise<Error> {
  const { status, body } = answer;
  const { message, code } = errorBody(body);
  const where: Where = { service: 'user', call: 'refreshSession', status };
  const said = message === undefined ? '' : `: ${message.replace(/\.$/, '')}`;
  const kept = 'The session may have been renewed all the same; the tokens are kept.';
  if (status >= 200 && status < 300)
    return new ServerFailure('BAD_RENEWAL', 'The answer to the renewal of the session cannot be used.', where, kept);
  if (status >= 500 || status < 400)
    return new ServerFailure(code ?? `HTTP_${status}`, `The renewal of the session was answered ${status}${said}.`, where, kept);
  if (status === 429)
    return new Refused(
      'rate-limited',
      code ?? 'RATE_LIMITED',
      `The renewal of the session was answered 429${said}.`,
      'The tokens are kept.',
      where,
    );
  if (status !== 401 || !ownWords(answer))
    return new SignInNeeded(
      code ?? `HTTP_${status}`,
      `The session has ended and could not be renewed: the answer was ${status}${said}.`,
      'The tokens are kept. Sign in again if it stays so: tuk login',
      where,
    );
  if ((await renewing.store.read())?.refreshToken === refreshToken) await renewing.store.clear();
  renewing.report({ kind: 'refresh-token-expired' });
  const cut = cutOff === undefined ? '' : ` A renewal was cut off at ${cutOff}, which may be why.`;
  return new SignInNeeded(code ?? 'INVALID_SESSION', `The session has ended for good${said}.${cut}`, 'Sign in again: tuk login', where);
}
