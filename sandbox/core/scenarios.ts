// Scenarios: which timeline a new row follows, by the request's header or by an armed scenario.

import { badRequest, type Context, type HandlerContext } from './context.js';
import type { MachineBody, StateMachine } from './state-machine.js';

/** A scenario for the next rows of its kind. `left` counts them; undefined means every row. */
export interface ArmedScenario {
  readonly kind: string;
  readonly name: string;
  /** Only for this user's rows. */
  readonly userId?: string;
  readonly left?: number;
}

/** Parses `ride: driver cancels` or `ride-driver-cancels` into a prefix and a name. */
function parseScenario(text: string): { word: string; name: string } {
  const [, word = '', name = ''] = /^([a-z]+)(?::\s*|-)(.+)$/.exec(text.trim()) ?? [];
  return { word, name: text.includes(':') ? name : name.replaceAll('-', ' ') };
}

/** Whether the request's header says that the caller pays, in place of the sandbox: `outside: you pay`. */
export const youPay = ({ scenario = '' }: HandlerContext): boolean => /^outside(:\s*|-)you[ -]pay$/.test(scenario);

/** The scenario of a new row. @throws {Refusal} if the kind has no such scenario */
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

/** @throws {Refusal} */
function requireScenario<Body extends MachineBody>(kind: StateMachine<Body>, name: string): string {
  if (Object.hasOwn(kind.scenarios ?? {}, name)) return name;
  const names = Object.keys(kind.scenarios ?? {}).map((scenario) => `${kind.scenarioPrefix}: ${scenario}`);
  return badRequest(
    `There is no scenario ${JSON.stringify(`${kind.scenarioPrefix}: ${name}`.slice(0, 100))}: there are ${names.join(', ')}.`,
  );
}

/** Finds the kinds that have a scenario. @throws {Refusal} if none has it */
export function findScenarios<Kind extends StateMachine<MachineBody>>(
  kinds: readonly Kind[],
  text: string,
): { readonly kind: Kind; readonly name: string }[] {
  const { word, name } = parseScenario(text);
  const matches = kinds.filter((kind) => kind.scenarioPrefix === word && Object.hasOwn(kind.scenarios ?? {}, name));
  if (matches.length > 0) return matches.map((kind) => ({ kind, name }));
  const near = kinds
    .filter(({ scenarioPrefix }) => scenarioPrefix === word)
    .flatMap(({ scenarios = {} }) => Object.keys(scenarios).map((one) => `"${word}: ${one}"`));
  const like = near.length === 0 ? '' : `; there are ${near.join(', ')}`;
  return badRequest(
    `There is no scenario ${JSON.stringify(text.slice(0, 100))}${like}. List all: tuk sandbox scenario`,
  );
}

export const armedScenarios = ({ state }: Pick<Context, 'state'>): readonly ArmedScenario[] =>
  JSON.parse(state.meta('armed') ?? '[]') as ArmedScenario[];
export const saveArmedScenarios = ({ state }: Pick<Context, 'state'>, armed: readonly ArmedScenario[]): void =>
  state.setMeta('armed', JSON.stringify(armed));

/** Takes the first armed scenario and counts it down. */
function takeArmedScenario(context: Context, kind: string, owner: string | undefined): string | undefined {
  const armed = armedScenarios(context);
  const at = armed.findIndex(({ kind: its, userId }) => its === kind && (userId === undefined || userId === owner));
  const first = armed[at];
  if (!first) return undefined;
  const rest = first.left === undefined ? [first] : first.left > 1 ? [{ ...first, left: first.left - 1 }] : [];
  saveArmedScenarios(context, armed.toSpliced(at, 1, ...rest));
  return first.name;
}
