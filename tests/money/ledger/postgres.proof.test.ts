// The ledger in PostgreSQL: it keeps the contract of every ledger, on a real server.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { beforeAll } from 'vitest';
import { parseAddress } from '../../../src/money/ledger/address.js';
import { type LedgerPlace, openShared } from '../../../src/money/ledger/open.js';
import { type PostgresServer, postgresServer } from '../../support/postgres.js';
import { keepsTheContract } from './store-contract.js';

let server: PostgresServer;
let base: string;
beforeAll(async () => {
  server = await postgresServer();
  base = (await server.database())();
});

/** A new ledger in a schema of its own, for a machine with a home. */
async function placeOf(home: string): Promise<LedgerPlace> {
  const schema = `s${createHash('sha256').update(home).digest('hex').slice(0, 12)}`;
  const shared = parseAddress(`${base}?schema=${schema}`);
  const db = await openShared(shared);
  await db.init('test');
  await db.close();
  return { file: path.join(home, 'none.db'), identityFile: path.join(home, 'ledger.json'), shared };
}
keepsTheContract(placeOf, 0.5);
