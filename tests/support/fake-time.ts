// Fake timers and clocks: what waits for seconds in this process takes none.
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { vi } from 'vitest';
import { inTime } from './limit.js';
import { now } from './time.js';

/** Time that passes in steps. A run whose wall clock passes, too, has `now: Date.now`. */
export interface FakeTime {
  /** Lets so many milliseconds pass. */
  pass(milliseconds: number): Promise<void>;
  /** Lets time pass until something has ended, but only while something waits for a timer: not while modules are loaded. */
  finish<Result>(running: Promise<Result>): Promise<Result>;
}

const step = 20; // milliseconds
const { setTimeout: startTimer } = globalThis;
const oneTurn = () => new Promise((next) => startTimer(next, 1));

/** `setTimeout` of node:timers/promises on the timers of the moment, which Vitest does not replace. */
export const sleep = (
  milliseconds: number,
  value?: unknown,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' }));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve(value);
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

/**
 * Counts the fake timers that something waits for. A timer after `unref` is none: it only watches over other work, which may be a
 * request that takes no fake time.
 */
function countWaits(): { readonly count: () => number; readonly end: () => void } {
  const waits = new Set<unknown>();
  const { setTimeout: start, clearTimeout: clear } = globalThis;
  globalThis.setTimeout = Object.assign((work: (...values: unknown[]) => void, ...rest: [number, ...unknown[]]) => {
    const timer = start(
      (...values: unknown[]) => {
        waits.delete(timer);
        work(...values);
      },
      ...rest,
    );
    const { unref } = timer;
    timer.unref = () => {
      waits.delete(timer);
      return unref.call(timer);
    };
    waits.add(timer);
    return timer;
  }, start);
  globalThis.clearTimeout = (timer) => {
    waits.delete(timer);
    clear(timer);
  };
  return {
    count: () => waits.size,
    end() {
      Object.assign(globalThis, { setTimeout: start, clearTimeout: clear });
    },
  };
}

/** Runs work in fake time, which starts at `now` and stands still unless the work lets it pass. */
export async function inFakeTime<Result>(work: (time: FakeTime) => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ now, toFake: ['setTimeout', 'clearTimeout', 'hrtime', 'Date'] });
  const waits = countWaits();
  const { setTimeout: realSleep } = timersPromises;
  timersPromises.setTimeout = sleep as typeof realSleep;
  syncBuiltinESMExports();
  const pass = async (milliseconds: number) => {
    for (let left = milliseconds; left > 0; left -= step) await vi.advanceTimersByTimeAsync(Math.min(step, left));
  };
  const finish = <Ended>(running: Promise<Ended>): Promise<Ended> => {
    let goesOn = true;
    const end = () => {
      goesOn = false;
    };
    running.then(end, end);
    const passing = async () => {
      while (goesOn) await (waits.count() > 0 ? pass(step) : oneTurn());
      return running;
    };
    return inTime(passing(), () => `it ended in fake time, ${(Date.now() - now) / 1000} s of it have passed`).finally(
      end,
    );
  };
  try {
    return await work({ pass, finish });
  } finally {
    waits.end();
    vi.useRealTimers();
    timersPromises.setTimeout = realSleep;
    syncBuiltinESMExports();
  }
}

/** Runs work while time passes. */
export const whileTimePasses = <Result>(work: () => Promise<Result>): Promise<Result> =>
  inFakeTime(({ finish }) => finish(work()));
