// Named points at which a process of the built program dies, as the kernel would end it: while it works on its files.
import path from 'node:path';

/** A call of node:fs on a file, by the end of its name; the process dies before it, in its middle, or after it. */
export interface CrashPoint {
  readonly when: 'before' | 'half' | 'after';
  readonly call: 'openSync' | 'writeSync' | 'fsyncSync' | 'renameSync' | 'writeFileSync' | 'rmSync' | 'chmodSync';
  readonly file: string;
  /** Which such call, from 1. */
  readonly count?: number;
}

const preload = path.resolve(import.meta.dirname, 'crash-point.cjs');

/** The environment of a process that dies there; for `tukProcess`. */
export const dyingAt = ({ count = 1, ...point }: CrashPoint): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--require=${preload}`,
  CRASH_AT: JSON.stringify({ ...point, count }),
});

/** The points of a renewal, in their order, and whether the refresh token has been spent by then. */
export const renewalPoints = {
  'before the proof that the store can be written': { point: { when: 'before', call: 'openSync', file: '.probe' }, spent: false },
  'in the middle of that proof': { point: { when: 'half', call: 'writeSync', file: '.probe' }, spent: false },
  'after that proof': { point: { when: 'after', call: 'fsyncSync', file: '.probe' }, spent: false },
  'before it says that it renews': { point: { when: 'before', call: 'writeFileSync', file: '.holder', count: 2 }, spent: false },
  'before the refresh is sent': { point: { when: 'after', call: 'writeFileSync', file: '.holder', count: 2 }, spent: false },
  'between the answer and the save': { point: { when: 'before', call: 'openSync', file: '.tmp' }, spent: true },
  'in the middle of the save': { point: { when: 'half', call: 'writeSync', file: '.tmp' }, spent: true },
  'before the save is synced': { point: { when: 'before', call: 'fsyncSync', file: '.tmp' }, spent: true },
  'before the save takes its name': { point: { when: 'before', call: 'renameSync', file: '.json' }, spent: true },
  'between the save and the confirmation': { point: { when: 'after', call: 'renameSync', file: '.json' }, spent: false },
  'between the confirmation and its save': { point: { when: 'before', call: 'openSync', file: '.tmp', count: 2 }, spent: false },
  'in the middle of that save': { point: { when: 'half', call: 'writeSync', file: '.tmp', count: 2 }, spent: false },
  'at its very end': { point: { when: 'after', call: 'renameSync', file: '.json', count: 2 }, spent: false },
} as const satisfies Record<string, { readonly point: CrashPoint; readonly spent: boolean }>;
