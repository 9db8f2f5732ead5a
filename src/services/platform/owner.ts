// Owners and modes of files. Windows has neither of this kind: nothing is a stranger's there, and no mode is too open.
import type { Stats } from 'node:fs';

/** The number of the user who owns a file, if it is neither this one nor, where root is trusted, root. */
export function strangerOf({ uid }: Pick<Stats, 'uid'>, isRootTrusted = false): number | undefined {
  const own = process.getuid?.();
  return own === undefined || uid === own || (isRootTrusted && uid === 0) ? undefined : uid;
}

/** The mode of a file in octal digits, if others have a forbidden permission; by default any. */
export const excessMode = ({ mode }: Pick<Stats, 'mode'>, forbidden = 0o077): string | undefined =>
  process.getuid === undefined || (mode & forbidden) === 0 ? undefined : (mode & 0o777).toString(8);
