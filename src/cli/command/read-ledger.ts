// Where the ledger of this machine is, and reads of it.

import type { Ledger } from '../../money/ledger/ledger.js';
import { type LedgerPlace, withLedger } from '../../money/ledger/open.js';
import { paths } from '../../session/paths.js';
import type { World } from '../settings/world.js';
import type { Context } from './command.js';

/** Where the ledger is, for whatever reads it or moves value. @throws as `paths` */
export function ledgerPlace(world: World): LedgerPlace {
  const { ledger, ledgerIdentity } = paths(world);
  return { file: ledger, identityFile: ledgerIdentity, lent: world.ledger };
}

/** Opens the ledger for a read, and closes it. @throws {LocalFailure} LEDGER_UNUSABLE, and the errors of `read` */
export const readLedger = <Result>(
  { world }: Pick<Context, 'world'>,
  read: (ledger: Ledger) => Promise<Result> | Result,
): Promise<Result> => withLedger(ledgerPlace(world), 'reads', read);
