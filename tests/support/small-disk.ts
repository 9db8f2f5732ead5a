// A full disk for one process of the built program: named files take only so many bytes.
import path from 'node:path';

export interface SmallDisk {
  /** What the path of such a file holds. */
  readonly file: string;
  /** How many bytes all such files take together; without it, any number. */
  readonly bytes?: number;
  /** Most bytes that one write takes. */
  readonly atOnce?: number;
}

const preload = path.resolve(import.meta.dirname, 'small-disk.cjs');

/** The environment of a process whose disk is that small; for `tukProcess`. */
export const smallDisk = (disk: SmallDisk): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--require=${preload}`,
  SMALL_DISK: JSON.stringify(disk),
});
