// The controls `scenario` and `until`: arm and list scenarios, reroute a row, advance world time until a row has a
// status.

import { boolean, optional, text } from '../../src/services/catalogue/define.js';
import {
  type ArmedScenario,
  armedScenarios,
  badRequest,
  clockRate,
  type DueHandlers,
  day,
  eventListeners,
  findScenarios,
  iso,
  listenerPrefix,
  type MachineBody,
  type Row,
  refuse,
  rowById,
  runDueSteps,
  type SessionContext,
  type StateMachine,
  saveArmedScenarios,
  saveRow,
  schedule,
  setClock,
  type ValuesOf,
} from '../core/index.js';
import { loadDueHandlers, loadStateMachines } from '../service/machine-registry.js';
import { type ControlInput, type Controls, defineControl } from './control.js';
import { userNamed } from './session-controls.js';

type Machines = ReturnType<typeof loadStateMachines>;

/** By `ride:ID` or by the id alone. @throws {Refusal} */
function findMachineRow(
  context: SessionContext,
  kinds: Machines,
  name: string,
): { kind: StateMachine<MachineBody>; row: Row<MachineBody> } {
  const [, kindName, id = ''] = /^(?:([\w-]+):)?(.+)$/.exec(name) ?? [];
  const candidates = kinds.filter(({ name }) => kindName === undefined || name === kindName);
  if (candidates.length === 0)
    refuse(
      404,
      `No kind ${kindName} has a state machine: there are ${kinds.map(({ name }) => name).join(', ')}.`,
      'NOT_FOUND_KIND',
    );
  for (const kind of candidates) {
    const row = rowById(context, kind, id);
    if (row) return { kind, row };
  }
  return refuse(
    404,
    `No ${candidates.map(({ name }) => name).join(', ')} has the id ${JSON.stringify(id.slice(0, 100))}.`,
    'NOT_FOUND_ROW',
  );
}

const scenarioFields = {
  name: optional(text()),
  user: optional(text()),
  times: optional(text()),
  off: optional(boolean()),
  id: optional(text()),
};
type ScenarioFields = ValuesOf<typeof scenarioFields>;

function handleScenario({ context, values }: ControlInput<typeof scenarioFields>) {
  const kinds = loadStateMachines();
  const { name, id, off } = values;
  if (id !== undefined)
    return reroute(context, kinds, id, name ?? badRequest('name is missing: the scenario to follow.'));
  if (off) return disarm(context, kinds, name);
  return name === undefined ? listScenarios(context, kinds) : armNext(context, kinds, { ...values, name });
}

const listScenarios = (context: SessionContext, kinds: Machines) =>
  kinds.flatMap(({ name: kind, scenarioPrefix, scenarios = {} }) =>
    Object.entries(scenarios).map(([name, scenario]) => ({
      scenario: `${scenarioPrefix}: ${name}`,
      kind,
      leads: typeof scenario === 'string' ? scenario : scenario[0],
      armed: armedScenarios(context)
        .filter((entry) => entry.kind === kind && entry.name === name)
        .map((entry) => showArmed(context, entry)),
    })),
  );
const showArmed = (context: SessionContext, { userId, left }: ArmedScenario) => ({
  times: left ?? 'always',
  user: userId && (userNamed(context, userId).body.handle ?? userId),
});

function armNext(
  context: SessionContext,
  kinds: Machines,
  { name, user, times = '1' }: ScenarioFields & { name: string },
) {
  const matches = findScenarios(kinds, name);
  if (times !== 'always' && !/^[1-9]\d{0,5}$/.test(times))
    badRequest(`times must be a whole number from 1 on, or always, not ${JSON.stringify(times)}.`);
  const userId = user === undefined ? undefined : userNamed(context, user).id;
  const left = times === 'always' ? undefined : Number(times);
  const added = matches.map(({ kind, name }): ArmedScenario => ({ kind: kind.name, name, userId, left }));
  saveArmedScenarios(context, [...armedScenarios(context), ...added]);
  return {
    scenario: name,
    kinds: matches.map(({ kind }) => kind.name),
    times: left ?? times,
    user: user || undefined,
  };
}

function disarm(context: SessionContext, kinds: Machines, name: string | undefined) {
  const armed = armedScenarios(context);
  const off = name === undefined ? undefined : findScenarios(kinds, name);
  const remaining =
    off === undefined
      ? []
      : armed.filter((entry) => !off.some(({ kind, name }) => kind.name === entry.kind && name === entry.name));
  saveArmedScenarios(context, remaining);
  return { disarmed: armed.length - remaining.length };
}

/** Puts a row on another timeline from its current state. */
function reroute(context: SessionContext, kinds: Machines, id: string, name: string) {
  const { kind, row } = findMachineRow(context, kinds, id);
  const [match] = findScenarios([kind], name);
  const changed = saveRow(context, kind, row, { ...row.body, scenario: match!.name });
  schedule(context, kind, changed);
  const next = context.state.get<{ word: string; at: number }>(
    'SELECT word, at FROM due WHERE kind = ? AND id = ?',
    kind.name,
    row.id,
  );
  return {
    kind: kind.name,
    id: row.id,
    status: row.body.status,
    scenario: match!.name,
    next: next ? { word: next.word, at: new Date(next.at).toISOString() } : null,
  };
}

export const scenarioControls: Controls = {
  scenario: defineControl({
    fields: scenarioFields,
    handle: handleScenario,
  }),
};

const maxWait = 365 * day;
const maxSteps = 10_000;

/** Loads all state machines and listeners: one transaction can then run all steps and roll back. */
function loadAll(): { readonly kinds: Machines; readonly handlers: DueHandlers } {
  const kinds = loadStateMachines();
  const listenerNames = [...new Set(Object.values(eventListeners).flat())].map((name) => `${listenerPrefix}${name}`);
  return { kinds, handlers: loadDueHandlers([...kinds.map(({ name }) => name), ...listenerNames]) };
}

const untilFields = { row: text(), word: text() };
function until({ context, values: { row: name, word } }: ControlInput<typeof untilFields>) {
  const { kinds, handlers } = loadAll();
  const { state, seed, now: start, wall } = context;
  const { kind, row } = findMachineRow(context, kinds, name);
  const hasReached = ({ body }: Row<MachineBody>) =>
    body.status === word || body.statusLog.slice(row.body.statusLog.length).some(({ status }) => status === word);
  let now = start;
  for (let current = row, steps = 0; !hasReached(current); steps++) {
    const due = state.get<{ at: number }>('SELECT at FROM due ORDER BY at, seq LIMIT 1');
    if (!due || due.at - start > maxWait || steps >= maxSteps)
      return refuse(422, notReachedMessage(current, word, due), 'NOT_REACHED');
    now = Math.max(now, due.at);
    runDueSteps({ state, seed, now }, handlers);
    current = rowById(context, kind, row.id) ?? current;
  }
  if (now > start) setClock(state, now, wall, clockRate(state));
  const reached = rowById(context, kind, row.id)!;
  return { now: iso(now), kind: kind.name, id: row.id, status: reached.body.status };
}

const notReachedMessage = ({ body, id }: Row<MachineBody>, word: string, due: unknown): string =>
  `${id} is ${body.status} and does not come to ${JSON.stringify(word.slice(0, 100))} by itself${due ? ' within a year' : ': nothing else is due'}. Nothing was moved.`;

export const untilControls: Controls = {
  until: defineControl({ fields: untilFields, handle: until }),
};
