// One sentence for the customer: what happened to their thing, when, and where their money is. Pure.

import type { Money } from '../../text/money-place.js';
import { clockTime, dayAndTime, ofTime } from '../../text/time.js';
import type { Part } from './results.js';
import { sinceOf } from './timeline.js';

/** `at 14:41`, with the day unless it is today. */
const atTime = (time: number, now: number): string =>
  `at ${(new Date(time).toDateString() === new Date(now).toDateString() ? clockTime : dayAndTime)(time).replace(/:\d\d$/, '')}`;

/** A meaning as it is said to the owner: `the driver cancelled it` is `your driver cancelled`. */
function clauseOf(means: string, what: string): string {
  const [clause = ''] = means.split(';');
  return clause
    .replace(/^it\b/, `your ${what}`)
    .replace(/^the (driver|ride|payment|request|transfer|claim|item|application|payout)\b/, 'your $1')
    .replace(/^(your driver cancelled) it\b/, '$1')
    .replace(/\b(cancelled) it\b/, `$1 your ${what}`)
    .replace(/^waits\b/, `your ${what} waits`);
}
const isNow = /\b(is|are|has|have|waits?|can|searching)\b/;
/** A clause with its time: a status that lasts is said since a time, what has happened or ended at one. */
function timed(clause: string, hasEnded: boolean, time: string | undefined): string {
  if (time === undefined) return clause;
  if (!isNow.test(clause)) return `${clause} ${time}`;
  if (!hasEnded) return `${clause} ${time.replace(/^at/, 'since')}`;
  const past = clause
    .replace(/\bis\b/, 'was')
    .replace(/\bare\b/, 'were')
    .replace(/\bhas come\b/, 'came')
    .replace(/\bhas (?=\w+ed\b)/, '');
  return `${past} ${time}`;
}
function moneyClause({ amount, goesTo, state, by = '' }: Money, parts: readonly Part[], now: number): string {
  const credit = parts.find(({ what, id }) => by === `${what} ${id}`);
  const returned = credit ? sinceOf(credit, now) : ofTime(by.split(' ').at(-1) ?? '');
  const clauses: Readonly<Record<Money['state'], string>> = {
    unpaid: `${amount} were not paid`,
    held: `${amount} were paid, and the service holds them`,
    arrived: `${amount} were paid to ${goesTo}`,
    returned: `${amount} were returned${returned === undefined ? '' : ` ${atTime(returned, now)}`}`,
    'not known': `it is not known whether ${amount} came back`,
  };
  return clauses[state];
}
/**
 * The sentence about the first part of a dossier: `Your driver cancelled at 14:41; 7,030 KHR were returned at 14:41.`
 * @param now epoch milliseconds of the service's clock
 * @returns undefined for a thing without a status that is known
 */
export function tellsOf(parts: readonly Part[], money: Money | undefined, now: number): string | undefined {
  const [part] = parts;
  if (part?.means === undefined || part.status === undefined || part.class === 'unknown') return undefined;
  const since = sinceOf(part, now);
  const hasEnded = part.class === 'good' || part.class === 'bad';
  const text = [
    timed(clauseOf(part.means, part.what), hasEnded, since === undefined ? undefined : atTime(since, now)),
    ...(money === undefined || money.of !== undefined ? [] : [moneyClause(money, parts, now)]),
  ].join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
