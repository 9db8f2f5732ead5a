// The application without a terminal, opened at the watch screen of a ride, and the states of its stream.
import { groupScreens } from '../../src/commands/app/boards.js';
import { homePanes } from '../../src/commands/app/home-panes.js';
import { endsFor, type WatchedItem, type WatchState } from '../../src/engine/watch/status-stream.js';
import { classOf, type StatusList } from '../../src/services/catalogue/statuses.js';
import { application } from '../../src/ui/state/application.js';
import type { Head } from '../../src/ui/state/core/page.js';
import { type AppEvent, type Application, type ServiceTime, topOf } from '../../src/ui/state/core/state.js';

import { selectedItem, type WatchView, watchView } from '../../src/ui/state/watch/watch-screen.js';

/** The reducer of an application that a command has opened to watch a ride. */
export function watchingRide(id: string, head: Head = { profile: 'box' }) {
  const opening = { line: `watch ride:${id}`, bell: false, reveal: false };
  const board = application({ head, groups: groupScreens, panes: homePanes, suffix: '', signedIn: true, opening });
  const initial: Application = { ...board.initial, commands: [] };
  return { ...board, initial };
}
/** A state of a stream as an event. */
export const watched = (
  line: string,
  list: StatusList,
  state: WatchState<unknown>,
  last = false,
  clockOffset?: number,
): AppEvent => ({
  ...{ what: 'watched', line, list, state, last },
  ...(clockOffset === undefined ? {} : { clockOffset }),
});
export const rideState = (id: string, state: WatchState<unknown>, last = false, clockOffset?: number): AppEvent =>
  watched(`watch ride:${id}`, 'RideStatus', state, last, clockOffset);
/** The event that a thing has a status, with its row; an end is the last one. */
export function hasStatus(
  line: string,
  list: StatusList,
  id: string,
  status: string,
  at: number,
  row: object = {},
): AppEvent {
  const ends = endsFor(list);
  const ended = ends.good.has(status) ? 'good' : ends.bad.has(status) ? 'bad' : undefined;
  const own = { id, status, class: classOf(list, status), row: { id, status, ...row }, seen: [{ status, at }] };
  const item: WatchedItem<unknown> = ended === undefined ? own : { ...own, ended };
  return watched(line, list, { kind: 'changed', at, items: [item], changed: [id] }, ended !== undefined);
}
/** The view of the watched item. */
export function viewOfWatched(state: Application, now: number): WatchView {
  const top = topOf(state);
  if (top.kind !== 'watch') throw new Error('nothing is watched');
  return watchView(selectedItem(top), state, now as ServiceTime);
}
