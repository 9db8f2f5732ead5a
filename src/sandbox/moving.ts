// The kinds that move by themselves, by name: one that is due is loaded before the state is caught up with.
import type { Moving, MovingKind } from './machine.js';

type AnyMoving = MovingKind<Moving>;
const known: Readonly<Record<string, () => Promise<unknown>>> = {
  ride: async () => (await import('./rides/ride.js')).ride,
  offering: async () => (await import('./assets/offering.js')).offering,
};

/** The kinds of these names. A kind only ever gets rows of its own, so that their bodies' type may be forgotten here. */
export async function movingKinds(names: readonly string[]): Promise<ReadonlyMap<string, AnyMoving>> {
  const loads = names.filter((name) => Object.hasOwn(known, name)).map(async (name) => [name, await known[name]!()] as const);
  return new Map((await Promise.all(loads)) as [string, AnyMoving][]);
}
