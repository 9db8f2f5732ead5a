// The words of something that goes on, as steps: those that came in the order in which they came, then the rest of its road.

import { classOf, type StatusClass, type StatusList, statusLists } from '../../services/catalogue/statuses.js';
import { isRecord, type Row } from '../../services/json-value.js';

/** A status on the way: passed, in force, not met though later ones were, or not yet. */
export interface Step {
  readonly status: string;
  readonly class: StatusClass;
  readonly is: 'passed' | 'now' | 'not seen' | 'ahead';
  readonly at?: number;
  /** How long after the one before it, milliseconds. */
  readonly after?: number;
}
/** A status that came, and when; epoch milliseconds. */
export interface Came {
  readonly status: string;
  readonly at: number;
}

/** The words of what goes well, as SPEC.md section 3 lists them. That is no promise of an order. */
const roads: Partial<Readonly<Record<StatusList, readonly string[]>>> = {
  RideStatus: ['WAITPAY', 'PAYCONFIRMED', 'MATCHED', 'CONFIRMED', 'PENDING', 'ASSIGNED', 'PICKUP', 'PICKUP_ARRIVED', 'INUSE', 'FINISHED'],
  StoreOrderStatus: ['DRAFT', 'PAYMENT_PENDING', 'PAID', 'SUCCESS'],
};
/** The road of a list; where none is known, its words that are no bad ends. */
export function roadOf(list: StatusList): readonly string[] {
  const { 'needs-you': need = [], pending = [], good = [] }: Readonly<Record<string, readonly string[]>> = statusLists[list];
  return roads[list] ?? [...need, ...pending, ...good];
}

/** How far on its road something has come, counted from one. */
export const reachedOf = (came: readonly Came[], road: readonly string[]): number =>
  Math.max(0, ...came.map(({ status }) => road.indexOf(status) + 1));

/** The words that came with their times: the service's own log where the answer has one that fits, else what we saw. */
export function cameOf(row: Row, status: string | undefined, seen: readonly Came[]): readonly Came[] {
  if (!Array.isArray(row.statusLog)) return seen;
  const log = row.statusLog.map((one: unknown) => (isRecord(one) ? { status: one.status, at: Date.parse(String(one.at)) } : {}));
  const whole = log.filter((one): one is Came => typeof one.status === 'string' && Number.isFinite(one.at));
  return whole.length === log.length && whole.at(-1)?.status === status ? whole : seen;
}

/** The words in the order in which they came, each once, then the rest of the road. */
export function stepsOf(list: StatusList, came: readonly Came[], now: string | undefined, ended: boolean): Step[] {
  const road = roadOf(list);
  const reached = reachedOf(came, road);
  const met = came.flatMap(({ status, at }, i): Step[] => {
    if (came.findLastIndex((one) => one.status === status) !== i) return []; // asked for again: the last time counts
    const before = came[i - 1];
    const is = status === now && i === came.length - 1 ? 'now' : 'passed';
    return [{ status, class: classOf(list, status), is, at, ...(before ? { after: at - before.at } : {}) }];
  });
  const rest = road.filter((status) => !came.some((one) => one.status === status));
  return [
    ...met,
    ...rest.map((status): Step => {
      const is = ended || road.indexOf(status) < reached ? 'not seen' : 'ahead';
      return { status, class: classOf(list, status), is };
    }),
  ];
}
