// The keys of this machine: a key file for each in the folder `keys`, which only the person can read.
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../services/folder.js';
import { BadInput, Failure, Guarded, LocalFailure } from '../../services/http/errors.js';
import { mayBeKey } from '../../services/http/may-be-key.js';
import { isFileName } from '../../services/platform/file-name.js';
import { excessMode, strangerOf } from '../../services/platform/owner.js';
import { createFile, moveFile, removeBeside } from '../../services/whole-file.js';
import { NotRegularFile, readOwnFile } from '../../session/plain-file.js';
import { isKeyFile, parseKeyFile } from './key-file.js';
import type { ChainFamily } from './signer.js';

/** A key of the folder, as far as it can be read without its password. */
export interface StoredKey {
  readonly name: string;
  /** The chains that it signs for; undefined for a file that cannot be used. */
  readonly family?: ChainFamily;
  /** With its EIP-55 checksum, or in base58; undefined if the file states no address. */
  readonly address?: string;
  readonly path: string;
  /** Why the file cannot be used, as a sentence. */
  readonly problem?: string;
}
/** Logs a mode that was repaired. */
export type Warn = (line: string) => void;

const suffix = '.json';
/** Whether a text can name a key and its file: at most 64 letters, digits, `.`, `_` and `-`, first no sign. */
export const isName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);
const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code);

/** Checks the name of a key and of its file. @throws {Guarded} MAY_BE_KEY; {BadInput} BAD_VALUE */
function checkKeyName(name: string) {
  if (mayBeKey(name))
    throw new Guarded(
      'MAY_BE_KEY',
      'The name of the key may be a private key, so it is not shown.',
      'Name a key like work; put the key itself into a file and name that with --key-file, or pipe it in.',
    );
  if (!isName(name))
    throw new BadInput(
      'BAD_VALUE',
      `${JSON.stringify(name.slice(0, 64))} is not a valid key name.`,
      "Use letters, digits, '.', '_' and '-', 64 at most. For a file elsewhere use --key-file.",
    );
}

/** Checks the name of a key that is to be created. @throws as `checkKeyName` */
export function checkNewKeyName(name: string): void {
  checkKeyName(name);
  if (isFileName(name)) return;
  throw new BadInput(
    'BAD_VALUE',
    `${JSON.stringify(name)} cannot be the name of a key: no file can have it on every system.`,
    'Choose another name.',
  );
}

/** The file of a key. @throws as `checkKeyName` */
export function storedKeyPath(folder: string, name: string): string {
  checkKeyName(name);
  return path.join(folder, `${name}${suffix}`);
}

/**
 * Whether the name of a key is taken, by a usable file or by anything else.
 * @throws as `checkKeyName`; {LocalFailure} KEY_FOLDER_UNUSABLE
 */
export function isStored(folder: string, name: string): boolean {
  const file = storedKeyPath(folder, name);
  return inFolder(folder, () => lstatSync(file, { throwIfNoEntry: false })) !== undefined;
}

/** The names of all stored keys, in order. @throws {LocalFailure} KEY_FOLDER_UNUSABLE */
function storedKeyNames(folder: string, warn: Warn): string[] {
  if (!checkFolder(folder, warn)) return [];
  return inFolder(folder, () =>
    readdirSync(folder)
      .filter((file) => file.endsWith(suffix))
      .map((file) => file.slice(0, -suffix.length))
      .filter((name) => isName(name) && !mayBeKey(name))
      .sort(),
  );
}

/** All stored keys by name; an unusable file is listed with its problem. @throws {LocalFailure} KEY_FOLDER_UNUSABLE */
export const listStoredKeys = (folder: string, warn: Warn): StoredKey[] =>
  storedKeyNames(folder, warn).map((name) => storedKey(folder, name, warn));

const storedKey = (folder: string, name: string, warn: Warn): StoredKey =>
  keyAt(name, storedKeyPath(folder, name), () => readStoredKey(folder, name, warn));

/** A key file as it is listed. @param read reads its text */
export function keyAt(name: string, file: string, read: () => string): StoredKey {
  try {
    const { address, family } = parseKeyFile(requireKeyFile(read(), name));
    return address === undefined
      ? { name, path: file, problem: 'The key file states no address.' }
      : { name, family, address, path: file };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { name, path: file, problem: error.message };
  }
}

/**
 * Checks that the text of a stored key is a key file.
 * @throws {BadInput} BAD_KEY for any other text, such as an unlocked key
 */
export function requireKeyFile(text: string, name: string): string {
  if (isKeyFile(text)) return text;
  throw new BadInput(
    'BAD_KEY',
    `The stored key ${name} is not locked, or is damaged: its file is not a V3 key store.`,
    'Lock it under another name: tuk wallet key import NAME --key-file FILE',
  );
}

/**
 * The text of the file of a stored key, whatever it holds. A mode that gives others access is repaired to 0600.
 * @throws {BadInput} BAD_VALUE, UNKNOWN_KEY; {Guarded} MAY_BE_KEY; {LocalFailure} KEY_FOLDER_UNUSABLE,
 * KEY_FILE_UNUSABLE for a link, a file of another user and an unreadable one
 */
export function readStoredKey(folder: string, name: string, warn: Warn): string {
  const file = storedKeyPath(folder, name);
  checkFolder(folder, warn);
  return readKeyAt(file, warn, () => unknownKey(name, storedKeyNames(folder, warn)));
}

/** The text of a key file. @param missing makes the failure without a file @throws as `readStoredKey` */
export function readKeyAt(file: string, warn: Warn, missing: () => Failure): string {
  try {
    return readOwnFile(file, { what: 'key file', warn });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw missing();
    const { message } = error as Error;
    throw error instanceof NotRegularFile
      ? new LocalFailure(
          'KEY_FILE_UNUSABLE',
          `The key file ${file} ${message} and is not used.`,
          'Put a file of your own in its place.',
          error,
        )
      : new LocalFailure('KEY_FILE_UNUSABLE', `Cannot read the key file ${file}: ${message}.`, undefined, error);
  }
}

const unknownKey = (name: string, names: readonly string[]): BadInput =>
  new BadInput(
    'UNKNOWN_KEY',
    `There is no stored key ${name}.`,
    names.length === 0
      ? 'Make one: tuk wallet key new NAME, or tuk wallet key import NAME'
      : `There are: ${names.join(', ')}.`,
  );

/** The failure for a name that exists already. */
export const keyExists = (name: string): BadInput =>
  new BadInput(
    'KEY_EXISTS',
    `There is a stored key ${name} already; nothing was changed.`,
    `Choose another name, or rename that one first: tuk wallet key rename ${name} NEW`,
  );

/**
 * Stores a key file under a free name: mode 0600 in a folder of mode 0700, whole or not at all.
 * @returns its path
 * @throws {BadInput} KEY_EXISTS, BAD_VALUE; {Guarded} MAY_BE_KEY; {LocalFailure} KEY_FOLDER_UNUSABLE, KEY_NOT_STORED
 */
export function saveStoredKey(folder: string, name: string, keyFile: string, warn: Warn): string {
  const file = storedKeyPath(folder, name);
  inFolder(folder, () => makeFolder(folder));
  checkFolder(folder, warn);
  try {
    createFile(file, Buffer.from(keyFile), 0o600);
    return file;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw keyExists(name);
    throw new LocalFailure(
      'KEY_NOT_STORED',
      `Cannot write the key file ${file}: ${(error as Error).message}.`,
      'Nothing was stored.',
      error,
    );
  }
}

/**
 * Gives a stored key a free name.
 * @returns its new path
 * @throws as `readStoredKey`; {BadInput} KEY_EXISTS; {LocalFailure} KEY_NOT_MOVED
 */
export function renameStoredKey(folder: string, name: string, next: string, warn: Warn): string {
  const file = storedKeyPath(folder, next);
  readStoredKey(folder, name, warn);
  return moveKey(storedKeyPath(folder, name), file, () => keyExists(next));
}

/**
 * Moves a key file to a free name, and never over another one.
 * @param failure makes the failure for a name that exists already
 * @returns the new path
 * @throws {LocalFailure} KEY_NOT_MOVED
 */
export function moveKey(from: string, to: string, failure: () => Failure): string {
  try {
    moveFile(from, to);
    removeBeside(from, /^\d+\.tmp$/); // a process that was killed while it stored the key left a copy
    return to;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw failure();
    throw new LocalFailure(
      'KEY_NOT_MOVED',
      `Cannot move the key file ${from}: ${(error as Error).message}.`,
      undefined,
      error,
    );
  }
}

/** The failure for a key that is not in the folder. */
export const unknownStoredKey = (folder: string, name: string, warn: Warn): BadInput =>
  unknownKey(name, storedKeyNames(folder, warn));

/**
 * Whether there is a key folder; its mode is repaired to 0700.
 * @throws {LocalFailure} KEY_FOLDER_UNUSABLE for a link, another user's folder, and a file
 */
export function checkFolder(folder: string, warn: Warn): boolean {
  const stats = inFolder(folder, () => lstatSync(folder, { throwIfNoEntry: false }));
  if (!stats) return false;
  if (stats.isSymbolicLink())
    throw unusableFolder(
      folder,
      'is a symbolic link',
      'Put a folder of your own in its place, or name another home with TUK_HOME.',
    );
  if (!stats.isDirectory()) throw unusableFolder(folder, 'is not a folder');
  const stranger = strangerOf(stats);
  if (stranger !== undefined) throw unusableFolder(folder, `belongs to another user (${stranger})`);
  const mode = excessMode(stats);
  if (mode === undefined) return true;
  inFolder(folder, () => chmodSync(folder, 0o700));
  warn(`The key folder ${folder} could be read by others (${mode}); it is 700 now.`);
  return true;
}

const unusableFolder = (folder: string, why: string, hint?: string, cause?: unknown): LocalFailure =>
  new LocalFailure('KEY_FOLDER_UNUSABLE', `The key folder ${folder} ${why} and is not used.`, hint, cause);

/** @throws {LocalFailure} KEY_FOLDER_UNUSABLE for a failure of the file system */
export function inFolder<Result>(folder: string, use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    throw unusableFolder(folder, `cannot be used (${(error as Error).message})`, undefined, error);
  }
}
