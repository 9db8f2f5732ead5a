// Writes the file of a report.
import { statSync, writeFileSync } from 'node:fs';
import { LocalFailure } from '../services/http/errors.js';
import { replaceFile } from '../services/whole-file.js';
import { withoutCommands } from '../text/ci-commands.js';
import { isOnCi } from '../text/visible.js';
import { inWorkingFolder } from './working-folder.js';
import type { World } from './world.js';

/** Writes a report: a file is replaced as a whole, a pipe is written to. @throws {LocalFailure} REPORT */
export function saveReport(named: string, text: string, world: Pick<World, 'cwd' | 'env'>): void {
  const file = inWorkingFolder(world, named);
  try {
    const existing = statSync(file, { throwIfNoEntry: false });
    if (existing && !existing.isFile())
      writeFileSync(file, isOnCi(world.env) ? withoutCommands(text) : text); // a pipe, or /dev/stdout
    else replaceFile(file, Buffer.from(text), 0o666, { preserve: true });
  } catch (error) {
    throw new LocalFailure(
      'REPORT',
      `The report ${file} cannot be written: ${(error as Error).message}.`,
      undefined,
      error,
    );
  }
}
