// The settings of a project file. Loaded if there is one.
import type { Stats } from 'node:fs';
import { BadInput } from '../services/http/errors.js';
import { strangerOf } from '../services/platform/owner.js';
import { NotRegularFile, readPlainFile } from './plain-file.js';

/** The settings of a project file. Never a base address, a limit or a credential: a copied folder may be hostile. */
export interface Project {
  readonly file: string;
  readonly profile?: string;
  readonly output?: string;
  readonly language?: string;
}
const settings = ['profile', 'output', 'language'] as const;

/** Reads a project file that belongs to the person or to root. @throws {BadInput} */
function readProjectFile(file: string) {
  const check = (stats: Stats) => {
    if (strangerOf(stats, true) !== undefined) throw projectFileError(file, 'belongs to another user and is not used');
  };
  try {
    return readPlainFile(file, { most: 65_536, links: true, check });
  } catch (error) {
    if (error instanceof BadInput) throw error;
    throw projectFileError(
      file,
      error instanceof NotRegularFile ? error.message : `cannot be read: ${(error as Error).message}`,
    );
  }
}

/** The settings of a project file. @throws {BadInput} for one that is not JSON, has other settings, or belongs to another user */
export function readProject(file: string): Project {
  const text = readProjectFile(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw projectFileError(file, 'is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw projectFileError(file, 'is not an object');
  for (const [key, setting] of Object.entries(value)) {
    if (!settings.some((setting) => setting === key))
      throw projectFileError(file, `may not set ${JSON.stringify(key.slice(0, 60))}`);
    if (typeof setting !== 'string') throw projectFileError(file, `has a ${key} that is not a text`);
  }
  return { file, ...value };
}

const projectFileError = (file: string, why: string) =>
  new BadInput(
    'PROJECT_FILE',
    `The project file ${file} ${why}.`,
    `It may set ${settings.join(', ')}; fix it or remove it.`,
  );
