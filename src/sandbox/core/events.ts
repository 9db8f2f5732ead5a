// Events between domains. An event is stored among the due steps, in the transaction that causes it, and dispatched before the next read.
// So no event is lost with the process, and no service has to load another one to inform it.

import type { SandboxContext } from './context.js';
import type { State } from './state.js';

/** The listeners of each event, in the order of dispatch. Each is a module of `machine-registry.ts`. */
export const eventListeners = {
  /** `{rideId, userId, region, city, fare, currency, own}`: a ride has found a driver; `own` where it is one of the caller's vehicles. */
  'ride assigned': ['fleet', 'depin'],
  /** The same: it has arrived. */
  'ride finished': ['fleet', 'missions'],
  /** The same: it has ended in any other way after a driver was found. */
  'ride dropped': ['fleet'],
  /** `{userId}` */
  'user signed up': ['missions', 'points'],
  /** `{userId, typeId}`: a user has done something that missions count. */
  'activity done': ['missions'],
  /** `{inviterId, inviteeId}` */
  'referral registered': ['missions', 'points'],
  /** `{userId, entityType, entityId, title, body}`: a user receives an entity notification. */
  note: ['notes'],
  /** `{userId, currencyId, amount, description}`: a balance has changed by a decimal amount of whole tokens. Points keep a history. */
  'balance changed': ['points'],
  /** `{network, hash, from, to, unit, rawAmount}`: value has moved on a chain. Deposits, payments and bridge swaps may wait for it. */
  'chain moved': ['history', 'points', 'payments', 'bridge'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type EventName = keyof typeof eventListeners;
/** The data of an event: plain values by name. */
export type EventData = Readonly<Record<string, string | number | boolean | null>>;

/** A listener: a function per event, called at the time of the event. */
export interface Listener {
  readonly on: Readonly<Partial<Record<EventName, (data: EventData, context: SandboxContext) => void>>>;
}

/** The prefix of a listener's name in the table of due steps. */
export const listenerPrefix = 'hears:';

/** Emits an event in the current transaction. */
export function emit(context: SandboxContext, event: EventName, data: EventData): void {
  for (const name of eventListeners[event])
    insertStep(context.state, Math.floor(context.now), `${listenerPrefix}${name}`, JSON.stringify([event, data]));
}

function insertStep(state: State, at: number, kind: string, word: string): void {
  state.run('INSERT INTO due (at, kind, id, word) VALUES (?, ?, ?, ?)', at, kind, '', word);
}

/** Dispatches a stored event to a listener. */
export function dispatchEvent(listener: Listener, word: string, context: SandboxContext): void {
  const [event, data] = JSON.parse(word) as [EventName, EventData];
  listener.on[event]?.(data, context);
}
