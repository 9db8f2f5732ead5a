// Reads a small regular file: opens it without waiting, and checks its type and size before reading.
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/** The path is no regular file, or is too large; the message has the reason: `is a FIFO`. */
export class NotRegularFile extends Error {}

/** Flags for which a FIFO does not wait for a writer, and a terminal does not become that of the process. Windows has neither. */
const nonBlocking = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * Reads a regular file.
 * @param most the maximum size, bytes; by default 1 MiB
 * @param links whether a symbolic link is followed
 * @param check checks the open file before its type and size; may throw
 * @throws {NotRegularFile}, and what node:fs throws: ENOENT where there is nothing, ELOOP for a link that is not followed
 */
export function readPlainFile(
  file: string,
  {
    most: maxBytes = 1_048_576,
    links,
    check,
  }: { readonly most?: number; readonly links: boolean; readonly check?: (stats: Stats, fd: number) => void },
): string {
  const fd = openSync(file, links ? nonBlocking : nonBlocking | (constants.O_NOFOLLOW ?? 0));
  try {
    const stats = fstatSync(fd);
    check?.(stats, fd);
    if (!stats.isFile()) throw new NotRegularFile(kindOf(stats));
    if (stats.size > maxBytes) throw new NotRegularFile(`is larger than ${maxBytes} bytes`);
    return readFileSync(fd, 'utf8');
  } finally {
    closeSync(fd);
  }
}

/** The kind of a path that is no regular file. */
const kindOf = (stats: Stats): string =>
  stats.isFIFO() ? 'is a FIFO' : stats.isDirectory() ? 'is a folder' : stats.isSocket() ? 'is a socket' : 'is a device';
