// How many runs a property has: all of them in the proof tier, a few in the others.
import fc from 'fast-check';

/** The most runs of a property outside the proof tier. */
const few = 25;

/** The number of runs of a property in this tier. @param all the number in the proof tier, and with TUK_TEST_RUNS the least one */
export function runs(all = 100): number {
  const { TUK_TEST_TIER: tier, TUK_TEST_RUNS: least } = process.env;
  if (least) return Math.max(all, Number(least));
  return tier === 'proof' ? all : Math.min(all, few);
}

type Of<Values extends readonly unknown[]> = { readonly [At in keyof Values]: fc.Arbitrary<Values[At]> };
/** A property of any values of these arbitraries, in at most so many runs. */
export const forAny = <Values extends [unknown, ...unknown[]]>(
  of: Of<Values>,
  most: number,
  holds: (...values: Values) => void,
): void => fc.assert(fc.property(...(of as Of<[unknown]>), holds as never), { numRuns: runs(most) });
/** A property that takes time. */
export const forAnyInTime = <Values extends [unknown, ...unknown[]]>(
  of: Of<Values>,
  most: number,
  holds: (...values: Values) => Promise<void>,
): Promise<void> => fc.assert(fc.asyncProperty(...(of as Of<[unknown]>), holds as never), { numRuns: runs(most) });
