// The marks of a list: rows that are copied and acted on together. A mark is the key of its row.

import type { Row } from '../../../services/json-value.js';
import { keysOf, type QueryResponse, responseOf } from '../core/responses.js';
import type { BoardScreen } from '../core/screens.js';
import { type Application, withNotice, withTop } from '../core/state.js';

type Rows = Pick<QueryResponse, 'rows' | 'id' | 'key'>;

/** Marks or unmarks the selected row, and selects the next one. In a range it ends the range. */
export function picked(state: Application, top: BoardScreen): Application {
  const { range, picked: before = [], place, shown } = top;
  if (range) return withoutRange(state, top);
  const id = selectedKey(state, top);
  if (id === undefined) return withNotice(state, 'This row has no id to be marked by.');
  const after = before.includes(id) ? before.filter((other) => other !== id) : [...before, id];
  const next = { ...place, marked: Math.min(place.marked + 1, shown.length - 1) };
  return withTop(state, { ...top, picked: after.length > 0 ? after : undefined, place: next });
}

/** Begins a range at the selected row, which every move extends; ends a range that has begun. */
export function ranged(state: Application, top: BoardScreen): Application {
  if (top.range) return withoutRange(state, top);
  const from = selectedKey(state, top);
  if (from === undefined) return withNotice(state, 'This row has no id to be marked by.');
  const begun = extended({ ...top, range: { from, before: top.picked ?? [] } }, responseOf(state, top.line));
  return withNotice(withTop(state, begun), 'Moves mark rows; v ends the range, esc clears.');
}
const selectedKey = (state: Application, { line, shown, place }: BoardScreen): string | undefined => {
  const row = shown[place.marked];
  return row && keysOf(responseOf(state, line))(row);
};
/** Ends the range; its message is over. */
const withoutRange = (state: Application, top: BoardScreen): Application =>
  withTop({ ...state, notice: undefined }, { ...top, range: undefined });
/** Clears all marks; their message is over. */
export const unpicked = (state: Application, top: BoardScreen): Application =>
  withoutRange(state, { ...top, picked: undefined });

/** The board with every row marked from the beginning of its range to the selected row. */
export function extended(screen: BoardScreen, response: Rows): BoardScreen {
  const { range, shown, place } = screen;
  if (!range) return screen;
  const keyOf = keysOf(response);
  const from = shown.findIndex((row) => keyOf(row) === range.from);
  if (from < 0) return { ...screen, range: undefined };
  const between = shown.slice(Math.min(from, place.marked), Math.max(from, place.marked) + 1);
  return { ...screen, picked: [...new Set([...range.before, ...between.flatMap((row) => keyOf(row) ?? [])])] };
}

/** The board without the marks of rows that are gone. */
export function keptMarks(screen: BoardScreen, response: QueryResponse): BoardScreen {
  const { picked: before } = screen;
  if (!before || !response.rows) return screen;
  const keys = new Set(response.rows.map(keysOf(response)));
  const picked = before.filter((mark) => keys.has(mark));
  if (picked.length === before.length) return screen;
  return picked.length === 0 ? { ...screen, picked: undefined, range: undefined } : { ...screen, picked };
}

/** The marked rows, in the order of the table; rows that a filter hides come last. */
export function markedRows(screen: BoardScreen, response: Rows): readonly Row[] {
  const marks = new Set(screen.picked);
  const keyOf = keysOf(response);
  const take = (row: Row): boolean => marks.delete(keyOf(row) ?? ''); // one row for each mark
  return [...screen.shown.filter(take), ...(response.rows ?? []).filter(take)];
}
