// Fault injection for files, as SQLite's test VFS does it: the n-th open for writing, write, sync, rename or unlink of a process on the files of its home fails,
// falls short or is followed by death.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** What happens at the operation. A write that falls short is half done, and the disk is full from then on. */
export const faultKinds = ['fails', 'falls short', 'dies before', 'dies after'] as const;
export type FaultKind = (typeof faultKinds)[number];

const preload = path.resolve(import.meta.dirname, 'file-faults.cjs');
const countFile = (home: string) => path.join(home, 'faults.log');

/** The environment of a process whose operation number `at`, from 1, goes wrong; for `tukProcess`. */
export const fileFault = (home: string, at: number, kind: FaultKind): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--require=${preload}`,
  FILE_FAULT: JSON.stringify({ home, at, kind, countFile: countFile(home) }),
});

/** The operation that went wrong; nothing where the process had fewer. Forgets it. */
export function faultHit(home: string): string | undefined {
  const file = countFile(home);
  if (!existsSync(file)) return undefined;
  const [, name] = /^hit (\w+)/.exec(readFileSync(file, 'utf8')) ?? [];
  rmSync(file);
  return name;
}
