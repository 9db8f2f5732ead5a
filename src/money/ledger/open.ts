// Opens the ledger where this machine has it.

import { existsSync } from 'node:fs';
import { partFailure } from '../../services/http/errors.js';
import type { LedgerAddress } from './address.js';
import type { LedgerDatabase } from './database.js';
import { checkIdentity } from './identity.js';
import { Ledger } from './ledger.js';
import type { PostgresDatabase } from './postgres.js';
import { openLedgerFile, openReadableLedger, SqliteDatabase } from './sqlite.js';

/** Where the ledger is. */
export interface LedgerPlace {
  readonly file: string;
  /** The file that knows the ledger of this machine (`identity.ts`). */
  readonly identityFile: string;
  /** The ledger that several machines share, in place of the file. */
  readonly shared?: LedgerAddress | undefined;
  /** The folder for outcomes that the shared ledger could not record. */
  readonly outbox?: string;
  /** The hash of the token that the run is under: whatever begins, begins under this grant. */
  readonly grant?: string | undefined;
  /** The ledger, if it is open for a whole batch. */
  readonly lent?: Ledger | undefined;
}

/**
 * Opens the ledger while `use` runs, and creates a missing one.
 * @param use `moves`: to move value, so that it must be the ledger that this machine knows; `reads`: also where nothing
 * can be written
 * @throws {LocalFailure} LEDGER_UNUSABLE; LEDGER_REPLACED if it moves value; as `work`
 */
export async function withLedger<Result>(
  place: LedgerPlace,
  use: 'moves' | 'reads',
  work: (ledger: Ledger) => Promise<Result> | Result,
): Promise<Result> {
  const ledger = await openLedger(place, use);
  try {
    return await work(ledger);
  } finally {
    await ledger.close();
  }
}
/** Opens the ledger; the caller closes it. @throws as `withLedger` */
export async function openLedger(place: LedgerPlace, use: 'moves' | 'reads'): Promise<Ledger> {
  const { file, grant, identityFile, lent, outbox, shared } = place;
  const identity = use === 'moves' ? identityFile : undefined;
  if (lent) return lent.lend(identity);
  if (identity !== undefined && !shared && !existsSync(file)) await checkIdentity(identity, file, undefined);
  const ledger = await Ledger.in(await openDatabase(place, use), { identityFile: identity, outbox, grant });
  await ledger.deliver().catch(partFailure); // a reader may not write
  return ledger;
}
/** Opens the database of a ledger, whatever it says of itself. @throws {LocalFailure} LEDGER_UNUSABLE, LEDGER_SCHEMA */
export async function openDatabase({ file, shared }: LedgerPlace, use: 'moves' | 'reads'): Promise<LedgerDatabase> {
  if (!shared) return new SqliteDatabase(file, use === 'moves' ? openLedgerFile : openReadableLedger);
  const db = await openShared(shared);
  try {
    return await db.requireSchema();
  } catch (error) {
    await db.close();
    throw error;
  }
}
/** Opens the database of a shared ledger, also one without tables. */
export const openShared = async (address: LedgerAddress): Promise<PostgresDatabase> => {
  const { PostgresDatabase: Database } = await import('./postgres.js');
  return new Database(address);
};
