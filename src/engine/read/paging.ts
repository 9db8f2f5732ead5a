// The pages of a list, as its command knows them.

import type { OutputOptions } from '../../cli/output/output.js';
import { type Call, open } from '../../services/catalogue/define.js';
import { knownFields } from '../../services/http/params.js';
import type { Params } from '../request/params.js';
import type { Pages } from '../request/whole-list.js';

/** The parameters of the first page; empty for an endpoint without pages. */
export function firstPageParams(call: Call, by: Pages | undefined): Params {
  if (by === undefined || !isPaged(call, by)) return {};
  return by === 'rows' ? (call.pages?.first ?? {}) : { [by.number]: '1' };
}

/** Whether --all follows the pages of a call as the command knows. */
export const isPaged = ({ pages, query }: Call, by: Pages | undefined): boolean =>
  by === 'rows' ? pages !== undefined : by !== undefined && (query === open || by.number in knownFields(query));

/**
 * How many rows are read for --limit: if rows are chosen, ordered or added first, as many as without it, at least.
 * @param usual how many are read without it
 */
export function rowsNeeded({ limit, match, sortBy, sum }: OutputOptions, usual: number): number {
  if (limit === undefined) return usual;
  return match === undefined && sortBy === undefined && sum === undefined ? limit : Math.max(limit, usual);
}
