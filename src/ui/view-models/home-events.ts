// The rows of several reads on a pane of Home as lines: the state of each, what it is, its age.

import { asText, isNothing, valueAt } from '../../services/json-value.js';
import { cellOf, isState } from '../../text/column.js';
import { apart, cut, type Line, line, span } from '../../text/line.js';
import { width } from '../../text/text.js';
import { spanOf, statedTime } from '../../text/time.js';
import { type HomeRow, homeRows, unreadableIn } from '../state/boards/home-rows.js';
import { columnOf } from '../state/boards/table-settings.js';
import { responseOf } from '../state/core/responses.js';
import type { Pane } from '../state/core/state.js';

/** The age from which the state of an operation is shown as seen then, milliseconds. */
const leastOld = 60_000;
/** The texts of a pane without rows. */
const noEvents: Readonly<Partial<Record<Pane['shows'], string>>> = {
  waiting: 'Nothing waits for you.',
  'under way': 'Nothing is under way.',
  since: 'Nothing is known yet.',
};
/** Whether every read of a pane has responded with all that it has: only then no row is none. */
const isWhole = (state: Parameters<typeof homeRows>[0], { reads }: Pane): boolean =>
  reads?.every(({ command }) => {
    const { at, trouble, leftOut, cut } = responseOf(state, command);
    return at !== undefined && trouble === undefined && leftOut === undefined && cut === undefined;
  }) === true;
/** Whether no read of a pane has a row for it. */
export const hasNoEvents = (state: Parameters<typeof homeRows>[0], pane: Pane, now: number): boolean =>
  isWhole(state, pane) && homeRows(state, pane, now).length === 0 && unreadableIn(state, pane, now).length === 0;
/** The rows of several reads, a line each; the last one counts the others. The marked row is in sight. */
export function eventLines(
  state: Parameters<typeof homeRows>[0],
  pane: Pane,
  { wide, most, now }: { readonly wide: number; readonly most: number; readonly now: number },
  marked: number | undefined,
): Line[] {
  const rows = homeRows(state, pane, now);
  const unreadable = unreadableIn(state, pane, now).map(
    ({ command }): Line => [span('? ', 'unknown'), span(`tuk ${command}: none of the expected fields`, 'muted')],
  );
  if (rows.length === 0 && unreadable.length > 0) return unreadable;
  if (rows.length === 0)
    return [line(isWhole(state, pane) ? noEvents[pane.shows]! : 'Not everything is read yet.', 'muted')];
  const room = rows.length > most && most > 1 ? most - 1 : most;
  const top =
    marked === undefined || !Number.isFinite(room) ? 0 : Math.max(0, Math.min(marked, rows.length - 1) - room + 1);
  const lines = rows.slice(top, top + room).map((event, nth) => eventLine(event, wide, now, top + nth === marked));
  const more = rows.length > room && most > 1 ? [line(`  ${rows.length - lines.length} more`, 'muted')] : [];
  return [...lines, ...more, ...(lines.length + more.length < most ? unreadable : [])];
}
/** `▸ ! WAITPAY  ride to Central Market  7,030 KHR   3 min ago` */
function eventLine(
  { read, response, shown, of, at, isNew }: HomeRow,
  wide: number,
  now: number,
  isMarked: boolean,
): Line {
  const state = of === undefined ? undefined : response.columns.find(({ as }) => isState(as));
  const texts = read.fields.flatMap((path) =>
    isNothing(valueAt(shown, path)) ? [] : cellOf(shown, columnOf(response.columns, path), now).text,
  );
  // the ledger says what it has seen, which may be over by now
  const [begun, seen] = [read.at, 'seenAt'].map((path) => statedTime(asText(valueAt(shown, path) ?? '')));
  const old =
    at === undefined || begun === undefined || seen === undefined || !read.about ? 0 : now - at - (seen - begun);
  const isOld = old >= leastOld;
  const since = at === undefined ? '' : at > now ? `in ${spanOf(at - now)}` : spanOf(now - at);
  const age = isOld ? `seen ${spanOf(old)} ago` : since;
  const parts = [
    read.what === '' ? '' : `${read.what} ${texts[0] ?? ''}`,
    ...(read.what === '' ? texts : texts.slice(1)),
  ];
  const left: Line = [
    isMarked ? span('▸ ', 'select') : isNew ? span('• ', 'accent') : span('  '),
    ...(state
      ? [
          isOld ? span(cellOf(shown, state, now).text.replace(/^\S+/, '◌'), 'muted') : cellOf(shown, state, now),
          span('  '),
        ]
      : []),
    span(parts.filter(Boolean).join('  ')),
  ];
  const all = apart(cut(left, wide - width(age) - 2), [span(`  ${age}`, 'muted')], wide);
  return isMarked ? all.map(({ text }) => span(text, 'select')) : all;
}
