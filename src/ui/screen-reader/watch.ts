// Screen reader form of watched items: all of an item once, then only its changes.
import { driverPosition, hasDriver } from '../../engine/watch/driver-position.js';
import { classInWords } from '../../services/catalogue/statuses.js';
import { counted } from '../../services/counted.js';
import { isRecord } from '../../services/json-value.js';
import { moneyText } from '../../text/money-place.js';
import { present } from '../../text/present.js';
import { factTexts, numberOf, spoken } from '../../text/spoken-record.js';
import { clockTime } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import type { WatchItem, WatchScreen } from '../state/core/screens.js';
import type { Application, ServiceTime } from '../state/core/state.js';
import { shortTitle } from '../state/watch/pins.js';
import { actionsOn, selectedItem, titleOf, type WatchView, watchView } from '../state/watch/watch-screen.js';

import { glanceOf } from '../view-models/pinned.js';
import { settledMoney } from '../view-models/watch.js';
import { mapText } from '../view-models/way-map.js';
import { failureText, placeText } from './wording.js';

// Screen reader form of pinned things: each in a sentence, and its changes on any screen.

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
      return was.trouble === undefined
        ? [`${name} is not watched any more: ${failureText(item.trouble, after.signedIn)}`]
        : [];
    const [old, view] = [watchView(was, after, at), watchView(item, after, at)];
    if (old.status === view.status) return [];
    const end = item.hasEnded ? ` It is over${view.means === undefined ? '' : `: ${view.means}`}.` : '';
    const change = `status ${escapeControls(view.status ?? 'no status')}, ${classInWords[view.class]}`;
    return [`${clockTime(at)}. ${name}. Changed: ${change}.${end}`];
  });
}

/** An item, all of it, or the items with their statuses. @param at the time of the service */
export function watchTexts(screen: WatchScreen, state: Application, at: ServiceTime): string[] {
  const { items, whole } = screen;
  const item = selectedItem(screen);
  const place = watchPlace(screen);
  if (isAwaited(screen)) return [place, 'No response yet.'];
  if (!whole)
    return [
      place,
      ...items.map(
        (entry, nth) =>
          `${numberOf(nth + 1, items.length)}${escapeControls(titleOf(entry))}. ${statusText(entry, watchView(entry, state, at), state, at)}`,
      ),
    ];
  const view = watchView(item, state, at);
  if (!hasStatus(item)) return [place, statusText(item, view, state, at)];
  const actions = actionsOn(screen).map(({ action }) => action?.[0].toLowerCase());
  return present([
    place,
    statusText(item, view, state, at),
    moneySaid(item, view),
    view.of > 0 && `Step ${view.reached} of ${view.of}.`,
    ...stepTexts(view),
    ...itemFacts(item, view, at),
    mapText(item, view, at),
    actions.length > 0 && `x can do: ${actions.join(', ')}.`,
  ]);
}
/** Where its money is; whether it came back is looked for by its case alone. */
function moneySaid(item: WatchItem, view: WatchView): string | undefined {
  const money = settledMoney(item, view);
  if (!money) return undefined;
  return money.state === 'not known'
    ? `${money.amount} was paid. Whether it came back: type case.`
    : `Money: ${moneyText(money)}`;
}
/** The position. */
export function watchPlace(screen: WatchScreen): string {
  const { spec, id } = selectedItem(screen);
  const { group, items, whole } = screen;
  const names = new Set(items.map((item) => item.spec.name));
  if (!whole)
    return placeText({
      group,
      over: names.size === 1 ? [spec.name] : [],
      name: `${counted(items.length, 'item')} watched`,
    });
  return placeText({ group, over: [spec.name], name: id });
}
/** Whether a first response is still awaited: the item is printed with it. */
export const isAwaited = ({ items }: WatchScreen): boolean =>
  items.some(({ state, trouble }) => state === undefined && trouble === undefined);
const hasStatus = ({ state, known }: WatchItem): boolean =>
  known !== undefined || isRecord(state?.items[0]?.row) || state?.items[0]?.status !== undefined;

/** The changes of every item: a line each, the first with its time. */
export function watchChangeTexts(
  before: WatchScreen,
  after: WatchScreen,
  state: Application,
  at: ServiceTime,
): string[] {
  return after.items.flatMap((item, nth) => {
    const was = before.items[nth]!;
    if (was === item) return [];
    const name = after.items.length > 1 ? `${escapeControls(item.id)}. ` : '';
    return itemChanges(was, item, state, at).map((text) => name + text);
  });
}
function itemChanges(before: WatchItem, after: WatchItem, state: Application, at: ServiceTime): string[] {
  const [was, is] = [watchView(before, state, at), watchView(after, state, at)];
  if (after.trouble !== undefined && before.trouble === undefined) return [failureText(after.trouble, state.signedIn)];
  const outage = outageTexts(before, after);
  const isNear = nearness(before) === nearness(after);
  const old = itemFacts(before, was, at);
  const facts = itemFacts(after, is, at).filter(
    (text) => !old.includes(text) && !(isNear && isPosition(text)) && !text.startsWith('Section'),
  );
  if (was.status === is.status) return [...outage, ...facts.map((text) => text.trim())];
  const time = clockTime(is.history[0]?.at ?? at);
  const change = `${time}. Changed: status ${escapeControls(is.status ?? 'no status')}, ${was.status === undefined ? classInWords[is.class] : `was ${escapeControls(was.status)}`}.`;
  const ended = after.hasEnded
    ? [`It is over: ${classInWords[is.class]}${is.means === undefined ? '' : `, ${is.means}`}.`]
    : [];
  return [...outage, change, ...facts.map((text) => text.trim()), ...ended];
}

/** The fields of an item, a line each. */
function itemFacts({ spec }: WatchItem, { row }: WatchView, now: number): string[] {
  const { status: _, statusLog: __, ...rest } = row;
  return factTexts(rest, spec.columns, now);
}
const isPosition = (text: string): boolean => /^ *(?:Position|Place): /.test(text);
/** The distances at which a position is printed again, metres: at each response it would drown everything else. */
const landmarks = [50, 200, 500, 1000, 2000, 5000];
function nearness({ position, state }: WatchItem): string {
  const thing = state?.items[0];
  if (!position || !isRecord(thing?.row)) return hasDriver(thing?.row) ? 'not known' : '';
  const { to } = driverPosition(thing.row, thing.status, position);
  return `${to?.stop} ${landmarks.filter((metres) => metres <= (to?.metres ?? 0)).length}`;
}

function outageTexts(before: WatchItem, { state }: WatchItem): string[] {
  const outage = state?.outage;
  if (outage && !before.state?.outage)
    return [
      `${clockTime(state.at)}. ${outage.responds ? '' : 'No response: '}${escapeControls(outage.message)} Next request in ${spoken(outage.wait)}, repeated until it responds.`,
    ];
  return before.state?.outage && state && !outage ? [`${clockTime(state.at)}. It answers again.`] : [];
}

function statusText(item: WatchItem, view: WatchView, state: Application, now: number): string {
  const { status, class: kind, means, since, begunBefore, asOf } = view;
  if (item.trouble !== undefined) {
    const old = asOf === undefined ? '' : ` ${statusText({ ...item, trouble: undefined }, view, state, now)}`;
    return `Not watched: ${failureText(item.trouble, state.signedIn)}${old}`;
  }
  if (status === undefined) return hasStatus(item) ? 'It has no status now.' : 'No response yet.';
  if (asOf !== undefined) return `Status ${escapeControls(status)} when last asked, ${spoken(now - asOf)} ago.`;
  const long =
    since === undefined || (begunBefore && now - since < 1000)
      ? ''
      : `, for ${begunBefore ? 'at least ' : ''}${spoken(now - since)}`;
  return `Status ${escapeControls(status)}, ${classInWords[kind]}${means === undefined || means === classInWords[kind] ? '' : `: ${means}`}${long}.`;
}

/** `7. PICKUP, now, 14:03:05.`; the steps ahead in one line. */
function stepTexts({ steps }: WatchView): string[] {
  const ahead = steps.findLastIndex(({ is }) => is !== 'ahead') + 1;
  const met = steps.slice(0, ahead).map(({ status, is, at, begunBefore, after }, i) => {
    const later = after === undefined || is === 'now' ? '' : `, after ${spoken(after)}`;
    const time = at === undefined ? '' : `, ${begunBefore ? 'seen ' : ''}${clockTime(at)}${later}`;
    return `  ${i + 1}. ${escapeControls(status)}, ${is === 'ahead' ? 'not yet' : is}${time}.`;
  });
  const remaining = steps.slice(ahead);
  if (remaining.length === 0) return met;
  return [
    ...met,
    `  ${remaining.map((_, i) => ahead + i + 1).join(', ')}. ${remaining.map(({ status }) => status).join(', ')}, not yet.`,
  ];
}
