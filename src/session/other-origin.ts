// Binds a session to the origins of the services at its sign-in: its tokens go nowhere else (docs/money.md 7).
import { serviceNames } from '../services/catalogue/index.js';
import { SignInNeeded } from '../services/http/errors.js';
import { baseAddress, type ProfileSettings } from './profile.js';

/** The distinct origins of all services that a profile has addresses for. */
export function originsOf(profile: ProfileSettings): string[] {
  const origins = serviceNames.flatMap((service) => {
    try {
      return [new URL(baseAddress(profile, service)).origin];
    } catch {
      return []; // no address for that service
    }
  });
  return [...new Set(origins)].sort();
}

/** The failure for an address outside the session's origins; nothing was sent. */
export const otherOrigin = (base: string, origins: readonly string[]): SignInNeeded =>
  new SignInNeeded(
    'OTHER_ORIGIN',
    `The session was made for ${origins.join(', ') || 'no address'}, and this call goes to ${new URL(base).origin}; its token was not sent.`,
    'If the profile is right, sign in again: tuk login',
  );
