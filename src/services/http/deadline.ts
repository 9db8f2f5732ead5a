// Deadline: the time limit and the stop signal of work. One object is passed through lock wait, renewal, proxy,
// request, retry, pages and polls. It knows what a run waits for, and `rounds` repeats with it.

export interface StopSource {
  /** Created when first read, which takes half a millisecond. */
  readonly signal?: AbortSignal;
  /** Whether the signal has fired; does not create it. If missing, the signal is read. */
  readonly stopped?: () => boolean;
  /** The time of tests; by default that of this machine. */
  readonly time?: { now(): number; sleep(milliseconds: number): Promise<boolean> };
}

/** What is waited for: a request, or the words after "Still waiting after 10 s: ", without which nothing is said. */
export type Awaited = { readonly shownUrl: string; readonly timeout: number } | (() => string | undefined);

/** Says what a run waits for. */
export interface SignOfLife {
  /** Takes what is drawn off the terminal, before something else is written. */
  hush(): void;
  /** Whether somebody can still read what the run prints. */
  hasReader(): boolean;
  end(): void;
}

/** The maximum of Node's timers, milliseconds. */
export const longestTimer = 2 ** 31 - 1;
/** The time after which a run says what it waits for, milliseconds. */
export const longWait = 10_000;
/** A timer that is late by more, milliseconds, belongs to a process or a machine that was suspended. */
export const suspension = 1000;

/** How long the machine was asleep while a run slept, as far as the monotonic clock does not count that, milliseconds. */
export const machine = { asleep: 0 };

/** A time limit and a stop signal. Times are milliseconds of the monotonic clock. */
export class Deadline {
  readonly source: StopSource;
  readonly parent: Deadline | undefined;
  readonly #at: number;
  /** The time from the start of the work to its deadline. */
  readonly limit: number;
  #ended = false;
  /** Called at the end and by `wake`: they end sleeps (`rounds.ts`), and what else lasts as long as the run. */
  readonly endings = new Set<() => void>();
  /** What a run waits for, with the time of its beginning, the oldest first; and how many requests there were. */
  readonly waits = new Map<Awaited, number>();
  requests = 0;
  #timer: NodeJS.Timeout | undefined;
  /** The sign of life of a run, and the function that starts it, without which nothing is said. */
  sign: SignOfLife | undefined;
  startSign: ((run: Deadline) => SignOfLife) | undefined;

  constructor(source: StopSource = {}, limit = Number.POSITIVE_INFINITY, parent?: Deadline) {
    this.source = source;
    this.parent = parent;
    const remaining = parent?.timeLeft() ?? Number.POSITIVE_INFINITY;
    this.limit = parent && remaining <= limit ? parent.limit : limit;
    this.#at = this.now() + Math.min(limit, remaining);
  }

  /** The time of the clock. */
  now(): number {
    return this.source.time?.now() ?? monotonicNow() + machine.asleep;
  }
  /** The signal of a stop; the time limit does not fire it. Read it as late as possible. */
  get signal(): AbortSignal | undefined {
    return this.source.signal;
  }
  /** Whether the run was stopped or has ended: nothing more may be sent. Cheap. */
  isStopped(): boolean {
    return this.hasEnded || (this.source.stopped?.() ?? this.source.signal?.aborted === true);
  }
  /** Whether the run has ended, by itself or by a stop. */
  get hasEnded(): boolean {
    return this.#ended || this.parent?.hasEnded === true;
  }
  /** The time left, milliseconds; infinite without a limit. */
  timeLeft(): number {
    return Math.max(0, this.left());
  }
  /** The time left; less than 0 after the deadline. */
  left(): number {
    return this.#at - this.now();
  }
  /** The same deadline, or an earlier one. @param limit milliseconds from now; infinite adds none */
  within(limit: number): Deadline {
    return limit === Number.POSITIVE_INFINITY ? this : this.part(limit);
  }
  /** The deadline of a part, which can be ended alone. */
  part(limit = Number.POSITIVE_INFINITY): Deadline {
    return new Deadline(this.source, limit, this);
  }
  /** Ends the run: no more requests, no more waits for a lock. */
  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.sign?.end();
    this.wake();
  }
  /** Ends the sleeps of this deadline early. */
  wake(): void {
    for (const end of this.endings) end();
  }
  /** The deadline of the run. */
  get root(): Deadline {
    return this.parent?.root ?? this;
  }
  /** Notes that something is waited for, which is said from 10 s on. @returns the function that ends the note */
  waitsFor(awaited: Awaited): () => void {
    if (this.parent) return this.parent.waitsFor(awaited);
    const { waits } = this;
    waits.set(awaited, monotonicNow());
    if (typeof awaited === 'object') this.requests += 1;
    this.#timer ??= setTimeout(() => {
      this.sign = this.startSign?.(this);
    }, longWait).unref();
    return () => {
      waits.delete(awaited);
      if (waits.size === 0) this.sign?.hush();
    };
  }
}

/** The monotonic clock, milliseconds. `performance` would load seven modules. */
export const monotonicNow = (): number => Number(process.hrtime.bigint()) / 1e6;
