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

/** The process is killed before or after its first call of node:fs on a file whose name ends so. */
export const crashAt = (when: 'before' | 'after', call: 'renameSync', file: string) =>
  withFault({ kind: `dies ${when}`, at: 1, call, file });
