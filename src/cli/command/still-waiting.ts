// Says that requests have no response yet, and again each minute: it is loaded when the first one has waited for 10 s.
import { monotonicNow } from '../../services/http/cancellation.js';
import type { ShownRequest } from '../../services/http/transport.js';

const again = 60_000; // milliseconds

/** The requests of a run that have waited for long. One line speaks for all of them. */
export class StillWaiting {
  readonly #log: (line: string) => void;
  /** The times of their beginnings, by request, the oldest first. */
  readonly #waits = new Map<ShownRequest, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  /** Adds a request. @param since the time of its beginning, milliseconds of the monotonic clock */
  add(request: ShownRequest, since: number): void {
    this.#waits.set(request, since);
    if (this.#timer === undefined) this.#say();
  }

  remove(request: ShownRequest): void {
    this.#waits.delete(request);
  }

  #say(): void {
    this.#timer = undefined;
    const [[request, since] = []] = this.#waits;
    if (!request || since === undefined) return;
    const age = Math.round((monotonicNow() - since) / 1000);
    const others = this.#waits.size === 1 ? '' : ` (and to ${this.#waits.size - 1} more)`;
    const bound =
      request.timeout > 0
        ? `It is waited for at most ${request.timeout / 1000} s.`
        : 'Set a limit with --timeout, like --timeout 30s.';
    this.#log(`  No response from ${new URL(request.shownUrl).host}${others} for ${age} s. ${bound}`);
    this.#timer = setTimeout(() => this.#say(), again).unref();
  }
}
