// The time limit of a request: its own, or the deadline of what it belongs to.
import { longestTimer, monotonicNow } from './cancellation.js';
import type { HttpRequest } from './transport.js';

/** What ends a request that takes too long. */
export interface TimeLimit {
  /** The time left when it began, milliseconds; infinite without a limit. */
  readonly left: number;
  /** What to say when it is over. */
  readonly message: string;
}
/** The time limit of a request that begins now. */
export function timeLimitOf({ timeout, cancellation }: HttpRequest): TimeLimit {
  const own = timeout > 0 ? timeout : Number.POSITIVE_INFINITY;
  const left = Math.min(own, cancellation?.timeLeft() ?? Number.POSITIVE_INFINITY);
  const isOwn = left === own || cancellation?.limit === own;
  return { left, message: isOwn ? `no response within ${timeout} ms` : 'no response before the time ran out' };
}

/** A timer that fires later than this, milliseconds, belongs to a process that was suspended or busy. */
const tolerance = 100;
/** The silence of a socket after which nothing more lies in it, and the most time to read it, milliseconds. */
const silence = 50;
const longest = 1000;

/**
 * Calls `end` after a time, unless it is cancelled before. In a process that was suspended past that time (Ctrl-Z, SIGSTOP), timers fire before data are
 * read; then what lies in the socket is read first.
 * @param progress a number that grows with each part of a response
 * @returns the function that cancels it
 */
export function endAfter(milliseconds: number, progress: () => number, end: () => void): () => void {
  if (milliseconds === Number.POSITIVE_INFINITY) return () => {};
  const due = monotonicNow() + milliseconds;
  let timer: NodeJS.Timeout;
  const readRest = (readUntil: number, quietSince: number, before: number) => {
    const [now, received] = [monotonicNow(), progress()];
    const since = received === before ? quietSince : now;
    if (now > readUntil || now - since > silence) end();
    else timer = setTimeout(readRest, 10, readUntil, since, received);
  };
  const onTime = () => {
    const now = monotonicNow();
    if (now - due > tolerance) readRest(now + longest, now, progress());
    else end();
  };
  timer = setTimeout(onTime, Math.min(Math.ceil(milliseconds), longestTimer)); // Node cuts off a fraction, and would end too early
  return () => clearTimeout(timer);
}
