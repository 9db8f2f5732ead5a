// How many rows a read needs for --limit.

import type { OutputOptions } from '../../cli/output/output.js';

/**
 * How many rows are read for --limit: if rows are chosen, ordered or added first, as many as without it, at least.
 * @param usual how many are read without it
 */
export function rowsNeeded({ limit, match, sortBy, sum }: OutputOptions, usual: number): number {
  if (limit === undefined) return usual;
  return match === undefined && sortBy === undefined && sum === undefined ? limit : Math.max(limit, usual);
}
