// Writes files completely: a full disk lets a write fall short without an error.
import { randomInt } from 'node:crypto';
import {
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
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { makeFolder } from './folder.js';
import { renameFile } from './rename.js';

/** Writes all bytes to an open file, from its current position. @throws what node:fs throws, and an Error with the code ENOSPC where the file takes no more */
export function writeBytes(fd: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) {
    const written = writeSync(fd, bytes, offset);
    if (written <= 0) throw cutShort(offset, bytes.length);
    offset += written;
  }
}

/**
 * Creates a file of these bytes: writes and syncs them, and reads them back. A failure leaves no file.
 * @param mode the permissions of the file; those of a private one, such as 0o600, hold under any umask
 * @throws what node:fs throws, EEXIST where there is a file of that name; an Error where the file does not hold what was written
 */
export function makeFile(file: string, bytes: Uint8Array, mode: number): void {
  const fd = openSync(file, 'wx+', mode);
  try {
    try {
      if ((mode & 0o077) === 0) fchmodSync(fd, mode); // the umask may have taken rights of the person's own
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
 * Puts a file of these bytes in the place of another, so that readers and a power cut see the old file or the new one, whole: a temporary file beside it is
 * written, synced, read back and renamed, then the folder is synced. Temporary files of killed processes are removed. A missing folder is created.
 * @param mode the permissions of the new file, such as 0o600
 * @param preserve whether a symbolic link stays, and its target is replaced, and whether the file stays that of its owner, where that is allowed
 * @throws what node:fs throws, and an Error where the disk does not take all bytes; the old file is unchanged then
 */
export function replaceFile(file: string, bytes: Uint8Array, mode: number, { preserve = false } = {}): void {
  const target = preserve ? realPath(file) : file;
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    makeFolder(path.dirname(target));
    removeTemporaryFiles(target);
    makeFile(temporary, bytes, mode);
    if (preserve) keepOwner(target, temporary);
    renameFile(temporary, target);
    syncFolder(path.dirname(target));
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

/**
 * Puts a file of these bytes under a name that is free, so that readers and a power cut see no file or the whole one, and of two processes one fails: a
 * temporary file beside it is written, synced and read back, takes the name, and the folder is synced. The folder must be there.
 * @param mode the permissions of the file, such as 0o600
 * @throws what node:fs throws, EEXIST where the name is taken by a file, a folder or a link, which is unchanged then; an Error where the disk does not take all bytes
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
 * Moves a file to a free name in a folder of the same file system.
 * @throws what node:fs throws, EEXIST where the name is taken by a file, a folder or a link, which is unchanged then
 */
export function moveFile(from: string, to: string): void {
  try {
    linkSync(from, to); // unlike a renaming, it never takes the place of another file
  } catch (error) {
    if (!/^(EPERM|ENOSYS|ENOTSUP|EOPNOTSUPP|EMLINK)$/.test(String((error as NodeJS.ErrnoException).code))) throw error;
    renameToFree(from, to);
    return;
  }
  rmSync(from);
}

/** The same where the file system has no links: takes the name first. */
function renameToFree(from: string, to: string): void {
  closeSync(openSync(to, 'wx', 0o600));
  try {
    renameFile(from, to);
  } catch (error) {
    removeQuietly(to);
    throw error;
  }
}

/**
 * Removes the temporary and probe files beside a file. Callers hold the lock of the file, or accept that another process that is about to replace the file
 * fails. Never throws.
 */
const removeTemporaryFiles = (file: string): void => removeBeside(file, /^\d+\.(tmp|probe)$/);

/** Removes the files whose names are that of a file, a dot and a text of this pattern. Never throws. */
export function removeBeside(file: string, pattern: RegExp): void {
  const [folder, start] = [path.dirname(file), `${path.basename(file)}.`];
  try {
    for (const name of readdirSync(folder))
      if (name.startsWith(start) && pattern.test(name.slice(start.length))) removeQuietly(path.join(folder, name));
  } catch {
    // the folder does not exist, or cannot be read
  }
}

/** The target of a symbolic link; the path itself where it is not a link, or a dangling one. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** Gives a new file the owner of the one whose place it takes, where that is allowed. */
function keepOwner(old: string, replacement: string): void {
  const stats = statSync(old, { throwIfNoEntry: false });
  if (!stats || stats.uid === process.getuid?.()) return;
  try {
    chownSync(replacement, stats.uid, stats.gid);
  } catch {
    // only the system's administrator may
  }
}

/** Makes the new name last through a power cut, where folders can be synced (not on Windows). */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    const fd = openSync(folder, 'r');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // a file system that cannot do it does without: the file itself is safe
  }
}

/** Removes a file; one that cannot be removed is left. */
export function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // the first failure is reported
  }
}

/** Reads an open file from its start and compares it with these bytes. @throws {Error} where it differs */
function checkBytes(fd: number, bytes: Uint8Array): void {
  const stored = Buffer.alloc(bytes.length + 1); // one more, to notice a file that is longer
  let length = 0;
  for (let read = -1; read !== 0 && length < stored.length; length += read)
    read = readSync(fd, stored, length, stored.length - length, length);
  if (length !== bytes.length) throw cutShort(length, bytes.length);
  if (!stored.subarray(0, length).equals(bytes)) throw new Error('the file does not hold what was written to it');
}

const cutShort = (written: number, all: number) =>
  Object.assign(new Error(`no space left: ${written} of ${all} bytes were written`), { code: 'ENOSPC' });
