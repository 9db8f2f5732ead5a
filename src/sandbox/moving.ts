// Whatever has steps that come due, by name: loaded when one of them is.
import { type Listener, listening } from './effects.js';
import type { Moving, MovingKind, Steppers } from './machine.js';

type AnyMoving = MovingKind<Moving>;
type Loads<Module> = Readonly<Record<string, () => Promise<Module>>>;

/** Kinds that move by themselves. A kind only ever gets rows of its own, so that their bodies' type may be forgotten here. */
const kinds: Loads<unknown> = {
  ride: async () => (await import('./rides/ride.js')).ride,
  offering: async () => (await import('./assets/offering.js')).offering,
};
/** Listeners to what happens elsewhere (`effects.ts`). */
const listeners: Loads<Listener> = {};

/** The kinds and listeners of these names; nothing for a name that there is not. */
export async function steppersNamed(names: readonly string[]): Promise<Steppers> {
  const found = names.map(async (name) => {
    const own = name.startsWith(listening) ? listeners[name.slice(listening.length)] : kinds[name];
    return [name, await own?.()] as const;
  });
  return new Map(await Promise.all(found)) as Steppers;
}

/** Every kind that moves by itself. */
export const allMovingKinds = async (): Promise<readonly AnyMoving[]> =>
  Promise.all(Object.values(kinds).map(async (load) => (await load()) as AnyMoving));
