// Decides which times of a response only say when it was read: such a time differs between two reads of the same thing.

import { asText, isNumeric } from '../../services/json-value.js';
import { ofTime } from '../../text/time.js';

/** The time of a read by the clock of its service, epoch milliseconds. */
export interface Moment {
  readonly from: number;
  readonly to: number;
}

/** Clocks of services are known within this time, and a response may have been made a little earlier; milliseconds. */
const tolerance = 3000;

/** A time as epoch milliseconds: an ISO time, or a whole number of milliseconds or seconds. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === 'string') return ofTime(value);
  const digits = isNumeric(value) ? asText(value) : '';
  return /^\d{13}$/.test(digits) ? Number(digits) : /^\d{10}$/.test(digits) ? Number(digits) * 1000 : undefined;
}

/** Participles in the names of times of a read, such as `quotedAt`, and the clocks that it may name: `serverTime`. */
const making = /^(read|fetched|retrieved|queried|polled|served|responded|generated|quoted)$/;
const clock = /^(server|current|system|response)$/;
function namesRead(name: string): boolean {
  const [last = '', before = ''] = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean)
    .reverse();
  if (last === 'at' || last === 'on') return making.test(before);
  if (/^(time|timestamp|date)$/.test(last)) return making.test(before) || clock.test(before);
  return last === 'now' || (last === 'of' && before === 'as');
}

/**
 * Whether a field only says when its response was read: by its name, or because each known read had that moment.
 * @param moments of the two reads; undefined for one that is not known
 */
export function saysWhenRead(
  name: string,
  [before, after]: readonly [unknown, unknown],
  moments: readonly [Moment | undefined, Moment | undefined],
): boolean {
  const times = [timeOf(before), timeOf(after)];
  if (times.includes(undefined)) return false;
  return namesRead(name) || (moments.some(Boolean) && times.every((time, at) => isAt(time!, moments[at])));
}
const isAt = (time: number, moment: Moment | undefined): boolean =>
  moment === undefined || (time >= moment.from - tolerance && time <= moment.to + tolerance);
