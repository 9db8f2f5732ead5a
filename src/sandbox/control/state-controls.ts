// The controls of the whole state: status, reset, seed, clock.
import { number, optional, text, word } from '../../services/catalogue/define.js';
import { advance, clockRate, iso, parseDuration, parseRate, setClock, worldTime } from '../core/clock.js';
import { rowCounts } from '../core/health.js';
import { refuse } from '../core/refusal.js';
import { hasLog } from '../core/request-log.js';
import { armedScenarios } from '../core/scenarios.js';
import { countDueSteps } from '../core/state-machine.js';
import { sizeOf, sizes } from '../core/world-size.js';
import { makeKeys } from '../domains/people/auth-tokens.js';
import { plannedFaults } from '../faults/planned-faults.js';
import { type ControlInput, type Controls, defineControl } from './control.js';

function status({ runtime, context }: Pick<ControlInput, 'runtime' | 'context'>): unknown {
  const { state, now, seed } = context;
  return {
    now: iso(now),
    rate: clockRate(state),
    seed,
    size: sizeOf(state),
    rotation: runtime.settings.rotation,
    due: countDueSteps(state),
    scenarios: armedScenarios(context).length,
    faults: plannedFaults(state).length,
    counts: rowCounts(context),
  };
}

/** The names in `meta` that survive a reset: they define the file, not what has happened in it. */
const preservedMeta = ['version', 'seed', 'size', 'seededAt'];

/** Resets to the seed. Tokens, armed scenarios and planned faults are deleted too. */
function reset({ runtime, context }: Pick<ControlInput, 'runtime' | 'context'>): unknown {
  const { state, wall } = context;
  const kinds = state.all<{ value: string }>("SELECT value FROM meta WHERE name LIKE 'kind:%' AND value <> ''");
  for (const { value: table } of kinds) state.run(`DELETE FROM ${table}`);
  for (const table of ['due', 'posting', 'holding']) state.run(`DELETE FROM ${table}`);
  state.run(`DELETE FROM meta WHERE name NOT IN (${preservedMeta.map(() => '?').join(', ')})`, ...preservedMeta);
  runtime.log?.clear();
  if (hasLog(state)) state.run('DELETE FROM log');
  setClock(state, Number(state.meta('seededAt')), wall, clockRate(state));
  makeKeys(state);
  return status({ runtime, context: { ...context, seed: runtime.seed, now: worldTime(state, wall) } });
}

/** Reseeds the file with another seed, another size, or the same. */
function reseed({ runtime, context, values }: ControlInput): unknown {
  const { n, size } = values as { n?: number; size?: string };
  if (n !== undefined && !Number.isSafeInteger(n)) refuse(400, `n must be a whole number, not ${n}.`, 'INVALID_REQUEST');
  if (n !== undefined) context.state.setMeta('seed', String(n));
  if (size !== undefined) context.state.setMeta('size', size);
  return reset({ runtime, context });
}

function advanceClock({ context: { state, wall }, values }: ControlInput): unknown {
  advance(state, parseDuration(values.by as string));
  return { now: iso(worldTime(state, wall)) };
}

function changeRate({ context: { state, now, wall }, values }: ControlInput): unknown {
  setClock(state, now, wall, parseRate(values.rate as string));
  return { now: iso(now), rate: clockRate(state) };
}

export const stateControls: Controls = {
  status: defineControl({ fields: {}, readOnly: true, handle: status }),
  reset: defineControl({ fields: {}, handle: reset }),
  seed: defineControl({ fields: { n: optional(number()), size: optional(word(sizes)) }, handle: reseed }),
  advance: defineControl({ fields: { by: text() }, handle: advanceClock }),
  clock: defineControl({ fields: { rate: text() }, handle: changeRate }),
};
