// Saved lines: command lines by name, which are aliases, and views if they only read. Each is a file of the folder
// `views`, mode 0600, checked like the configuration.

import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isFileName } from '../services/file-name.js';
import { BadInput, LocalFailure } from '../services/http/errors.js';
import { isRecord } from '../services/json-value.js';
import { replaceFile } from '../services/whole-file.js';
import { NotRegularFile, readOwnFile } from './plain-file.js';
import { writeRemedy } from './write-remedy.js';

export interface View {
  readonly name: string;
  /** The words of its command line, without `tuk`. */
  readonly words: readonly string[];
}

const longestName = 50;
/** The words after `tuk view` that are not names. */
const reservedNames = ['save', 'list', 'show', 'remove', 'home', 'help'];
const suffix = '.json';

/**
 * Checks a name: lower-case letters, digits, `.`, `_` and `-` are the same on every file system.
 * @throws {BadInput} BAD_VIEW_NAME
 */
export function checkViewName(name: string): void {
  const quoted = JSON.stringify(name.slice(0, longestName));
  if (reservedNames.includes(name))
    throw new BadInput('BAD_VIEW_NAME', `${quoted} is a word of tuk view, and no name of an alias or a view.`);
  if (isName(name) && isFileName(name)) return;
  throw new BadInput(
    'BAD_VIEW_NAME',
    `${quoted} is not a name of an alias or a view.`,
    `Use lower-case letters, digits and hyphens, ${longestName} at most: rides-today`,
  );
}
const isName = (name: string): boolean =>
  name.length <= longestName && /^[a-z\d][a-z\d._-]*$/.test(name) && !reservedNames.includes(name);

/** The sorted names of all saved views. @throws {LocalFailure} VIEWS_UNREADABLE */
export function viewNames(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith(suffix) && isName(file.slice(0, -suffix.length)))
      .map((file) => file.slice(0, -suffix.length))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new LocalFailure('VIEWS_UNREADABLE', `Cannot read ${folder}: ${(error as Error).message}.`, undefined, error);
  }
}

/**
 * All saved views, by name.
 * @param warn logs unusable files, which are skipped, and repaired modes
 * @throws {LocalFailure} VIEWS_UNREADABLE for the folder
 */
export function listViews(folder: string, warn: (line: string) => void): View[] {
  return viewNames(folder).flatMap((name) => {
    try {
      const view = readView(folder, name, warn);
      return view ? [view] : [];
    } catch (error) {
      if (!(error instanceof LocalFailure)) throw error;
      warn(error.message);
      return [];
    }
  });
}

/**
 * Reads a view, if it exists.
 * @param warn logs a repaired mode
 * @throws {LocalFailure} VIEW_BROKEN for a file that this program did not write, a symbolic link, or another user's
 * file
 */
export function readView(folder: string, name: string, warn: (line: string) => void): View | undefined {
  if (!isName(name)) return undefined;
  const file = fileOf(folder, name);
  const broken = (why: string, cause?: unknown) =>
    new LocalFailure('VIEW_BROKEN', `The view ${file} ${why}.`, `Remove it: tuk view remove ${name}`, cause);
  try {
    const value: unknown = JSON.parse(readOwnFile(file, { what: 'view', warn, rootToo: true, linkToo: true }));
    if (!isRecord(value) || !Array.isArray(value.line) || !value.line.every((word) => typeof word === 'string'))
      throw broken('is not the form that tuk writes');
    return { name, words: value.line as string[] };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (error instanceof LocalFailure) throw error;
    if (error instanceof SyntaxError) throw broken('is not JSON', error);
    if (error instanceof NotRegularFile) throw broken(error.message, error);
    throw new LocalFailure('VIEWS_UNREADABLE', `Cannot read ${file}: ${(error as Error).message}.`, undefined, error);
  }
}

/**
 * Saves a view. `cli/view-line` checks its line.
 * @throws {BadInput} BAD_VIEW_NAME, and VIEW_EXISTS unless it may replace one; {LocalFailure} VIEW_UNWRITABLE
 */
export function saveView(folder: string, { name, words }: View, { replace = false } = {}): void {
  checkViewName(name);
  if (!replace && viewNames(folder).includes(name))
    throw new BadInput(
      'VIEW_EXISTS',
      `There is an alias or a view ${name} already; nothing was saved.`,
      'Replace it: --replace',
    );
  const file = fileOf(folder, name);
  try {
    replaceFile(file, Buffer.from(`${JSON.stringify({ version: 1, line: words }, undefined, '\t')}\n`), 0o600, {
      preserve: true,
    });
  } catch (error) {
    throw new LocalFailure(
      'VIEW_UNWRITABLE',
      `Cannot write ${file}: ${(error as Error).message}.`,
      writeRemedy(error),
      error,
    );
  }
}

/** Removes a view. @returns whether it existed. @throws {LocalFailure} VIEW_UNWRITABLE */
export function removeView(folder: string, name: string): boolean {
  if (!viewNames(folder).includes(name)) return false;
  const file = fileOf(folder, name);
  try {
    rmSync(file);
    return true;
  } catch (error) {
    throw new LocalFailure(
      'VIEW_UNWRITABLE',
      `Cannot remove ${file}: ${(error as Error).message}.`,
      writeRemedy(error),
      error,
    );
  }
}

const fileOf = (folder: string, name: string): string => path.join(folder, `${name}${suffix}`);
