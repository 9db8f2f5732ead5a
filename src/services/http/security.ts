// The three security modes of platform 1.7, and the refresh token as bearer (section 7). Messages as section 5 gives them.
import type { Auth } from '../catalogue/define.js';
import type { Cancellation } from './cancellation.js';
import { BadInput, SignInNeeded } from './errors.js';

/** The source of tokens. The session implements it. */
export interface Credentials {
  /** The access token to send now, if there is one. */
  access(cancellation?: Cancellation): Promise<string | undefined>;
  /** Checks that the tokens may go to an address. @throws {SignInNeeded} where the session was made for other origins */
  checkOrigin?(base: string): Promise<void>;
  /** The refresh token, if there is one. */
  refresh(): Promise<string | undefined>;
  /** User name and password of HTTP basic, if the profile names them. */
  basic(): Promise<{ username?: string; password?: string } | undefined>;
  /** What to say of the last session where there is none now, in one sentence. */
  endOfSession?(): Promise<string | undefined>;
  /** Called when the service refused `stale` as expired; returns a newer token, or nothing where there is none. */
  renew(stale: string, cancellation?: Cancellation): Promise<string | undefined>;
}

/** The failure for a call that needs a session where there is none. @param endOfSession what to say of the last one */
export const notSignedIn = (endOfSession?: string): SignInNeeded =>
  new SignInNeeded('NOT_SIGNED_IN', endOfSession === undefined ? 'Not signed in.' : `Not signed in. ${endOfSession}`);

/**
 * The `Authorization` header of a call, or undefined where it carries none.
 * @throws {SignInNeeded} where what the mode needs is missing; {BadInput} `Invalid Security Type` for an unknown mode.
 */
export async function authorization(auth: Auth, credentials: Credentials, cancellation?: Cancellation): Promise<string | undefined> {
  switch (auth) {
    case 'public':
      return undefined;
    case 'signed-in': {
      const token = await credentials.access(cancellation);
      if (!token) throw notSignedIn(await credentials.endOfSession?.());
      return `Bearer ${token}`;
    }
    case 'refresh': {
      const token = await credentials.refresh();
      if (!token) throw new SignInNeeded('MISSING_REFRESH_TOKEN', 'missing refreshToken');
      return `Bearer ${token}`;
    }
    case 'basic': {
      const { username, password } = (await credentials.basic()) ?? {};
      const hint = 'Name them in TUK_BASIC_USER and TUK_BASIC_PASSWORD, or in the profile: basicUser, basicPasswordFile.';
      if (!username || !password) throw new SignInNeeded('MISSING_BASIC', 'username and password are required', hint);
      return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    }
    default:
      throw new BadInput('INVALID_SECURITY_TYPE', 'Invalid Security Type');
  }
}
