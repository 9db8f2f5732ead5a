// The marks of a list: rows that are copied and acted on together. A mark is the id of its row.

import type { Row } from '../../services/json-value.js';
import { type QueryResponse, responseOf } from './responses.js';
import { idOf } from './row-id.js';
import type { BoardScreen } from './screens.js';
import { type Application, withNotice, withoutNotice, withTop } from './state.js';

/** Marks or unmarks the selected row, and selects the next one. In a range it ends the range. */
export function picked(state: Application, top: BoardScreen, now: number): Application {
  const { range, picked: before = [], place, shown } = top;
  if (range) return withTop(withoutNotice(state), withoutRange(top));
  const id = selectedId(state, top);
  if (id === undefined) return withNotice(state, 'This row has no id to be marked by.', 'off', now);
  const after = before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
  const next = { ...place, marked: Math.min(place.marked + 1, shown.length - 1) };
  return withTop(state, { ...withoutPicks(top), ...(after.length > 0 ? { picked: after } : {}), place: next });
}

/** Begins a range at the selected row, which every move extends; ends it where one has begun. */
export function ranged(state: Application, top: BoardScreen, now: number): Application {
  if (top.range) return withTop(withoutNotice(state), withoutRange(top));
  const from = selectedId(state, top);
  if (from === undefined) return withNotice(state, 'This row has no id to be marked by.', 'off', now);
  const begun = { ...top, range: { from, before: top.picked ?? [] } };
  return withNotice(
    withTop(state, extended(begun, responseOf(state.responses, top.line))),
    'Moves mark rows; v ends the range, esc clears.',
    'off',
    now,
  );
}
const selectedId = ({ responses }: Application, { line, shown, place }: BoardScreen): string | undefined => {
  const row = shown[place.marked];
  return row && idOf(row, responseOf(responses, line));
};

/** The board with every row marked from the beginning of its range to the selected row. */
export function extended(screen: BoardScreen, response: Pick<QueryResponse, 'id'>): BoardScreen {
  const { range, shown, place } = screen;
  if (!range) return screen;
  const from = shown.findIndex((row) => idOf(row, response) === range.from);
  if (from < 0) return withoutRange(screen);
  const between = shown.slice(Math.min(from, place.marked), Math.max(from, place.marked) + 1);
  return { ...screen, picked: [...new Set([...range.before, ...between.flatMap((row) => idOf(row, response) ?? [])])] };
}

/** The board without marks. */
export const unpicked = (screen: BoardScreen): BoardScreen => withoutRange(withoutPicks(screen));
function withoutPicks({ picked: _, ...rest }: BoardScreen): BoardScreen {
  return rest;
}
function withoutRange({ range: _, ...rest }: BoardScreen): BoardScreen {
  return rest;
}

/** The board without the marks of rows that have gone. */
export function keptMarks(screen: BoardScreen, { rows, id }: QueryResponse): BoardScreen {
  const { picked: before } = screen;
  if (!before || !rows) return screen;
  const ids = new Set(rows.flatMap((row) => idOf(row, { id }) ?? []));
  const after = before.filter((one) => ids.has(one));
  if (after.length === before.length) return screen;
  return after.length === 0 ? unpicked(screen) : { ...screen, picked: after };
}

/** The marked rows, in the order of the table; those that a filter hides come last. */
export function markedRows(screen: BoardScreen, { rows = [], id }: Pick<QueryResponse, 'rows' | 'id'>): readonly Row[] {
  const left = new Set(screen.picked ?? []);
  const take = (row: Row): boolean => {
    const own = idOf(row, { id });
    return own !== undefined && left.delete(own); // one row for each id
  };
  return [...screen.shown.filter(take), ...rows.filter(take)];
}
