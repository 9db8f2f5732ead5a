// Formats times for people, in the zone in use, and durations in one or two units.

import { epochTime } from '../services/decode/values.js';

const two = (value: number): string => String(value).padStart(2, '0');

/** `14:03:05`; with the offset, ` -04:00`, in an hour that the clocks show twice; `–` for an invalid time. */
export function clockTime(at: number | undefined): string {
  if (at === undefined || Number.isNaN(at)) return '–';
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}${offsetIfTwice(at)}`;
}

/** More than clocks are ever set back. */
const longestSetBack = 3 * 3_600_000;
/** The offset of a time from UTC, if another moment has the same local time; else empty. */
function offsetIfTwice(at: number): string {
  const behind = (time: number) => new Date(time).getTimezoneOffset(); // minutes
  const offset = behind(at);
  const isTwice = [at - longestSetBack, at + longestSetBack].some((near) => {
    const other = behind(near);
    return other !== offset && behind(at + (other - offset) * 60_000) === other;
  });
  return isTwice
    ? ` ${offset > 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`
    : '';
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** `20 Nov 14:02:11`; `–` for an invalid time. */
export function dayAndTime(at: number | undefined): string {
  if (at === undefined || Number.isNaN(at)) return '–';
  const date = new Date(at);
  return `${date.getDate()} ${months[date.getMonth()]} ${clockTime(at)}`;
}

/** `20 Nov 2026 14:02:11`. */
export const momentOf = (at: number): string => dayAndTime(at).replace(/ (\d\d:)/, ` ${new Date(at).getFullYear()} $1`);

/** `20 Nov`, with the year unless it is the current one. */
export function dayOf(at: number, now: number): string {
  const [date, year] = [new Date(at), new Date(now).getFullYear()];
  return `${date.getDate()} ${months[date.getMonth()]}${date.getFullYear() === year ? '' : ` ${date.getFullYear()}`}`;
}

/** A duration in one unit: `12 s`, `6 min`, `3 h`, `2 d`. */
export function spanOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`;
}

/**
 * An age in one unit, which changes at most every 10 s: `<10 s`, `20 s`, `6 min`. A screen of ages that tick is never
 * still.
 */
export function ageOf(milliseconds: number): string {
  const tens = Math.floor(milliseconds / 10_000);
  return tens < 1 ? '<10 s' : spanOf(tens * 10_000);
}

/** A duration in two units: `5 min 20 s`. */
export function exactSpan(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  if (seconds < 2 * 86_400) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
}

/** A duration: its largest unit, and the next one unless zero: `7 d`, `1 d 6 h`, `5 min 20 s`, `0.25 s`. */
export function lengthOf(milliseconds: number): string {
  if (Math.abs(milliseconds) < 1000) return `${milliseconds / 1000} s`;
  const seconds = Math.round(milliseconds / 1000);
  const at = units.findIndex(([size]) => Math.abs(seconds) >= size);
  const [size, name] = units[at]!;
  const rest = units[at + 1] && Math.floor((seconds % size) / units[at + 1]![0]);
  return `${Math.floor(seconds / size)} ${name}${rest ? ` ${rest} ${units[at + 1]![1]}` : ''}`;
}
const units = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

const isoTime =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:[.,](\d{1,3})\d*)?(?: ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?))?)?$/i;

/**
 * Parses an ISO time of a response into epoch milliseconds. A date alone is the beginning of that day in the zone in
 * use. Undefined for other text: for a time without a zone, which is not a moment, and for a date that does not exist.
 */
export function ofTime(text: string): number | undefined {
  const [, day, clock, seconds = ':00', fraction = '0', zone] = isoTime.exec(text) ?? [];
  if (day === undefined || (clock !== undefined && zone === undefined)) return undefined;
  if (clock === undefined) return localTime(day, '00:00');
  const at = existing(day, `${clock}${seconds}.${fraction.padEnd(3, '0')}`);
  const offset = offsetOf(zone!);
  return at === undefined || offset === undefined ? undefined : at - offset;
}

/**
 * Parses the time in a field that is declared to hold one: as `ofTime`, or epoch seconds or milliseconds.
 * @returns epoch milliseconds
 */
export const statedTime = (text: string): number | undefined => ofTime(text) ?? epochTime(text);

/**
 * Parses a typed time: as `ofTime`; without a zone it is in the zone in use. Undefined for a date that does not exist,
 * and for an hour that the clocks leave out.
 */
export function typedTime(text: string): number | undefined {
  const [, day, clock, seconds = ':00', fraction = '0', zone] = isoTime.exec(text) ?? [];
  if (day === undefined || clock === undefined || zone !== undefined) return ofTime(text);
  const at = localTime(day, `${clock}${seconds}.${fraction.padEnd(3, '0')}`);
  return at !== undefined && localText(at).startsWith(`${day}T${clock}`) ? at : undefined;
}

/** A time of the calendar as if in UTC; undefined if it does not exist: 30 February, 25:00. */
function existing(day: string, clock: string): number | undefined {
  const at = Date.parse(`${day}T${clock}Z`);
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(`${day}T${clock.slice(0, 5)}`) ? undefined : at;
}
const localTime = (day: string, clock: string): number | undefined =>
  existing(day, clock) === undefined ? undefined : Date.parse(`${day}T${clock}`);

/** Milliseconds; undefined for a text that is not an offset. */
function offsetOf(zone: string): number | undefined {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (sign === undefined) return 0;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** Whether a text is a date without a time of day; ten digits are epoch seconds. */
export const isDay = (text: string): boolean => text.length === 10 && text.includes('-');

/** Whether a text is a time or a date, even without a zone. */
export const isTimeText = (text: string): boolean => isoTime.test(text);

/** `2026-11-20T14:02:11` in the zone in use. */
export const localText = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);

/** The day of a time in the zone in use: `2026-11-20`. */
export const localDay = (at: number): string => localText(at).slice(0, 10);
