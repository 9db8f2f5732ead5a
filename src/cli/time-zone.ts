// The time zone of --utc and --tz.
import { BadInput } from '../services/http/errors.js';
import type { Flags } from './options.js';

/** The selected time zone. @throws {BadInput} for an unknown one */
export function zoneOf(utc: boolean | undefined, tz = 'UTC'): string {
  if (utc && tz !== 'UTC') throw new BadInput('CONFLICT', 'Give --utc or --tz, not both.');
  try {
    return new Intl.DateTimeFormat('en', { timeZone: tz }).resolvedOptions().timeZone;
  } catch {
    throw new BadInput('UNKNOWN_ZONE', `There is no time zone ${JSON.stringify(tz)}.`, 'Write it like Asia/Singapore.');
  }
}

/** The zone of displayed times: by --utc or --tz, else this machine's. @throws {BadInput} as `zoneOf` */
export const zoneInUse = ({ utc, tz }: Pick<Flags, 'utc' | 'tz'>): string =>
  utc || tz !== undefined ? zoneOf(utc, tz) : new Intl.DateTimeFormat().resolvedOptions().timeZone;
