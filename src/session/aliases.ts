// Aliases: command lines by name. Each is a file of the folder `views`, mode 0600, checked like the configuration.

import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isExpression } from '../services/holes.js';
import { BadInput, LocalFailure } from '../services/http/errors.js';
import { isRecord } from '../services/json-value.js';
import { isFileName } from '../services/platform/file-name.js';
import { replaceFile } from '../services/whole-file.js';
import { NotRegularFile, readOwnFile } from './plain-file.js';
import { writeRemedy } from './write-remedy.js';

export interface Alias {
  readonly name: string;
  /** The words of its command line, without `tuk`. */
  readonly words: readonly string[];
}

const longestName = 50;
const suffix = '.json';

/**
 * Checks a name: lower-case letters, digits, `.`, `_` and `-` are the same on every file system.
 * @throws {BadInput} BAD_ALIAS
 */
export function checkAliasName(name: string): void {
  if (isName(name) && isFileName(name)) return;
  throw new BadInput(
    'BAD_ALIAS',
    `${JSON.stringify(name.slice(0, longestName))} cannot name an alias.`,
    `Use lower-case letters, digits and hyphens, ${longestName} at most: rides-today`,
  );
}
const isName = (name: string) => name.length <= longestName && /^[a-z\d][a-z\d._-]*$/.test(name);

/** The sorted names of all aliases. @throws {LocalFailure} ALIASES_UNREADABLE */
export function aliasNames(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith(suffix) && isName(file.slice(0, -suffix.length)))
      .map((file) => file.slice(0, -suffix.length))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw unreadable(folder, error);
  }
}

/**
 * All aliases, by name.
 * @param warn logs unusable files, which are skipped, and repaired modes
 * @throws {LocalFailure} ALIASES_UNREADABLE for the folder
 */
export function listAliases(folder: string, warn: (line: string) => void): Alias[] {
  return aliasNames(folder).flatMap((name) => {
    try {
      const alias = readAlias(folder, name, warn);
      return alias ? [alias] : [];
    } catch (error) {
      if (!(error instanceof LocalFailure)) throw error;
      warn(error.message);
      return [];
    }
  });
}

/**
 * Reads an alias, if it exists.
 * @param warn logs a repaired mode
 * @throws {LocalFailure} ALIAS_BROKEN for a file that this program did not write, a symbolic link, or another user's
 * file
 */
export function readAlias(folder: string, name: string, warn: (line: string) => void): Alias | undefined {
  if (!isName(name)) return undefined;
  const file = fileOf(folder, name);
  const broken = (why: string, cause?: unknown) =>
    new LocalFailure('ALIAS_BROKEN', `The alias ${file} ${why}.`, `Remove it: tuk alias remove ${name}`, cause);
  try {
    const value: unknown = JSON.parse(readOwnFile(file, { what: 'alias', warn, rootToo: true, linkToo: true }));
    if (!isRecord(value) || !Array.isArray(value.line) || !value.line.every((word) => typeof word === 'string'))
      throw broken('is not the form that tuk writes');
    return { name, words: current(value.line as string[], value.version === 1) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if (error instanceof LocalFailure) throw error;
    if (error instanceof SyntaxError) throw broken('is not JSON', error);
    if (error instanceof NotRegularFile) throw broken(error.message, error);
    throw unreadable(file, error);
  }
}

/** Commands that an earlier version had under other names, with the same values. */
const renamed: Readonly<Record<string, string>> = {
  'api search': 'api list',
  openapi: 'api openapi',
};
/** A line of an earlier version as it runs now. @param isFirst it has `$1` for a value, and `name:text` in --match */
function current(saved: readonly string[], isFirst: boolean): readonly string[] {
  const words = isFirst ? saved.map((word, at) => withHoles(word, saved[at - 1])) : saved;
  const line = `${words.join(' ')} `;
  const name = Object.keys(renamed).find((earlier) => line.startsWith(`${earlier} `));
  const known = name === undefined ? words : [...renamed[name]!.split(' '), ...words.slice(name.split(' ').length)];
  return known.map((word, at) =>
    /^(-o|--output)$/.test(known[at - 1] ?? '')
      ? word.replace(/^wide$/, 'table')
      : word.replace(/^(-o|--output)=?wide$/, '$1=table'),
  );
}

function withHoles(word: string, before = '') {
  if (isExpression(word, before)) return word.replaceAll('$$', () => '$');
  const values = (text: string) =>
    text.replace(/\$(\$|[1-9]\d?)/g, (_, digits: string) => (digits === '$' ? '$' : `{${digits}}`));
  const braces = values(word.replaceAll('{', '{{'));
  if (before === '--match') return withSigns(braces);
  return braces.replace(/^--match=(.*)$/s, (_, terms: string) => `--match=${withSigns(terms)}`);
}
/** The terms of --match: `status:open` contains, `price:>9` compares. */
const withSigns = (terms: string) =>
  terms.replace(
    /(^|[\s"!])([a-z][\w.]*):([<>]=?|=)?(?=\S)/gi,
    (_, start: string, name: string, sign = '~') => `${start}${name}${sign}`,
  );

/**
 * Saves an alias. `cli/alias-line` checks its line.
 * @throws {BadInput} BAD_ALIAS, and ALIAS_EXISTS unless it may replace one; {LocalFailure} ALIAS_UNWRITABLE
 */
export function saveAlias(folder: string, { name, words }: Alias, { replace = false } = {}): void {
  checkAliasName(name);
  if (!replace && aliasNames(folder).includes(name))
    throw new BadInput(
      'ALIAS_EXISTS',
      `There is an alias ${name} already; nothing was saved.`,
      'Replace it: --replace',
    );
  const file = fileOf(folder, name);
  try {
    replaceFile(file, Buffer.from(`${JSON.stringify({ version: 2, line: words }, undefined, '\t')}\n`), 0o600, {
      preserve: true,
    });
  } catch (error) {
    throw unwritable(`write ${file}`, error);
  }
}

/** Removes an alias. @returns whether it existed. @throws {LocalFailure} ALIAS_UNWRITABLE */
export function removeAlias(folder: string, name: string): boolean {
  if (!aliasNames(folder).includes(name)) return false;
  const file = fileOf(folder, name);
  try {
    rmSync(file);
    return true;
  } catch (error) {
    throw unwritable(`remove ${file}`, error);
  }
}

const unreadable = (file: string, error: unknown) =>
  new LocalFailure('ALIASES_UNREADABLE', `Cannot read ${file}: ${(error as Error).message}.`, undefined, error);
const unwritable = (what: string, error: unknown) =>
  new LocalFailure('ALIAS_UNWRITABLE', `Cannot ${what}: ${(error as Error).message}.`, writeRemedy(error), error);
const fileOf = (folder: string, name: string) => path.join(folder, `${name}${suffix}`);
