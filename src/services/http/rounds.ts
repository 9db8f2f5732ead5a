// Rounds: the one loop of everything that repeats. It pauses, reads once more at the end of the time, and ends at a stop.
// And the two waits that it and others are made of: a sleep, and work within a time.
import { type Deadline, longestTimer, machine, monotonicNow, suspension } from './deadline.js';
import { interrupted } from './errors.js';

/**
 * Sleeps for a time or until the deadline. Notices how long the machine itself was asleep.
 * @returns whether it was woken early
 * @throws {Failure} INTERRUPTED at a stop
 */
export async function sleep(deadline: Deadline, milliseconds: number): Promise<boolean> {
  const { time: own, signal } = deadline.source;
  if (deadline.isStopped()) throw interrupted();
  const time = Math.ceil(Math.min(milliseconds, deadline.timeLeft(), longestTimer));
  if (own) return own.sleep(time);
  const ahead = Date.now() - monotonicNow();
  const isWoken = await new Promise<boolean>((resolve) => {
    const end = (isEarly: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      deadline.endings.delete(wake);
      resolve(isEarly);
    };
    const wake = () => end(true);
    const timer = setTimeout(end, time, false);
    signal?.addEventListener('abort', wake, { once: true });
    deadline.endings.add(wake);
  });
  const asleep = Date.now() - monotonicNow() - ahead;
  if (asleep > suspension) machine.asleep += asleep;
  if (deadline.isStopped()) throw interrupted();
  return isWoken;
}

/**
 * The result of work, or of `late` at the deadline.
 * @throws {Failure} INTERRUPTED at a stop; as the work does until then, and as `late`
 */
export async function inTime<Result, Late>(
  deadline: Deadline,
  work: Promise<Result>,
  late: () => Late,
): Promise<Result | Late> {
  const own = deadline.part();
  try {
    return await Promise.race([work, sleep(own, Number.POSITIVE_INFINITY).then(late)]);
  } finally {
    own.end();
    work.catch(() => {}); // no longer awaited
  }
}

/** The pauses of rounds. Times are milliseconds. */
export interface Rhythm {
  /** The first pause, and the longest while nothing changes: it grows by half each time. */
  readonly every: number;
  readonly most?: number;
  /** The shortest time between two rounds, even if one was woken early. */
  readonly gap?: number;
  /** A fraction from 0 to 1, for pauses that differ by a fifth: who waits for the same must not ask in step. */
  readonly random?: () => number;
  /** What is waited for, for the sign of life. */
  readonly says?: () => string | undefined;
  /** Whether the rounds print: they end if nobody can read that any more. */
  readonly prints?: boolean;
  /** The message of a stop. */
  readonly stopped?: string;
}

/** One of the rounds of a loop. Times are milliseconds. */
export interface Round {
  readonly isFirst: boolean;
  /** The deadline of its reads: the state at the end of the time counts, so the last read has 5 s more. */
  readonly deadline: Deadline;
  /** Whether the time is over. */
  isOver(): boolean;
  /**
   * Whether the time is over: no other round follows. If it ran out while the process or the machine was suspended,
   * what this round has read is old, and another one follows.
   */
  isLast(): boolean;
  /** Ends the reads of the round. @returns the pause until the next one */
  pauseAfter(result: 'same' | 'changed' | { readonly retryAfter: number | undefined }): number;
}

const growth = 1.5;
const mostGrowths = 50;
/** The longest pause while reads fail, unless the usual one or Retry-After is longer. */
const longestBackOff = 60_000;
/** The time of the read at the end; how early a timer may end; the longest sleep without a look around. */
const [lastRead, early, look] = [5000, 20, 1000];

type Pauses = Pick<Rhythm, 'every' | 'random'>;

/** A pause that has grown so often. */
const paced = ({ every, random = () => 0.5 }: Pauses, count: number, most: number) =>
  Math.round(Math.min(most, every * growth ** Math.min(count, mostGrowths)) * (0.8 + 0.4 * random()));
/** The pause after so many failures in a row, milliseconds. */
export const backOff = (pauses: Pauses, failures: number): number =>
  paced(pauses, failures, Math.max(longestBackOff, pauses.every));

/**
 * Yields rounds until the deadline: the last one begins when the time is over.
 * @throws {Failure} INTERRUPTED at a stop; EPIPE if nobody can read what it prints
 */
export async function* rounds(
  deadline: Deadline,
  { every, most = every, gap = 0, random, says, prints, stopped }: Rhythm,
): AsyncGenerator<Round, void> {
  const isOver = () => deadline.left() <= early;
  const requireGoing = () => {
    if (deadline.isStopped()) throw interrupted(stopped);
    if (prints && deadline.root.sign?.hasReader() === false)
      throw Object.assign(new Error('stdout has no reader'), { code: 'EPIPE' });
  };
  const sleepUntil = async (time: number, mayWake = false) => {
    for (let isWoken = false; !(isWoken && mayWake) && !isOver() && deadline.now() < time; requireGoing())
      isWoken = await sleep(deadline, Math.min(look, time - deadline.now())).catch(() => false); // stopped
  };
  const pauses = { every, random };
  let [same, failures] = [0, 0]; // rounds in a row
  const endWait = says && deadline.waitsFor(says);
  try {
    for (let isFirst = true; ; isFirst = false) {
      requireGoing();
      let isLast = isOver();
      let ended: { readonly at: number; readonly wasOver: boolean; readonly pause: number } | undefined;
      const round: Round = {
        isFirst,
        deadline: isLast && deadline.parent ? deadline.parent.part(lastRead) : deadline,
        isOver,
        isLast() {
          isLast ||= isOver() && deadline.left() > -suspension;
          return isLast;
        },
        pauseAfter(result) {
          const hasFailed = typeof result === 'object';
          const failed =
            hasFailed && (result.retryAfter ?? Math.max(paced(pauses, same, most), backOff(pauses, failures)));
          same = isFirst || result === 'changed' || (failures > 0 && !hasFailed) ? 0 : same + 1;
          failures = hasFailed ? failures + 1 : 0;
          const pause = Math.max(gap, failed === false ? paced(pauses, same, most) : failed);
          const left = deadline.timeLeft();
          ended = { at: deadline.now(), wasOver: isOver(), pause: left - pause < gap ? left : pause };
          return ended.pause;
        },
      };
      yield round;
      if (round.isLast()) return;
      if (!ended) round.pauseAfter('same');
      const { at, wasOver, pause } = ended!;
      await sleepUntil(deadline.now() + pause, true);
      await sleepUntil(at + gap);
      if (isOver() && !wasOver && deadline.now() < at + gap) return; // what was read just before the end is new
    }
  } finally {
    endWait?.();
  }
}
