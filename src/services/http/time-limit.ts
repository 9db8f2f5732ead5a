// The time limit of a request: its own, or the deadline of its work.
import { longestTimer, monotonicNow } from './deadline.js';
import type { HttpRequest } from './transport.js';

export interface TimeLimit {
  /** The remaining time at the start, milliseconds; infinite without a limit. */
  readonly left: number;
  /** How long a response was waited for, in words. */
  readonly within: string;
}
/** The time limit of a request that begins now. */
export function timeLimitOf({ timeout, deadline }: HttpRequest): TimeLimit {
  const ownLimit = timeout > 0 ? timeout : Number.POSITIVE_INFINITY;
  const remaining = Math.min(ownLimit, deadline?.timeLeft() ?? Number.POSITIVE_INFINITY);
  const isOwn = remaining === ownLimit || deadline?.limit === ownLimit;
  return {
    left: remaining,
    within: isOwn ? `within ${timeout} ms` : 'before the time ran out',
  };
}

/** A later timer, milliseconds, belongs to a process that was suspended or busy. */
const tolerance = 100;
/** The silence after which a socket is empty, and the maximum time to read it, milliseconds. */
const silence = 50;
const longest = 1000;

/**
 * Calls `end` after a time, unless cancelled. After a suspension (Ctrl-Z, SIGSTOP) timers fire before data are read, so
 * the rest of the socket is read first.
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
  // Node truncates fractions, which would end too early
  timer = setTimeout(onTime, Math.min(Math.ceil(milliseconds), longestTimer));
  return () => clearTimeout(timer);
}
