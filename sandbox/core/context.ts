// The context of a handler: caller, world time, seeded choices and refusals. Handlers see no HTTP.

import { hash } from 'node:crypto';
import type { Call } from '../../src/services/catalogue/define.js';
import { durationForms, durationMs } from '../../src/services/duration.js';
import type { State } from './state.js';

/** As hexadecimal text. */
export const sha256 = (text: string): string => hash('sha256', text);

/** The id of row n of a kind, as a version 4 UUID (docs/sandbox/1-time-and-users.md). */
export function seededId(seed: number, kind: string, ordinal: number): string {
  const hex = sha256(`${seed}:${kind}:${ordinal}`);
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A fraction from 0 up to 1, by its arguments alone: the order of requests has no effect. */
export function seededFraction(seed: number, kind: string, id: string, purpose: string): number {
  return Number.parseInt(sha256(`${seed}:${kind}:${id}:${purpose}`).slice(0, 12), 16) / 2 ** 48;
}

/** Picks an item by a fraction of `seededFraction`. */
export const pickFrom = <T>(list: readonly [T, ...T[]], fraction: number): T =>
  list[Math.floor(fraction * list.length)] ?? list[0];

/** Reads and writes rows at a moment of world time. */
export interface Context {
  readonly state: State;
  readonly seed: number;
  /** World time, epoch milliseconds. */
  readonly now: number;
  /** The seeds of a hostile world are running (`rows.ts`). */
  readonly hostile?: boolean;
}

/** The authenticated user. A wallet-key signature has no session: its ids are '' and its generation is 0. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  readonly identifierId: string;
  readonly generation: number;
}

/** Heavy: only the calls that need it load it. */
type Signatures = typeof import('./signatures.js');

/** How refresh tokens rotate (docs/sandbox/2-sign-in.md). */
export type Rotation = 'two-phase' | 'one-phase' | 'strict';

export interface Settings {
  readonly rotation: Rotation;
  /** The lifetime of an access token in milliseconds. */
  readonly accessTtl: number;
  /** The address of this sandbox, `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly wall: () => number;
}

/** Begins, renews and ends sessions. */
export interface SessionContext extends Context {
  /** Wall time, epoch milliseconds: for sessions and tokens only. */
  readonly wall: number;
  readonly settings: Settings;
  /** The client headers as they were sent. */
  readonly client: { readonly id: string | undefined; readonly version: string | undefined };
}

type Values = Readonly<Record<string, unknown>>;
/** The context of a call, with the types of its fields if the handler declares them. */
export interface HandlerContext<Query = Values, Body = Values> extends SessionContext {
  readonly call: Call;
  readonly caller: Caller | undefined;
  /** The Authorization header: `Bearer ...`, `Basic ...`. */
  readonly credentials: string | undefined;
  /** The `x-hmac-sig` header and the body text that it signs. */
  readonly walletKey: { readonly header: string; readonly text: string } | undefined;
  /** Loaded if the handler needs it, or if the call accepts a wallet-key signature and has one. */
  readonly signatures: Signatures | undefined;
  /** The host that the request names: `127.0.0.1:4010`. */
  readonly host: string;
  readonly language: 'en' | 'jp';
  readonly path: Readonly<Record<string, string>>;
  /** Validated against the call's fields. */
  readonly query: Query;
  readonly body: Body;
  /** The scenario of the row that the request makes. */
  readonly scenario: string | undefined;
  /** By service, call and status. */
  readonly requestCounts: ReadonlyMap<string, number>;
}

/** The caller of a call that needs authentication. */
export function requireCaller(context: HandlerContext): Caller {
  if (context.caller) return context.caller;
  throw new TypeError(
    `${context.call.service} ${context.call.name} has a handler that needs a caller, but no authentication`,
  );
}

/** Throws a TypeError without a caller. */
export const callerId = (context: HandlerContext): string => requireCaller(context).userId;

/** The signature module of a call that has loaded it. */
export function requireSignatures(context: HandlerContext): Signatures {
  if (context.signatures) return context.signatures;
  throw new TypeError(
    `${context.call.service} ${context.call.name} has a handler that needs the signature module, which is not loaded`,
  );
}

/** A whole number from `low` to `high`, by the seed, a row and a purpose alone. */
export const seededInteger = (
  context: Context,
  kind: string,
  id: string,
  purpose: string,
  low: number,
  high: number,
): number => low + Math.floor(seededFraction(context.seed, kind, id, purpose) * (high - low + 1));

/** The public codes (platform 1.4). All others are the sandbox's own. */
const publicCodes = new Set([
  'NOT_SUPPORT_NETWORK',
  'NOT_SUPPORTED_NETWORK',
  'INVALID_AMOUNT',
  'EXISTING_TRANSACTION',
  'EXCEEDED_MAXIMUM_PARTICIPATION',
  'EXCEEDED_MAXIMUM_PARTICIPATION_PER_DAY',
  'EXCEEDED_MAXIMUM_REWARD',
  'INVALID_JWT_TOKEN',
  'ALREADY_CONNECTED',
  'NOT_MATCHED_USER',
  'EXPIRED_SESSION',
  'INVALID_SESSION',
  'EMPTY_TIMESTAMP',
  'INVALID_CLIENT',
  'NOT_REFRESHABLE',
  'NOT_EVENT_PERIOD',
  'NOT_FOUND_USER',
  'NOT_FOUND_APP',
  'NOT_FOUND_CONNECTION_INFO',
  'NOT_FOUND_EVENT',
  'NOT_FOUND_EVENT_PARTICIPATION_LOG',
  'ALREADY_EXIST',
  'MUST_BE_SIGNED_UP',
  'REQUIRED_CLIENT_VERSION_UPDATE',
]);

/** The error of a refused call. Some public errors have no code (platform 1.4). */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, message: string, code?: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
  /** Whether the error is public; sent as `X-Sandbox-Error`. */
  get source(): 'contract' | 'sandbox' {
    return this.code === undefined || publicCodes.has(this.code) ? 'contract' : 'sandbox';
  }
}

/** Refuses the current call. Its writes are rolled back. */
export function refuse(status: number, message: string, code?: string): never {
  throw new Refusal(status, message, code);
}

/** Refuses a call with 400 INVALID_REQUEST. */
export function badRequest(message: string): never {
  throw new Refusal(400, message, 'INVALID_REQUEST');
}

/** Refuses an id that the caller cannot see. It does not say if the id exists. */
export const notFound = (noun: string, id: string): never =>
  refuse(
    404,
    `There is no ${noun.toLowerCase().replaceAll('_', ' ')} ${JSON.stringify(id.slice(0, 100))}.`,
    `NOT_FOUND_${noun}`,
  );

interface ClockRow {
  readonly base: number;
  readonly wallBase: number;
  readonly rate: number;
}

export type Rate = '1x' | '20x' | 'frozen' | number;

const readClock = (state: State): ClockRow => state.get<ClockRow>('SELECT base, wallBase, rate FROM clock')!;

/** ISO times write four digits of a year, so world time stops there. */
const latestTime = Date.UTC(9999, 11, 31);

/** World time in epoch milliseconds. It never goes back, even if the wall clock does. */
export function worldTime(state: State, wall: number): number {
  const { base, wallBase, rate } = readClock(state);
  return Math.min(latestTime, Math.floor(base + Math.max(0, wall - wallBase) * rate));
}

/** World seconds in a second of the wall clock. */
export const clockRate = (state: State): number => readClock(state).rate;

/** Starts the clock of a new state file. */
export function startClock(state: State, base: number, wall: number, rate: number): void {
  state.run('INSERT OR IGNORE INTO clock (one, base, wallBase, rate) VALUES (1, ?, ?, ?)', base, wall, rate);
}

/** Times in epoch milliseconds. */
export function setClock(state: State, base: number, wall: number, rate: number): void {
  state.run('UPDATE clock SET base = ?, wallBase = ?, rate = ?', base, wall, rate);
}

/** Advances world time by milliseconds. */
export const advance = (state: State, by: number): void => state.run('UPDATE clock SET base = base + ?', by);

/** Parses a rate. @throws {Refusal} */
export function parseRate(rate: Rate | string): number {
  const value =
    rate === 'frozen'
      ? 0
      : typeof rate === 'number'
        ? rate
        : Number(/^(\d+(?:\.\d+)?)x$/.exec(rate)?.[1] ?? Number.NaN);
  if (value >= 0 && value <= 100_000) return value;
  return badRequest(`A rate is 1x, 20x, frozen or another number with x, not ${JSON.stringify(rate)}.`);
}

/** The longest `advance`: dates stay valid. */
const maxDuration = 4 * 365 * 86_400_000;

/** Parses a duration such as `90s`, `5m`, `1h30m` or `8d` into milliseconds. @throws {Refusal} */
export function parseDuration(span: string): number {
  const total = durationMs(span.replaceAll(' ', ''));
  if (total !== undefined && total <= maxDuration) return total;
  return badRequest(`${JSON.stringify(span)} is not a span of up to four years. ${durationForms}.`);
}

/** Formats a time as the back end does (platform 1.5). */
export const iso = (at: number): string => new Date(at).toISOString();
export const second = 1000;
export const minute = 60 * second;
export const day = 24 * 60 * minute;
