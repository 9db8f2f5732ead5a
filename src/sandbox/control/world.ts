// The world as a whole: how it stands, its time, and back to the seed or to another one.
import { number, optional, text, word } from '../../services/catalogue/define.js';
import { advance, iso, rateNumber, rateOfClock, setClock, spanMs, worldTime } from '../core/clock.js';
import { rowCounts } from '../core/health.js';
import { hasLog } from '../core/log.js';
import { refuse } from '../core/refusal.js';
import { armed } from '../core/scenarios.js';
import { dueRows } from '../core/state-machine.js';
import { sizeOf, sizes } from '../core/world-size.js';
import { makeKeys } from '../domains/people/tokens.js';
import { planned } from '../faults/plan.js';
import { type Controls, control, type Given } from './subject.js';

function status({ running, reception }: Pick<Given, 'running' | 'reception'>): unknown {
  const { state, now, seed } = reception;
  return {
    now: iso(now),
    rate: rateOfClock(state),
    seed,
    size: sizeOf(state),
    rotation: running.settings.rotation,
    due: dueRows(state),
    scenarios: armed(reception).length,
    faults: planned(state).length,
    counts: rowCounts(reception),
  };
}

/** What a reset leaves of `meta`: what the file is, not what has happened in it. */
const lasting = ['version', 'seed', 'size', 'seededAt'];

/** Back to the seed: everything that was made is forgotten, tokens, armed scenarios and planned faults included. */
function reset({ running, reception }: Pick<Given, 'running' | 'reception'>): unknown {
  const { state, wall } = reception;
  const kinds = state.all<{ value: string }>("SELECT value FROM meta WHERE name LIKE 'kind:%' AND value <> ''");
  for (const { value: table } of kinds) state.run(`DELETE FROM ${table}`);
  for (const table of ['due', 'posting', 'holding']) state.run(`DELETE FROM ${table}`);
  state.run(`DELETE FROM meta WHERE name NOT IN (${lasting.map(() => '?').join(', ')})`, ...lasting);
  running.log?.forget();
  if (hasLog(state)) state.run('DELETE FROM log');
  setClock(state, Number(state.meta('seededAt')), wall, rateOfClock(state));
  makeKeys(state);
  return status({ running, reception: { ...reception, seed: running.seed, now: worldTime(state, wall) } });
}

/** Another world in the same file: another seed, another size, or the same anew. */
function reseed({ running, reception, values }: Given): unknown {
  const { n, size } = values as { n?: number; size?: string };
  if (n !== undefined && !Number.isSafeInteger(n)) refuse(400, `n must be a whole number, not ${n}.`, 'INVALID_REQUEST');
  if (n !== undefined) reception.state.setMeta('seed', String(n));
  if (size !== undefined) reception.state.setMeta('size', size);
  return reset({ running, reception });
}

function moveTime({ reception: { state, wall }, values }: Given): unknown {
  advance(state, spanMs(values.by as string));
  return { now: iso(worldTime(state, wall)) };
}

function changeRate({ reception: { state, now, wall }, values }: Given): unknown {
  setClock(state, now, wall, rateNumber(values.rate as string));
  return { now: iso(now), rate: rateOfClock(state) };
}

export const worldly: Controls = {
  status: control({ takes: {}, reads: true, does: status }),
  reset: control({ takes: {}, does: reset }),
  seed: control({ takes: { n: optional(number()), size: optional(word(sizes)) }, does: reseed }),
  advance: control({ takes: { by: text() }, does: moveTime }),
  clock: control({ takes: { rate: text() }, does: changeRate }),
};
