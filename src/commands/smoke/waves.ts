// In which order a smoke run calls: a call comes behind all whose answers it may need values from.
import type { Call } from '../../services/catalogue/define.js';
import type { Given } from './given.js';
import { isRead } from './selection.js';
import { feedersOf, keyOf, type Reads } from './values.js';

/** The calls, and those that they need answers from, in waves; what changes something comes last, one call a wave. */
export function wavesOf(calls: readonly Call[], given: Given, reads: Reads): Call[][] {
  const depths = new Map<Call, number>();
  const depthOf = (call: Call, above: ReadonlySet<Call>): number => {
    const known = depths.get(call);
    if (known !== undefined) return known;
    const path = new Set([...above, call]);
    const feeders = feedersOf(call, given, reads).filter((one) => !path.has(one)); // two lists that name each other's rows are a circle
    const depth = Math.max(0, ...feeders.map((one) => depthOf(one, path) + 1));
    depths.set(call, depth);
    return depth;
  };
  for (const call of calls) depthOf(call, new Set());
  const waves: Call[][] = [];
  for (const [call, depth] of depths) if (isRead(call)) waves[depth] = [...(waves[depth] ?? []), call];
  return [...waves.filter((wave) => wave !== undefined), ...calls.filter((call) => !isRead(call)).map((call) => [call])];
}

/** Works on items, so many at once, each begun in their order; begins none once `ended` says so. */
export async function together<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
  ended: () => boolean,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length && !ended()) await work(items[next++]!);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}

/** The keys of the calls that are made only for what their answers name. */
export const helpersAmong = (waves: readonly (readonly Call[])[], calls: readonly Call[]): ReadonlySet<string> => {
  const own = new Set(calls.map(keyOf));
  return new Set(
    waves
      .flat()
      .map(keyOf)
      .filter((key) => !own.has(key)),
  );
};
