// The time line of a dossier: every time that a thing states, and what happened then. Pure.

import { classOf, type StatusClass } from '../../services/catalogue/statuses.js';
import { asText, isRecord, isScalar, type Row } from '../../services/json-value.js';
import type { Money } from '../../text/money-place.js';
import { clockTime, dayAndTime, ofTime } from '../../text/time.js';
import type { Thing } from '../../things/thing.js';
import type { Part } from './results.js';

// One sentence for the customer: what happened to their thing, when, and where their money is. Pure.

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
  // an operation states when its end was found, not when it came
  const stated =
    part.what === 'operation'
      ? parts.find(({ what, status }, at) => what !== 'operation' && status === part.status && part.links.includes(at))
      : part;
  const since = stated && sinceOf(stated, now);
  const hasEnded = part.class === 'good' || part.class === 'bad';
  const text = [
    timed(clauseOf(part.means, part.what), hasEnded, since === undefined ? undefined : atTime(since, now)),
    ...(money === undefined || money.of !== undefined ? [] : [moneyClause(money, parts, now)]),
  ].join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

export interface TimelineEvent {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly what: string;
  readonly id: string;
  readonly event: string;
  /** The class of the event, if it is a status of the thing. */
  readonly class?: StatusClass;
  readonly summary?: string;
}
interface Moment {
  readonly at: number;
  readonly event: string;
  /** Something was measured; the thing did not change. */
  readonly isReading?: true;
}
type Timed = Pick<Part, 'thing' | 'what' | 'id' | 'row' | 'summary' | 'class' | 'status'>;

/** The events of a part, by the names of fields (`cancelledAt`: cancelled) or by the statuses of a log. */
export function eventsOf(part: Timed): readonly TimelineEvent[] {
  const { thing, what, id, row } = part;
  const summary = part.summary ?? (what === 'operation' ? asText(row.what) : undefined);
  return momentsOf(part).map(({ at, event }) => ({ at, event, class: classIn(thing, event), what, id, summary }));
}
/** The class of a status of a thing; undefined for any other event. */
function classIn(thing: Thing | undefined, event: string): StatusClass | undefined {
  const kind = thing?.status ? classOf(thing.status.list, event) : 'unknown';
  return kind === 'unknown' ? undefined : kind;
}

/** The last time at which a thing changed, epoch milliseconds. The age of a position is not the age of its ride. */
export function sinceOf(part: Timed, now: number): number | undefined {
  const past = momentsOf(part).flatMap(({ at, isReading }) => (isReading || at > now ? [] : at));
  return past.length === 0 ? undefined : Math.max(...past);
}

function momentsOf({ what, row, class: kind, status = '' }: Timed): readonly Moment[] {
  const { answer: _, found: __, ...operation } = row; // the responses of an operation are parts of their own
  const fields = what === 'operation' ? operation : row;
  const logged = Object.values(fields).flatMap((list) =>
    Array.isArray(list) ? list.filter(isRecord).flatMap(logMoments) : [],
  );
  const times = new Set(logged.map(({ at }) => at));
  // A thing that has ended does not expire any more, unless it ended by expiry.
  const hasEnded = (kind === 'good' || kind === 'bad') && !/EXPIRED/.test(status);
  const moments = [...momentsIn(fields, what).filter(({ at }) => !times.has(at)), ...logged].filter(
    ({ event }) => !(hasEnded && /^(expires?|expiry|expiration|valid until|due|deadline)\b/.test(event)),
  );
  return moments.filter(
    ({ at, event }, place) => moments.findIndex((moment) => moment.at === at && moment.event === event) === place,
  );
}

/** Names of objects in a row that are other things, such as the currency or the account. */
const otherThings =
  /(currency|token|coin|account|user|executer|sender|receiver|recipient|wallet|balance|product|offering|game|vehicle|item|mission\w*|price|network|rider|driver|discount|refund|tax|fee|bonus|reward|limit|quote)s?$/i;

/** The times of a row and of its objects. A bare time in an object is the time of a reading: `driverLocation.at`. */
function momentsIn(row: Row, what: string, prefix = '', depth = 3): readonly Moment[] {
  return Object.entries(row).flatMap(([name, value]): readonly Moment[] => {
    if (isRecord(value)) return depth === 0 || otherThings.test(name) ? [] : momentsIn(value, what, name, depth - 1);
    if (!isScalar(value)) return [];
    const event = eventNamed(name, what);
    if (prefix === '' || event !== 'recorded') return momentAt(event, value);
    const reading = /(location|position|point|gps)$/i.test(prefix) ? 'position' : wordsOf(prefix);
    return momentAt(`${reading} recorded`, value).map((moment) => ({ ...moment, isReading: true }));
  });
}

/** The time of a log entry, by its status, type or name. An entry with an id is a thing. */
function logMoments(entry: Row): readonly Moment[] {
  if (Object.hasOwn(entry, 'id')) return [];
  const word = ['status', 'state', 'type', 'event'].map((name) => asText(entry[name])).find(Boolean);
  const time = Object.values(entry).find((value) => typeof value === 'string' && ofTime(value) !== undefined);
  return word === undefined ? [] : momentAt(word, time);
}
function momentAt(event: string, value: unknown): readonly Moment[] {
  const at = typeof value === 'string' && value.length > 10 ? ofTime(value) : undefined;
  return at === undefined ? [] : [{ at, event }];
}
/** The event of a field: `cancelledAt` is `cancelled`. `swappedAt` of a battery swap repeats its name, and is empty. */
function eventNamed(name: string, what: string) {
  const words = wordsOf(name).replace(/ ?\b(at|time|timestamp|date|on)$/, '');
  if (words === 'from' || words === 'to') return words === 'from' ? 'begins' : 'ends';
  if (words === '') return 'recorded';
  const [first = '', ...rest] = words.split(' ');
  return what.split(' ').some((word) => word.length > 3 && first.startsWith(word)) ? rest.join(' ') : words;
}
const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();

/**
 * The parts whose events are those of the case: the first one, and what is linked with it and somebody's own. What
 * everybody sees has a life of its own, such as an offering that matures in years.
 */
function ownParts(parts: readonly Part[]): readonly Part[] {
  const [first] = parts;
  const isPublic = ({ thing }: Part) => thing?.reads.every(({ of }) => of === 'everybody') === true;
  const isNear = (part: Part, at: number) =>
    first!.links.includes(at) || part.matches !== undefined || part.id === first!.id;
  return parts.filter((part, at) => at === 0 || (isNear(part, at) && !isPublic(part)));
}

/** The time line for people. The events of one thing in one second are one line: `created, sent, settled`. */
export function joinedEvents(parts: readonly Timed[]): readonly TimelineEvent[] {
  const secondOf = ({ at }: TimelineEvent) => Math.floor(at / 1000);
  const lines = parts.flatMap((part) => {
    const seconds = new Map<number, TimelineEvent>();
    for (const event of eventsOf(part)) {
      const earlier = seconds.get(secondOf(event));
      const joined = earlier && {
        ...earlier,
        event: [earlier.event, event.event].filter(Boolean).join(', '),
        class: event.class ?? earlier.class,
      };
      seconds.set(secondOf(event), joined ?? event);
    }
    return [...seconds.values()];
  });
  return lines.sort((a, b) => a.at - b.at);
}
const hour = 3_600_000;
/**
 * The events of a case: those of its first thing, and those of what belongs to it from an hour before on. What was made
 * long before has its own story, such as an account or a product.
 */
export function caseEvents(parts: readonly Part[]): readonly TimelineEvent[] {
  const events = joinedEvents(ownParts(parts));
  const begun = events.find(({ what, id }) => what === parts[0]?.what && id === parts[0].id);
  return begun ? events.filter(({ at }) => at >= begun.at - hour) : events;
}
