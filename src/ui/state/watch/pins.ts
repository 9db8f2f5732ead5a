// Pinned things: they are watched on every screen, and a strip, a message and a note tell of them.
import { classOf, type StatusClass } from '../../../services/catalogue/statuses.js';
import { cutMiddle } from '../../../text/text.js';
import type { WatchItem, WatchScreen } from '../core/screens.js';
import { type AppEvent, type Application, type Next, topOf, withNotice, withScreen } from '../core/state.js';

import { selectedItem, titleOf, watchScreen } from './watch-screen.js';

/** The most pinned things: each has its own requests, and a place in one row. */
const mostPinned = 6;

/** The kind and the shortened id of a thing: `ride 3f1c9a…8e04d2`. */
export const shortTitle = (item: WatchItem): string =>
  titleOf(item)
    .split(' ')
    .map((word) => cutMiddle(word, 13))
    .join(' ');

/** Pins the selected thing of a watch screen, or dismisses its pin. */
export function pinToggled(state: Application, screen: WatchScreen): Next {
  const item = selectedItem(screen);
  const { pinned = [] } = state;
  const others = pinned.filter(({ line }) => line !== item.line);
  if (others.length < pinned.length)
    return [withNotice({ ...state, pinned: noneAs(others) }, `Not pinned any more: ${shortTitle(item)}.`)];
  const full = (pin: string) => `At most ${mostPinned} things are pinned: ${pin} on one of them dismisses it.`;
  if (pinned.length >= mostPinned) return [withNotice(state, full('P'), 'off', full('pin'))];
  return [withPinned({ ...state, pinned: [...pinned, item] }, `Pinned: ${shortTitle(item)}.`)];
}
const noneAs = (pinned: readonly WatchItem[]): Application['pinned'] => (pinned.length > 0 ? pinned : undefined);

/** A message about a pinned thing, and how all of them are seen. */
const withPinned = (state: Application, text: string, kind?: StatusClass): Application =>
  withNotice(state, `${text} W shows the pinned items.`, kind, `${text} pinned says all that is pinned.`);

/** Opens the pinned things side by side, or the only one whole. */
export function pinsOpened(state: Application): Next {
  const { pinned = [] } = state;
  const top = topOf(state);
  const lines = pinned.map(({ line }) => line).join('\n');
  const none = (how: string) => `Nothing is pinned: ${how}.`;
  if (pinned.length === 0)
    return [
      withNotice(
        state,
        none('P on a watch screen pins its items'),
        'off',
        none('pin, where something is watched, pins it'),
      ),
    ];
  if (top.kind === 'watch' && top.items.map(({ line }) => line).join('\n') === lines)
    return [withNotice(state, 'This is all that is pinned.')];
  return [withScreen(state, watchScreen(pinned[0]!.group ?? 'Home', pinned))];
}

/**
 * The state whose screens show at once what is known of pinned things: their streams are open, and say nothing until
 * the next response.
 */
export function withPinsShown(state: Application): Application {
  const { pinned = [] } = state;
  const pinOf = (item: WatchItem) =>
    (item.state === undefined && item.trouble === undefined && pinned.find(({ line }) => line === item.line)) || item;
  const top = topOf(state);
  if (top.kind !== 'watch' || top.items.every((item) => pinOf(item) === item)) return state;
  return { ...state, stack: [...state.stack.slice(0, -1), { ...top, items: top.items.map(pinOf) }] };
}

/** An event of a watched thing that a person has to know. */
interface News {
  readonly item: WatchItem;
  readonly class: StatusClass;
  /** `has ended: FINISHED`. */
  readonly text: string;
}
/**
 * The news of a thing: it has ended, it waits for a person, or it cannot be watched any more. Its first state is none.
 */
function newsOf(before: WatchItem | undefined, after: WatchItem | undefined): News | undefined {
  if (!before || !after || before === after || before.state === undefined) return undefined;
  const [was, is] = [before.state.items[0], after.state?.items[0]];
  if (after.trouble !== undefined && before.trouble === undefined)
    return { item: after, class: 'bad', text: `is not watched any more: ${after.trouble.text}` };
  if (is?.status === was?.status) return undefined;
  if (is?.ended !== undefined && was?.ended === undefined)
    return { item: after, class: is.ended, text: `has ended: ${is.status ?? 'no status'}` };
  const kind = after.list ? classOf(after.list, is?.status) : 'unknown';
  if (kind !== 'needs-you' || is?.status === undefined) return undefined;
  return { item: after, class: kind, text: `waits for you: ${is.status}` };
}

/** The watched things: those that are pinned, then those of the uppermost watch screen. */
export function watchedItems({ stack, pinned = [] }: Pick<Application, 'stack' | 'pinned'>): readonly WatchItem[] {
  const screen = stack.findLast((candidate) => candidate.kind === 'watch');
  return [...pinned, ...(screen?.items ?? []).filter(({ line }) => pinned.every((item) => item.line !== line))];
}

type WatchEvent = Extract<AppEvent, { what: 'watched' | 'watch failed' }>;
/**
 * Tells the person the news of a watched thing: by a note if the terminal has no focus, and of a pinned thing by a
 * message if the screen does not show it.
 */
export function withNews(before: Application, [state, ...effects]: Next, event: WatchEvent): Next {
  const itemIn = (of: Application) => watchedItems(of).find(({ line }) => line === event.line);
  const news = newsOf(itemIn(before), itemIn(state));
  if (!news || effects.some((effect) => effect.do === 'leave')) return [state, ...effects];
  const text = `${shortTitle(news.item)} ${news.text}`;
  const top = topOf(state);
  const isShown = top.kind === 'watch' && top.items.some(({ line }) => line === event.line);
  const isPinned = state.pinned?.some(({ line }) => line === event.line);
  const next = isPinned && !isShown ? withPinned(state, `${text}.`, news.class) : state;
  return [next, { do: 'tell', title: 'tuk', text }, ...effects];
}
