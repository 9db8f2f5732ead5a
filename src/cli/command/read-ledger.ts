// Reads the ledger of this machine.

import { Ledger } from '../../money/ledger/ledger.js';
import { paths } from '../../session/paths.js';
import type { Context } from './command.js';

/** Opens the ledger for a read, and closes it. @throws {LocalFailure} LEDGER_UNUSABLE, and the errors of `read` */
export function readLedger<Result>({ world }: Pick<Context, 'world'>, read: (ledger: Ledger) => Result): Result {
  const ledger = new Ledger(paths(world).ledger);
  try {
    return read(ledger);
  } finally {
    ledger.close();
  }
}
