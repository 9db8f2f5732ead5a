// `--at-most`: the most that one operation may cost.

import type { Arguments } from '../cli/command.js';
import type { StatedAmount } from '../money/policy/at-most.js';

/** The amount of --at-most, if there is one. @throws {BadInput} BAD_AT_MOST, BAD_AMOUNT */
export async function atMostOf({ atMost }: Arguments['options']): Promise<StatedAmount | undefined> {
  if (typeof atMost !== 'string') return undefined;
  const { parseAtMost } = await import('../money/policy/at-most.js');
  return parseAtMost(atMost);
}
