// Simulates a full disk for one process of the built program: some files accept only a number of bytes.
import path from 'node:path';

export interface SmallDisk {
  /** A part of the path of the affected files. */
  readonly file: string;
  /** The bytes that these files accept in total; unlimited by default. */
  readonly bytes?: number;
  /** The maximum number of bytes of one write. */
  readonly atOnce?: number;
}

const preload = path.resolve(import.meta.dirname, 'small-disk.cjs');

/** The environment for `tukProcess` that simulates this disk. */
export const smallDisk = (disk: SmallDisk): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--require=${preload}`,
  SMALL_DISK: JSON.stringify(disk),
});
