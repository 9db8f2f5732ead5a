// Says that a list is cut by the page size of its service, so that a first page does not look whole.

import type { Note } from '../../cli/command/notes.js';
import type { Mapped } from '../../services/decode/map.js';
import { wholeOf } from '../../services/decode/pages.js';
import { rowsIn } from '../../services/decode/rows.js';
import type { Response } from '../../services/http/send.js';

/** The usual sizes of pages. A list whose paging is not public may be cut at one of these. */
const usualSizes = [50, 100, 200, 250, 500, 1000];

/**
 * The note on a response that has, or may have, only the first rows; undefined for a whole list.
 * @param isPaged whether --all follows the pages of this list, whatever the response says
 * @param canFollow whether --all follows the next page that a response names
 */
export function firstPageNote(
  { text, headers, call: { map } = {} }: Pick<Response, 'text' | 'headers'> & { readonly call?: Mapped },
  { isPaged, canFollow }: { readonly isPaged: boolean; readonly canFollow: boolean },
): Note | undefined {
  const list = text === '' ? undefined : rowsIn(JSON.parse(text), map); // counts need no exact numbers
  if (list === undefined) return undefined;
  const shown = list.elements.length;
  const whole = wholeOf(list, headers, map);
  if (whole.is === 'part')
    return { is: 'cut', shown, total: whole.total, all: isPaged || (canFollow && whole.next !== undefined) };
  const mayBeCut = isPaged ? shown >= 10 && shown % 5 === 0 : usualSizes.includes(shown);
  return whole.is === 'unstated' && mayBeCut ? { is: 'perhaps-cut', shown, all: isPaged } : undefined;
}
