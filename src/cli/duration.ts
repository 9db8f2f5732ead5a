// Parses durations, polling intervals and sizes of the command line.
import { BadInput } from '../services/http/errors.js';
import type { World } from './world.js';

const milliseconds: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const bytes: Record<string, number> = { B: 1, kB: 1000, MB: 1e6, GB: 1e9, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

/**
 * Parses `500ms`, `10s`, `5m`, `2h`, `1d` to milliseconds; `0` is 0.
 * @throws {BadInput} also above 2^31 ms, the limit of timers
 */
export function duration(typed: string, name: string): number {
  const [, count, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(typed) ?? [];
  const value = typed === '0' ? 0 : Math.round(Number(count) * (milliseconds[unit ?? ''] ?? Number.NaN));
  if (!Number.isSafeInteger(value) || value > 2_147_483_647)
    throw new BadInput(
      'BAD_DURATION',
      `${JSON.stringify(typed)} is not a duration for ${name}.`,
      'Write it like 500ms, 10s, 5m or 2h; 0 means no limit.',
    );
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
  if (pause < leastInterval) throw new BadInput('SHORT_INTERVAL', `--interval is at least 1s, and ${text} is less.`);
  return Math.max(50, pause);
}

/** Parses `8MiB`, `500kB`, `1GB` or a number of bytes. @throws {BadInput} */
export function size(typed: string, name: string): number {
  const [, count, unit = 'B'] = /^(\d+(?:\.\d+)?)\s?(B|kB|MB|GB|KiB|MiB|GiB)?$/.exec(typed) ?? [];
  const value = Math.round(Number(count) * bytes[unit]!);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new BadInput(
      'BAD_SIZE',
      `${JSON.stringify(typed)} is not a size for ${name}.`,
      'Write it like 500kB, 64MiB or 1GB.',
    );
  return value;
}
