// Cancellation: until when work may go on, and whether it was stopped. One object goes through lock wait, renewal, proxy, request, retry, pages and polls.
import { setTimeout as sleep } from 'node:timers/promises';
import { interrupted } from './errors.js';

/** What stops a run: Ctrl-C or another signal of the system. */
export interface StopSource {
  /** Made when it is first read, which takes half a millisecond. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the signal has fired, without making it. If it is missing, the signal is read. */
  readonly stopped?: (() => boolean) | undefined;
}

/** A timer of Node takes no more milliseconds. */
export const longestTimer = 2 ** 31 - 1;

/** A deadline and a stop signal. Times are milliseconds of the monotonic clock. */
export class Cancellation {
  readonly #source: StopSource;
  readonly #parent: Cancellation | undefined;
  readonly #deadline: number;
  /** The time from the begin of the work to its deadline. */
  readonly limit: number;
  #ended = false;
  readonly #endings: (() => void)[] = [];

  constructor(source: StopSource = {}, limit = Number.POSITIVE_INFINITY, parent?: Cancellation) {
    this.#source = source;
    this.#parent = parent;
    const left = parent?.timeLeft() ?? Number.POSITIVE_INFINITY;
    this.limit = parent && left <= limit ? parent.limit : limit;
    this.#deadline = limit === Number.POSITIVE_INFINITY && left === limit ? limit : monotonicNow() + Math.min(limit, left);
  }

  /** The signal of the stop; a deadline does not fire it. Read as late as possible. */
  get signal(): AbortSignal | undefined {
    return this.#source.signal;
  }
  /** Whether the run was stopped or has ended: nothing is sent any more. Cheap. */
  isStopped(): boolean {
    return this.#ended || this.#parent?.isStopped() === true || (this.#source.stopped?.() ?? this.#source.signal?.aborted === true);
  }
  /** The time left, milliseconds; infinite without a deadline. */
  timeLeft(): number {
    return this.#deadline === Number.POSITIVE_INFINITY ? this.#deadline : Math.max(0, this.#deadline - monotonicNow());
  }
  /** Whether the work must end: it was stopped, or its time is out. */
  isOver(): boolean {
    return this.isStopped() || this.timeLeft() === 0;
  }
  /** The same with an earlier deadline. @param limit milliseconds from now; infinite adds none */
  within(limit: number): Cancellation {
    return limit === Number.POSITIVE_INFINITY ? this : new Cancellation(this.#source, limit, this);
  }
  /** Ends the run: nothing is sent from now on, and waits for a lock end. */
  end(): void {
    this.#ended = true;
    for (const work of this.#endings) work();
  }
  /** Calls this when the run ends. */
  onEnd(work: () => void): void {
    this.#endings.push(work);
  }
  /** Sleeps, but not beyond the deadline. @throws {Failure} INTERRUPTED as soon as it is stopped */
  async sleep(milliseconds: number): Promise<void> {
    const { signal } = this;
    await sleep(Math.min(milliseconds, this.timeLeft(), longestTimer), undefined, signal ? { signal } : {}).catch(() => {
      throw interrupted();
    });
  }
}

/** The monotonic clock, milliseconds. `performance` would load seven modules. */
export const monotonicNow = (): number => Number(process.hrtime.bigint()) / 1e6;
