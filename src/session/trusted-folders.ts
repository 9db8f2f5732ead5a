// Project files that may select the profile of a transfer, and maps that count for money: a person trusts each one, for
// as long as its text is unchanged.
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { BadInput, LocalFailure } from '../services/http/errors.js';
import { replaceFile } from '../services/whole-file.js';
import { readOwnFile } from './plain-file.js';
import { fileAbove, findProject, mapName } from './project-file.js';
import { writeRemedy } from './write-remedy.js';

/**
 * The hash of each trusted project file, by its path in the real folder. Trust belongs to the folder: a link gets none
 * of its target's.
 */
type TrustedFolders = Readonly<Record<string, string>>;

/** Whether a project file is trusted with its current text. @param list the file of trusted ones */
export function isTrusted(file: string, list: string): boolean {
  try {
    const place = placeOf(file);
    return readTrusted(list)[place] === hashOf(place);
  } catch {
    return false;
  }
}

/**
 * Trusts the project file and the map of a folder, or withdraws the trust.
 * @returns the project file and the map in their real folders, and the profile that the first selects
 * @throws {BadInput} if the folder has neither; {LocalFailure} if the list cannot be written
 */
export function setTrust(
  folder: string,
  list: string,
  trusted: boolean,
): { readonly files: readonly string[]; readonly profile: string | undefined } {
  const project = findProject(folder);
  const places = [project?.file, fileAbove(folder, mapName)].flatMap((file) =>
    file === undefined ? [] : [placeOf(file)],
  );
  if (places.length === 0)
    throw new BadInput('NO_PROJECT_FILE', `There is no .tuk.json and no ${mapName} in ${folder} or above it.`);
  const others = Object.entries(readTrusted(list)).filter(([file]) => !places.includes(file));
  const named = trusted ? places.map((file) => [file, hashOf(file)] as const) : [];
  const files = Object.fromEntries([...others, ...named]);
  try {
    replaceFile(list, Buffer.from(`${JSON.stringify({ version: 1, files }, undefined, '\t')}\n`), 0o600);
  } catch (error) {
    throw new LocalFailure(
      'TRUST_UNWRITABLE',
      `Cannot write ${list}: ${(error as Error).message}.`,
      writeRemedy(error),
      error,
    );
  }
  return { files: places, profile: project?.profile };
}

const placeOf = (file: string) => path.join(realpathSync(path.dirname(file)), path.basename(file));
const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Reads the list; an invalid one trusts nothing. */
function readTrusted(list: string): TrustedFolders {
  try {
    const { files } = JSON.parse(readOwnFile(list, { what: 'list of trusted folders', warn: () => {} })) as {
      readonly files?: TrustedFolders;
    };
    return typeof files === 'object' && files !== null ? files : {};
  } catch {
    return {};
  }
}
