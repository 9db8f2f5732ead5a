// Signs in to a sandbox as one of its seed users.

import type { Context } from '../../cli/command.js';
import { askControl } from '../../cli/sandbox-control.js';
import { isEmbedded } from '../../cli/settings.js';
import type { SignedIn } from '../../engine/sign-in/sign-in.js';
import { BadInput, Refused } from '../../services/http/errors.js';
import { baseAddress, isLoopback } from '../../session/profile.js';
import { parseTokens } from './external-credentials.js';

/** Whether the profile uses the embedded sandbox, or a loopback address, which may be a sandbox. */
export const reachesSandbox = (context: Context): boolean =>
  isEmbedded(context.settings()) || isLoopback(new URL(baseAddress(context.settings().of, 'user')).hostname);

/** Creates a session of a seed user. @throws {BadInput} for an unknown user; {Failure} */
export async function signInAsSandboxUser(context: Context, user: string): Promise<SignedIn> {
  const tokensJson = await askControl(context, 'token', { user }).catch((error: unknown) => {
    if (error instanceof Refused && error.kind === 'not-found')
      throw new BadInput('UNKNOWN_USER', `The sandbox has no user ${JSON.stringify(user)}.`, error.where.said);
    throw error;
  });
  return { tokens: parseTokens(JSON.parse(tokensJson)), identity: { user } };
}
