// The security modes of platform 1.7, and the refresh token as bearer (section 7). Messages are quoted from section 5.
import type { Auth } from '../catalogue/define.js';
import type { Deadline } from './deadline.js';
import { BadInput, SignInNeeded } from './errors.js';

/** The source of tokens, which the session implements. */
export interface Credentials {
  access(deadline?: Deadline): Promise<string | undefined>;
  /** Checks that tokens may be sent to an address. @throws {SignInNeeded} if the session belongs to other origins */
  checkOrigin?(base: string): Promise<void>;
  refresh(): Promise<string | undefined>;
  /** The user name and the password of HTTP basic, if the profile names them. */
  basic(): Promise<{ username?: string; password?: string } | undefined>;
  /** A sentence about the last session, if there is no session now. */
  endOfSession?(): Promise<string | undefined>;
  /** Whether a token has ended by its own claim. */
  hasEnded?(token: string): boolean;
  /** Renews the session after the service refused `stale` as expired. @returns a newer token, if there is one */
  renew(stale: string, deadline?: Deadline): Promise<string | undefined>;
}

/** The failure of a call that needs a session. @param endOfSession a sentence about the last session */
export const notSignedIn = (endOfSession?: string): SignInNeeded =>
  new SignInNeeded('NOT_SIGNED_IN', endOfSession === undefined ? 'Not signed in.' : `Not signed in. ${endOfSession}`);

/**
 * The `Authorization` header of a call, or undefined for a public one.
 * @throws {SignInNeeded} for missing credentials; {BadInput} `Invalid Security Type` for an unknown mode
 */
export async function authorization(
  auth: Auth,
  credentials: Credentials,
  deadline?: Deadline,
): Promise<string | undefined> {
  switch (auth) {
    case 'public':
      return undefined;
    case 'signed-in': {
      const token = await credentials.access(deadline);
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
      const hint =
        'Name them in TUK_BASIC_USER and TUK_BASIC_PASSWORD, or in the profile: basicUser, basicPasswordFile.';
      if (!username || !password) throw new SignInNeeded('MISSING_BASIC', 'username and password are required', hint);
      return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    }
    default:
      throw new BadInput('INVALID_SECURITY_TYPE', 'Invalid Security Type');
  }
}

/** Whether a URL's host is this machine: `localhost`, `[::1]` or 127.0.0.0/8. Only there http is accepted. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
