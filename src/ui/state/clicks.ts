// Clicks of the mouse: a group or a screen opens, a row or a pane is selected, the selected one opens.
import type { ClickTarget } from '../format/line.js';
import { paneOpened } from './actions.js';
import { openMarked, toGroup, toScreen } from './navigation.js';
import { groupNames } from './page.js';
import { type AppEffect, type Application, topOf, withTop } from './state.js';

/** The state after a click. */
export function clicked(state: Application, target: ClickTarget): readonly [Application, ...AppEffect[]] {
  if ('group' in target) return toGroup(state, groupNames[target.group] ?? 'Home');
  if ('screen' in target) return toScreen(state, target.screen);
  const top = topOf(state);
  if ('pane' in target) {
    if (top.kind !== 'home') return [state];
    return top.pane === target.pane ? paneOpened(state, top.pane) : [withTop(state, { ...top, pane: target.pane })];
  }
  if (top.kind !== 'board') return [state];
  if (top.place.marked === target.row) return openMarked(state);
  return [withTop(state, { ...top, place: { ...top.place, marked: target.row } })];
}
