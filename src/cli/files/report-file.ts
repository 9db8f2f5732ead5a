// The reports of `--report FORM:FILE`: parses the option, and writes the file.
import { statSync, writeFileSync } from 'node:fs';
import { BadInput, LocalFailure } from '../../services/http/errors.js';
import { replaceFile } from '../../services/whole-file.js';
import { withoutCommands } from '../../text/ci-commands.js';
import { isOnCi } from '../../text/visible.js';
import type { World } from '../settings/world.js';
import { inWorkingFolder } from './working-folder.js';

/** A report that is asked for. */
export interface ReportFile<Form extends string> {
  readonly form: Form;
  readonly file: string;
}

/** Parses `junit:smoke.xml`. @throws {BadInput} BAD_VALUE */
export function reportFile<Form extends string>(text: string, forms: readonly Form[]): ReportFile<Form> {
  const [, word, file] = /^([a-z]+):(.+)$/.exec(text) ?? [];
  const form = forms.find((name) => name === word);
  if (form !== undefined && file !== undefined) return { form, file };
  throw new BadInput(
    'BAD_VALUE',
    `--report must be a form and a file, not ${JSON.stringify(text.slice(0, 60))}.`,
    `Write it like ${forms.map((name) => `${name}:FILE`).join(', ')}.`,
  );
}

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
