// Deadline: the time limit and the stop signal of work. One object is passed through lock wait, renewal, proxy,
// request, retry, pages and polls.
import { setTimeout as sleep } from 'node:timers/promises';
import { interrupted } from './errors.js';

export interface StopSource {
  /** Created when first read, which takes half a millisecond. */
  readonly signal?: AbortSignal;
  /** Whether the signal has fired; does not create it. If missing, the signal is read. */
  readonly stopped?: () => boolean;
}

/** The maximum of Node's timers, milliseconds. */
export const longestTimer = 2 ** 31 - 1;

/** A time limit and a stop signal. Times are milliseconds of the monotonic clock. */
export class Deadline {
  readonly #source: StopSource;
  readonly #parent: Deadline | undefined;
  readonly #at: number;
  /** The time from the start of the work to its deadline. */
  readonly limit: number;
  #ended = false;
  readonly #endings: (() => void)[] = [];

  constructor(source: StopSource = {}, limit = Number.POSITIVE_INFINITY, parent?: Deadline) {
    this.#source = source;
    this.#parent = parent;
    const remaining = parent?.timeLeft() ?? Number.POSITIVE_INFINITY;
    this.limit = parent && remaining <= limit ? parent.limit : limit;
    this.#at =
      limit === Number.POSITIVE_INFINITY && remaining === limit ? limit : monotonicNow() + Math.min(limit, remaining);
  }

  /** The signal of a stop; the time limit does not fire it. Read it as late as possible. */
  get signal(): AbortSignal | undefined {
    return this.#source.signal;
  }
  /** Whether the run was stopped or has ended: nothing more may be sent. Cheap. */
  isStopped(): boolean {
    return (
      this.#ended ||
      this.#parent?.isStopped() === true ||
      (this.#source.stopped?.() ?? this.#source.signal?.aborted === true)
    );
  }
  /** Whether the run has ended, by itself or by a stop. */
  get hasEnded(): boolean {
    return this.#ended || this.#parent?.hasEnded === true;
  }
  /** The time left, milliseconds; infinite without a limit. */
  timeLeft(): number {
    return this.#at === Number.POSITIVE_INFINITY ? this.#at : Math.max(0, this.#at - monotonicNow());
  }
  /** Whether the work must end, by a stop or its deadline. */
  isOver(): boolean {
    return this.isStopped() || this.timeLeft() === 0;
  }
  /** The same deadline, or an earlier one. @param limit milliseconds from now; infinite adds none */
  within(limit: number): Deadline {
    return limit === Number.POSITIVE_INFINITY ? this : new Deadline(this.#source, limit, this);
  }
  /** Ends the run: no more requests, no more waits for a lock. */
  end(): void {
    this.#ended = true;
    for (const work of this.#endings) work();
  }
  /** Registers work for the end of the run. */
  onEnd(work: () => void): void {
    this.#endings.push(work);
  }
  /** Sleeps until a time or the deadline. @throws {Failure} INTERRUPTED at a stop */
  async sleep(milliseconds: number): Promise<void> {
    const { signal } = this;
    await sleep(Math.min(milliseconds, this.timeLeft(), longestTimer), undefined, { signal }).catch(() => {
      throw interrupted();
    });
  }
}

/** The monotonic clock, milliseconds. `performance` would load seven modules. */
export const monotonicNow = (): number => Number(process.hrtime.bigint()) / 1e6;
