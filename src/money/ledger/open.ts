// Opens the ledger where this machine has it.

import { existsSync } from 'node:fs';
import { checkIdentity } from './identity.js';
import { Ledger } from './ledger.js';
import { openLedgerFile, openReadableLedger, SqliteDatabase } from './sqlite.js';

/** Where the ledger is. */
export interface LedgerPlace {
  readonly file: string;
  /** The file that knows the ledger of this machine (`identity.ts`). */
  readonly identityFile: string;
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
export async function openLedger({ file, identityFile, lent }: LedgerPlace, use: 'moves' | 'reads'): Promise<Ledger> {
  const identity = use === 'moves' ? identityFile : undefined;
  if (lent) return lent.lend(identity);
  if (identity !== undefined && !existsSync(file)) await checkIdentity(identity, file, undefined);
  return Ledger.in(new SqliteDatabase(file, use === 'moves' ? openLedgerFile : openReadableLedger), identity);
}
