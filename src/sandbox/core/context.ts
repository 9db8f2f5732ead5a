// The contexts that handlers take: the state, both clocks, the caller and the parsed request. Handlers see no HTTP.
import type { Call } from '../../services/catalogue/define.js';
import { seededFraction } from './seeded-random.js';
import type { State } from './state.js';

/** What is needed to read and write rows at a moment of world time. */
export interface SandboxContext {
  readonly state: State;
  readonly seed: number;
  /** World time, epoch milliseconds. */
  readonly now: number;
  /** Rows of a hostile world are being seeded (`world-size.ts`). */
  readonly hostile?: boolean;
}

/** The authenticated user. A wallet-key signature has no session: its ids are '' and its generation is 0. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  readonly identifierId: string;
  readonly generation: number;
}

/** The module that verifies wallet signatures. It is heavy, so that only calls that need it load it. */
type Signatures = typeof import('./signatures.js');

/** How refresh tokens rotate (docs/sandbox/2-sign-in.md). */
export type Rotation = 'two-phase' | 'one-phase' | 'strict';

/** The settings of a running sandbox. */
export interface Settings {
  readonly rotation: Rotation;
  /** How long an access token lasts, in milliseconds. */
  readonly accessTtl: number;
  /** The address of this sandbox, `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly wall: () => number;
}

/** What is needed to begin, renew and end sessions. */
export interface SessionContext extends SandboxContext {
  /** Wall time, epoch milliseconds: for sessions and tokens only. */
  readonly wall: number;
  readonly settings: Settings;
  /** The client headers as they were sent. */
  readonly client: { readonly id: string | undefined; readonly version: string | undefined };
}

/** The context of one call. */
export interface HandlerContext extends SessionContext {
  readonly call: Call;
  readonly caller: Caller | undefined;
  /** The Authorization header: `Bearer ...`, `Basic ...`. */
  readonly credentials: string | undefined;
  /** The `x-hmac-sig` header, and the body text that it signs. */
  readonly walletKey: { readonly header: string; readonly text: string } | undefined;
  /** The signature module, loaded where the handler needs it, or where the call accepts the header above and has one. */
  readonly signatures: Signatures | undefined;
  /** The host that the request names: `127.0.0.1:4010`. */
  readonly host: string;
  readonly language: 'en' | 'jp';
  readonly path: Readonly<Record<string, string>>;
  /** Validated against the call's fields. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** The scenario of the row that this request makes. */
  readonly scenario: string | undefined;
  /** The number of requests by service, call and status. */
  readonly requestCounts: ReadonlyMap<string, number>;
}

/** The caller of a call that needs authentication. */
export function requireCaller(context: HandlerContext): Caller {
  if (context.caller) return context.caller;
  throw new TypeError(`${context.call.service} ${context.call.name} has a handler that needs a caller, but no authentication`);
}

/** The signature module, in a call that has loaded it. */
export function requireSignatures(context: HandlerContext): Signatures {
  if (context.signatures) return context.signatures;
  throw new TypeError(`${context.call.service} ${context.call.name} has a handler that needs the signature module, which is not loaded`);
}

/** A whole number from `low` to `high` that depends on the seed, a row and a purpose alone. */
export const seededInteger = (context: SandboxContext, kind: string, id: string, purpose: string, low: number, high: number): number =>
  low + Math.floor(seededFraction(context.seed, kind, id, purpose) * (high - low + 1));
