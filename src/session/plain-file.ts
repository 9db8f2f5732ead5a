// Reads a small file that ought to be a plain one: opened without waiting, and looked at before a byte of it is read.
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/** What stands there is no plain file, or is too large; the message says what is wrong with it: `is a FIFO`. */
export class NotPlain extends Error {}

/** A FIFO would wait for a writer, and a terminal could become that of the process. Windows knows neither. */
const noWait = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * The text of a plain file.
 * @param most bytes; 1 MiB where nothing is said
 * @param links whether a symbolic link is followed
 * @param check looks at the open file before its kind and its size are; what it throws is thrown
 * @throws {NotPlain}, and what node:fs throws: ENOENT where there is nothing, ELOOP for a link that is not followed
 */
export function readPlainFile(
  file: string,
  {
    most = 1_048_576,
    links,
    check,
  }: { readonly most?: number; readonly links: boolean; readonly check?: (stats: Stats, at: number) => void },
): string {
  const at = openSync(file, links ? noWait : noWait | (constants.O_NOFOLLOW ?? 0));
  try {
    const stats = fstatSync(at);
    check?.(stats, at);
    if (!stats.isFile()) throw new NotPlain(kindOf(stats));
    if (stats.size > most) throw new NotPlain(`is larger than ${most} bytes`);
    return readFileSync(at, 'utf8');
  } finally {
    closeSync(at);
  }
}

/** What something is that is no plain file. */
const kindOf = (stats: Stats): string =>
  stats.isFIFO() ? 'is a FIFO' : stats.isDirectory() ? 'is a folder' : stats.isSocket() ? 'is a socket' : 'is a device';
