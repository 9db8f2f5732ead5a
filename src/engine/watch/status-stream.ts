// Watches the statuses of items until they end, as one stream of states for lines, screens and programs. Polls, waits,
// survives outages, and classifies statuses only by the closed lists.

import { classOf, endsOf, type StatusClass, type StatusList, wordsOf } from '../../services/catalogue/statuses.js';
import { concurrently } from '../../services/concurrently.js';

/**
 * A watched item as last read. Times are epoch milliseconds of the local clock, when a status was seen, not when it
 * began.
 */
export interface WatchedItem<Row> {
  readonly id: string;
  /** Undefined before the first response. */
  readonly status?: string;
  readonly class: StatusClass;
  readonly row?: Row;
  readonly progress?: string;
  /** The reason for a missing status, as the end of a sentence. */
  readonly reason?: string;
  /** The reason for its service's silence, while other services respond. */
  readonly silent?: string;
  /** The statuses so far, with the time each was first seen. */
  readonly seen: readonly { readonly status: string; readonly at: number }[];
  readonly ended?: 'good' | 'bad';
}
export interface Outage {
  readonly since: number;
  readonly message: string;
  /** The time until the next request, milliseconds. */
  readonly wait: number;
  /** The service responds, but with failures. */
  readonly responds?: true;
}
export interface WatchState<Row> {
  readonly kind: 'began' | 'changed' | 'same' | 'outage' | 'back' | 'ended' | 'out of time';
  readonly at: number;
  readonly items: readonly WatchedItem<Row>[];
  /** The ids of items with a changed status. */
  readonly changed: readonly string[];
  /** The time until the next poll, milliseconds; undefined in the last state. */
  readonly wait?: number;
  readonly outage?: Outage;
}

/** The statuses that end the watch. */
export interface Ends {
  readonly good: ReadonlySet<string>;
  readonly bad: ReadonlySet<string>;
}

/**
 * The final statuses of a list: its own, or the statuses of `--for` (`targets`) and `--fail-on` (`failing`). With
 * `targets`, every other end is bad: a target can no longer follow.
 */
export function endsFor(list: StatusList, targets: readonly string[] = [], failing: readonly string[] = []): Ends {
  const listEnds = endsOf(list);
  const good = new Set(targets.length > 0 ? targets : listEnds.good);
  for (const status of failing) good.delete(status);
  const bad = new Set([...listEnds.bad, ...listEnds.good, ...failing].filter((status) => !good.has(status)));
  return { good, bad };
}

/** Whether a list has a status. Responses are not checked: a service may have newer statuses. */
export const isStatusOf = (list: StatusList, status: string): boolean => wordsOf(list).includes(status);

/** A failure that may pass: its message, and the service's Retry-After, milliseconds. */
interface PassingFailure {
  readonly message: string;
  readonly wait?: number;
  /** It is a response of the service. */
  readonly responds?: true;
}

/** The result of a poll for one item; `reason` may explain a missing status, as the end of a sentence. */
export interface StatusRead<Row> {
  readonly status: string | undefined;
  readonly row: Row;
  readonly reason?: string;
  /** Other signs of progress, such as a position: while they change, the interval does not grow. */
  readonly progress?: string;
}

/** The statuses of an item, its ends, and its source: an outage of one source does not stop items of others. */
export interface ItemStatuses {
  readonly statusList: StatusList;
  readonly ends: Ends;
  readonly source?: string;
}

export interface StatusStreamOptions<Row> {
  /** The statuses of an item. */
  readonly statusesOf: (id: string) => ItemStatuses;
  readonly onPoll?: () => void;
  /**
   * Requests the status of an item within the time left, milliseconds. Failures that `outageOf` does not recognise end
   * the stream.
   */
  readonly fetchStatus: (id: string, timeLeft: number) => Promise<StatusRead<Row>>;
  /** The outage of a failure that may pass. @param hasWorked the item had a status before */
  readonly outageOf: (error: unknown, hasWorked: boolean) => PassingFailure | undefined;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
  /** The first interval between polls, milliseconds; it grows while nothing changes. */
  readonly interval: number;
  /** A fraction from 0 to 1, for the jitter. */
  readonly random: () => number;
  /** The end of the watch, epoch milliseconds. */
  readonly deadline?: number;
}

/** The growth of the interval while nothing changes, and its maximum, in intervals. */
const growth = 1.5;
const maxPace = 8;
/** The maximum wait while requests fail, milliseconds, unless the interval or Retry-After is longer. */
const longestBackOff = 60_000;
const maxConcurrent = 8;
/**
 * The minimum time between requests for an item, milliseconds, even after a key press or a Retry-After; a shorter
 * interval counts.
 */
const minGap = 1000;

/**
 * Watches items until each has ended, or time is out. The last state has the `ended` of each item, or is `out of time`.
 * @throws the errors of `fetchStatus`, except outages
 */
export async function* watchStates<Row>(
  ids: readonly string[],
  options: StatusStreamOptions<Row>,
): AsyncGenerator<WatchState<Row>, WatchState<Row>> {
  let items: readonly WatchedItem<Row>[] = ids.map((id) => ({ id, class: 'unknown', seen: [] }));
  const silences: Outages = new Map();
  let pace = 1;
  let failures = 0;
  let outage: Outage | undefined;
  const gap = Math.min(minGap, options.interval);
  const end = options.deadline ?? Number.POSITIVE_INFINITY;
  /** The pause until the next poll; until the deadline, if that is less than a gap later: the last poll is there. */
  const untilPoll = (pause: number, at: number) => {
    const left = timeLeft(options, at);
    return left - pause < gap ? left : pause;
  };
  for (let first = true; ; first = false) {
    options.onPoll?.();
    const begun = options.now();
    const { polled, failure: failed } = await pollItems(items, options, silences);
    const at = options.now();
    const isCut = isOver(options, at) && !first && !outage; // by the deadline: the service responded until then
    const failure = isCut ? undefined : failed;
    const changed = polled.filter((item, i) => item.status !== items[i]!.status).map(({ id }) => id);
    const goesOn = changed.length > 0 || polled.some(({ progress }, i) => progress !== items[i]!.progress);
    items = polled;
    const state = { at, items, changed };
    if (items.every(({ ended }) => ended)) return { kind: 'ended', ...state };
    if (failure) {
      const wait = untilPoll(Math.max(gap, failure.wait ?? backOff(options, pace, failures)), at);
      outage = { since: outage?.since ?? at, message: failure.message, wait, responds: failure.responds };
    }
    const wasAsleep = begun < end && at > end + suspended; // the machine or the process: its last state is an old one
    if (isOver(options, at) && !wasAsleep)
      return { kind: 'out of time', ...state, outage: failure && outage ? outage : undefined };
    pace = goesOn || first || (failures > 0 && !failure) ? 1 : Math.min(pace * growth, maxPace);
    failures = failure ? failures + 1 : 0;
    const wait = failure && outage ? outage.wait : untilPoll(Math.max(gap, jittered(options, pace)), at);
    if (failure && outage) yield { kind: 'outage', ...state, wait, outage };
    else yield { kind: outage ? 'back' : first ? 'began' : changed.length > 0 ? 'changed' : 'same', ...state, wait };
    if (!failure) outage = undefined;
    await options.sleep(Math.min(wait, timeLeft(options, options.now()))); // what was done about the state took time
    const gapLeft = () => remaining(gap, at, options.now());
    while (gapLeft() > 0 && !isOver(options, options.now()))
      await options.sleep(Math.min(gapLeft(), timeLeft(options, options.now()))); // woken early
    if (gapLeft() > 0 && !wasAsleep) return { kind: 'out of time', ...state, changed: [], at: options.now(), outage };
  }
}

/** The rest of a gap; 0 if the clock was set back. */
const remaining = (gap: number, since: number, now: number): number =>
  now < since ? 0 : Math.max(0, since + gap - now);
/** The time by which a timer may end before its deadline, milliseconds. */
const timerTolerance = 20;
/** The time limit of the read at the deadline, milliseconds: the state of that moment counts. */
const lastRead = 5000;
/** How long after the deadline a read ends only if nothing has run in between, milliseconds. */
const suspended = 1000;
const isOver = ({ deadline }: { deadline?: number }, at: number): boolean =>
  deadline !== undefined && at >= deadline - timerTolerance;
const timeLeft = ({ deadline }: { deadline?: number }, at: number): number =>
  deadline === undefined ? Number.POSITIVE_INFINITY : Math.max(0, deadline - at);
/** The interval at a pace, plus or minus a fifth: watchers must not poll in step. */
const jittered = ({ interval, random }: { interval: number; random: () => number }, pace: number): number =>
  Math.round(interval * pace * (0.8 + 0.4 * random()));

interface PollResult<Row> {
  readonly polled: readonly WatchedItem<Row>[];
  readonly failure?: PassingFailure;
}

/** The wait after a failure. It grows up to a minute, unlike the wait after an unchanged item. */
function backOff(options: { interval: number; random: () => number }, pace: number, failures: number): number {
  const most = Math.max(longestBackOff, options.interval);
  return Math.min(most, Math.max(jittered(options, pace), jittered(options, growth ** Math.min(failures, 50))));
}

/**
 * The silent sources: their consecutive failures, the time until which they are not asked (epoch milliseconds), and the
 * reason.
 */
type Outages = Map<string, { readonly failures: number; readonly until: number; readonly message: string }>;

/**
 * Polls all open items concurrently. An outage of a source affects all its items; if every source fails, the whole
 * watch. Earlier statuses are kept.
 */
async function pollItems<Row>(
  items: readonly WatchedItem<Row>[],
  options: StatusStreamOptions<Row>,
  silences: Outages,
): Promise<PollResult<Row>> {
  const polled = [...items];
  const sourceOf = (i: number) => options.statusesOf(items[i]!.id).source ?? '';
  const open = items.flatMap((item, i) => (item.ended ? [] : [i]));
  const sources = new Set(open.map(sourceOf));
  const isLeftAlone = (source: string) => (silences.get(source)?.until ?? 0) > options.now();
  const due = [...sources].every(isLeftAlone) ? open : open.filter((i) => !isLeftAlone(sourceOf(i)));
  const failed = new Map<string, PassingFailure>();
  const thrown: unknown[] = []; // thrown after the last request, so no request remains under way
  const poll = async (i: number) => {
    const source = sourceOf(i);
    if (failed.has(source)) return;
    try {
      polled[i] = withStatus(
        items[i]!,
        await options.fetchStatus(
          items[i]!.id,
          isOver(options, options.now()) ? lastRead : timeLeft(options, options.now()),
        ),
        options,
      );
    } catch (error) {
      const failure = options.outageOf(error, items[i]!.status !== undefined);
      if (failure) failed.set(source, failure);
      else thrown.push(error);
    }
  };
  await concurrently(due, maxConcurrent, poll, () => thrown.length > 0);
  if (thrown.length > 0) throw thrown[0];
  for (const source of new Set(due.map(sourceOf))) {
    const failure = failed.get(source);
    const failures = (silences.get(source)?.failures ?? -1) + 1;
    if (failure) {
      const wait = Math.max(failure.wait ?? 0, backOff(options, 1, failures + 1));
      silences.set(source, { failures, until: options.now() + wait, message: failure.message });
    } else silences.delete(source);
  }
  if (failed.size > 0 && [...sources].every((source) => silences.has(source)))
    return { polled, failure: [...failed.values()][0]! };
  return { polled: polled.map((item, i) => withSilence(item, silences.get(sourceOf(i))?.message)) };
}

function withSilence<Row>(item: WatchedItem<Row>, message: string | undefined): WatchedItem<Row> {
  if (item.silent === message) return item;
  return { ...item, silent: item.ended ? undefined : message };
}

function withStatus<Row>(
  before: WatchedItem<Row>,
  { status, row, reason, progress }: StatusRead<Row>,
  options: StatusStreamOptions<Row>,
): WatchedItem<Row> {
  const { now } = options;
  const { statusList, ends } = options.statusesOf(before.id);
  const seen = status !== undefined && status !== before.status ? [...before.seen, { status, at: now() }] : before.seen;
  const isBad = (word: string) => ends.bad.has(word) || classOf(statusList, word) === 'bad';
  const ended = status === undefined ? undefined : ends.good.has(status) ? 'good' : isBad(status) ? 'bad' : undefined;
  return {
    id: before.id,
    status,
    class: classOf(statusList, status),
    row,
    reason,
    progress,
    seen,
    ended,
  };
}
