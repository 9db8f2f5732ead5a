// Retry: repeats a read after a failure that may pass, within a number of tries and a time.
import type { Deadline } from './deadline.js';
import { Failure } from './errors.js';
import { sleep } from './rounds.js';

/** The limits of retries; `say` logs each wait. */
export interface RetryOptions {
  readonly tries: number;
  /** The maximum time from the first failure to the last response, milliseconds. */
  readonly maxWait: number;
  readonly say: (line: string) => void;
  readonly deadline: Deadline;
}

/**
 * Repeats `attempt` after a retryable failure: no response, 429, 502 to 504. Waits for Retry-After, else twice as long
 * each time, with jitter. For reads only.
 * @param attempt makes one try, until the given deadline
 * @throws the last failure; the last one with a response, if a later try had none; the one before, if the last try only
 * ran out of the time of the retries; {Failure} INTERRUPTED
 */
export async function withRetry<T>(
  attempt: (deadline: Deadline) => Promise<T>,
  { tries, maxWait, say, deadline }: RetryOptions,
): Promise<T> {
  let limited: Deadline | undefined;
  let before: Failure | undefined;
  let answered: Failure | undefined;
  for (let done = 0; ; done++) {
    try {
      return await attempt(limited ?? deadline);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      // the earlier failure is the reason
      if (before && error.code === 'TIMEOUT' && limited?.timeLeft() === 0) throw before;
      if (error.where.status !== undefined) answered = error;
      const failure = (error.kind === 'unreachable' && answered) || error;
      if (!error.retryable || done >= tries) throw failure;
      before = failure;
      limited ??= deadline.within(maxWait);
      const wait = error.where.retryAfter || Math.round(500 * 2 ** done * (0.5 + Math.random() / 2)); // never at once
      if (wait >= limited.timeLeft()) throw failure;
      say(`  ${error.message} Trying again in ${(wait / 1000).toFixed(1)} s, ${done + 1} of ${tries}.`);
      await sleep(limited, wait);
    }
  }
}
