// The pace of a smoke run: its requests a second, and a pause after a 429.

import type { Deadline } from '../../services/http/deadline.js';
import { sleep } from '../../services/http/rounds.js';

/** The most time of all pauses of a run, and of one, milliseconds. */
const [mostPauses, longestPause] = [10_000, 5_000];

/** Spaces the requests of a run. */
export class Pace {
  readonly #interval: number;
  #next = 0;
  #pausedUntil = 0;
  #pauses = 0;
  #refusals = 0;
  /** @param rate requests a second; none means no limit */
  constructor(rate?: number) {
    this.#interval = rate === undefined ? 0 : 1000 / rate;
  }

  /** Waits until the next request may begin. @throws {Failure} INTERRUPTED */
  async turn(deadline: Deadline): Promise<void> {
    for (;;) {
      const pause = this.#pausedUntil - performance.now();
      if (pause > 0) {
        await sleep(deadline, pause);
        continue;
      }
      const now = performance.now();
      const at = Math.max(now, this.#next);
      this.#next = at + this.#interval;
      if (at > now) await sleep(deadline, at - now);
      if (this.#pausedUntil <= performance.now()) return;
    }
  }

  /** Pauses all requests after a 429: for its Retry-After, else twice as long each time; within the limits. */
  backOff(retryAfter?: number): void {
    const wait = Math.min(retryAfter || 250 * 2 ** this.#refusals++, longestPause, mostPauses - this.#pauses);
    const until = performance.now() + wait;
    if (wait <= 0 || until <= this.#pausedUntil) return;
    this.#pauses += until - Math.max(performance.now(), this.#pausedUntil);
    this.#pausedUntil = until;
  }
}
