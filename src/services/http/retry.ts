// Retry: repeats a read after a failure that may pass, within a number of tries and a waiting time.
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, interrupted } from './errors.js';

/** The limits of retries; `say` logs each wait, `signal` ends one. Times in milliseconds. */
export interface RetryOptions {
  readonly tries: number;
  readonly maxWait: number;
  readonly say: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Repeats `attempt` after a retryable failure: no response, 429, 502 to 504. Waits for Retry-After, else twice as long each time, with jitter, and at most
 * `maxWait` in all. For reads only.
 * @throws the last failure
 */
export async function withRetry<T>(attempt: () => Promise<T>, { tries, maxWait, say, signal }: RetryOptions): Promise<T> {
  let waited = 0;
  for (let done = 0; ; done++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Failure) || !error.retryable || done >= tries) throw error;
      const wait = error.where.retryAfter ?? Math.round(500 * 2 ** done * (0.5 + Math.random() / 2));
      if (waited + wait > maxWait) throw error;
      waited += wait;
      say(`  ${error.message} Trying again in ${(wait / 1000).toFixed(1)} s, ${done + 1} of ${tries}.`);
      await sleep(wait, undefined, signal ? { signal } : {}).catch(() => {
        throw interrupted();
      });
    }
  }
}
