// What a handler sees: the state, the two clocks, who asks and what was asked. Never a request or a response.
import type { Call } from '../services/define.js';
import { pick } from './ids.js';
import type { State } from './state.js';

/** Enough to read and write rows at a moment of world time. */
export interface Moment {
  readonly state: State;
  readonly seed: number;
  /** World time, epoch milliseconds. */
  readonly now: number;
}

/** The person behind an access token. */
export interface Who {
  readonly userId: string;
  readonly sessionId: string;
  readonly identifierId: string;
  readonly generation: number;
}

/** How refresh tokens rotate (docs/sandbox.md). */
export type Rotation = 'two-phase' | 'one-phase' | 'strict';

/** What stays the same for all requests to one running sandbox. */
export interface Settings {
  readonly rotation: Rotation;
  /** How long an access token lasts, in milliseconds. */
  readonly accessTtl: number;
  /** The address of this sandbox, `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly wall: () => number;
}

/** Enough to let people in and out. */
export interface Reception extends Moment {
  /** Wall time, epoch milliseconds: for sessions and tokens only. */
  readonly wall: number;
  readonly settings: Settings;
  /** The client headers as they came. */
  readonly client: { readonly id: string | undefined; readonly version: string | undefined };
}

/** One call as its handler sees it. */
export interface World extends Reception {
  readonly call: Call;
  readonly who: Who | undefined;
  /** The credentials as they came: `Bearer ...`, `Basic ...`. */
  readonly credentials: string | undefined;
  readonly language: 'en' | 'jp';
  readonly path: Readonly<Record<string, string>>;
  /** Checked against the call's table of fields. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** The scenario that the row made by this request follows. */
  readonly scenario: string | undefined;
  /** What the process has counted so far. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Who asks, in a call that only lets the signed-in through. */
export function caller(world: World): Who {
  if (world.who) return world.who;
  throw new TypeError(`${world.call.service} ${world.call.name} is answered without asking who calls`);
}

/** A whole number from `low` to `high`, fixed for a row and a purpose. */
export const pickBetween = (moment: Moment, kind: string, id: string, purpose: string, low: number, high: number): number =>
  low + Math.floor(pick(moment.seed, kind, id, purpose) * (high - low + 1));
