// Says that a request has no response yet: after 10 s, and again each minute.
import { monotonicNow } from '../services/http/cancellation.js';
import type { ShownRequest } from '../services/http/transport.js';

const [first, next] = [10_000, 60_000]; // milliseconds

/** The requests of a run that wait for a response. One line speaks for all of them. */
export class StillWaiting {
  readonly #log: (line: string) => void;
  /** The times of their beginnings, by request, the oldest first. */
  readonly #waits = new Map<ShownRequest, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  /** Adds a request that was sent. @returns the function that removes it */
  begin(request: ShownRequest): () => void {
    this.#waits.set(request, monotonicNow());
    if (this.#waits.size === 1) this.#sayAfter(first);
    return () => {
      const [oldest] = this.#waits.keys();
      this.#waits.delete(request);
      if (oldest !== request) return;
      clearTimeout(this.#timer);
      const [since] = this.#waits.values();
      if (since !== undefined) this.#sayAfter(Math.max(0, since + first - monotonicNow()));
    };
  }

  #sayAfter(pause: number): void {
    this.#timer = setTimeout(() => {
      const [[request, since] = []] = this.#waits;
      if (request && since !== undefined) this.#say(request, monotonicNow() - since);
      this.#sayAfter(next);
    }, pause);
    this.#timer.unref();
  }

  #say({ shownUrl, timeout }: ShownRequest, age: number): void {
    const others = this.#waits.size === 1 ? '' : `, and ${this.#waits.size - 1} more requests wait`;
    const bound =
      timeout > 0 ? `It is waited for at most ${timeout / 1000} s.` : 'Set a limit with --timeout, like --timeout 30s.';
    this.#log(`◌ No response from ${new URL(shownUrl).host} for ${Math.round(age / 1000)} s${others}. ${bound}`);
  }
}
