// Properties, and how many runs they have: all of them in the proof tier, a few in the others.
import fc from 'fast-check';

/** The most runs of a property outside the proof tier. */
const few = 25;

/** The number of runs of a property in this tier. @param all the number in the proof tier, and with TUK_TEST_RUNS the least one */
export function runs(all = 100): number {
  const { TUK_TEST_TIER: tier, TUK_TEST_RUNS: least } = process.env;
  if (least) return Math.max(all, Number(least));
  return tier === 'proof' ? all : Math.min(all, few);
}

// biome-ignore lint/suspicious/noConfusingVoidType: a property asserts, or returns whether it holds
type Said = boolean | void;
type Any = [unknown, ...unknown[]];
type Arbitraries<Values extends Any> = { [At in keyof Values]: fc.Arbitrary<Values[At]> };

/** Says what holds for any values, in as many runs as the tier has of `all`. */
export const property = <Values extends Any>(
  all: number,
  ...of: [...Arbitraries<Values>, holds: (...values: Values) => Said]
): void => fc.assert(fc.property<Values>(...of), { numRuns: runs(all) });

/** {@link property} of what a promise says. */
export const asyncProperty = <Values extends Any>(
  all: number,
  ...of: [...Arbitraries<Values>, holds: (...values: Values) => Promise<Said>]
): Promise<void> => fc.assert(fc.asyncProperty<Values>(...of), { numRuns: runs(all) });
