// Writes bytes to a file until all of them are out. A full disk lets a write fall short without failing.
import { closeSync, fsyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs';

/** Writes all bytes to an open file, from its current position. @throws what node:fs throws, and an Error with the code ENOSPC where the file takes no more */
function writeBytes(at: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    const written = writeSync(at, bytes, done);
    if (written <= 0) throw cutShort(done, bytes.length);
    done += written;
  }
}

/**
 * Makes a new file of these bytes: all of them written, synced, and read back. What fails leaves no file behind.
 * @param mode the permissions of the file, such as 0o600
 * @throws what node:fs throws, EEXIST where there is a file of that name; an Error where the file does not hold what was written
 */
export function makeFile(file: string, bytes: Uint8Array, mode: number): void {
  const at = openSync(file, 'wx+', mode);
  try {
    try {
      writeBytes(at, bytes);
      fsyncSync(at);
      checkBytes(at, bytes);
    } finally {
      closeSync(at);
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
    // the failure that led here says more
  }
}

/** Reads an open file from its start and compares it with these bytes. @throws {Error} where it differs */
function checkBytes(at: number, bytes: Uint8Array): void {
  const found = Buffer.alloc(bytes.length + 1); // one more, to notice a file that is longer
  let length = 0;
  for (let read = -1; read !== 0 && length < found.length; length += read)
    read = readSync(at, found, length, found.length - length, length);
  if (length !== bytes.length) throw cutShort(length, bytes.length);
  if (!found.subarray(0, length).equals(bytes)) throw new Error('the file does not hold what was written to it');
}

const cutShort = (done: number, all: number) =>
  Object.assign(new Error(`no space left: ${done} of ${all} bytes were written`), { code: 'ENOSPC' });
