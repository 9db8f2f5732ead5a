// The account of a session, as far as its token and its sign-in name it. Loaded for a transfer.

import { Guarded, SignInNeeded } from '../services/http/errors.js';
import { claimsOf, type Session } from './stored-session.js';

/** A token, and where it comes from. */
export interface TokenSource {
  readonly source: 'environment' | 'stored' | 'none';
  readonly session?: Session;
  readonly accessToken?: string;
}

/** An account, as far as a stored session names it. */
export interface Account {
  readonly source: TokenSource['source'];
  /** The id of its session, and the subject of its token. */
  readonly id: string | undefined;
  readonly subject: string | undefined;
}

/** The account of a token. */
export const accountOf = ({ source, session, accessToken = '' }: TokenSource): Account => ({
  source,
  id: session?.id,
  subject: subjectOf(accessToken),
});

/**
 * Checks that two accounts are the same, by the subjects of their tokens, else by their sign-in.
 * @param sent the token that is about to be sent
 * @throws {Guarded} OTHER_ACCOUNT; {SignInNeeded} SIGNED_OUT
 */
export function requireSame(sealed: Account, now: Account, sent: string | undefined): void {
  if (now.source === 'none' && sealed.source !== 'none')
    throw new SignInNeeded('SIGNED_OUT', 'The session was signed out after the command began.', undefined, {
      unsent: true,
    });
  const subject = sent === undefined ? undefined : subjectOf(sent);
  const isOfToken = subject === undefined || sealed.subject === undefined || subject === sealed.subject;
  if (isSameAccount(sealed, now) && isOfToken) return;
  throw new Guarded(
    'OTHER_ACCOUNT',
    'Another account signed in to this profile after the command began.',
    'Check who is signed in (tuk whoami), and run the command again.',
  );
}

const isSameAccount = (one: Account, other: Account) =>
  one.source === other.source &&
  (one.subject !== undefined && other.subject !== undefined ? one.subject === other.subject : one.id === other.id);

/** The subject of a JWT (RFC 7519), unverified, if it names one: the account of the token. */
export function subjectOf(token: string): string | undefined {
  const { sub } = claimsOf(token);
  return typeof sub === 'string' && sub !== '' ? sub : undefined;
}
