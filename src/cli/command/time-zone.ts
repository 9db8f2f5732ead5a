// The time zone of --utc, --tz and TZ: a name such as Europe/Berlin, or an offset from UTC such as +05:30.
import { BadInput } from '../../services/http/errors.js';
import type { Flags } from '../settings/options.js';
import type { World } from '../settings/world.js';
import type { Context } from './command.js';

/** A time zone: a name that Intl has, or `+05:30`. */
export type Zone = string;

/** The selected time zone. @throws {BadInput} for an unknown one */
export function zoneOf(utc: boolean | undefined, tz = 'UTC'): Zone {
  if (utc && tz !== 'UTC') throw new BadInput('CONFLICT', 'Give --utc or --tz, not both.');
  const zone = offsetIn(tz) ?? zoneNamed(tz);
  if (zone !== undefined) return zone;
  throw new BadInput('UNKNOWN_ZONE', `There is no time zone ${JSON.stringify(tz)}.`, 'Write it like Asia/Singapore.');
}

/** The offset of `+05:30`; undefined for another text. */
const offsetIn = (text: string): Zone | undefined =>
  /^[+-]([01]\d|2[0-3]):[0-5]\d$/.test(text) ? offset(text.startsWith('-'), text.slice(1)) : undefined;
const offset = (isBehind: boolean, clock: string): Zone =>
  clock === '00:00' ? 'UTC' : `${isBehind ? '-' : '+'}${clock}`;

/** The name of a zone as Intl spells it; undefined for a text that names none. */
function zoneNamed(name: string): Zone | undefined {
  if (/^[+-]/.test(name)) return undefined; // newer versions of Node take more forms of offsets
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** A zone of POSIX without summer time: a name of three letters or in `<>`, and the time to add for UTC. */
const posix = /^(?:[A-Za-z]{3,}|<[A-Za-z\d+-]{3,}>)([+-]?)(\d{1,2})(?::(\d\d?))?(?::(\d\d?))?$/;

/**
 * The zone of TZ, as `date` reads it: an empty one is UTC, `GMT-7` is seven hours ahead of UTC, a colon before a name
 * does not count. Undefined for what `date` would silently take for UTC, and for a rule of summer time
 * (`CET-1CEST,M3.5.0,M10.5.0/3`).
 */
export function zoneOfVariable(text: string): Zone | undefined {
  const name = text.replace(/^:/, '');
  if (name === '') return 'UTC';
  const [whole, sign, hours, minutes = '0', seconds = '0'] = posix.exec(name) ?? [];
  if (whole === undefined) return isName(name) ? zoneNamed(name) : undefined;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 0) return undefined; // more than Intl has
  return offset(sign !== '-', `${hours!.padStart(2, '0')}:${minutes.padStart(2, '0')}`);
}

/** Whether a text is spelled as a file of zoneinfo. Intl has further short names: its `IST` is Asia/Kolkata, that of `date` is UTC. */
const isName = (text: string): boolean =>
  /^[A-Z]{3}$/.test(text)
    ? /^(CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)$/.test(text)
    : /^[A-Z][^/]*(\/[A-Z][^/]*)*$/.test(text);

/**
 * The zone of displayed times: by --utc or --tz, else by TZ, else this machine's.
 * @throws {BadInput} as `zoneOf`, and UNKNOWN_ZONE for a TZ that cannot be read: a day would begin at another time
 */
export function zoneInUse({ utc, tz }: Pick<Flags, 'utc' | 'tz'>, { TZ }: World['env']): Zone {
  if (utc || tz !== undefined) return zoneOf(utc, tz);
  if (TZ === undefined) return zoneNamed(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC';
  const zone = zoneOfVariable(TZ);
  if (zone !== undefined) return zone;
  throw new BadInput(
    'UNKNOWN_ZONE',
    `TZ is ${JSON.stringify(TZ)}, which is not a time zone that tuk can read.`,
    'Set it like TZ=Europe/Berlin or TZ=IST-5:30, or use --tz or --utc.',
  );
}

/** Zones whose offset has been this one for years, and has parts of an hour. */
const zonesByOffset: Readonly<Record<Zone, string>> = {
  '-09:30': 'Pacific/Marquesas',
  '+03:30': 'Asia/Tehran',
  '+04:30': 'Asia/Kabul',
  '+05:30': 'Asia/Kolkata',
  '+05:45': 'Asia/Kathmandu',
  '+06:30': 'Asia/Yangon',
  '+08:45': 'Australia/Eucla',
  '+09:30': 'Australia/Darwin',
};

/**
 * A zone as TZ of this process, so that Node's local times are its own; undefined for an offset with parts of an hour
 * that no zone has: Node has no form for it.
 */
export function processZone(zone: Zone): string | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? [];
  if (sign === undefined) return zone;
  return minutes === '00' ? `UTC${sign === '-' ? '+' : '-'}${Number(hours)}` : zonesByOffset[zone];
}

/**
 * Sets the zone of Node's local times.
 * @throws {BadInput} UNKNOWN_ZONE for one that Node cannot have
 */
export function showTimesIn({ inZone }: Pick<World, 'inZone'>, zone: Zone): void {
  const name = processZone(zone);
  if (name === undefined)
    throw new BadInput('UNKNOWN_ZONE', `No time zone is at ${zone}.`, 'Use --utc or a named zone.');
  inZone?.(name);
}

/** Makes this process read TZ as `date` does: Node knows no offset with parts of an hour, and not the empty one. */
export function readVariableAsDate({ env, inZone }: Pick<World, 'env' | 'inZone'>): void {
  const zone = env.TZ === undefined ? undefined : zoneOfVariable(env.TZ);
  const name = zone && processZone(zone);
  if (name !== undefined) inZone?.(name);
}

/** Refuses a filter by a day in a zone that is unknown: the day would begin at another time. @throws {BadInput} as `zoneInUse` */
export function checkDays(match: string, { flags, world }: Pick<Context, 'flags' | 'world'>): void {
  if (/\d{4}-\d\d-\d\d/.test(match)) showTimesIn({}, zoneInUse(flags, world.env));
}
