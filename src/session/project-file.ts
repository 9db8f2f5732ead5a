// `.tuk.json`, the project file: the profile, output and language of a folder. Every start searches for it.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Project, readProject } from './project-settings.js';

export const projectName = '.tuk.json';

/**
 * The project file of a folder, or of the nearest folder above it. A folder that was deleted, undefined, has none.
 * @throws {BadInput} for a file that is not JSON, has other settings, or belongs to another user
 */
export function findProject(folder: string | undefined): Project | undefined {
  // a thrown error would cost start-up time
  const file = fileAbove(folder, projectName);
  return file === undefined ? undefined : readProject(file);
}

/** The file of this name in a folder, or in the nearest folder above it. */
export const fileAbove = (folder: string | undefined, name: string): string | undefined =>
  filesAbove(folder, name).find((candidate) => existsSync(candidate));
/** The map of the platform in a project folder. */
export const mapName = 'platform.yaml';

/** The possible paths of a file of a folder, nearest first. */
export function filesAbove(folder: string | undefined, name: string): string[] {
  if (folder === undefined) return [];
  const parent = path.dirname(folder);
  const file = path.join(folder, name);
  return parent === folder ? [file] : [file, ...filesAbove(parent, name)];
}
