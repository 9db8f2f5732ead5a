// Writes files completely: a full disk lets a write fall short without an error.
import { randomInt } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { makeFolder } from './folder.js';
import { renameFile } from './platform/rename.js';

/**
 * Writes all bytes to an open file, from its current position.
 * @throws what node:fs throws; ENOSPC if the file takes no more
 */
export function writeBytes(fd: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) {
    const written = writeSync(fd, bytes, offset);
    if (written <= 0) throw cutShort(offset, bytes.length);
    offset += written;
  }
}

/** Whether only the owner has permissions. */
const isPrivate = (mode: number) => (mode & 0o077) === 0;

/**
 * Creates a file: writes, syncs and reads back its bytes. A failure leaves no file.
 * @param mode the permissions; a private file, such as 0o600, has them under any umask
 * @throws what node:fs throws, EEXIST for an existing file; an Error if the file does not hold its bytes
 */
export function makeFile(file: string, bytes: Uint8Array, mode: number): void {
  const fd = openSync(file, 'wx+', mode);
  try {
    try {
      if (isPrivate(mode)) fchmodSync(fd, mode); // the umask may have removed the owner's permissions
      writeBytes(fd, bytes);
      fsyncSync(fd);
      checkBytes(fd, bytes);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    removeQuietly(file);
    throw error;
  }
}

/**
 * Replaces a file: readers and a power cut see the whole old file or the whole new one. Writes, syncs and reads back a
 * temporary file, renames it, then syncs the folder. Removes temporary files of killed processes. Creates a missing
 * folder.
 * @param mode the permissions of the new file, such as 0o600
 * @param preserve whether to keep a symbolic link, by replacing its target, the permissions of a file that is
 * not private, and the owner, if that is allowed
 * @throws what node:fs throws, and an Error if the disk does not take all bytes; the old file is then unchanged
 */
export function replaceFile(file: string, bytes: Uint8Array, mode: number, { preserve = false } = {}): void {
  const target = preserve ? realPath(file) : file;
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    makeFolder(path.dirname(target));
    removeTemporaryFiles(target);
    const old = preserve ? statSync(target, { throwIfNoEntry: false }) : undefined;
    makeFile(temporary, bytes, isPrivate(mode) ? mode : mode & (old?.mode ?? mode));
    if (old) keepOwnerAndMode(old, temporary, isPrivate(mode));
    renameFile(temporary, target);
    syncFolder(path.dirname(target));
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

/**
 * Creates a file in an existing folder: readers and a power cut see no file or the whole file. If two processes
 * compete, one fails. Writes, syncs and reads back a temporary file, moves it to the name, then syncs the folder.
 * @param mode the permissions of the file, such as 0o600
 * @throws what node:fs throws, EEXIST if the name is taken; an Error if the disk does not take all bytes
 */
export function createFile(file: string, bytes: Uint8Array, mode: number): void {
  const temporary = `${file}.${randomInt(2 ** 47)}.tmp`;
  try {
    makeFile(temporary, bytes, mode);
    moveFile(temporary, file);
  } finally {
    removeQuietly(temporary);
  }
  removeTemporaryFiles(file);
  syncFolder(path.dirname(file));
}

/**
 * Moves a file to a free name on the same file system.
 * @throws what node:fs throws, EEXIST if the name is taken by a file, a folder or a link, which stays unchanged
 */
export function moveFile(from: string, to: string): void {
  try {
    linkSync(from, to); // unlike a rename, it never replaces a file
  } catch (error) {
    if (!/^(EPERM|ENOSYS|ENOTSUP|EOPNOTSUPP|EMLINK)$/.test(String((error as NodeJS.ErrnoException).code))) throw error;
    renameToFree(from, to);
    return;
  }
  rmSync(from);
}

/** `moveFile` for file systems without links: reserves the name first. */
function renameToFree(from: string, to: string) {
  closeSync(openSync(to, 'wx', 0o600));
  try {
    renameFile(from, to);
  } catch (error) {
    removeQuietly(to);
    throw error;
  }
}

/**
 * Removes temporary and probe files beside a file. Callers hold its lock, or accept that another process fails to
 * replace it. Never throws.
 */
const removeTemporaryFiles = (file: string) => removeBeside(file, /^\d+\.(tmp|probe)$/);

/** Removes files named after a file, a dot and a text of this pattern. Never throws. */
export function removeBeside(file: string, pattern: RegExp): void {
  const [folder, start] = [path.dirname(file), `${path.basename(file)}.`];
  try {
    for (const name of readdirSync(folder))
      if (name.startsWith(start) && pattern.test(name.slice(start.length))) removeQuietly(path.join(folder, name));
  } catch {
    // the folder does not exist, or cannot be read
  }
}

/** The target of a symbolic link; the path itself for any other file, and for a dangling link. */
function realPath(file: string) {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** Gives a new file the owner, if that is allowed, and the permissions of the file that it replaces. */
function keepOwnerAndMode({ uid, gid, mode }: Stats, replacement: string, staysPrivate: boolean) {
  try {
    if (uid !== process.getuid?.() || gid !== process.getgid?.()) chownSync(replacement, uid, gid);
  } catch {
    // only an administrator may
  }
  if (!staysPrivate) chmodSync(replacement, mode & 0o777);
}

/** Makes a new name survive a power cut. */
function syncFolder(folder: string) {
  try {
    const fd = openSync(folder, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // not every file system can, and Windows cannot; the file itself is safe
  }
}

/** Removes a file if possible. */
export function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // the caller reports the first failure
  }
}

/** Compares an open file with these bytes. @throws {Error} if it differs */
function checkBytes(fd: number, bytes: Uint8Array) {
  const stored = Buffer.alloc(bytes.length + 1); // one more, to notice a longer file
  let length = 0;
  for (let read = -1; read !== 0 && length < stored.length; length += read)
    read = readSync(fd, stored, length, stored.length - length, length);
  if (length !== bytes.length) throw cutShort(length, bytes.length);
  if (!stored.subarray(0, length).equals(bytes)) throw new Error('the file does not hold what was written to it');
}

const cutShort = (written: number, total: number) =>
  Object.assign(new Error(`no space left: ${written} of ${total} bytes were written`), { code: 'ENOSPC' });
