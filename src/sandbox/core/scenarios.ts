// Scenarios: which course a new row takes, as a request's header says or as it was armed beforehand.

import { refuse } from './refusal.js';
import type { Moving, MovingKind } from './state-machine.js';
import type { Moment, World } from './world.js';

/** A scenario that waits for the next rows of its kind; `left` counts them, nothing is always. */
export interface Armed {
  readonly kind: string;
  readonly name: string;
  /** Only for rows of this user. */
  readonly userId?: string;
  readonly left?: number;
}

/** `ride: driver cancels` and `ride-driver-cancels` as a word and a name. */
function parts(given: string): { word: string; name: string } {
  const [, word = '', name = ''] = /^([a-z]+)(?::\s*|-)(.+)$/.exec(given.trim()) ?? [];
  return { word, name: given.includes(':') ? name : name.replaceAll('-', ' ') };
}

/** The scenario that a row being made now follows. @throws {Refusal} for one that the kind does not have */
export function scenarioOf<Body extends Moving>(world: World, kind: MovingKind<Body>, owner = world.who?.userId): string | undefined {
  if (world.scenario === undefined) return takeArmed(world, kind.name, owner);
  const { word, name } = parts(world.scenario);
  if (word !== kind.word) return takeArmed(world, kind.name, owner);
  return checked(kind, name);
}

/** A name that the kind knows. @throws {Refusal} */
function checked<Body extends Moving>(kind: MovingKind<Body>, name: string): string {
  if (Object.hasOwn(kind.scenarios ?? {}, name)) return name;
  const names = Object.keys(kind.scenarios ?? {}).map((one) => `${kind.word}: ${one}`);
  return refuse(
    400,
    `There is no scenario ${JSON.stringify(`${kind.word}: ${name}`.slice(0, 100))}: there are ${names.join(', ')}.`,
    'INVALID_REQUEST',
  );
}

/** The kinds, of some, that have a scenario as it is spelt, with its name. @throws {Refusal} for one that none has */
export function named<Kind extends MovingKind<Moving>>(
  kinds: readonly Kind[],
  given: string,
): { readonly kind: Kind; readonly name: string }[] {
  const { word, name } = parts(given);
  const found = kinds.filter((kind) => kind.word === word && Object.hasOwn(kind.scenarios ?? {}, name));
  if (found.length > 0) return found.map((kind) => ({ kind, name }));
  const names = kinds.flatMap((kind) => Object.keys(kind.scenarios ?? {}).map((one) => `${kind.word}: ${one}`));
  return refuse(400, `There is no scenario ${JSON.stringify(given.slice(0, 100))}: there are ${names.join(', ')}.`, 'INVALID_REQUEST');
}

export const armed = ({ state }: Pick<Moment, 'state'>): readonly Armed[] => JSON.parse(state.meta('armed') ?? '[]') as Armed[];
export const arm = ({ state }: Pick<Moment, 'state'>, all: readonly Armed[]): void => state.setMeta('armed', JSON.stringify(all));

/** The armed scenario that comes first for a new row, counted down. */
function takeArmed(moment: Moment, kind: string, owner: string | undefined): string | undefined {
  const all = armed(moment);
  const at = all.findIndex((one) => one.kind === kind && (one.userId === undefined || one.userId === owner));
  const found = all[at];
  if (!found) return undefined;
  const left = found.left === undefined ? [found] : found.left > 1 ? [{ ...found, left: found.left - 1 }] : [];
  arm(moment, [...all.slice(0, at), ...left, ...all.slice(at + 1)]);
  return found.name;
}
