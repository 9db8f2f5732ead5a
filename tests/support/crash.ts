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

/** The crash points of a session renewal in order, and whether the refresh token has been spent by then. */
export const renewalPoints = {
  'before the store is probed': { point: { when: 'before', call: 'openSync', file: '.probe' }, spent: false },
  'during the write of the probe': { point: { when: 'half', call: 'writeSync', file: '.probe' }, spent: false },
  'after the store was probed': { point: { when: 'after', call: 'fsyncSync', file: '.probe' }, spent: false },
  'before the lock holder is marked as renewing': {
    point: { when: 'before', call: 'writeFileSync', file: '.holder', count: 2 },
    spent: false,
  },
  'before the refresh is sent': {
    point: { when: 'after', call: 'writeFileSync', file: '.holder', count: 2 },
    spent: false,
  },
  'between the response and the save': { point: { when: 'before', call: 'openSync', file: '.tmp' }, spent: true },
  'during the save': { point: { when: 'half', call: 'writeSync', file: '.tmp' }, spent: true },
  'before the save is synced': { point: { when: 'before', call: 'fsyncSync', file: '.tmp' }, spent: true },
  'before the saved file is renamed': { point: { when: 'before', call: 'renameSync', file: '.json' }, spent: true },
  'between the save and the confirmation': {
    point: { when: 'after', call: 'renameSync', file: '.json' },
    spent: false,
  },
  'between the confirmation and its save': {
    point: { when: 'before', call: 'openSync', file: '.tmp', count: 2 },
    spent: false,
  },
  'during the save after the confirmation': {
    point: { when: 'half', call: 'writeSync', file: '.tmp', count: 2 },
    spent: false,
  },
  'at the end': { point: { when: 'after', call: 'renameSync', file: '.json', count: 2 }, spent: false },
} as const satisfies Record<string, { readonly point: CrashPoint; readonly spent: boolean }>;
