// The trash of the key folder: removed keys are kept beside it for thirty days, and can be restored.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../services/folder.js';
import { BadInput, LocalFailure } from '../../services/http/errors.js';
import { mayBeKey } from '../../services/http/may-be-key.js';
import {
  checkFolder,
  inFolder,
  isName,
  isStored,
  keyAt,
  keyExists,
  moveKey,
  readKeyAt,
  type StoredKey,
  storedKeyPath,
  unknownStoredKey,
  type Warn,
} from './key-store.js';

/** A removed key. */
export interface RemovedKey extends StoredKey {
  /** When it was removed, and when it is deleted: ISO 8601. */
  readonly removed: string;
  readonly until: string;
}

/** How long a removed key is kept, milliseconds. */
const keptFor = 30 * 24 * 3_600_000;
const trashOf = (folder: string) => `${folder}-removed`;
interface TrashFile {
  readonly name: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly file: string;
}

/**
 * The files of the trash, in the order of their names, the newest of a name first.
 * @throws {LocalFailure} KEY_FOLDER_UNUSABLE
 */
function trashFiles(folder: string, warn: Warn): TrashFile[] {
  const trash = trashOf(folder);
  if (!checkFolder(trash, warn)) return [];
  return inFolder(trash, () => readdirSync(trash))
    .flatMap((entry): TrashFile[] => {
      const [, name = '', at] = /^(.+)\.(\d+)\.json$/.exec(entry) ?? [];
      return isName(name) && !mayBeKey(name) ? [{ name, at: Number(at), file: path.join(trash, entry) }] : [];
    })
    .sort((a, b) => (a.name === b.name ? b.at - a.at : a.name < b.name ? -1 : 1));
}

/**
 * Deletes the removed keys whose thirty days are over.
 * @param now epoch milliseconds
 * @throws {LocalFailure} KEY_FOLDER_UNUSABLE
 */
export function purgeRemovedKeys(folder: string, now: number, warn: Warn): void {
  for (const { at, file } of trashFiles(folder, warn))
    if (at + keptFor <= now) inFolder(trashOf(folder), () => rmSync(file, { recursive: true, force: true }));
}

/**
 * All removed keys. A file that cannot be used is listed with its problem.
 * @throws {LocalFailure} KEY_FOLDER_UNUSABLE
 */
export const listRemovedKeys = (folder: string, warn: Warn): RemovedKey[] =>
  trashFiles(folder, warn).map((file) => removedKey(file, warn));

function removedKey({ name, at, file }: TrashFile, warn: Warn): RemovedKey {
  const key = keyAt(name, file, () =>
    readKeyAt(file, warn, () => new LocalFailure('KEY_FILE_UNUSABLE', `The key file ${file} is not there any more.`)),
  );
  return { ...key, removed: new Date(at).toISOString(), until: new Date(at + keptFor).toISOString() };
}

/**
 * Moves a stored key to the trash, whatever its file is; a link itself, not its target.
 * @param now epoch milliseconds
 * @throws {BadInput} UNKNOWN_KEY; {LocalFailure} KEY_FOLDER_UNUSABLE, KEY_NOT_MOVED
 */
export function removeStoredKey(folder: string, name: string, now: number, warn: Warn): RemovedKey {
  const file = storedKeyPath(folder, name);
  if (!isStored(folder, name)) throw unknownStoredKey(folder, name, warn);
  const trash = trashOf(folder);
  inFolder(trash, () => makeFolder(trash));
  checkFolder(trash, warn);
  const newest = trashFiles(folder, warn).find((file) => file.name === name)?.at ?? 0;
  const at = Math.max(now, newest + 1); // the last removed one is restored first, whatever the clock says
  const to = path.join(trash, `${name}.${at}.json`);
  moveKey(file, to, () => new LocalFailure('KEY_NOT_MOVED', `Another process has removed the key ${name}.`));
  return removedKey({ name, at, file: to }, warn);
}

/**
 * Moves the newest removed key of a name back to the key folder.
 * @returns its path
 * @throws {BadInput} UNKNOWN_KEY, KEY_EXISTS; {LocalFailure} KEY_FOLDER_UNUSABLE, KEY_NOT_MOVED
 */
export function restoreKey(folder: string, name: string, warn: Warn): string {
  const { path: from } = requireRemovedKey(folder, name, warn);
  return moveKey(from, storedKeyPath(folder, name), () => keyExists(name));
}

/** The newest removed key of a free name. @throws as `restoreKey` */
export function requireRemovedKey(folder: string, name: string, warn: Warn): RemovedKey {
  const isTaken = isStored(folder, name);
  const removed = trashFiles(folder, warn);
  const last = removed.find((file) => file.name === name);
  const names = [...new Set(removed.map((file) => file.name))];
  if (!last)
    throw new BadInput(
      'UNKNOWN_KEY',
      `There is no removed key ${name}.`,
      names.length === 0 ? 'No key was removed in the last thirty days.' : `There are: ${names.join(', ')}.`,
    );
  if (isTaken) throw keyExists(name);
  return removedKey(last, warn);
}
