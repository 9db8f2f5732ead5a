// The control `until`: advances world time from one due step to the next until a row has a status, and no further.
import { text } from '../../services/catalogue/define.js';
import { clockRate, day, iso, setClock } from '../core/clock.js';
import { eventListeners, listenerPrefix } from '../core/events.js';
import { refuse } from '../core/refusal.js';
import { type Row, rowById } from '../core/rows.js';
import { type DueHandlers, type MachineBody, runDueSteps } from '../core/state-machine.js';
import { loadDueHandlers, loadStateMachines } from '../service/machine-registry.js';
import { type ControlInput, type Controls, defineControl } from './control.js';
import { findMachineRow } from './scenario-controls.js';

const maxWait = 365 * day;
const maxSteps = 10_000;

interface LoadedMachines {
  readonly kinds: Awaited<ReturnType<typeof loadStateMachines>>;
  readonly handlers: DueHandlers;
}
/** Loads every state machine and listener first, so that one transaction can run all steps and be rolled back as a whole. */
async function loadAll(): Promise<LoadedMachines> {
  const kinds = await loadStateMachines();
  const listenerNames = [...new Set(Object.values(eventListeners).flat())].map((name) => `${listenerPrefix}${name}`);
  return { kinds, handlers: await loadDueHandlers([...kinds.map(({ name }) => name), ...listenerNames]) };
}

function until({ context, values, preloaded: { kinds, handlers } }: ControlInput<LoadedMachines>): unknown {
  const { state, seed, now: start, wall } = context;
  const { kind, row } = findMachineRow(context, kinds, values.row as string);
  const word = values.word as string;
  const hasReached = (one: Row<MachineBody>) =>
    one.body.status === word || one.body.statusLog.slice(row.body.statusLog.length).some(({ status }) => status === word);
  let now = start;
  for (let found = row, steps = 0; !hasReached(found); steps++) {
    const due = state.get<{ at: number }>('SELECT at FROM due ORDER BY at, seq LIMIT 1');
    if (!due || due.at - start > maxWait || steps >= maxSteps) return refuse(422, notReachedMessage(found, word, due), 'NOT_REACHED');
    now = Math.max(now, due.at);
    runDueSteps({ state, seed, now }, handlers);
    found = rowById(context, kind, row.id) ?? found;
  }
  if (now > start) setClock(state, now, wall, clockRate(state));
  const reached = rowById(context, kind, row.id)!;
  return { now: iso(now), kind: kind.name, id: row.id, status: reached.body.status };
}

const notReachedMessage = ({ body, id }: Row<MachineBody>, word: string, due: unknown): string =>
  `${id} is ${body.status} and does not come to ${JSON.stringify(word.slice(0, 100))} by itself${due ? ' within a year' : ': nothing else is due'}. Nothing was moved.`;

export const untilControls: Controls = {
  until: defineControl({ fields: { row: text(), word: text() }, preload: loadAll, handle: until }),
};
