// Says that a list is cut by the page size of its service, so that a first page does not look whole.

import { counted } from '../../services/counted.js';
import { wholeOf } from '../../services/decode/pages.js';
import { rowsIn } from '../../services/decode/rows.js';
import type { Response } from '../../services/http/send.js';

/** The usual sizes of pages. A list whose paging is not public may be cut at one of these. */
const usualSizes = [50, 100, 200, 250, 500, 1000];

/**
 * The sentence about a response that has, or may have, only the first rows; undefined for a whole list.
 * @param isPaged whether --all follows the pages of this list, whatever the response says
 * @param canFollow whether --all follows the next page that a response names
 */
export function firstPageNote(
  { text, headers }: Pick<Response, 'text' | 'headers'>,
  { isPaged, canFollow }: { readonly isPaged: boolean; readonly canFollow: boolean },
): string | undefined {
  const list = text === '' ? undefined : rowsIn(JSON.parse(text)); // counts need no exact numbers
  const rows = list?.elements.length ?? 0;
  if (list === undefined) return undefined;
  const whole = wholeOf(list, headers);
  if (rows === 0 && whole.is === 'part')
    return whole.total === undefined
      ? 'The service says that there are more rows, and this response has none of them.'
      : `The service counts ${whole.total} rows, and this response has none of them.`;
  if (rows === 0) return undefined;
  if (whole.is === 'part') {
    const follows = isPaged || (canFollow && whole.next?.is === 'url');
    const remedy = follows ? ' All rows: --all' : '';
    return whole.total === undefined
      ? `The service has more rows than these ${rows}.${remedy}`
      : `These are ${rows} of ${whole.total} rows, as the service says.${remedy}`;
  }
  if (whole.is === 'unstated' && isPaged && rows >= 10 && rows % 5 === 0)
    return `This is one page of ${counted(rows, 'row')}; there may be more. All rows: --all`;
  return whole.is === 'unstated' && usualSizes.includes(rows) && !isPaged
    ? `The list has exactly ${counted(rows, 'row')}: the service may have cut it at a page, and no public source says how to read on.`
    : undefined;
}
