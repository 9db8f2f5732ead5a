// Signing in to a sandbox as one of its cast.

import type { Context } from '../../cli/context.js';
import { askControl } from '../../cli/sandbox-control.js';
import { BadInput, Refused } from '../../services/http/errors.js';
import { baseAddress, isLoopback } from '../../session/profile.js';
import type { Entered } from './entered.js';
import { tokensFrom } from './handed.js';

/** Whether the profile reaches a sandbox, or what may be one. */
export const reachesSandbox = ({ embedded, settings }: Context): boolean =>
  embedded || isLoopback(new URL(baseAddress(settings.of, 'user')).hostname);

/** A session of somebody of the cast. @throws {BadInput} for a name that the sandbox does not know; {Failure} */
export async function asCast(context: Context, user: string): Promise<Entered> {
  const pair = await askControl(context, 'token', { user }).catch((error: unknown) => {
    if (error instanceof Refused && error.kind === 'not-found')
      throw new BadInput('UNKNOWN_USER', `The sandbox has no user ${JSON.stringify(user)}.`, error.where.said);
    throw error;
  });
  return { tokens: tokensFrom(JSON.parse(pair)), who: { user } };
}
