// A clock that only sleeps advance, and the deadlines of it.
import { Deadline } from '../../src/services/http/deadline.js';

/** @param longest ends each sleep early after so many milliseconds, as a key does */
export function virtualTime(longest = Number.POSITIVE_INFINITY) {
  const clock = { at: 0 };
  const now = () => clock.at;
  const sleep = async (milliseconds: number) => {
    clock.at += Math.min(milliseconds, longest);
    return milliseconds > longest;
  };
  return { clock, now, deadlineIn: (limit?: number) => new Deadline({ time: { now, sleep } }).part(limit) };
}
