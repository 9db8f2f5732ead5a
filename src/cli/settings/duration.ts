// Parses durations, polling intervals and sizes of the command line.
import { durationForms, durationMs } from '../../services/duration.js';
import { BadInput } from '../../services/http/errors.js';
import type { World } from './world.js';

const bytes: Record<string, number> = { B: 1, kB: 1000, MB: 1e6, GB: 1e9, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

/**
 * Parses a duration of an option or a setting to milliseconds (`services/duration`); `0` is 0, which means no limit.
 * @throws {BadInput} also above 2^31 ms, the limit of timers
 */
export function duration(typed: string, name: string): number {
  const value = typed === '0' ? 0 : durationMs(typed);
  if (value === undefined)
    throw new BadInput(
      'BAD_VALUE',
      `${JSON.stringify(typed)} is not a duration for ${name}.`,
      `${durationForms}; 0 means no limit.`,
    );
  if (value > 2_147_483_647)
    throw new BadInput('BAD_VALUE', `${JSON.stringify(typed)} is too long for ${name}: at most 24 days.`);
  return value;
}

const leastPause = 1000;
/** Parses --interval to milliseconds; `usual` is the default. @throws {BadInput} below one second, to limit the load */
export function intervalOf(
  typed: unknown,
  usual: string,
  { leastInterval = leastPause }: Pick<World, 'leastInterval'>,
): number {
  const text = typeof typed === 'string' ? typed : usual;
  const pause = duration(text, '--interval');
  if (pause < leastInterval) throw new BadInput('BAD_VALUE', `--interval is at least 1s, and ${text} is less.`);
  return Math.max(50, pause);
}

/** Parses `8MiB`, `500kB`, `1GB` or a number of bytes. @throws {BadInput} */
export function size(typed: string, name: string): number {
  const [, count, unit = 'B'] = /^(\d+(?:\.\d+)?)\s?(B|kB|MB|GB|KiB|MiB|GiB)?$/.exec(typed) ?? [];
  const value = Math.round(Number(count) * bytes[unit]!);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new BadInput(
      'BAD_VALUE',
      `${JSON.stringify(typed)} is not a size for ${name}.`,
      'Write it like 500kB, 64MiB or 1GB.',
    );
  return value;
}
