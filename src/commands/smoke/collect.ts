// Makes the reads of a profile for `tuk learn`: as a smoke run does, with values from earlier responses, and at a pace.

import type { Context } from '../../cli/command/command.js';
import type { Call } from '../../services/catalogue/define.js';
import type { RequestContext } from '../../services/http/send.js';
import type { Observe } from './case.js';
import { optionsOf } from './options.js';
import { planOf } from './plan.js';
import { runCases } from './run.js';

/** The reads to make. */
export interface Collection {
  /** Patterns of calls, as those of `tuk smoke --calls`; by default all reads. */
  readonly patterns?: readonly string[];
  /** Requests a second, `5/s`. */
  readonly rate: string;
  readonly isWanted?: (call: Call) => boolean;
  /** What is known of the responses beside the map in use. */
  readonly mapOf?: RequestContext['mapOf'];
}

/**
 * Makes reads, and passes each response on.
 * @returns the number of calls that were made, and of those that could not be
 */
export async function collectReads(
  { patterns = [], rate, isWanted = () => true, mapOf }: Collection,
  context: Context,
  observe: Observe,
): Promise<{ readonly made: number; readonly skipped: number }> {
  const options = optionsOf({
    positionals: [],
    options: { calls: [...patterns], rate, auth: 'available', parallel: '4' },
  });
  const plan = await planOf({ ...options, learn: true }, context);
  const calls = plan.calls.filter(isWanted);
  if (calls.length === 0) return { made: 0, skipped: 0 };
  const { results } = await runCases({ ...plan, calls }, context, { observe, mapOf });
  const skipped = results.filter(({ outcome, status }) => outcome === 'skipped' && status === undefined).length;
  return { made: results.length - skipped, skipped };
}
