// Calls that have one meaning in several versions: which of them a command makes.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { Flag } from '../../cli/options.js';
import { ask } from '../../engine/call.js';
import { isUnknownRoute } from '../../engine/endpoints.js';
import { BadInput } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';

/** The calls of the user service by their version, the one that a command prefers first. */
export type Versions = Readonly<Record<string, string>>;

/** The option that picks a version. */
export const versionFlag = (versions: Versions): Flag => {
  const [preferred, ...others] = Object.keys(versions);
  return { flags: '--api-version <version>', summary: `${preferred} if not given; or ${others.join(', ')}` };
};

/** The call of the version that was asked for, or the preferred one. @throws {BadInput} for a version that the command does not have. */
export function picked(versions: Versions, { apiVersion }: Arguments['options']): string {
  if (apiVersion === undefined) return Object.values(versions)[0]!;
  const typed = String(apiVersion);
  if (Object.hasOwn(versions, typed)) return versions[typed]!;
  throw new BadInput(
    'UNKNOWN_VERSION',
    `There is no version ${JSON.stringify(typed)} of this.`,
    `There are: ${Object.keys(versions).join(', ')}.`,
  );
}

/**
 * Reads with the version that was asked for; where none was, with the newest that the server knows. Only for calls without an effect.
 * @throws what the newest one met where the server knows none of them.
 */
export async function readNewest(context: Context, versions: Versions, options: Arguments['options']): Promise<Response | undefined> {
  if (options.apiVersion !== undefined) return ask(context, 'user', picked(versions, options));
  let newest: unknown;
  for (const [version, name] of Object.entries(versions)) {
    try {
      return await ask(context, 'user', name);
    } catch (error) {
      if (!isUnknownRoute(error)) throw error;
      newest ??= error;
      context.log(`  This server has no ${version} of it.`);
    }
  }
  throw newest;
}
