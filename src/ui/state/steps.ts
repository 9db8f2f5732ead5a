// The statuses of a watched item as steps: those seen, in their order, then the expected ones.

import { classOf, type StatusClass, type StatusList, statusLists } from '../../services/catalogue/statuses.js';
import { isRecord, type Row } from '../../services/json-value.js';

/** A step: passed, current, skipped (a later one was seen), or ahead. */
export interface Step {
  readonly status: string;
  readonly class: StatusClass;
  readonly is: 'passed' | 'now' | 'not seen' | 'ahead';
  readonly at?: number;
  /** The time since the previous step, milliseconds. */
  readonly after?: number;
}
/** A status that was seen, and its time, epoch milliseconds. */
export interface StatusChange {
  readonly status: string;
  readonly at: number;
}

/** The statuses of a successful course in the order of their meanings (status-meanings). SPEC.md section 3 lists them, and promises no order. */
const roads: Partial<Readonly<Record<StatusList, readonly string[]>>> = {
  RideStatus: ['WAITPAY', 'PAYCONFIRMED', 'PENDING', 'MATCHED', 'CONFIRMED', 'ASSIGNED', 'PICKUP', 'PICKUP_ARRIVED', 'INUSE', 'FINISHED'],
  StoreOrderStatus: ['DRAFT', 'PAYMENT_PENDING', 'PAID', 'SUCCESS'],
};
/** The expected course of a status list; where none is known, its statuses without the bad ends. */
export function roadOf(list: StatusList): readonly string[] {
  const { 'needs-you': need = [], pending = [], good = [] }: Readonly<Record<string, readonly string[]>> = statusLists[list];
  return roads[list] ?? [...need, ...pending, ...good];
}

/** The number of the furthest reached step, counted from one; 0 for none. */
export const reachedOf = (history: readonly StatusChange[], road: readonly string[]): number =>
  Math.max(0, ...history.map(({ status }) => road.indexOf(status) + 1));

/** The seen statuses with their times: the log of the service where the response has a consistent one, else our own observations. */
export function statusHistory(row: Row, status: string | undefined, seen: readonly StatusChange[]): readonly StatusChange[] {
  if (!Array.isArray(row.statusLog)) return seen;
  const log = row.statusLog.map((one: unknown) => (isRecord(one) ? { status: one.status, at: Date.parse(String(one.at)) } : {}));
  const whole = log.filter((one): one is StatusChange => typeof one.status === 'string' && Number.isFinite(one.at));
  return whole.length === log.length && whole.at(-1)?.status === status ? whole : seen;
}

/** The seen statuses in order, each once, then the rest of the course. */
export function stepsOf(list: StatusList, history: readonly StatusChange[], now: string | undefined, ended: boolean): Step[] {
  const road = roadOf(list);
  const reached = reachedOf(history, road);
  const met = history.flatMap(({ status, at }, i): Step[] => {
    if (history.findLastIndex((one) => one.status === status) !== i) return []; // after a new request the last time counts
    const before = history[i - 1];
    const is = status === now && i === history.length - 1 ? 'now' : 'passed';
    return [{ status, class: classOf(list, status), is, at, ...(before ? { after: at - before.at } : {}) }];
  });
  const rest = road.filter((status) => !history.some((one) => one.status === status));
  return [
    ...met,
    ...rest.map((status): Step => {
      const is = ended || road.indexOf(status) < reached ? 'not seen' : 'ahead';
      return { status, class: classOf(list, status), is };
    }),
  ];
}
