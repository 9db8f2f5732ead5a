// Says that a list is cut by the page size of its service, so that a first page does not look whole.

import { counted } from '../../services/counted.js';
import { asText, isDecimal, isNothing } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';

/** Fields beside a list that hold the number of all rows, or say that more rows follow. */
const totals = /^(total|totalCount|totalElements|totalItems|totalRows|count)$/i;
const follow = /^(hasMore|hasNext|hasNextPage|next|nextPage|nextCursor|nextToken|nextPageToken|nextOffset)$/i;
/** The usual sizes of pages. A list whose paging is not public may be cut at one of these. */
const usualSizes = [50, 100, 200, 250, 500, 1000];

/**
 * The sentence about a response that has, or may have, only the first rows; undefined for a whole list.
 * @param isPaged whether --all follows the pages of this list
 */
export function firstPageNote(json: string, isPaged: boolean): string | undefined {
  const list = json === '' ? undefined : listing(JSON.parse(json)); // counts need no exact numbers
  const rows = list?.elements.length ?? 0;
  if (list === undefined || rows === 0) return undefined;
  const others = list.otherFields ?? [];
  const total = others.find(
    ([name, value]) => totals.test(name) && isDecimal(asText(value)) && Number(asText(value)) > rows,
  );
  const remedy = isPaged ? ' All rows: --all' : '';
  if (total) return `These are ${rows} of ${asText(total[1])} rows, as the service says.${remedy}`;
  if (others.some(([name, value]) => follow.test(name) && !isNothing(value) && !/^(|false|0)$/.test(asText(value))))
    return `The service has more rows than these ${rows}.${remedy}`;
  if (isPaged && rows >= 10 && rows % 5 === 0)
    return `This is one page of ${counted(rows, 'row')}; there may be more.${remedy}`;
  return usualSizes.includes(rows) && !isPaged
    ? `The list has exactly ${counted(rows, 'row')}: the service may have cut it at a page, and no public source says how to read on.`
    : undefined;
}
