// `.tuk.json`: a folder's own choice of profile, output and language, for whoever works in it. Read plainly: it is looked for at each start.
import { existsSync, type Stats } from 'node:fs';
import path from 'node:path';
import { BadInput } from '../services/http/errors.js';
import { NotPlain, readPlainFile } from './plain-file.js';

/** What a project file may say. Never a base address, a limit or a credential: a folder that was copied from elsewhere must not lead anyone astray. */
export interface Project {
  /** The file itself. */
  readonly file: string;
  readonly profile?: string;
  readonly output?: string;
  readonly language?: string;
}
const settings = ['profile', 'output', 'language'] as const;
const name = '.tuk.json';

/**
 * The project file of a folder: its own, or that of the nearest folder above it.
 * @throws {BadInput} for one that is not JSON, says more than it may, or belongs to another user
 */
export function findProject(folder: string): Project | undefined {
  const file = projectFiles(folder).find((one) => existsSync(one)); // asked first: an error that is thrown and caught costs a start more
  return file === undefined ? undefined : parse(file, read(file));
}

/** Where the project file of a folder may stand, the nearest place first. */
export function projectFiles(folder: string): string[] {
  const above = path.dirname(folder);
  return [path.join(folder, name), ...(above === folder ? [] : projectFiles(above))];
}

/** The text of a file that is the person's own. @throws {BadInput} */
function read(file: string): string {
  const own = process.getuid?.();
  const check = ({ uid }: Stats) => {
    if (own !== undefined && uid !== own && uid !== 0) throw wrong(file, 'belongs to another user and is not used');
  };
  try {
    return readPlainFile(file, { most: 65_536, links: true, check });
  } catch (error) {
    if (error instanceof BadInput) throw error;
    throw wrong(file, error instanceof NotPlain ? error.message : `cannot be read: ${(error as Error).message}`);
  }
}

function parse(file: string, text: string): Project {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong(file, 'is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(file, 'is not an object');
  for (const [key, given] of Object.entries(value)) {
    if (!settings.some((one) => one === key)) throw wrong(file, `may not set ${JSON.stringify(key.slice(0, 60))}`);
    if (typeof given !== 'string') throw wrong(file, `has a ${key} that is no text`);
  }
  return { file, ...value };
}

const wrong = (file: string, why: string) =>
  new BadInput('PROJECT_FILE', `The project file ${file} ${why}.`, `It may set ${settings.join(', ')}; mend it or remove it.`);
