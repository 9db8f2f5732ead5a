// The timer between two polls of a watch.
import { setTimeout } from 'node:timers/promises';
import { Failure } from '../../services/http/errors.js';

/** The timer between two polls. A key press ends its sleep early, a signal ends it with a failure. */
export interface PollTimer {
  /** @throws {Failure} `interrupted`, by the signal or after `stop` */
  sleep(milliseconds: number): Promise<void>;
  /** Ends the current sleep. */
  wake(): void;
  /** Ends the current sleep, and every later one, with a failure, since the watch has ended. */
  stop(): void;
}
/** Makes the timer between two polls. */
export function pollTimer(signal: AbortSignal | undefined): PollTimer {
  let stopped = false;
  let sleeping: AbortController | undefined;
  const wake = () => sleeping?.abort();
  return {
    async sleep(milliseconds) {
      if (stopped || signal?.aborted) throw watchInterrupted();
      sleeping = new AbortController();
      signal?.addEventListener('abort', wake, { once: true });
      try {
        await setTimeout(Number.isFinite(milliseconds) ? milliseconds : 2 ** 31 - 1, undefined, { signal: sleeping.signal });
      } catch {
        if (stopped || signal?.aborted) throw watchInterrupted();
      } finally {
        signal?.removeEventListener('abort', wake);
      }
    },
    wake,
    stop() {
      stopped = true;
      wake();
    },
  };
}
/** The failure of a watch that was ended from outside. */
export const watchInterrupted = (): Failure =>
  new Failure('interrupted', 'INTERRUPTED', 'Interrupted; what was watched goes on without us.');
