// Watching things until they end: one stream of states, whoever shows it. It asks, waits, survives outages, and judges by the closed lists only.
import { classOf, endsOf, type StatusClass, type StatusList, wordsOf } from '../services/catalogue/statuses.js';

/** One thing that is watched, as it was last seen. Times are epoch milliseconds of our own clock: when we saw, not when it was. */
export interface Watched<Row> {
  readonly id: string;
  /** Nothing before the first answer. */
  readonly word?: string;
  readonly class: StatusClass;
  readonly row?: Row;
  /** The words that we saw, each with when we first saw it. */
  readonly seen: readonly { readonly word: string; readonly at: number }[];
  readonly ended?: 'good' | 'bad';
}
/** What is being waited out. */
export interface Outage {
  readonly since: number;
  readonly message: string;
  /** How long until it is asked again, milliseconds. */
  readonly wait: number;
}
/** One state of the stream. */
export interface Watching<Row> {
  readonly what: 'began' | 'changed' | 'same' | 'outage' | 'back' | 'ended' | 'out of time';
  readonly at: number;
  readonly things: readonly Watched<Row>[];
  /** The ids of those whose word has changed with this state. */
  readonly changed: readonly string[];
  readonly outage?: Outage;
}

/** Which words end the watching, and how. */
export interface Ends {
  readonly good: ReadonlySet<string>;
  readonly bad: ReadonlySet<string>;
}

/**
 * The ends of a list: its own, or what a person waits for (`wanted`) and what is to count as a failure besides (`failing`). Every end of
 * the list that is not wanted is a bad one then: it can no longer become what was waited for.
 */
export function endsFor(list: StatusList, wanted: readonly string[] = [], failing: readonly string[] = []): Ends {
  const own = endsOf(list);
  const good = new Set(wanted.length > 0 ? wanted : own.good);
  for (const word of failing) good.delete(word);
  const bad = new Set([...own.bad, ...own.good, ...failing].filter((word) => !good.has(word)));
  return { good, bad };
}

/** Whether a word can be on a list at all; what a service answers is never checked so. */
export const isWordOf = (list: StatusList, word: string): boolean => wordsOf(list).includes(word);

/** What the watching stands on. */
export interface Given<Row> {
  readonly list: StatusList;
  readonly ends: Ends;
  /** Asks for one thing. A failure that `passes` recognises is an outage; any other ends the stream with it. */
  readonly ask: (id: string) => Promise<{ readonly word: string | undefined; readonly row: Row }>;
  /** What to say of a failure that may pass, and how long to wait after it where that was said, milliseconds; nothing for one that does not pass. */
  readonly passes: (error: unknown) => { readonly message: string; readonly wait?: number } | undefined;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
  /** Between two askings at first; it grows while nothing changes. Milliseconds. */
  readonly interval: number;
  /** A fraction from 0 to 1, for the jitter. */
  readonly random: () => number;
  /** When it is out of time, epoch milliseconds. */
  readonly until?: number;
}

/** How much longer each wait is while nothing changes, and at most how often the interval. */
const growth = 1.5;
const most = 8;
const atOnce = 8;
/** The least time between the requests of one thing, milliseconds, whoever asks early and whatever a service says; an interval that is shorter counts. */
const leastGap = 1000;

/** Watches things until each has ended, or time is out. The last state says how: each thing's `ended`, or `out of time`. @throws what `ask` throws and `passes` does not know. */
export async function* watching<Row>(ids: readonly string[], given: Given<Row>): AsyncGenerator<Watching<Row>, Watching<Row>> {
  let things: readonly Watched<Row>[] = ids.map((id) => ({ id, class: 'unknown', seen: [] }));
  let pace = 1;
  let outage: Outage | undefined;
  const least = Math.min(leastGap, given.interval);
  for (let first = true; ; first = false) {
    const { fresh, trouble } = await look(things, given);
    const at = given.now();
    const changed = fresh.filter((one, i) => one.word !== things[i]!.word).map(({ id }) => id);
    things = fresh;
    const state = { at, things, changed };
    if (things.every(({ ended }) => ended)) return { what: 'ended', ...state };
    if (trouble) {
      const wait = Math.min(Math.max(least, trouble.wait ?? paced(given, pace)), left(given, at));
      outage = { since: outage?.since ?? at, message: trouble.message, wait };
    }
    if (isOut(given, at)) return { what: 'out of time', ...state, ...(trouble && outage ? { outage } : {}) };
    if (trouble && outage) yield { what: 'outage', ...state, outage };
    else yield { what: outage ? 'back' : first ? 'began' : changed.length > 0 ? 'changed' : 'same', ...state };
    if (!trouble) outage = undefined;
    pace = changed.length > 0 || first ? 1 : Math.min(pace * growth, most);
    await given.pause(trouble && outage ? outage.wait : Math.min(Math.max(least, paced(given, pace)), left(given, at)));
    const tooSoon = () => restOf(least, at, given.now());
    while (tooSoon() > 0 && !isOut(given, given.now())) await given.pause(Math.min(tooSoon(), left(given, given.now()))); // the pause was cut short
    if (tooSoon() > 0) return { what: 'out of time', ...state, changed: [], at: given.now(), ...(outage ? { outage } : {}) };
  }
}

/** What is left of a gap that began then; nothing of it where the clock was set back. */
const restOf = (gap: number, since: number, now: number): number => (now < since ? 0 : Math.max(0, since + gap - now));
const isOut = ({ until }: { until?: number }, at: number): boolean => until !== undefined && at >= until;
const left = ({ until }: { until?: number }, at: number): number =>
  until === undefined ? Number.POSITIVE_INFINITY : Math.max(0, until - at);
/** The interval at a pace, give or take a fifth: many watchers must not ask in step. */
const paced = ({ interval, random }: { interval: number; random: () => number }, pace: number): number =>
  Math.round(interval * pace * (0.8 + 0.4 * random()));

interface Looked<Row> {
  readonly fresh: readonly Watched<Row>[];
  readonly trouble?: { readonly message: string; readonly wait?: number };
}

/** Asks for all that have not ended, some at once; one trouble that may pass is the trouble of all, and what was seen before it stays. */
async function look<Row>(things: readonly Watched<Row>[], given: Given<Row>): Promise<Looked<Row>> {
  const fresh = [...things];
  const open = things.flatMap((one, i) => (one.ended ? [] : [i]));
  let trouble: Looked<Row>['trouble'];
  let next = 0;
  const worker = async () => {
    while (next < open.length && !trouble) {
      const i = open[next++]!;
      try {
        fresh[i] = seenAs(things[i]!, await given.ask(things[i]!.id), given);
      } catch (error) {
        trouble = given.passes(error);
        if (!trouble) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, open.length) }, worker));
  return { fresh, ...(trouble ? { trouble } : {}) };
}

function seenAs<Row>(
  before: Watched<Row>,
  { word, row }: { word: string | undefined; row: Row },
  { list, ends, now }: Given<Row>,
): Watched<Row> {
  const seen = word !== undefined && word !== before.word ? [...before.seen, { word, at: now() }] : before.seen;
  const ended = word === undefined ? undefined : ends.good.has(word) ? 'good' : ends.bad.has(word) ? 'bad' : undefined;
  return { id: before.id, ...(word === undefined ? {} : { word }), class: classOf(list, word), row, seen, ...(ended ? { ended } : {}) };
}
