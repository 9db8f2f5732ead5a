// Scenarios: which timeline a new row follows, by the request's header or by an armed scenario.

import { type HandlerContext, refuse, type SandboxContext } from './context.js';
import type { MachineBody, StateMachine } from './state-machine.js';

/** A scenario that waits for the next rows of its kind; `left` counts them, undefined is always. */
export interface ArmedScenario {
  readonly kind: string;
  readonly name: string;
  /** Only for rows of this user. */
  readonly userId?: string;
  readonly left?: number;
}

/** Parses `ride: driver cancels` or `ride-driver-cancels` into a prefix and a name. */
function parseScenario(text: string): { word: string; name: string } {
  const [, word = '', name = ''] = /^([a-z]+)(?::\s*|-)(.+)$/.exec(text.trim()) ?? [];
  return { word, name: text.includes(':') ? name : name.replaceAll('-', ' ') };
}

/** The scenario of a new row. @throws {Refusal} for one that the kind does not have */
export function scenarioOf<Body extends MachineBody>(
  context: HandlerContext,
  kind: StateMachine<Body>,
  owner = context.caller?.userId,
): string | undefined {
  if (context.scenario === undefined) return takeArmedScenario(context, kind.name, owner);
  const { word, name } = parseScenario(context.scenario);
  if (word !== kind.scenarioPrefix) return takeArmedScenario(context, kind.name, owner);
  return requireScenario(kind, name);
}

/** Requires a scenario of the kind. @throws {Refusal} */
function requireScenario<Body extends MachineBody>(kind: StateMachine<Body>, name: string): string {
  if (Object.hasOwn(kind.scenarios ?? {}, name)) return name;
  const names = Object.keys(kind.scenarios ?? {}).map((one) => `${kind.scenarioPrefix}: ${one}`);
  return refuse(
    400,
    `There is no scenario ${JSON.stringify(`${kind.scenarioPrefix}: ${name}`.slice(0, 100))}: there are ${names.join(', ')}.`,
    'INVALID_REQUEST',
  );
}

/** Finds the kinds that have a scenario. @throws {Refusal} where none has */
export function findScenarios<Kind extends StateMachine<MachineBody>>(
  kinds: readonly Kind[],
  text: string,
): { readonly kind: Kind; readonly name: string }[] {
  const { word, name } = parseScenario(text);
  const found = kinds.filter((kind) => kind.scenarioPrefix === word && Object.hasOwn(kind.scenarios ?? {}, name));
  if (found.length > 0) return found.map((kind) => ({ kind, name }));
  const names = kinds.flatMap((kind) => Object.keys(kind.scenarios ?? {}).map((one) => `${kind.scenarioPrefix}: ${one}`));
  return refuse(400, `There is no scenario ${JSON.stringify(text.slice(0, 100))}: there are ${names.join(', ')}.`, 'INVALID_REQUEST');
}

export const armedScenarios = ({ state }: Pick<SandboxContext, 'state'>): readonly ArmedScenario[] =>
  JSON.parse(state.meta('armed') ?? '[]') as ArmedScenario[];
export const saveArmedScenarios = ({ state }: Pick<SandboxContext, 'state'>, all: readonly ArmedScenario[]): void =>
  state.setMeta('armed', JSON.stringify(all));

/** Takes the first armed scenario for a new row, and counts it down. */
function takeArmedScenario(context: SandboxContext, kind: string, owner: string | undefined): string | undefined {
  const all = armedScenarios(context);
  const at = all.findIndex((one) => one.kind === kind && (one.userId === undefined || one.userId === owner));
  const found = all[at];
  if (!found) return undefined;
  const left = found.left === undefined ? [found] : found.left > 1 ? [{ ...found, left: found.left - 1 }] : [];
  saveArmedScenarios(context, [...all.slice(0, at), ...left, ...all.slice(at + 1)]);
  return found.name;
}
