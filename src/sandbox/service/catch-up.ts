// Runs work in a transaction after every step that is due by now.
import { worldTime } from '../core/clock.js';
import type { State } from '../core/state.js';
import { dueKinds, KindNotLoaded, runDueSteps } from '../core/state-machine.js';
import { loadDueHandlers } from './machine-registry.js';

/** The parts of the runtime that catching up needs. */
interface CatchUpTarget {
  readonly state: State;
  readonly seed: number;
  readonly settings: { readonly wall: () => number };
}

/**
 * Runs a task in one transaction at world time `now`, after every step that was due by then.
 * @param writes whether the task is known to write; a read that has to write is repeated as a write
 */
export async function catchUp<Result>(
  { state, seed, settings }: CatchUpTarget,
  writes: boolean,
  task: (now: number, wall: number) => Result,
): Promise<Result> {
  const wall = settings.wall();
  let names = dueKinds(state, worldTime(state, wall));
  let repeated = false;
  for (;;) {
    const handlers = await loadDueHandlers(names);
    const transaction = () => {
      const now = worldTime(state, wall);
      if (dueKinds(state, now).length > 0) {
        state.requireWrite();
        runDueSteps({ state, seed, now }, handlers);
      }
      return task(now, wall);
    };
    try {
      const result = writes ? state.write(transaction) : state.read(transaction);
      // A kind that is first read late may be seeded with steps that are due already; then the read is repeated after them.
      const lateKinds = writes ? [] : dueKinds(state, worldTime(state, wall));
      if (lateKinds.length === 0 || repeated) return result;
      repeated = true;
      names = lateKinds;
    } catch (error) {
      if (!(error instanceof KindNotLoaded)) throw error;
      names = [...names, error.kind];
    }
  }
}
