// Screen reader form of pinned things: each in a sentence, and its changes on any screen.

import { classInWords } from '../../services/catalogue/statuses.js';
import { clockTime } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import { shortTitle } from '../state/pins.js';
import type { WatchItem } from '../state/screens.js';
import type { Application, ServiceTime } from '../state/state.js';
import { watchView } from '../state/watch-view.js';
import { glanceOf } from '../view-models/pinned.js';

/** The pinned things, a sentence each. @param now the time of this machine, epoch milliseconds */
export const pinnedTexts = (state: Application, now: number): string[] =>
  (state.pinned ?? []).map((item) => {
    const { status, class: kind, detail } = glanceOf(item, [], state, now);
    const more = detail === undefined ? '' : `, ${detail}`;
    return `Pinned: ${escapeControls(shortTitle(item))}, ${status}, ${classInWords[kind]}${more}.`;
  });

/** The changes of the statuses of pinned things that the screen does not say itself, a line each. */
export function pinnedChangeTexts(
  before: Pick<Application, 'pinned'>,
  after: Application,
  visible: readonly WatchItem[],
  at: ServiceTime,
): string[] {
  return (after.pinned ?? []).flatMap((item) => {
    const was = before.pinned?.find(({ line }) => line === item.line);
    if (!was || was === item || visible.some(({ line }) => line === item.line)) return [];
    const name = `Pinned ${escapeControls(shortTitle(item))}`;
    if (item.trouble !== undefined)
      return was.trouble === undefined ? [`${name} is not watched any more: ${escapeControls(item.trouble)}`] : [];
    const [old, view] = [watchView(was, after, at), watchView(item, after, at)];
    if (old.status === view.status) return [];
    const end = item.over ? ` It is over${view.means === undefined ? '' : `: ${view.means}`}.` : '';
    const change = `status ${escapeControls(view.status ?? 'no status')}, ${classInWords[view.class]}`;
    return [`${clockTime(at)}. ${name}. Changed: ${change}.${end}`];
  });
}
