// Faults of files in a process of the built program, as SQLite's test VFS makes them: its n-th open for writing, write, sync, rename or unlink below its home, or on
// one file, fails, falls short or is followed by death; or a disk is full for some files.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** What happens at the operation. A write that falls short is half done, and the disk is full from then on. */
export const faultKinds = ['fails', 'falls short', 'dies before', 'dies after'] as const;
export type FaultKind = (typeof faultKinds)[number];

const preload = path.resolve(import.meta.dirname, 'file-faults.cjs');
const countFile = (home: string) => path.join(home, 'faults.log');
/** The environment of a process with a fault, for `tukProcess`. */
const withFault = (fault: object): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--require=${preload}`,
  FILE_FAULT: JSON.stringify(fault),
});

/** The operation number `at`, from 1, on files of the home goes wrong. */
export const fileFault = (home: string, at: number, kind: FaultKind) =>
  withFault({ home, at, kind, countFile: countFile(home) });

/** The operation that went wrong; nothing where the process had fewer. Forgets it. */
export function faultHit(home: string): string | undefined {
  const file = countFile(home);
  if (!existsSync(file)) return undefined;
  const [, name] = /^hit (\w+)/.exec(readFileSync(file, 'utf8')) ?? [];
  rmSync(file);
  return name;
}

/** The disk takes so many bytes of the files with `file` in their path, in total and in one write. */
export const smallDisk = (disk: { readonly file: string; readonly bytes?: number; readonly atOnce?: number }) =>
  withFault({ kind: 'is full', ...disk });

/** A node:fs call on a file, matched by the end of its name; the process is killed before, during or after it. */
export interface CrashPoint {
  readonly when: 'before' | 'half' | 'after';
  readonly call: 'openSync' | 'writeSync' | 'fsyncSync' | 'renameSync' | 'writeFileSync';
  readonly file: string;
  /** The number of the matching call, from 1. */
  readonly count?: number;
}
/** The process is killed at this point. */
export const crashAt = ({ when, count: at = 1, ...point }: CrashPoint) =>
  withFault({ kind: `dies ${when}`, at, ...point });

const point = (when: CrashPoint['when'], call: CrashPoint['call'], file: string, count = 1) => {
  return { when, call, file, count };
};
/** The crash points of a session renewal in order, and whether the refresh token has been spent by then. */
export const renewalPoints = {
  'before the store is probed': { point: point('before', 'openSync', '.probe'), spent: false },
  'during the write of the probe': { point: point('half', 'writeSync', '.probe'), spent: false },
  'after the store was probed': { point: point('after', 'fsyncSync', '.probe'), spent: false },
  'before the holder is marked as renewing': { point: point('before', 'writeFileSync', '.holder', 2), spent: false },
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
