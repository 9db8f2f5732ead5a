// A spool: a list of texts in memory, and in a temporary file beyond a size.
import { chmodSync, closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LocalFailure } from './http/errors.js';
import { writeBytes } from './whole-file.js';

const mostInMemory = 512 * 1024;

/**
 * A list of texts that can be read several times, in flat memory. Its file is removed once it is open, if the system
 * allows that.
 */
export class Spool implements Iterable<string> {
  readonly #mostInMemory: number;
  #texts: string[] = [];
  #size = 0;
  #file: { readonly fd: number; readonly folder: string } | undefined;
  readonly #lengths: number[] = [];

  /** @param most the maximum size in memory, in UTF-16 units */
  constructor(most = mostInMemory) {
    this.#mostInMemory = most;
  }

  /** Adds a text. @throws {LocalFailure} if the temporary file cannot be written */
  add(text: string): void {
    this.#size += text.length;
    if (!this.#file && this.#size <= this.#mostInMemory) {
      this.#texts.push(text);
      return;
    }
    try {
      this.#file ??= openTemporary();
      for (const chunk of [...this.#texts, text]) {
        const bytes = Buffer.from(chunk);
        writeBytes(this.#file.fd, bytes);
        this.#lengths.push(bytes.length);
      }
      this.#texts = [];
    } catch (error) {
      throw new LocalFailure(
        'NO_ROOM',
        `The list cannot be kept in a temporary file in ${tmpdir()}: ${(error as Error).message}.`,
        'Make room there, name another folder with TMPDIR, or use -o ndjson, which keeps nothing.',
        error,
      );
    }
  }

  *[Symbol.iterator](): Generator<string> {
    yield* this.#texts;
    let offset = 0;
    for (const length of this.#lengths) {
      const bytes = Buffer.allocUnsafe(length);
      for (let at = 0; at < length; ) {
        const read = readSync(this.#file!.fd, bytes, at, length - at, offset + at);
        if (read === 0) throw new LocalFailure('NO_ROOM', `A temporary file in ${tmpdir()} has become shorter.`);
        at += read;
      }
      yield bytes.toString('utf8');
      offset += length;
    }
  }

  close(): void {
    if (!this.#file) return;
    closeSync(this.#file.fd);
    remove(this.#file.folder);
  }
}

function openTemporary(): { readonly fd: number; readonly folder: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'tuk-'));
  try {
    chmodSync(folder, 0o700); // the umask may have removed the owner's permissions
    const file = path.join(folder, 'list');
    const fd = openSync(file, 'wx+', 0o600);
    remove(folder);
    return { fd, folder };
  } catch (error) {
    remove(folder);
    throw error;
  }
}

/** Removes a folder. Windows keeps that of an open file until the file is closed. */
function remove(folder: string) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // `close` removes it
  }
}
