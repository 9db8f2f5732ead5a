// The identity of the ledger of this machine: its id and its last entry, in a separate file. With a replaced, shortened
// or removed ledger, limits and references would begin anew without a word.

import { closeSync, fchmodSync, openSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../services/folder.js';
import { LocalFailure } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import { renameFile } from '../../services/platform/rename.js';
import { removeQuietly, writeBytes } from '../../services/whole-file.js';
import { readPlainFile } from '../../session/plain-file.js';

/**
 * The ledger of a machine; without an id in a file that a power cut has emptied. `last`: the mark of its newest entry.
 * `plans`: how many plans it knows as applied or withdrawn.
 */
export interface LedgerIdentity {
  readonly ledger: string | undefined;
  readonly last?: string | undefined;
  readonly plans?: number | undefined;
}
/** What a ledger says of itself: its id, how many plans it knows as applied or withdrawn, and the time of an entry. */
interface LedgerState {
  readonly id?: string | undefined;
  readonly plans: number;
  readonly at?: string | undefined;
}
/** The mark of an entry: ids are counted, so that two copies of a ledger may give one id to two entries. */
export const markOf = ({ id, at }: { readonly id: string; readonly at: string }): string => `${id} ${at}`;

/** The recorded identity; nothing without a file. @throws {LocalFailure} LEDGER_REPLACED for a damaged file */
function recordedIdentity(file: string): LedgerIdentity | undefined {
  let text: string;
  try {
    text = readPlainFile(file, { links: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw replaced(
      `${file}, which knows the ledger of this machine, cannot be read: ${(error as Error).message}`,
      error,
    );
  }
  if (text === '') return { ledger: undefined };
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value) && typeof value.ledger === 'string')
      return {
        ledger: value.ledger,
        last: typeof value.last === 'string' ? value.last : undefined,
        plans: typeof value.plans === 'number' ? value.plans : 0,
      };
  } catch {
    // reported below
  }
  throw replaced(`${file}, which knows the ledger of this machine, is damaged`);
}

/**
 * Checks that a ledger has the recorded id and the recorded entry. It may have newer entries, since a process may die
 * between its entry and the file.
 * @param stateOf reads its state, with the entry of an id; nothing without a file
 * @returns how many plans it knows
 * @throws {LocalFailure} LEDGER_REPLACED; as `stateOf`
 */
export async function checkIdentity(
  file: string,
  ledgerFile: string,
  stateOf: ((entry: string) => Promise<LedgerState>) | undefined,
): Promise<number> {
  const recorded = recordedIdentity(file); // before the ledger is read, which has this entry by then
  if (recorded && !stateOf) throw replaced(`The ledger of this machine is gone: there is no ${ledgerFile}`);
  const [entry = ''] = recorded?.last?.split(' ') ?? [];
  const { id: present, plans, at } = (await stateOf?.(entry)) ?? { plans: 0 };
  if (recorded?.ledger === undefined) return plans;
  if (present !== recorded.ledger)
    throw replaced(
      `${ledgerFile} is not the ledger of this machine, but ${present === undefined ? 'an empty' : 'another'} one`,
    );
  if (plans < (recorded.plans ?? 0))
    throw replaced(
      `${ledgerFile} is not the ledger of this machine as it was: it lacks a plan that was used, or the end of a grant`,
    );
  if (recorded.last !== undefined && (at === undefined || markOf({ id: entry, at }) !== recorded.last))
    throw replaced(`${ledgerFile} is not the ledger of this machine as it was: it lacks the entry ${recorded.last}`);
  return plans;
}
/** The failure for another ledger than the one that is known, or an older state of it. */
export const replaced = (what: string, cause?: unknown) =>
  new LocalFailure(
    'LEDGER_REPLACED',
    `${what}.`,
    'tuk sends no transfer, because limits and references would begin anew. Put the ledger back. Or accept the present one: tuk ops adopt',
    cause,
  );

/**
 * Records the ledger of the machine. The caller has locked the ledger, so that one process writes at a time. Readers
 * see the old file or the new one. It is not synced: after a power cut an older entry does as well.
 * @throws the errors of node:fs
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
