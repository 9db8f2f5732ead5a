// The key actions of raw JSON: search, next and previous match.

import { pattern } from '../../../text/row-match.js';
import type { JsonScreen } from '../core/screens.js';
import { type Application, type Next, withNotice, withTop } from '../core/state.js';

/** Selects a line, some lines below the first visible one. */
export const shownAt = (screen: JsonScreen, line: number): JsonScreen => ({
  ...screen,
  marked: line,
  top: Math.max(0, line - 3),
});

/** Opens the field of the search. */
export const searched = (state: Application, top: JsonScreen): Next => [
  withTop(state, { ...top, typing: { before: top.query, after: '' } }),
];
/** The next or previous line with the searched text. */
export function foundLine(state: Application, top: JsonScreen, by: 1 | -1): Next {
  const fits = pattern(top.query);
  const matches = top.layout.flatMap((line, at) => (fits(line) ? [at] : []));
  const { marked = 0 } = top;
  const to =
    by === 1
      ? (matches.find((at) => at > marked) ?? matches[0])
      : (matches.findLast((at) => at < marked) ?? matches.at(-1));
  if (to === undefined) return [withNotice(state, `No line has ${top.query}.`)];
  return [withTop(state, shownAt(top, to))];
}
