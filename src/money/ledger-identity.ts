// Which ledger this machine has: its id and its last entry, in a file of its own. A ledger that was put in its place, cut short or removed would have limits and
// references begin anew, without a word.

import { closeSync, fchmodSync, openSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../services/folder.js';
import { LocalFailure } from '../services/http/errors.js';
import { isRecord } from '../services/json-value.js';
import { renameFile } from '../services/rename.js';
import { removeQuietly, writeBytes } from '../services/whole-file.js';
import { readPlainFile } from '../session/plain-file.js';

/** The ledger that a machine knows: nothing of it in a file that a power cut has emptied. `last`: the mark of its newest entry, if it has one. */
export interface LedgerIdentity {
  readonly ledger: string | undefined;
  readonly last?: string | undefined;
}
/** What is compared with it: the id of a ledger, if it has one, and the entry with an id. */
export interface IdentifiedLedger {
  readonly ledgerId: string | undefined;
  readonly find: (entry: string) => { readonly id: string; readonly at: string } | undefined;
}
/** The mark of an entry: ids are counted, so that two copies of a ledger may give one id to two entries. */
export const markOf = ({ id, at }: { readonly id: string; readonly at: string }): string => `${id} ${at}`;

/**
 * The ledger that the machine knows; nothing if there is no file.
 * @throws {LocalFailure} LEDGER_REPLACED for a file that says something else
 */
function knownLedger(file: string): LedgerIdentity | undefined {
  let text: string;
  try {
    text = readPlainFile(file, { links: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw replaced(`${file}, which knows the ledger of this machine, cannot be read: ${(error as Error).message}`, error);
  }
  if (text === '') return { ledger: undefined };
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value) && typeof value.ledger === 'string')
      return { ledger: value.ledger, last: typeof value.last === 'string' ? value.last : undefined };
  } catch {
    // reported below
  }
  throw replaced(`${file}, which knows the ledger of this machine, is damaged`);
}

/**
 * Checks that a ledger is the one that the machine knows: it has that id and contains that entry. It may have newer ones, since a process may have died between its
 * entry and the file. @param ledger nothing if there is none. @throws {LocalFailure} LEDGER_REPLACED
 */
export function checkIdentity(file: string, ledgerFile: string, ledger: IdentifiedLedger | undefined): void {
  const known = knownLedger(file); // before the ledger is read: what the file knows is in the ledger by then
  if (known === undefined) return;
  if (ledger === undefined) throw replaced(`The ledger of this machine is gone: there is no ${ledgerFile}`);
  if (known.ledger === undefined) return;
  if (ledger.ledgerId !== known.ledger)
    throw replaced(`${ledgerFile} is not the ledger of this machine, but ${ledger.ledgerId === undefined ? 'an empty' : 'another'} one`);
  if (known.last === undefined) return;
  const [id = ''] = known.last.split(' ');
  const entry = ledger.find(id);
  if (entry === undefined || markOf(entry) !== known.last)
    throw replaced(`${ledgerFile} is not the ledger of this machine as it was: it lacks the entry ${known.last}`);
}
const replaced = (what: string, cause?: unknown) =>
  new LocalFailure(
    'LEDGER_REPLACED',
    `${what}; nothing that moves value is sent, since limits and references would begin anew.`,
    'Put the ledger back. Or accept what is there: tuk ops adopt',
    cause,
  );

/**
 * Records the ledger of the machine. The caller has the ledger locked, so that one process writes at a time. Readers see the old file or the new one. It is not
 * synced: after a power cut an older entry does as well. @throws what node:fs throws
 */
export function recordIdentity(file: string, identity: LedgerIdentity): void {
  const temporary = `${file}.${process.pid}.tmp`;
  makeFolder(path.dirname(file));
  removeQuietly(temporary); // left by a process of the same number that was killed
  try {
    const fd = openSync(temporary, 'wx', 0o600);
    try {
      fchmodSync(fd, 0o600); // whatever the umask takes
      writeBytes(fd, Buffer.from(`${JSON.stringify(identity)}\n`));
    } finally {
      closeSync(fd);
    }
    renameFile(temporary, file);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}
