// What a handler sees: the state, the two clocks, who asks and what was asked. Never a request or a response.
import type { Call } from '../../services/catalogue/define.js';
import { pick } from './ids.js';
import type { State } from './state.js';

/** Enough to read and write rows at a moment of world time. */
export interface Moment {
  readonly state: State;
  readonly seed: number;
  /** World time, epoch milliseconds. */
  readonly now: number;
  /** Rows of a hostile world are being seeded (`size.ts`). */
  readonly hostile?: boolean;
}

/** The person behind an access token, or behind a wallet-key signature, which has no session: '' and 0 stand there. */
export interface Who {
  readonly userId: string;
  readonly sessionId: string;
  readonly identifierId: string;
  readonly generation: number;
}

/** The checker of wallets' signatures: heavy, so that only calls that need it have it. */
type Signatures = typeof import('../domains/people/signatures.js');

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
  /** The `x-hmac-sig` header, and the text of the body that it signs. */
  readonly walletKey: { readonly header: string; readonly text: string } | undefined;
  /** Loaded where the call's line asks for it, or the header above came with a call that takes it. */
  readonly signatures: Signatures | undefined;
  /** How the request names this sandbox: `127.0.0.1:4010`. */
  readonly host: string;
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

/** The checker of signatures, in a call that has it loaded. */
export function signaturesOf(world: World): Signatures {
  if (world.signatures) return world.signatures;
  throw new TypeError(`${world.call.service} ${world.call.name} is answered without the checker of signatures`);
}

/** A whole number from `low` to `high`, fixed for a row and a purpose. */
export const pickBetween = (moment: Moment, kind: string, id: string, purpose: string, low: number, high: number): number =>
  low + Math.floor(pick(moment.seed, kind, id, purpose) * (high - low + 1));
