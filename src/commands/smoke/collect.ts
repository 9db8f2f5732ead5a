// Makes the reads of a profile for `tuk learn`: as a smoke run does, with values from earlier responses, and at a pace.

import type { Context } from '../../cli/command/command.js';
import type { Collection } from '../../engine/map/observed.js';
import type { Observe } from './case.js';
import { optionsOf } from './options.js';
import { planOf } from './plan.js';
import { runCases } from './run.js';

/**
 * Makes reads, and passes each response on.
 * @returns the number of calls that could not be made
 */
export async function collectReads(
  { patterns = [], rate, isWanted = () => true, mapOf }: Collection,
  context: Context,
  observe: Observe,
): Promise<number> {
  const options = optionsOf({
    name: ['smoke', 'run'],
    positionals: [],
    options: { calls: [...patterns], rate, auth: 'available', parallel: '4' },
  });
  const plan = await planOf(options, context);
  const calls = plan.calls.filter(isWanted);
  if (calls.length === 0) return 0;
  const { results } = await runCases({ ...plan, calls }, context, { observe, mapOf });
  return results.filter(({ outcome, status }) => outcome === 'skipped' && status === undefined).length;
}
