// The stories of a world agree, as it is seeded and after any time: the control `check` finds each kind of contradiction.
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { auditWorld } from './audit.js';
import { temporaryFile } from './files.js';
import { startTestSandbox } from './support.js';

test.each(['0s', '1h', '1d', '30d', '400d'])('after %s nothing contradicts itself', async (by) => {
  const state = temporaryFile();
  const sandbox = await startTestSandbox({ state });
  await sandbox.control('check');
  await sandbox.advance(by);
  expect((await sandbox.control('check')).findings).toEqual([]);
  await sandbox.advance('11m');
  expect((await sandbox.control('check')).findings).toEqual([]);
  await sandbox.close();
  expect(auditWorld(state, sandbox.clock.wall)).toEqual([]);
});

test('each kind of contradiction is found', async () => {
  const state = temporaryFile();
  const sandbox = await startTestSandbox({ state });
  await sandbox.control('check');
  const whyAfter = async (sql: string): Promise<string> => {
    const db = new DatabaseSync(state);
    const [table] = /(?<=UPDATE |FROM )\w+/.exec(sql)!;
    db.exec(`CREATE TABLE before AS SELECT * FROM ${table}`);
    db.exec(sql);
    const { findings } = (await sandbox.control('check')) as { findings: { about: string; what: string; why: string }[] };
    const columns = (db.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[]).map(({ name }) => name).join(', ');
    db.exec(`DELETE FROM ${table}; INSERT INTO ${table} (${columns}) SELECT ${columns} FROM before; DROP TABLE before`);
    db.close();
    return findings.map(({ what, why }) => `${what} ${why}`).join('\n');
  };
  const set = (table: string, path: string, value: unknown, where: string) =>
    `UPDATE ${table} SET body = json_set(body, '$.${path}', json('${JSON.stringify(value)}')) WHERE ${where}`;
  expect(await whyAfter(set('store_order', 'expiresAt', '2026-05-20T00:00:00.000Z', "status = 'DRAFT'"))).toContain('its time was over');
  expect(await whyAfter("DELETE FROM due WHERE kind = 'store-order'")).toContain('nothing ends it');
  expect(await whyAfter("DELETE FROM due WHERE kind = 'payment'")).toContain('nothing ends it');
  expect(await whyAfter(set('asset_payment', 'transactionHash', '0x12', "status = 'PAID'"))).toContain(
    'names 0x12, which is not on BASE_SEPOLIA',
  );
  expect(await whyAfter(set('bridge_swap', 'payoutHash', '0x12', "status = 'SUCCESS'"))).toContain('names 0x12');
  expect(await whyAfter(set('balance_withdrawal', 'feeAmount', '2', "status = 'COMPLETED'"))).toContain('and its log states');
  expect(await whyAfter('UPDATE asset_transaction SET at = 1000 WHERE ordinal = 7')).toContain('before its offering is sold');
  expect(await whyAfter(set('store_order', 'paidAt', '2026-05-20T00:00:00.000Z', "status = 'SUCCESS'"))).toContain('and its items are of');
  expect(await whyAfter(set('product', 'salesStartAt', '2026-05-31T00:00:00.000Z', 'ordinal = 2'))).toContain('older than the sale');
  expect(await whyAfter(set('vehicle_income', 'rideCount', 42, "body ->> 'to' > '2026-05-20'"))).toContain('counts 42 rides');
  expect((await sandbox.control('check')).findings).toEqual([]);
  await sandbox.close();
});
