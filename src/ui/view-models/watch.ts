// A watched item as lines: its status, steps, changes and fields.
import { classOf } from '../../services/catalogue/statuses.js';
import { asText, isRecord, valueAt } from '../../services/json-value.js';
import { stacked } from '../../text/blocks.js';
import { apart, type Line, line, type Role, span, wide } from '../../text/line.js';
import { type Money, moneyIn, moneyLines } from '../../text/money-place.js';
import { present } from '../../text/present.js';
import { headedOf, labelledLines, recordLines } from '../../text/record.js';
import { roleOf, signOf } from '../../text/signs.js';
import { width } from '../../text/text.js';
import { clockTime, exactSpan, spanOf, statedTime } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import { centred } from '../state/core/list.js';
import type { Freshness, Size } from '../state/core/page.js';
import type { WatchItem, WatchScreen } from '../state/core/screens.js';
import { serviceTime } from '../state/core/state.js';
import type { Step } from '../state/watch/steps.js';
import { actionsOn, selectedItem, type ViewData, type WatchView, watchView } from '../state/watch/watch-screen.js';

import { loadingLines } from './board.js';
import { reasonLines, stoppedLines } from './failure.js';
import { mapLines } from './way-map.js';

// The status of an item as lines: the current one with its meaning, and every step with its times.

/** The least width of a status. */
const wordColumn = 14;

/** `◐ PICKUP   the driver is on the way to you                 5 min 20 s` */
export function nowLine(
  {
    status,
    class: kind,
    means,
    since,
    begunBefore,
    asOf,
    begun,
    took,
  }: Pick<WatchView, 'status' | 'class' | 'means' | 'since' | 'begunBefore' | 'asOf' | 'begun' | 'took'>,
  columns: number,
  now: number,
): Line {
  if (asOf !== undefined)
    return [
      span(`◌ ${escapeControls(status ?? 'no status')}`, 'muted'),
      span(`   when last asked, ${spanOf(now - asOf)} ago`, 'need'),
    ];
  const left = present([
    span(`${signOf[kind]} ${escapeControls(status ?? 'no status')}`, roleOf[kind]),
    means !== undefined && span(`   ${means}`),
  ]);
  return apart(
    left,
    since === undefined || (begunBefore && now - since < 1000)
      ? []
      : [
          span(
            `  for ${begunBefore ? 'at least ' : ''}${exactSpan(now - since)}${elseOf({ begunBefore, begun, took }, now)}   `,
          ),
        ],
    columns,
  );
}

/** When it began, if that says more; and what is usual, if it takes longer: nothing else is called late. */
function elseOf({ begunBefore, begun, took }: Pick<WatchView, 'begunBefore' | 'begun' | 'took'>, now: number): string {
  if (begun === undefined) return '';
  const isLate = took !== undefined && now - begun > took.most;
  return present([
    begunBefore && `, begun ${spanOf(now - begun)} ago`,
    isLate && `; your last ${took.count} took ${spanOf(took.most)} at most`,
  ]).join('');
}

const stepSigns: Readonly<Record<Exclude<Step['is'], 'now'>, readonly [sign: string, role: Role]>> = {
  passed: ['✓', 'good'],
  'not seen': ['·', 'muted'],
  ahead: ['○', 'muted'],
};
/** The width of the column of statuses. */
const widestOf = (steps: readonly Step[]): number =>
  Math.max(wordColumn, ...steps.map(({ status }) => Math.min(30, width(escapeControls(status)))));
const laterOf = (after: number | undefined): string => (after === undefined ? '' : `+${exactSpan(after)}`);
/** ` ✓ CONFIRMED        14:02:33   +14 s` */
export function stepLines(steps: readonly Step[]): Line[] {
  const widest = widestOf(steps);
  const laterWide = Math.max(9, ...steps.map(({ after }) => laterOf(after).length + 2));
  return steps.map(({ status, class: kind, is, at, begunBefore, after }): Line => {
    const hasStatusSign = is === 'now' || kind === 'unknown' || kind === 'bad';
    const [sign, role] =
      is === 'now' || (hasStatusSign && at !== undefined) ? [signOf[kind], roleOf[kind]] : stepSigns[is];
    const text = escapeControls(status);
    const name = span(
      `${text}${' '.repeat(Math.max(0, widest - width(text)))}`,
      is === 'now' ? 'head' : is === 'passed' ? 'text' : 'muted',
    );
    if (at === undefined)
      return [span(`${sign} `, role), name, ...(is === 'not seen' ? [span(' not seen', 'muted')] : [])];
    if (begunBefore) return [span(`${sign} `, role), name, span(` seen ${clockTime(at)}`, 'muted')];
    return [span(`${sign} `, role), name, span(` ${clockTime(at)}`), span(laterOf(after).padStart(laterWide), 'muted')];
  });
}
/** The index of the current step. */
export const indexOfNow = (steps: readonly Step[]): number =>
  Math.max(
    0,
    steps.findLastIndex(({ is }) => is === 'now' || is === 'passed'),
  );

/** The lines that fit, with this one among them. */
export function windowed(lines: readonly Line[], at: number, rows: number): Line[] {
  if (lines.length <= rows) return [...lines];
  const first = centred(at, lines.length, rows);
  return lines.slice(first, first + Math.max(0, rows));
}

/** The reached steps as a bar. */
export function barLine({ reached, of, class: kind }: WatchView, columns: number): Line {
  if (of === 0) return [];
  const label = `   step ${reached}/${of}`;
  const long = Math.max(1, columns - width(label) - 1);
  const done = Math.round((long * reached) / of);
  return [
    span('━'.repeat(done), kind === 'bad' ? 'bad' : kind === 'good' ? 'good' : 'wait'),
    span('╌'.repeat(long - done), 'rule'),
    span(label),
  ];
}

/** The fields of an item: its columns under the headings of their sections, or else all fields. */
export function factLines(
  { spec }: Pick<WatchItem, 'spec'>,
  { row }: WatchView,
  columns: number,
  now: number,
  isCut = false,
): Line[] {
  const room = { wide: columns, now, isCut };
  if (!spec.columns) {
    const { status: _, statusLog: __, ...rest } = row;
    return recordLines(rest, [], room);
  }
  const sections = headedOf(spec.columns).map(([head, fields]) => {
    const lines = labelledLines(row, fields, room);
    return head === undefined || lines.length === 0 ? lines : [line(head.toUpperCase(), 'head'), ...lines];
  });
  return stacked(sections);
}

/** The changes of the status, the newest first; of the first one it is only known when it was seen. */
export const historyLines = ({ history }: WatchView, rows: number): Line[] =>
  history
    .slice(0, Math.max(0, rows))
    .map(({ status, at, begunBefore }) => [
      span(`${clockTime(at)}  `, 'muted'),
      span(escapeControls(status)),
      span(begunBefore ? '  seen then' : '', 'muted'),
    ]);

/** The columns from which the fields are beside the steps, and the least width of the changes beside both. */
const [besideFrom, leastHistory] = [58, 34] as const;
/** The rows of the status and the bar. */
const topRows = 2;

/** The parts of the screen of one item. */
export interface WatchParts {
  readonly head: Line;
  readonly bar: Line;
  /** Where its money is, and a blank row. */
  readonly underBar: readonly Line[];
  readonly steps: readonly Line[];
  readonly facts: readonly Line[];
  readonly actions: readonly Line[];
  /** The changes of the status: at the right if `historyWide` columns are left, else below the other parts. */
  readonly history: readonly Line[];
  readonly historyWide: number;
  /** The width of the steps beside the fields; 0 if they are above them. */
  readonly stepsWide: number;
  readonly factsWide: number;
  /**
   * The map, if there is a position and room: instead of the other parts, at the right above the changes, or below the
   * steps.
   */
  readonly map?: readonly Line[];
  readonly mapAt: 'whole' | 'right' | 'left';
  /** The place of the present step. */
  readonly at: number;
  /** The rows between status and actions, and the height of the scrolled part. */
  readonly rows: number;
  readonly height: number;
}
/**
 * The parts of the selected item for a body of this size; undefined before the first response.
 * @param now epoch milliseconds of this machine
 */
export function watchParts(
  screen: WatchScreen,
  state: ViewData,
  { rows: all, columns }: Size,
  now: number,
): WatchParts | undefined {
  const item = selectedItem(screen);
  const at = serviceTime(state, now);
  const view = watchView(item, state, at);
  if (view.status === undefined && item.history.length === 0 && !isRecord(item.state?.items[0]?.row)) return undefined;
  const steps = stepLines(view.steps);
  const actions = actionLines(screen);
  const underBar = belowBar(item, view, columns, state.signedIn);
  const rows = Math.max(1, all - topRows - underBar.length - actions.length);
  const top = { head: headLine(item, view, columns, at), bar: barLine(view, columns), underBar, steps, actions, rows };
  const { stepsWide, facts: drawn } = columnsOf(item, view, steps, { rows, columns }, at);
  const facts =
    view.asOf === undefined ? drawn : drawn.map((fact) => fact.map((part) => ({ ...part, role: 'muted' as const })));
  const height = stepsWide > 0 ? Math.max(facts.length, 1) : steps.length + 1 + facts.length;
  const factsWide = Math.min(columns - stepsWide, Math.max(0, ...facts.map(wide)) + 2);
  const remaining = columns - stepsWide - factsWide;
  const parts = { ...top, facts, stepsWide, factsWide, at: indexOfNow(view.steps), height };
  if (screen.isMap) {
    const map = mapLines(item, view, { rows, columns }, at);
    if (map) return { ...parts, map, mapAt: 'whole', history: [], historyWide: 0, height: map.length };
  }
  const rightMap =
    stepsWide > 0 ? mapLines(item, view, mapSize(remaining, rows - view.history.length - 2), at) : undefined;
  if (rightMap) {
    const history = historyLines(view, rows - rightMap.length - 2);
    return { ...parts, map: rightMap, mapAt: 'right', history, historyWide: remaining };
  }
  const historyWide = stepsWide > 0 && remaining >= leastHistory && view.history.length > 1 ? remaining : 0;
  if (historyWide > 0) return { ...parts, mapAt: 'left', history: historyLines(view, rows - 1), historyWide };
  const map = stepsWide > 0 ? mapLines(item, view, mapSize(stepsWide - 2, rows - steps.length - 1), at) : undefined;
  const below = rows - Math.max(steps.length + (map ? map.length + 1 : 0), height) - 1;
  return {
    ...parts,
    map,
    mapAt: 'left',
    history: stepsWide > 0 ? historyLines(view, below) : [],
    historyWide,
  };
}
/**
 * Where the money of an item is, if its status does not say it: the item has ended, or goes on although it is unpaid.
 */
export function settledMoney(
  { spec, hasEnded }: WatchItem,
  { row, status, class: kind }: WatchView,
): Money | undefined {
  const money = spec.money && moneyIn(spec.money, row, status);
  return money && (hasEnded || (money.state === 'unpaid' && kind === 'pending')) ? money : undefined;
}
/** Why it is not read now, unless the message has room for it; its money, and a blank line. */
function belowBar(item: WatchItem, view: WatchView, columns: number, signedIn: boolean): Line[] {
  const money = settledMoney(item, view);
  const { outage } = item.state ?? {};
  const why = outage && isLong(outage.message, columns) ? reasonLines({ text: outage.message }, '', columns) : [];
  return [
    ...(item.trouble ? stoppedLines(item.trouble, columns, signedIn) : why),
    ...(money ? moneyLines(money, columns, 'its case says whether it came back: i') : []),
    [],
  ];
}

/** The size of a map in this room: at most about as high as it is wide on the screen. */
const mapSize = (columns: number, rows: number): Size => ({ columns, rows: Math.min(rows, Math.ceil(columns / 2)) });

/**
 * The width of the steps beside the fields, wider above a map; 0 if a wide id leaves no room beside it and there is
 * room below them. Without that the id is cut.
 */
function columnsOf(item: WatchItem, view: WatchView, steps: readonly Line[], { rows, columns }: Size, at: number) {
  const least = steps.length === 0 || columns < besideFrom ? 0 : Math.max(39, ...steps.map((step) => wide(step) + 2));
  const withMap =
    least > 0 && item.position ? Math.max(least, Math.min(widestLeft, Math.floor(columns * 0.45))) : least;
  for (const stepsWide of new Set([withMap, least])) {
    const facts = factLines(item, view, columns - stepsWide, at);
    if (Math.max(0, ...facts.map(wide)) <= columns - stepsWide) return { stepsWide, facts };
  }
  const facts = factLines(item, view, columns, at);
  if (least === 0 || steps.length + 1 + facts.length <= rows) return { stepsWide: 0, facts };
  return { stepsWide: least, facts: factLines(item, view, columns - least, at, true) };
}
/** The most columns of a map below the steps. */
const widestLeft = 58;
/** The number of rows of the screen without scrolling. */
export function watchHeight(screen: WatchScreen, state: ViewData, area: Size, now: number): number {
  const parts = watchParts(screen, state, area, now);
  return parts ? area.rows - parts.rows + parts.height : 1;
}
/** The lines before the first response: it is awaited, or has failed. */
export function beforeWatched(
  { trouble, line: command, state }: WatchItem,
  columns: number,
  { signedIn, watchedAt }: ViewData,
  now: number,
): Line[] {
  if (trouble !== undefined) return stoppedLines(trouble, columns, signedIn);
  const { outage } = state ?? {};
  if (!outage) return loadingLines(escapeControls(command), watchedAt ?? now, now);
  return [[span('◐ ', 'wait'), span(`${outage.responds ? 'No usable response' : 'No response'} yet; retrying.`)]];
}

/** The current status, and the time left or the time since. */
function headLine({ spec, hasEnded }: WatchItem, view: WatchView, columns: number, at: number): Line {
  const until = spec.until === undefined || hasEnded ? undefined : statedTime(asText(valueAt(view.row, spec.until)));
  if (view.class !== 'needs-you' || until === undefined) return nowLine(view, columns, at);
  const status = nowLine({ ...view, since: undefined }, columns, at);
  const deadline = until > at ? `   expires in ${spanOf(until - at)}` : '   its time is over';
  return [...status.filter(({ text }) => text.trim() !== ''), span(deadline, until > at ? 'muted' : 'need')];
}

function actionLines(screen: WatchScreen): Line[] {
  const actions = actionsOn(screen);
  if (actions.length === 0) return [];
  const labelWide = Math.max(...actions.map(({ label }) => label.length)) + 3;
  const marked = Math.min(screen.marked ?? 0, actions.length - 1);
  return [
    [],
    ...actions.map(
      ({ label, is }, at): Line => [
        span(at === marked ? '▸ ' : '  ', 'accent'),
        span(label.padEnd(labelWide), at === marked ? 'select' : 'text'),
        span(escapeControls(is ?? ''), 'muted'),
      ],
    ),
  ];
}

/** Whether an item is polled, and when next. @param now epoch milliseconds of this machine */
export function liveText(
  { hasEnded, trouble, state }: WatchItem,
  { paused }: Pick<WatchScreen, 'paused'>,
  now: number,
): string {
  if (trouble !== undefined) return 'not watched';
  if (hasEnded) return 'ended';
  if (paused) return 'paused';
  if (state?.outage) return state.outage.responds ? 'failing' : 'no answer';
  if (state?.wait === undefined) return 'live';
  const seconds = Math.ceil((state.at + state.wait - now) / 1000);
  if (seconds > 0) return `live, next in ${spanOf(seconds * 1000)}`;
  return `live, reading${seconds > -2 ? '' : ` for ${spanOf(-seconds * 1000)}`}`; // a usual read takes less
}
/** The text at the right of the path. */
export function watchState(screen: WatchScreen, now: number): string {
  if (screen.whole) return liveText(selectedItem(screen), screen, now);
  const over = screen.items.filter((item) => item.hasEnded).length;
  return [`${screen.at + 1} of ${screen.items.length}`, over > 0 ? `${over} ended` : ''].filter(Boolean).join(' · ');
}

/** Whether the message of a failure is longer than a line: the screen has it whole, and no line a part of it. */
const isLong = (message: string, columns: number): boolean => width(message) > columns - 2;
/** The message: a failure, the end, or what the item waits for. */
export function watchMessage(screen: WatchScreen, columns: number): Line {
  const { trouble, hasEnded, state, respondedAt, list } = selectedItem(screen);
  const { status, ended } = state?.items[0] ?? {};
  const kind = ended ?? (list ? classOf(list, status) : 'unknown');
  if (trouble !== undefined) return [span('✗ ', 'bad'), span('It is not watched any more: r watches it again.')];
  if (hasEnded)
    return [
      span(`${signOf[kind]} `, roleOf[kind]),
      span(`${escapeControls(status ?? '')}: nothing follows by itself. ${screen.isOpened ? 'esc leaves.' : ''}`),
    ];
  if (state?.outage) {
    const { message } = state.outage;
    const isAbove = screen.whole && isLong(message, columns);
    return [span('◌ ', 'need'), span(isAbove ? 'What is known stays: r asks now.' : escapeControls(message))];
  }
  if (screen.paused) return [span('Paused. Data of '), span(clockTime(respondedAt))];
  if (!screen.whole) return line('enter shows one whole, with what can be done to it.', 'muted');
  if (kind === 'needs-you' && actionsOn(screen).length > 0)
    return [span('! ', 'need'), span('It waits for you: enter runs the marked action, and asks first.')];
  return kind === 'unknown' && status !== undefined ? line('An unknown status is shown as received.', 'muted') : [];
}
/** The age of the oldest response, and an outage. */
export function watchFresh({ items, whole, at }: WatchScreen, now: number): Freshness {
  const visible = whole ? [items[at]!] : items;
  const times = visible.flatMap(({ respondedAt, hasEnded }) =>
    respondedAt === undefined || (hasEnded && visible.length > 1) ? [] : respondedAt,
  );
  const down = visible.find(({ state, hasEnded }) => !hasEnded && state?.outage)?.state;
  return {
    at: times.length > 0 ? Math.min(...times) : visible.every(({ hasEnded }) => hasEnded) ? now : undefined,
    outage: down?.outage && {
      since: down.outage.since,
      next: down.at + down.outage.wait,
      responds: down.outage.responds === true,
    },
    failed: visible.some(({ trouble }) => trouble !== undefined),
  };
}
