// Where the ledger is: in the file of this machine, or in a database that several machines share; and reads of it.

import path from 'node:path';
import type { LedgerAddress } from '../../money/ledger/address.js';
import type { Ledger } from '../../money/ledger/ledger.js';
import { type LedgerPlace, withLedger } from '../../money/ledger/open.js';
import { grantToken, hashOf } from '../../session/grant-token.js';
import { paths } from '../../session/paths.js';
import type { Context } from './command.js';
import { addressOf } from './shared-ledger.js';
import { statedLedger } from './stated-ledger.js';

type Surroundings = Pick<Context, 'world' | 'out'>;

/** Where the ledger is, for whatever reads it or moves value. @throws as `statedLedger`, `addressOf` and `grantToken` */
export function ledgerPlace(context: Surroundings): LedgerPlace {
  const { world } = context;
  const lent = world.ledger;
  if (lent) return { ...filePlace(context), identityFile: lent.identityFile!, lent, grant: lent.grants.hash };
  const stated = statedLedger(context);
  const token = grantToken(world);
  return {
    ...(stated === undefined ? filePlace(context) : sharedPlace(context, addressOf(stated.text, context))),
    grant: token === undefined ? undefined : hashOf(token),
  };
}
/** The ledger in the file of this machine. @throws as `paths` */
export function filePlace({ world }: Pick<Context, 'world'>): LedgerPlace {
  const { ledger, ledgerIdentity } = paths(world);
  return { file: ledger, identityFile: ledgerIdentity };
}
/** A shared ledger, as this machine knows it. */
export function sharedPlace({ world }: Pick<Context, 'world'>, shared: LedgerAddress): LedgerPlace {
  const { ledger, config } = paths(world);
  const own = path.join(path.dirname(config), 'ledgers', shared.fileName);
  return { file: ledger, identityFile: `${own}.json`, outbox: `${own}-outbox`, shared };
}

/** Opens the ledger for a read, and closes it. @throws {LocalFailure} LEDGER_UNUSABLE, and the errors of `read` */
export const readLedger = <Result>(
  context: Surroundings,
  read: (ledger: Ledger) => Promise<Result> | Result,
): Promise<Result> => withLedger(ledgerPlace(context), 'reads', read);
