// Planned faults: which requests they target, how often and from when. They are stored in the state file, so that every process sees them.
import type { Call } from '../../services/catalogue/define.js';
import { seededFraction } from '../core/context.js';
import type { SandboxRequest } from '../core/http-messages.js';
import type { SandboxRuntime } from '../core/runtime.js';
import type { State } from '../core/state.js';
import { readRefreshToken, readToken } from '../domains/people/auth-tokens.js';
import { bearerOf } from '../domains/people/session.js';

/** The requests that a fault targets; a missing field matches all. */
export interface FaultTarget {
  readonly method?: string;
  readonly service?: string;
  /** The name of a call. */
  readonly call?: string;
}
/** A planned fault. */
export interface PlannedFault {
  readonly id: number;
  readonly specs: readonly string[];
  readonly on: FaultTarget;
  /** Only requests of this user. */
  readonly userId?: string;
  /** How often it strikes; always, where undefined. */
  readonly times?: number;
  /** How many matching requests are skipped first. */
  readonly after: number;
  /** The probability that it strikes, 0 to 1. */
  readonly chance?: number;
  /** How many requests have matched so far, and how many of them it struck. */
  readonly seen: number;
  readonly done: number;
}

export const plannedFaults = (state: State): readonly PlannedFault[] => JSON.parse(state.meta('faults') ?? '[]') as PlannedFault[];
/** Saves the plan. An empty one deletes its row, so that requests without a plan cost nothing. */
export function savePlannedFaults(state: State, all: readonly PlannedFault[]): void {
  if (all.length > 0) state.setMeta('faults', JSON.stringify(all));
  else state.run("DELETE FROM meta WHERE name = 'faults'");
}

/** The planned faults that strike a request, counted. */
export function dueFaults({ state, seed }: SandboxRuntime, request: SandboxRequest, call: Call): readonly string[] {
  const owner = ownerOf(state, request);
  const isTargeted = (one: PlannedFault) => matchesTarget(one.on, call) && (one.userId === undefined || one.userId === owner);
  if (!plannedFaults(state).some((one) => isTargeted(one) && (one.times === undefined || one.done < one.times))) return [];
  return state.write(() => {
    const counted = plannedFaults(state).map((one) => (isTargeted(one) ? countSeen(seed, one) : { one, now: false }));
    savePlannedFaults(
      state,
      counted.map(({ one }) => one),
    );
    return counted.filter(({ now }) => now).flatMap(({ one }) => one.specs);
  });
}

const matchesTarget = ({ method, service, call }: FaultTarget, requested: Call): boolean =>
  (method ?? requested.method) === requested.method &&
  (service ?? requested.service) === requested.service &&
  (call ?? requested.name) === requested.name;

/** Counts a matching request. Chance depends on the seed and the number of the request alone. */
function countSeen(seed: number, one: PlannedFault): { readonly one: PlannedFault; readonly now: boolean } {
  const seen = one.seen + 1;
  const likely = one.chance === undefined || seededFraction(seed, 'fault', String(one.id), `request ${seen}`) < one.chance;
  const now = seen > one.after && (one.times === undefined || one.done < one.times) && likely;
  return { one: { ...one, seen, done: one.done + (now ? 1 : 0) }, now };
}

/** The user of the request's token, whether or not it is still valid: a planned fault applies before authentication. */
function ownerOf(state: State, { headers }: SandboxRequest): string | undefined {
  const token = bearerOf(headers.authorization) ?? '';
  const { sid } = readRefreshToken(state, token) ?? {};
  if (sid === undefined) return readToken(state, token)?.sub;
  return state.get<{ owner: string }>('SELECT owner FROM session WHERE id = ?', sid)?.owner;
}
