// Writes a file that a command line names: as a whole, and over an existing one only if the line says so.

import { type BadInput, LocalFailure } from '../../services/http/errors.js';
import { createFile, replaceFile } from '../../services/whole-file.js';

interface NewFile {
  /** Its name in messages. */
  readonly name: string;
  /** Its permissions, such as 0o600. */
  readonly mode: number;
  readonly replaces?: boolean;
  /** The error for an existing file. */
  readonly exists: () => BadInput;
}

/** Writes a file. @throws {BadInput} `exists`; {LocalFailure} FILE_UNWRITABLE */
export function writeOutputFile(file: string, bytes: Uint8Array, { name, mode, replaces, exists }: NewFile): void {
  try {
    if (replaces) replaceFile(file, bytes, mode, { preserve: true });
    else createFile(file, bytes, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw exists();
    throw new LocalFailure('FILE_UNWRITABLE', `Cannot write ${name}: ${(error as Error).message}.`, undefined, error);
  }
}
