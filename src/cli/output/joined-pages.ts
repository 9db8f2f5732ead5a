// Joins the pages of a list into one response.

import type { CallMap } from '../../services/decode/map.js';
import { rowsIn, withElements } from '../../services/decode/rows.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';

/** Joins pages into one JSON text: the first page with all rows. @param map of the platform, which says where they are */
export function joinPages(pages: readonly string[], map?: CallMap): string {
  const [first = '[]', ...more] = pages;
  if (more.length === 0) return first;
  const data = parseLossless(first);
  const lists = pages.map((page) => (page === '' ? undefined : rowsIn(parseLossless(page), map)));
  const elements = lists.flatMap((list) => list?.elements ?? []);
  return stringifyLossless(withElements(data, lists[0]?.at ?? [], elements));
}
