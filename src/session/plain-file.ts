// Reads a small regular file: opens it without waiting, and checks its type and size first.
import { closeSync, constants, fchmodSync, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { excessMode, strangerOf } from '../services/platform/owner.js';
import { linkProblem } from './link-problem.js';

/** The path is not a regular file, or is too large; the message is the reason: `is a FIFO`. */
export class NotRegularFile extends Error {}
/** The file belongs to another user, or is a symbolic link; the message is the reason: `is a symbolic link`. */
export class NotOwnFile extends NotRegularFile {}
export class LinkedFile extends NotOwnFile {}

const byteOrderMark = 0xfeff;

/** Flags that prevent a wait for a FIFO's writer, and a new controlling terminal. Windows has neither. */
const nonBlocking = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * Reads a regular file, without a byte order mark.
 * @param most the maximum size, bytes; by default 1 MiB
 * @param links whether a symbolic link is followed
 * @param check checks the open file before its type and size; may throw
 * @throws {NotRegularFile}, and what node:fs throws: ENOENT for a missing file, ELOOP for a link that is not followed
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
    const text = readFileSync(fd, 'utf8');
    return text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text; // editors of Windows write one
  } finally {
    closeSync(fd);
  }
}

/**
 * Reads a file that only its owner should change: session, configuration, address book. Repairs a mode that gives
 * others access to 0600.
 * @param what the file in the message of a repair: `session file`
 * @param warn logs a repair; without it the mode is unchanged
 * @param rootToo whether a file of root is read; it is not repaired
 * @param linkToo whether a symbolic link is followed, as dotfiles managers make it; it must have the right owner, too
 * @throws {NotOwnFile} {NotRegularFile}, and what node:fs throws: ENOENT for a missing file
 */
export function readOwnFile(
  file: string,
  {
    what,
    warn,
    rootToo = false,
    linkToo = false,
  }: {
    readonly what: string;
    readonly warn?: (line: string) => void;
    readonly rootToo?: boolean;
    readonly linkToo?: boolean;
  },
): string {
  const check = (stats: Stats, fd: number) => {
    const stranger = strangerOf(stats);
    if (stranger !== undefined) {
      if (!rootToo || stranger !== 0) throw new NotOwnFile(`belongs to another user (${stranger})`);
      const written = excessMode(stats, 0o022);
      if (written) throw new NotOwnFile(`belongs to root and may be written by others (${written})`);
      return;
    }
    const mode = excessMode(stats);
    if (!mode || !warn || !stats.isFile()) return;
    fchmodSync(fd, 0o600);
    warn(`The ${what} ${file} could be read by others (${mode}); it is 600 now.`);
  };
  try {
    return readPlainFile(file, { links: false, check });
  } catch (error) {
    if (!isLinkError(error)) throw error;
    if (!linkToo) throw new LinkedFile('is a symbolic link');
    const problem = linkProblem(file);
    if (problem) throw new LinkedFile(problem);
    return readPlainFile(file, { links: true, check });
  }
}

const isLinkError = (error: unknown) => /^(ELOOP|EMLINK)$/.test(String((error as NodeJS.ErrnoException).code));

/** The kind of a path that is not a regular file. */
const kindOf = (stats: Stats): string =>
  stats.isFIFO() ? 'is a FIFO' : stats.isDirectory() ? 'is a folder' : stats.isSocket() ? 'is a socket' : 'is a device';
