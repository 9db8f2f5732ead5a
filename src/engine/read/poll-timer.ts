// The timer between two polls of a watch.
import { setTimeout } from 'node:timers/promises';
import { Failure } from '../../services/http/errors.js';

/** A key press ends its sleep early, a signal ends it with a failure. */
export interface PollTimer {
  /** @throws {Failure} `interrupted`, by the signal or after `stop` */
  sleep(milliseconds: number): Promise<void>;
  wake(): void;
  /** Ends the current sleep and all later ones with a failure: the watch has ended. */
  stop(): void;
}
/**
 * Creates the timer of one watch. The signal ends its sleeps.
 * An infinite sleep ends by `wake` or `stop`, at the latest after 2^31 ms.
 */
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
        await setTimeout(Number.isFinite(milliseconds) ? milliseconds : 2 ** 31 - 1, undefined, {
          signal: sleeping.signal,
        });
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
  new Failure('interrupted', 'INTERRUPTED', 'Interrupted; the watched things continue.');
