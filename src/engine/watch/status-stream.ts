// Watches the statuses of items until they end, as one stream of states for lines, screens and programs. Polls, waits,
// survives outages, and classifies statuses only by the closed lists.

import { classOf, endsOf, type StatusClass, type StatusList, wordsOf } from '../../services/catalogue/statuses.js';
import { concurrently } from '../../services/concurrently.js';
import type { Deadline } from '../../services/http/deadline.js';
import { backOff, type Rhythm, rounds } from '../../services/http/rounds.js';
import { goesOn } from '../read/outage.js';

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
  /** Requests the status of an item. Failures that `outageOf` does not recognise end the stream. */
  readonly fetchStatus: (id: string, deadline: Deadline) => Promise<StatusRead<Row>>;
  /** The outage of a failure that may pass. @param hasWorked the item had a status before */
  readonly outageOf: (error: unknown, hasWorked: boolean) => PassingFailure | undefined;
  /** The wall clock, epoch milliseconds. */
  readonly now: () => number;
  /** The first interval between polls, milliseconds; it grows while nothing changes. */
  readonly interval: number;
  /** A fraction from 0 to 1, for the jitter. */
  readonly random: () => number;
  /** The end of the watch. */
  readonly deadline: Deadline;
  /** How it waits: what it says, whether it prints. */
  readonly waits?: Pick<Rhythm, 'says' | 'prints'>;
}

/** The maximum of the interval while nothing changes, in intervals. */
const maxPace = 8;
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
  const { deadline, interval, random, now } = options;
  let items: readonly WatchedItem<Row>[] = ids.map((id) => ({ id, class: 'unknown', seen: [] }));
  const silences: Outages = new Map();
  let outage: Outage | undefined;
  const rhythm = { every: interval, most: interval * maxPace, gap: Math.min(minGap, interval), random };
  for await (const round of rounds(deadline, { ...rhythm, stopped: goesOn, ...options.waits })) {
    options.onPoll?.();
    const { polled, failure: failed } = await pollItems(items, options, silences, round.deadline);
    const at = now();
    const isCut = round.isOver() && !round.isFirst && !outage; // by the deadline: the service responded until then
    const failure = isCut ? undefined : failed;
    const changed = polled.filter((item, i) => item.status !== items[i]!.status).map(({ id }) => id);
    const hasChanged = changed.length > 0 || polled.some(({ progress }, i) => progress !== items[i]!.progress);
    items = polled;
    const state = { at, items, changed };
    if (items.every(({ ended }) => ended)) return { kind: 'ended', ...state };
    const wait = round.pauseAfter(failure ? { retryAfter: failure.wait } : hasChanged ? 'changed' : 'same');
    const { isFirst } = round;
    const since = outage?.since ?? at;
    const hadOutage = outage !== undefined;
    outage = failure && { since, message: failure.message, wait, responds: failure.responds };
    if (round.isLast()) return { kind: 'out of time', ...state, outage };
    if (outage) yield { kind: 'outage', ...state, wait, outage };
    else
      yield { kind: hadOutage ? 'back' : isFirst ? 'began' : changed.length > 0 ? 'changed' : 'same', ...state, wait };
  }
  return { kind: 'out of time', at: now(), items, changed: [], outage };
}

interface PollResult<Row> {
  readonly polled: readonly WatchedItem<Row>[];
  readonly failure?: PassingFailure;
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
  deadline: Deadline,
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
      polled[i] = withStatus(items[i]!, await options.fetchStatus(items[i]!.id, deadline), options);
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
      const pauses = { every: options.interval, random: options.random };
      const wait = Math.max(failure.wait ?? 0, backOff(pauses, failures + 1));
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
