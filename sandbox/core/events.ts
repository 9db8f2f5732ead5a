// Events between domains. An event is stored as a due step in its transaction, and dispatched before the next read. A
// dead process loses no event, and no domain loads another one.

import type { Context } from './context.js';

/** The listeners of each event in the order of dispatch, by their names in `machine-registry.ts`. */
export const eventListeners = {
  /**
   * `{rideId, userId, region, city, fare, currency, own}`: a ride has a driver; `own` marks a vehicle of the caller.
   */
  'ride assigned': ['fleet', 'depin'],
  /** The same fields: the ride has arrived. */
  'ride finished': ['fleet', 'missions'],
  /** The same fields: the ride has ended otherwise after a driver was found. */
  'ride dropped': ['fleet'],
  /** `{userId}` */
  'user signed up': ['missions', 'points'],
  /** `{userId, typeId}`: a user has done an activity that missions count. */
  'activity done': ['missions'],
  /** `{inviterId, inviteeId}` */
  'referral registered': ['missions', 'points'],
  /** `{userId, entityType, entityId, title, body}`: a user receives an entity notification. */
  note: ['notes'],
  /** `{userId, currencyId, amount, description}`: a balance has changed, in whole tokens. */
  'balance changed': ['points'],
  /** `{network, hash, from, to, unit, rawAmount}`: value has moved on a chain. */
  'chain moved': ['history', 'points', 'payments', 'bridge'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type EventName = keyof typeof eventListeners;
/** Plain values by name. */
export type EventData = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Listener {
  readonly on: Readonly<Partial<Record<EventName, (data: EventData, context: Context) => void>>>;
}

/** The prefix of a listener in the table of due steps. */
export const listenerPrefix = 'hears:';

/** Emits an event in the current transaction. */
export function emit({ state, now }: Context, event: EventName, data: EventData): void {
  for (const name of eventListeners[event])
    state.run(
      "INSERT INTO due (at, kind, id, word) VALUES (?, ?, '', ?)",
      Math.floor(now),
      `${listenerPrefix}${name}`,
      JSON.stringify([event, data]),
    );
}

/** The word is a stored event. */
export function dispatchEvent(listener: Listener, word: string, context: Context): void {
  const [event, data] = JSON.parse(word) as [EventName, EventData];
  listener.on[event]?.(data, context);
}
