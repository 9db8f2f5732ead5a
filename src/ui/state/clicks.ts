// Clicks of the mouse: a group or a screen opens, a row or a pane is selected, the selected one opens, a preview gets the focus.
import type { ClickTarget } from '../format/line.js';
import { paneOpened } from './actions.js';
import { openMarked, toGroup, toScreen } from './navigation.js';
import { groupNames } from './page.js';
import { type AppEffect, type Application, topOf, withTop } from './state.js';

/** Gives the focus to the preview or to the list, whichever the mouse is on. */
export function withFocus(state: Application, target: ClickTarget): Application {
  const top = topOf(state);
  if (top.kind !== 'board') return state;
  if ('preview' in target) return withTop(state, { ...top, scrolled: top.scrolled ?? 0 });
  const { scrolled: _, ...list } = top;
  return 'row' in target ? withTop(state, list) : state;
}

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
  if ('preview' in target) return [withFocus(state, target)];
  if (top.scrolled === undefined && top.place.marked === target.row) return openMarked(state);
  const { scrolled: _, ...list } = top;
  return [withTop(state, { ...list, place: { ...top.place, marked: target.row } })];
}
