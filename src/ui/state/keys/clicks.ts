// Clicks of the mouse: they press a key, open a group or a screen, or select, and open a selected part.
import type { ClickTarget } from '../../../text/line.js';
import { toGroup, toScreen } from '../boards/navigation.js';
import { groupNames } from '../core/page.js';
import { type Application, topOf, withTop } from '../core/state.js';

/** A report of the mouse and its place, from 0 at the upper left corner. */
interface MouseReport {
  readonly does: 'click' | 'wheel-up' | 'wheel-down';
  readonly x: number;
  readonly y: number;
}
const mouseKey = /^(click|wheel-up|wheel-down):(\d{1,4}):(\d{1,4})$/;
/** The report in the name of a key, such as `click:X:Y`. */
export function mouseReport(key: string): MouseReport | undefined {
  const [, does, x, y] = mouseKey.exec(key) ?? [];
  return does === undefined ? undefined : { does: does as MouseReport['does'], x: Number(x), y: Number(y) };
}
/** The key of a turn of the wheel: an arrow, or a key of its own in the output of a command. */
export const wheelKey = ({ running }: Application, does: 'wheel-up' | 'wheel-down'): string =>
  running ? does : does.replace('wheel-', '');

/** Gives the focus to the preview or the list under the mouse. */
export function withFocus(state: Application, target: ClickTarget): Application {
  const top = topOf(state);
  if (top.kind !== 'board') return state;
  if ('preview' in target) return withTop(state, { ...top, scrolled: top.scrolled ?? 0 });
  return 'row' in target ? withTop(state, { ...top, scrolled: undefined }) : state;
}

/** The state after a click, and a key that is then pressed. */
type ClickResult = readonly [state: Application, key?: string];
/**
 * Handles a click: it presses a key, opens a group or a screen, takes a choice, or selects a row or a pane, which a
 * second click opens.
 */
export function clicked(state: Application, target: ClickTarget): ClickResult {
  const top = topOf(state);
  if ('key' in target) return [state, target.key];
  if ('choice' in target) return choiceClicked(state, target.choice);
  if (state.palette || state.chooser || state.running || state.help || ('typing' in top && top.typing)) return [state];
  if ('group' in target) return toGroup(state, groupNames[target.group] ?? 'Home');
  if ('screen' in target) return toScreen(state, target.screen);
  if ('preview' in target) return [withFocus(state, target)];
  if ('pane' in target) {
    if (top.kind !== 'home' || top.pane === target.pane) return [state, 'enter'];
    return [withTop(state, { ...top, pane: target.pane, row: undefined })];
  }
  if (top.kind !== 'board') return [state];
  if ('cell' in target || 'time' in target) return [withTop(state, { ...top, ...target })];
  if (top.scrolled === undefined && top.place.marked === target.row) return [state, 'enter'];
  return [withTop(state, { ...top, scrolled: undefined, place: { ...top.place, marked: target.row } })];
}

/** A click takes a choice of a list or a field of a form; it selects a line of JSON. */
function choiceClicked(state: Application, marked: number): ClickResult {
  const { palette, chooser } = state;
  const top = topOf(state);
  if (palette) return [{ ...state, palette: { ...palette, marked } }, 'enter'];
  if (chooser) return [{ ...state, chooser: { ...chooser, marked } }, chooser.of === 'columns' ? 'space' : 'enter'];
  if (top.kind === 'welcome') return [withTop(state, { ...top, menu: { ...top.menu, marked } }), 'enter'];
  if (top.kind === 'json') return [withTop(state, { ...top, marked })];
  if (top.kind === 'watch') {
    if (top.whole) return [withTop(state, { ...top, marked }), 'enter'];
    return top.at === marked ? [state, 'enter'] : [withTop(state, { ...top, at: marked })];
  }
  if (top.kind !== 'form') return [state];
  return [withTop(state, { ...top, at: marked, typing: false }), 'enter'];
}
