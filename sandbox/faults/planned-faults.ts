// Planned faults: their targets, number and chance. The state file has them, so every process sees them.
import type { Call } from '../../src/services/catalogue/define.js';
import type { SandboxRequest } from '../core/http-messages.js';
import { seededFraction } from '../core/index.js';
import type { SandboxRuntime } from '../core/runtime.js';
import type { State } from '../core/state.js';
import { readRefreshToken, readToken } from '../domains/people/auth-tokens.js';
import { bearerOf } from '../domains/people/session.js';

/** A missing field matches all requests. */
export interface FaultTarget {
  readonly method?: string;
  readonly service?: string;
  readonly call?: string;
}
export interface PlannedFault {
  readonly id: number;
  readonly specs: readonly string[];
  readonly on: FaultTarget;
  /** Only this user's requests. */
  readonly userId?: string;
  /** Undefined means always. */
  readonly times?: number;
  /** Matching requests to skip first. */
  readonly after: number;
  /** From 0 to 1. */
  readonly chance?: number;
  /** Matching requests, and those that it struck. */
  readonly seen: number;
  readonly done: number;
}

export const plannedFaults = (state: State): readonly PlannedFault[] =>
  JSON.parse(state.meta('faults') ?? '[]') as PlannedFault[];
/** An empty plan deletes its row: requests without a plan cost nothing. */
export function savePlannedFaults(state: State, faults: readonly PlannedFault[]): void {
  if (faults.length > 0) state.setMeta('faults', JSON.stringify(faults));
  else state.run("DELETE FROM meta WHERE name = 'faults'");
}

/** The faults that strike a request, counted. */
export function dueFaults({ state, seed }: SandboxRuntime, request: SandboxRequest, call: Call): readonly string[] {
  const owner = ownerOf(state, request);
  const isTargeted = (fault: PlannedFault) =>
    matchesTarget(fault.on, call) && (fault.userId === undefined || fault.userId === owner);
  if (
    !plannedFaults(state).some((fault) => isTargeted(fault) && (fault.times === undefined || fault.done < fault.times))
  )
    return [];
  return state.write(() => {
    const counted = plannedFaults(state).map((fault) =>
      isTargeted(fault) ? countSeen(seed, fault) : { fault, now: false },
    );
    savePlannedFaults(
      state,
      counted.map(({ fault }) => fault),
    );
    return counted.filter(({ now }) => now).flatMap(({ fault }) => fault.specs);
  });
}

const matchesTarget = ({ method, service, call }: FaultTarget, requested: Call): boolean =>
  (method ?? requested.method) === requested.method &&
  (service ?? requested.service) === requested.service &&
  (call ?? requested.name) === requested.name;

/** Chance depends on the seed and the number of the request. */
function countSeen(seed: number, fault: PlannedFault): { readonly fault: PlannedFault; readonly now: boolean } {
  const seen = fault.seen + 1;
  const likely =
    fault.chance === undefined || seededFraction(seed, 'fault', String(fault.id), `request ${seen}`) < fault.chance;
  const now = seen > fault.after && (fault.times === undefined || fault.done < fault.times) && likely;
  return { fault: { ...fault, seen, done: fault.done + (now ? 1 : 0) }, now };
}

/** The user of the token, even if expired: planned faults apply before authentication. */
function ownerOf(state: State, { headers }: SandboxRequest): string | undefined {
  const token = bearerOf(headers.authorization) ?? '';
  const { sid } = readRefreshToken(state, token) ?? {};
  if (sid === undefined) return readToken(state, token)?.sub;
  return state.get<{ owner: string }>('SELECT owner FROM session WHERE id = ?', sid)?.owner;
}
