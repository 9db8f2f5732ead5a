// The period of --since and --until, and times in a zone. Times are compared as texts of that zone.

import type { Arguments } from '../../cli/command/command.js';
import { type Flag, plain } from '../../cli/settings/options.js';
import { BadInput, cited } from '../../services/http/errors.js';

export const periodOptions = [
  plain('--since <time>', 'from this day or time on, in the zone of --tz, or of this machine'),
  plain('--until <time>', 'until this day or time, inclusive'),
] as const satisfies readonly Flag[];

/** A time in a zone. */
export interface ZonedTime {
  /** `2026-01-31`. */
  readonly date: string;
  /** `2026-01-31T09:30:00`. */
  readonly local: string;
  /** The same with its offset from UTC: `2026-01-31T09:30:00+07:00`. */
  readonly time: string;
}

/** Converts ISO times to a zone, a name or an offset such as `+05:30`, to the second. */
export function zonedTimes(timeZone: string): (at: string) => ZonedTime {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(timeZone) ?? [];
  if (sign !== undefined) {
    const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000); // milliseconds
    return (at) => {
      const local = new Date(Date.parse(at) + ahead).toISOString().slice(0, 19);
      return { date: local.slice(0, 10), local, time: `${local}${timeZone}` };
    };
  }
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  });
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
    const date = `${parts.year}-${parts.month}-${parts.day}`;
    const local = `${date}T${parts.hour}:${parts.minute}:${parts.second}`;
    return { date, local, time: `${local}${parts.timeZoneName?.replace('GMT', '') || '+00:00'}` };
  };
}

/** A time before all of a period in any zone, as ISO text; undefined for a period without a beginning. */
export function earliestOf({ since }: Arguments['options']): string | undefined {
  const day = typeof since === 'string' ? Date.parse(since.slice(0, 10)) : Number.NaN;
  return Number.isNaN(day) ? undefined : new Date(day - 86_400_000).toISOString();
}

/** A typed time: the beginning of local times; with an offset also its first and last instant, epoch milliseconds. */
interface Bound {
  readonly local: string;
  readonly instants?: { readonly from: number; readonly to: number };
}

/**
 * Parses --since and --until in a zone.
 * @returns whether a time (ISO, and local to the zone) is in the period
 * @throws {BadInput} BAD_VALUE
 */
export function periodOf(
  { since, until }: Arguments['options'],
  zoned: (at: string) => ZonedTime,
): (at: string, zoned: Pick<ZonedTime, 'local'>) => boolean {
  const [first, last] = [boundOf(since, '--since', zoned), boundOf(until, '--until', zoned)];
  if (first && last && isAfter(first, last)) throw new BadInput('BAD_VALUE', '--since is later than --until.');
  return (at, { local }) =>
    (first === undefined || (first.instants ? Date.parse(at) >= first.instants.from : local >= first.local)) &&
    (last === undefined ||
      (last.instants ? Date.parse(at) < last.instants.to : local.slice(0, last.local.length) <= last.local));
}

/** Whether a period ends before it begins. Times in different forms are not compared. */
function isAfter(first: Bound, last: Bound) {
  if (first.instants && last.instants) return first.instants.from >= last.instants.to;
  return !first.instants && !last.instants && first.local.slice(0, last.local.length) > last.local;
}

/** @throws {BadInput} BAD_VALUE for a text that is not a time of the calendar */
function boundOf(typed: unknown, flag: string, zoned: (at: string) => ZonedTime): Bound | undefined {
  if (typed === undefined) return undefined;
  const text = String(typed);
  const [, day = '', clock = '', offset] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
  const local = clock === '' ? day : `${day}T${clock}`;
  const asUtc = new Date(clock === '' ? `${day}T00:00Z` : `${local}Z`);
  const from = offset === undefined ? undefined : Date.parse(`${local}${offset}`);
  const isTime = !Number.isNaN(asUtc.getTime()) && asUtc.toISOString().startsWith(local) && !Number.isNaN(from ?? 0);
  if (day === '' || !isTime)
    throw new BadInput(
      'BAD_VALUE',
      `${cited(text)} is not a day or time for ${flag}.`,
      'Write it like 2026-01-31, or 2026-01-31T09:30, in the zone of --tz; with an offset like 2026-01-31T09:30+07:00.',
    );
  if (from === undefined && clock !== '' && isLeftOut(local, asUtc.getTime(), zoned))
    throw new BadInput(
      'BAD_VALUE',
      `${cited(text)} does not exist in the zone of ${flag}: the clocks leave this hour out.`,
      'Give an offset like 2026-01-31T09:30+07:00, or another time.',
    );
  return from === undefined ? { local } : { local, instants: { from, to: from + (clock.length > 5 ? 1000 : 60_000) } };
}

/** Whether no moment has a local time: an hour that the clocks leave out. @param asUtc the time as if in UTC */
function isLeftOut(local: string, asUtc: number, zoned: (at: string) => ZonedTime): boolean {
  const timeAt = (at: number) => zoned(new Date(at).toISOString());
  return ![-1, 1].some((side) => {
    const near = timeAt(asUtc + side * 86_400_000);
    const offset = Date.parse(`${near.local}Z`) - Date.parse(near.time);
    return timeAt(asUtc - offset).local.startsWith(local);
  });
}
