// Faults planned beforehand: for which requests, how often, from when on. They wait in the state file, so that every process on it sees them.
import type { Call } from '../../services/catalogue/define.js';
import type { Running } from '../core/dispatch.js';
import { pick } from '../core/ids.js';
import type { State } from '../core/state.js';
import type { Ask } from '../core/wire.js';
import { bearerOf } from '../domains/people/session.js';
import { readRefreshToken, readToken } from '../domains/people/tokens.js';

/** The requests that are meant: what is left out may be anything. */
export interface Meant {
  readonly method?: string;
  readonly service?: string;
  /** The name of a call. */
  readonly call?: string;
}
/** One planned line of faults. */
export interface Planned {
  readonly id: number;
  readonly specs: readonly string[];
  readonly on: Meant;
  /** Only requests of this user. */
  readonly userId?: string;
  /** How often it happens; always, where left out. */
  readonly times?: number;
  /** How many requests that are meant go by first. */
  readonly after: number;
  /** How likely it happens, 0 to 1. */
  readonly chance?: number;
  /** How many requests were meant so far, and to how many of them it happened. */
  readonly seen: number;
  readonly done: number;
}

export const planned = (state: State): readonly Planned[] => JSON.parse(state.meta('faults') ?? '[]') as Planned[];
/** Writes the plan; none leaves no trace, so that a request without a plan costs nothing. */
export function plan(state: State, all: readonly Planned[]): void {
  if (all.length > 0) state.setMeta('faults', JSON.stringify(all));
  else state.run("DELETE FROM meta WHERE name = 'faults'");
}

/** The faults whose turn it is at a request, counted. */
export function dueFaults({ state, seed }: Running, ask: Ask, call: Call): readonly string[] {
  const owner = ownerOf(state, ask);
  const meant = (one: Planned) => isMeant(one.on, call) && (one.userId === undefined || one.userId === owner);
  if (!planned(state).some((one) => meant(one) && (one.times === undefined || one.done < one.times))) return [];
  return state.write(() => {
    const counted = planned(state).map((one) => (meant(one) ? turn(seed, one) : { one, now: false }));
    plan(
      state,
      counted.map(({ one }) => one),
    );
    return counted.filter(({ now }) => now).flatMap(({ one }) => one.specs);
  });
}

const isMeant = ({ method, service, call }: Meant, asked: Call): boolean =>
  (method ?? asked.method) === asked.method && (service ?? asked.service) === asked.service && (call ?? asked.name) === asked.name;

/** Chance comes from the seed and the number of the request alone. */
function turn(seed: number, one: Planned): { readonly one: Planned; readonly now: boolean } {
  const seen = one.seen + 1;
  const likely = one.chance === undefined || pick(seed, 'fault', String(one.id), `request ${seen}`) < one.chance;
  const now = seen > one.after && (one.times === undefined || one.done < one.times) && likely;
  return { one: { ...one, seen, done: one.done + (now ? 1 : 0) }, now };
}

/** Whose token came, whether or not it still lets in; a planned fault strikes before anybody is let in. */
function ownerOf(state: State, { headers }: Ask): string | undefined {
  const token = bearerOf(headers.authorization) ?? '';
  const { sid } = readRefreshToken(state, token) ?? {};
  if (sid === undefined) return readToken(state, token)?.sub;
  return state.get<{ owner: string }>('SELECT owner FROM session WHERE id = ?', sid)?.owner;
}
