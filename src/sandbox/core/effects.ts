// What happens in one place and changes another. It is told here in the transaction that causes it, written among the steps that are due,
// and heard before anybody can look: so nothing is lost with a process, and no service has to load another one to tell it something.
import type { State } from './state.js';
import type { Moment } from './world.js';

/** Who hears of what. A listener is a module of `moving.ts`; the order is the order in which they hear. */
export const listeners = {
  /** `{rideId, userId, region, city, fare, currency, own}`: a ride has found a driver; `own` where it is one of the caller's vehicles. */
  'ride assigned': ['fleet', 'depin'],
  /** The same: it has arrived. */
  'ride finished': ['fleet', 'missions'],
  /** The same: it has ended in any other way after a driver was found. */
  'ride dropped': ['fleet'],
  /** `{userId}` */
  'user signed up': ['missions', 'points'],
  /** `{orderId, userId, productId, quantity}`: a store order is SUCCESS. */
  'order fulfilled': ['missions'],
  /** `{paymentId, userId}`: an asset payment is PAID. */
  'asset paid': ['missions'],
  /** `{userId, vin, stationId}` */
  'battery swapped': ['missions'],
  /** `{inviterId, inviteeId}` */
  'referral registered': ['missions', 'points'],
  /** `{userId, entityType, entityId, title, body}`: somebody is to get an entity notification. */
  note: ['notes'],
  /** `{userId, currencyId, amount, description}`: a balance has changed by a decimal amount of whole tokens; points keep a history. */
  'balance changed': ['points'],
  /** `{network, hash, from, to, unit, rawAmount}`: value has moved on a chain; deposits, payments and bridge swaps may have waited for it. */
  'chain moved': ['history', 'points', 'payments', 'bridge'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type EventName = keyof typeof listeners;
/** What is told of an event: plain values, by name. */
export type About = Readonly<Record<string, string | number | boolean | null>>;

/** Somebody who hears of events, each at the time when it happened. */
export interface Listener {
  readonly hears: Readonly<Partial<Record<EventName, (about: About, moment: Moment) => void>>>;
}

/** The name that a listener's steps stand under among those that are due. */
export const listening = 'hears:';

/** Tells of something, in the transaction under way. */
export function tell(moment: Moment, event: EventName, about: About): void {
  for (const name of listeners[event]) write(moment.state, Math.floor(moment.now), `${listening}${name}`, JSON.stringify([event, about]));
}

function write(state: State, at: number, kind: string, word: string): void {
  state.run('INSERT INTO due (at, kind, id, word) VALUES (?, ?, ?, ?)', at, kind, '', word);
}

/** Lets a listener hear what was written. */
export function hear(listener: Listener, word: string, moment: Moment): void {
  const [event, about] = JSON.parse(word) as [EventName, About];
  listener.hears[event]?.(about, moment);
}
