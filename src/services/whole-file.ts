// Writes files completely: a full disk lets a write fall short without an error.
import { closeSync, fsyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs';

/** Writes all bytes to an open file, from its current position. @throws what node:fs throws, and an Error with the code ENOSPC where the file takes no more */
function writeBytes(fd: number, bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) {
    const written = writeSync(fd, bytes, offset);
    if (written <= 0) throw cutShort(offset, bytes.length);
    offset += written;
  }
}

/**
 * Creates a file of these bytes: writes and syncs them, and reads them back. A failure leaves no file.
 * @param mode the permissions of the file, such as 0o600
 * @throws what node:fs throws, EEXIST where there is a file of that name; an Error where the file does not hold what was written
 */
export function makeFile(file: string, bytes: Uint8Array, mode: number): void {
  const fd = openSync(file, 'wx+', mode);
  try {
    try {
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
