// Folding of raw JSON: the visible lines, and the extent of each part.
import type { JsonScreen } from './screens.js';

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** The line with the closing bracket of a line; undefined for a line without an opening bracket. */
export function endOf(layout: readonly string[], at: number): number | undefined {
  const line = layout[at];
  if (line === undefined || !/[{[]$/.test(line)) return undefined;
  const indent = indentOf(line);
  const end = layout.findIndex((row, nth) => nth > at && indentOf(row) === indent && /^[}\]]/.test(row.trimStart()));
  return end < 0 ? undefined : end;
}

/** The indexes of the visible lines. */
export function seenLines({ layout, folded = [] }: Pick<JsonScreen, 'layout' | 'folded'>): readonly number[] {
  const visible: number[] = [];
  const closed = new Set(folded);
  for (let at = 0; at < layout.length; at++) {
    visible.push(at);
    if (closed.has(at)) at = endOf(layout, at) ?? at;
  }
  return visible;
}

/** Folds or unfolds the part of the selected line; for a line within a part, the enclosing part. */
export function foldedAt(screen: JsonScreen): JsonScreen {
  const { layout, folded = [], marked = 0 } = screen;
  const at = endOf(layout, marked) === undefined ? openerOf(layout, marked) : marked;
  if (at === undefined) return screen;
  const next = folded.includes(at) ? folded.filter((place) => place !== at) : [...folded, at];
  return { ...screen, folded: next, marked: at, top: Math.min(screen.top, at) };
}
function openerOf(layout: readonly string[], at: number): number | undefined {
  const indent = indentOf(layout[at] ?? '');
  const closes = /^[}\]]/.test((layout[at] ?? '').trimStart());
  const place = layout.findLastIndex(
    (row, nth) => nth < at && /[{[]$/.test(row) && (closes ? indentOf(row) === indent : indentOf(row) < indent),
  );
  return place < 0 ? undefined : place;
}

/** Selects a line and unfolds the parts around it. */
export function shownAt(screen: JsonScreen, line: number): JsonScreen {
  const folded = (screen.folded ?? []).filter((at) => !(at < line && line <= (endOf(screen.layout, at) ?? at)));
  const next = { ...screen, folded, marked: line };
  return { ...next, top: Math.max(0, seenLines(next).indexOf(line) - 3) };
}
