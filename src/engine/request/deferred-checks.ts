// Checks of a change before its request is built. A dry run prints the request first, so it makes them afterwards.

import type { Context } from '../../cli/command/command.js';
import { isDryRun } from '../../cli/settings/options.js';
import { Failure } from '../../services/http/errors.js';

const deferred = new WeakMap<Context, Map<string, () => Promise<void>>>();

/**
 * Makes a check now, or in a dry run after its request was printed.
 * @param name a check of this name is deferred once: a call may be prepared twice
 * @throws the errors of `check`
 */
export async function checkFirst(context: Context, name: string, check: () => Promise<void>): Promise<void> {
  if (!isDryRun(context.flags)) return check();
  const checks = deferred.get(context) ?? new Map<string, () => Promise<void>>();
  deferred.set(context, checks.set(name, check));
}

/** Makes the deferred checks of a dry run. @returns their refusals. @throws {Failure} for other failures */
export async function deferredRefusals(context: Context): Promise<readonly Failure[]> {
  const refusals: Failure[] = [];
  for (const check of deferred.get(context)?.values() ?? [])
    await check().catch((error: unknown) => {
      if (!(error instanceof Failure) || (error.kind !== 'usage' && error.kind !== 'guarded')) throw error;
      refusals.push(error);
    });
  return refusals;
}
