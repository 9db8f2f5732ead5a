// Crash points: file operations at which a process of the built program is killed.
import path from 'node:path';

/** A node:fs call on a file, matched by the end of its name; the process is killed before, during or after it. */
export interface CrashPoint {
  readonly when: 'before' | 'half' | 'after';
  readonly call: 'openSync' | 'writeSync' | 'fsyncSync' | 'renameSync' | 'writeFileSync' | 'rmSync' | 'chmodSync';
  readonly file: string;
  /** The number of the matching call, from 1. */
  readonly count?: number;
}

const preload = path.resolve(import.meta.dirname, 'crash-point.cjs');

/** The environment for `tukProcess` that makes a process crash at this point. */
export const crashAt = ({ count = 1, ...point }: CrashPoint): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--require=${preload}`,
  CRASH_AT: JSON.stringify({ ...point, count }),
});

const point = (when: CrashPoint['when'], call: CrashPoint['call'], file: string, count = 1) => ({
  when,
  call,
  file,
  count,
});

/** The crash points of a session renewal in order, and whether the refresh token has been spent by then. */
export const renewalPoints = {
  'before the store is probed': { point: point('before', 'openSync', '.probe'), spent: false },
  'during the write of the probe': { point: point('half', 'writeSync', '.probe'), spent: false },
  'after the store was probed': { point: point('after', 'fsyncSync', '.probe'), spent: false },
  'before the holder is marked as renewing': {
    point: point('before', 'writeFileSync', '.holder', 2),
    spent: false,
  },
  'before the refresh is sent': { point: point('after', 'writeFileSync', '.holder', 2), spent: false },
  'between the response and the save': { point: point('before', 'openSync', '.tmp'), spent: true },
  'during the save': { point: point('half', 'writeSync', '.tmp'), spent: true },
  'before the save is synced': { point: point('before', 'fsyncSync', '.tmp'), spent: true },
  'before the saved file is renamed': { point: point('before', 'renameSync', '.json'), spent: true },
  'between the save and the confirmation': { point: point('after', 'renameSync', '.json'), spent: false },
  'between the confirmation and its save': { point: point('before', 'openSync', '.tmp', 2), spent: false },
  'during the save after the confirmation': { point: point('half', 'writeSync', '.tmp', 2), spent: false },
  'at the end': { point: point('after', 'renameSync', '.json', 2), spent: false },
} as const satisfies Record<string, { readonly point: CrashPoint; readonly spent: boolean }>;
