// Aborts a run at its n-th continuation: before, at or after any of its awaits.
import { promiseHooks } from 'node:v8';

/** The continuations of promises that run while `work` does; `at` is called when continuation number `n`, from 1, begins. */
export async function countContinuations<Result>(
  work: () => Promise<Result>,
  n = 0,
  at = () => {},
): Promise<readonly [Result, number]> {
  let count = 0;
  const stop = promiseHooks.onBefore(() => {
    count++;
    if (count === n) at();
  });
  try {
    return [await work(), count];
  } finally {
    stop();
  }
}
