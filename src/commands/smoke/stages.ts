// Orders the calls of a smoke run in stages: a call runs after the calls that provide its values.
import type { Call } from '../../services/catalogue/define.js';
import type { Fixtures } from './fixtures.js';
import { isRead } from './selection.js';
import { dependenciesOf, keyOf, type Reads } from './values.js';

/** The calls and their helpers in stages; changes come last, one call a stage. */
export function stagesOf(calls: readonly Call[], fixtures: Fixtures, reads: Reads): Call[][] {
  const depths = new Map<Call, number>();
  const depthOf = (call: Call, ancestors: ReadonlySet<Call>): number => {
    const computed = depths.get(call);
    if (computed !== undefined) return computed;
    const path = new Set([...ancestors, call]);
    // two lists that name each other's rows would be a cycle
    const dependencies = dependenciesOf(call, fixtures, reads).filter((dependency) => !path.has(dependency));
    const depth = Math.max(0, ...dependencies.map((dependency) => depthOf(dependency, path) + 1));
    depths.set(call, depth);
    return depth;
  };
  for (const call of calls) depthOf(call, new Set());
  const stages: Call[][] = [];
  for (const [call, depth] of depths) if (isRead(call)) stages[depth] = [...(stages[depth] ?? []), call];
  return [
    ...stages.filter((stage) => stage !== undefined),
    ...calls.filter((call) => !isRead(call)).map((call) => [call]),
  ];
}

/** The keys of the helpers: calls that were not selected, and provide values for others. */
export function helpersOf(stages: readonly (readonly Call[])[], calls: readonly Call[]): ReadonlySet<string> {
  const helpers = new Set(stages.flat().map(keyOf));
  for (const call of calls) helpers.delete(keyOf(call));
  return helpers;
}
