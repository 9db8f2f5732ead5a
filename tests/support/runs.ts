// How many runs a property has: all of them in the proof tier, a few in the others.

/** The most runs of a property outside the proof tier. */
const few = 25;

/** The number of runs of a property in this tier. @param all the number in the proof tier, and with TUK_TEST_RUNS the least one */
export function runs(all = 100): number {
  const { TUK_TEST_TIER: tier, TUK_TEST_RUNS: least } = process.env;
  if (least) return Math.max(all, Number(least));
  return tier === 'proof' ? all : Math.min(all, few);
}
