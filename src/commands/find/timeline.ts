// The time line of what was found: every time that a thing says, and what happened then. Pure.

import { asText, isRecord, isScalar, type Row } from '../../services/json-value.js';
import { ofTime } from '../../text/time.js';
import type { Part } from './part.js';

/** A time in the time line. */
export interface TimelineEvent {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly what: string;
  readonly id: string;
  readonly event: string;
  readonly summary?: string;
}
/** A time, and what happened then. `isReading`: something was measured, and nothing happened to the thing. */
interface Moment {
  readonly at: number;
  readonly event: string;
  readonly isReading?: true;
}

/** The part of which a time line is made. */
type Timed = Pick<Part, 'what' | 'id' | 'row' | 'summary' | 'class' | 'status'>;

/**
 * Every time that a part says, with what happened then by the name of its field (`cancelledAt` is `cancelled`), or by the status that stands beside it in a
 * log of statuses.
 */
export function eventsOf(part: Timed): readonly TimelineEvent[] {
  const { what, id, row } = part;
  const summary = part.summary ?? (what === 'operation' ? asText(row.what) : undefined);
  return momentsOf(part).map(({ at, event }) => ({ at, event, what, id, ...(summary === undefined ? {} : { summary }) }));
}

/** The last time at which something happened to a thing, epoch milliseconds: the age of a position is not that of the ride. */
export function sinceOf(part: Timed, now: number): number | undefined {
  const past = momentsOf(part).flatMap(({ at, isReading }) => (isReading || at > now ? [] : at));
  return past.length === 0 ? undefined : Math.max(...past);
}

function momentsOf({ what, row, class: kind, status = '' }: Timed): readonly Moment[] {
  const { answer: _, found: __, ...rest } = row; // of an operation: they are things of their own
  const own = what === 'operation' ? rest : row;
  const logged = Object.values(own).flatMap((list) => (Array.isArray(list) ? list.filter(isRecord).flatMap(logMoments) : []));
  const times = new Set(logged.map(({ at }) => at));
  const moments = [...momentsIn(own, what).filter(({ at }) => !times.has(at)), ...logged].filter(
    ({ event }) => !(hasEnded(kind, status) && /^(expires?|expiry|expiration|valid until|due|deadline)\b/.test(event)),
  );
  return moments.filter(({ at, event }, place) => moments.findIndex((one) => one.at === at && one.event === event) === place);
}
/** What has ended does not expire any more, unless that is its end. */
const hasEnded = (kind: Part['class'], status: string): boolean => (kind === 'good' || kind === 'bad') && !/EXPIRED/.test(status);

/** The names of objects in a row whose times are not its own, such as the currency or the account. */
const otherThings =
  /(currency|token|coin|account|user|executer|sender|receiver|recipient|wallet|balance|product|offering|game|vehicle|item|mission\w*|price|network|rider|driver|discount|refund|tax|fee|bonus|reward|limit|quote)s?$/i;

/** The times in the fields of a row and of its objects; a time that an object says bare is that of a reading: `driverLocation.at`. */
function momentsIn(row: Row, what: string, prefix = '', depth = 3): readonly Moment[] {
  return Object.entries(row).flatMap(([name, value]): readonly Moment[] => {
    if (isRecord(value)) return depth === 0 || otherThings.test(name) ? [] : momentsIn(value, what, name, depth - 1);
    if (!isScalar(value)) return [];
    const event = eventNamed(name, what);
    const isReading = prefix !== '' && event === 'recorded';
    return momentAt(isReading ? `${readingOf(prefix)} recorded` : event, value).map((one) => (isReading ? { ...one, isReading } : one));
  });
}
/** What was measured: `driverLocation` is a position. */
const readingOf = (name: string): string => (/(location|position|point|gps)$/i.test(name) ? 'position' : wordsOf(name));

/** A line of a log: it has a status, a type or a name, and one time; an entry with an id is a thing, not a line of a log. */
function logMoments(entry: Row): readonly Moment[] {
  if (Object.hasOwn(entry, 'id')) return [];
  const word = ['status', 'state', 'type', 'event'].map((name) => asText(entry[name])).find((text) => text !== '');
  const time = Object.values(entry).find((value) => typeof value === 'string' && ofTime(value) !== undefined);
  return word === undefined ? [] : momentAt(word, time);
}
function momentAt(event: string, value: unknown): readonly Moment[] {
  const at = typeof value === 'string' && value.length > 10 ? ofTime(value) : undefined;
  return at === undefined ? [] : [{ at, event }];
}
/** What happened at the time in a field: `cancelledAt` is `cancelled`; `swappedAt` of a battery swap adds nothing to its name. */
function eventNamed(name: string, what: string): string {
  const words = wordsOf(name).replace(/ ?\b(at|time|timestamp|date|on)$/, '');
  if (words === 'from' || words === 'to') return words === 'from' ? 'begins' : 'ends';
  if (words === '') return 'recorded';
  const [first = '', ...rest] = words.split(' ');
  return what.split(' ').some((word) => word.length > 3 && first.startsWith(word)) ? rest.join(' ') : words;
}
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();

/** The lines of a time line for people: what happened to one thing in one second is one line, `created, sent, settled`. */
export function joinedEvents(parts: readonly Timed[]): readonly TimelineEvent[] {
  const lines = parts.flatMap((part) => {
    const own: TimelineEvent[] = [];
    for (const event of eventsOf(part)) {
      const at = own.findIndex((line) => secondOf(line) === secondOf(event));
      if (at < 0) own.push(event);
      else own[at] = { ...own[at]!, event: [own[at]!.event, event.event].filter(Boolean).join(', ') };
    }
    return own;
  });
  return lines.sort((one, other) => one.at - other.at);
}
const secondOf = ({ at }: TimelineEvent): number => Math.floor(at / 1000);
