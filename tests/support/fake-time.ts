// Fake timers and a fake monotonic clock: what waits for seconds in this process takes none. The wall clock of a run is its `now`.
import { syncBuiltinESMExports } from 'node:module';
import { vi } from 'vitest';

/** Lets so many milliseconds pass for all timers, step by step; between the steps sockets are read. */
export type Pass = (milliseconds: number) => Promise<void>;

const step = 20; // milliseconds

/** Runs work in fake time. It stands still until `pass` is called. */
export async function inFakeTime<Result>(work: (pass: Pass) => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'hrtime'] });
  syncBuiltinESMExports(); // also those of node:timers/promises
  try {
    return await work(async (milliseconds) => {
      for (let left = milliseconds; left > 0; left -= step) await vi.advanceTimersByTimeAsync(Math.min(step, left));
    });
  } finally {
    vi.useRealTimers();
    syncBuiltinESMExports();
  }
}

/** Runs work while time passes without end, each turn of the event loop a step. */
export const whileTimePasses = <Result>(work: () => Promise<Result>): Promise<Result> =>
  inFakeTime(async (pass) => {
    let ended = false;
    const result = work().finally(() => {
      ended = true;
    });
    while (!ended) await pass(step);
    return result;
  });
