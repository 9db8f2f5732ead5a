// The present: the state as it is now, everything that was due by now done.
import { worldTime } from './clock.js';
import { steppersNamed } from './machines.js';
import type { State } from './state.js';
import { catchUp, kindsDue, MustLoad } from './state-machine.js';

/** What the present is made of. */
interface Present {
  readonly state: State;
  readonly seed: number;
  readonly settings: { readonly wall: () => number };
}

/**
 * Does some work in one transaction at world time `now`, after everything that was due by then.
 * @param writes whether the work is known to write; a read that has to write becomes one by itself
 */
export async function atPresent<Result>(
  { state, seed, settings }: Present,
  writes: boolean,
  work: (now: number, wall: number) => Result,
): Promise<Result> {
  const wall = settings.wall();
  let names = kindsDue(state, worldTime(state, wall));
  let again = false;
  for (;;) {
    const steppers = await steppersNamed(names);
    const whole = () => {
      const now = worldTime(state, wall);
      if (kindsDue(state, now).length > 0) {
        state.mustWrite();
        catchUp({ state, seed, now }, steppers);
      }
      return work(now, wall);
    };
    try {
      const result = writes ? state.write(whole) : state.read(whole);
      // A kind that is first looked at late is seeded with steps that are due already: what was read is read again after them.
      const late = writes ? [] : kindsDue(state, worldTime(state, wall));
      if (late.length === 0 || again) return result;
      again = true;
      names = late;
    } catch (error) {
      if (!(error instanceof MustLoad)) throw error;
      names = [...names, error.kind];
    }
  }
}
