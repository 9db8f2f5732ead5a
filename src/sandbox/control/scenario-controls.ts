// The control `scenario`: lists scenarios, arms them for the next rows of their kind, and reroutes a row that is under way.
import { boolean, optional, text } from '../../services/catalogue/define.js';
import type { SessionContext } from '../core/context.js';
import { refuse } from '../core/refusal.js';
import { type Row, rowById, saveRow } from '../core/rows.js';
import type { SandboxRuntime } from '../core/runtime.js';
import { type ArmedScenario, armedScenarios, findScenarios, saveArmedScenarios } from '../core/scenarios.js';
import { type MachineBody, type StateMachine, schedule } from '../core/state-machine.js';
import { loadStateMachines } from '../service/machine-registry.js';
import { type ControlInput, type Controls, defineControl } from './control.js';
import { userNamed } from './session-controls.js';

type Machines = readonly StateMachine<MachineBody>[];
const loadMachines = (_running: SandboxRuntime): Promise<Machines> => loadStateMachines();

/** Finds a row by `ride:ID` or by its id alone. @throws {Refusal} */
export function findMachineRow(
  context: SessionContext,
  kinds: Machines,
  name: string,
): { kind: StateMachine<MachineBody>; row: Row<MachineBody> } {
  const [, kindName, id = ''] = /^(?:([\w-]+):)?(.+)$/.exec(name) ?? [];
  const candidates = kinds.filter(({ name }) => kindName === undefined || name === kindName);
  if (candidates.length === 0)
    refuse(404, `No kind ${kindName} has a state machine: there are ${kinds.map(({ name }) => name).join(', ')}.`, 'NOT_FOUND_KIND');
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

interface ScenarioFields {
  readonly name?: string;
  readonly user?: string;
  readonly times?: string;
  readonly off?: boolean;
  readonly id?: string;
}

function handleScenario({ context, values, preloaded }: ControlInput<Machines>): unknown {
  const { name, id, off } = values as ScenarioFields;
  if (id !== undefined)
    return reroute(context, preloaded, id, name ?? refuse(400, 'name is missing: the scenario to follow.', 'INVALID_REQUEST'));
  if (off) return disarm(context, preloaded, name);
  return name === undefined ? listScenarios(context, preloaded) : armNext(context, preloaded, { ...(values as ScenarioFields), name });
}

const listScenarios = (context: SessionContext, kinds: Machines): unknown =>
  kinds.flatMap(({ name: kind, scenarioPrefix, scenarios = {} }) =>
    Object.entries(scenarios).map(([name, scenario]) => ({
      scenario: `${scenarioPrefix}: ${name}`,
      kind,
      leads: typeof scenario === 'string' ? scenario : scenario[0],
      armed: armedScenarios(context)
        .filter((one) => one.kind === kind && one.name === name)
        .map((one) => showArmed(context, one)),
    })),
  );
const showArmed = (context: SessionContext, { userId, left }: ArmedScenario) => ({
  times: left ?? 'always',
  ...(userId !== undefined && { user: userNamed(context, userId).body.handle ?? userId }),
});

function armNext(context: SessionContext, kinds: Machines, { name, user, times = '1' }: ScenarioFields & { name: string }): unknown {
  const found = findScenarios(kinds, name);
  if (times !== 'always' && !/^[1-9]\d{0,5}$/.test(times))
    refuse(400, `times must be a whole number from 1 on, or always, not ${JSON.stringify(times)}.`, 'INVALID_REQUEST');
  const userId = user === undefined ? {} : { userId: userNamed(context, user).id };
  const more = found.map(
    ({ kind, name: own }): ArmedScenario => ({ kind: kind.name, name: own, ...userId, ...(times !== 'always' && { left: Number(times) }) }),
  );
  saveArmedScenarios(context, [...armedScenarios(context), ...more]);
  return {
    scenario: name,
    kinds: found.map(({ kind }) => kind.name),
    times: times === 'always' ? times : Number(times),
    ...(user && { user }),
  };
}

function disarm(context: SessionContext, kinds: Machines, name: string | undefined): unknown {
  const all = armedScenarios(context);
  const off = name === undefined ? undefined : findScenarios(kinds, name);
  const left = off === undefined ? [] : all.filter((one) => !off.some(({ kind, name: own }) => kind.name === one.kind && own === one.name));
  saveArmedScenarios(context, left);
  return { disarmed: all.length - left.length };
}

/** Puts a row that is under way on another timeline, from its current state on. */
function reroute(context: SessionContext, kinds: Machines, id: string, name: string): unknown {
  const { kind, row } = findMachineRow(context, kinds, id);
  const [found] = findScenarios([kind], name);
  const changed = saveRow(context, kind, row, { ...row.body, scenario: found!.name });
  schedule(context, kind, changed);
  const next = context.state.get<{ word: string; at: number }>('SELECT word, at FROM due WHERE kind = ? AND id = ?', kind.name, row.id);
  return {
    kind: kind.name,
    id: row.id,
    status: row.body.status,
    scenario: found!.name,
    next: next ? { word: next.word, at: new Date(next.at).toISOString() } : null,
  };
}

export const scenarioControls: Controls = {
  scenario: defineControl({
    fields: { name: optional(text()), user: optional(text()), times: optional(text()), off: optional(boolean()), id: optional(text()) },
    preload: loadMachines,
    handle: handleScenario,
  }),
};
