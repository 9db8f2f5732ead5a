// The ledger in PostgreSQL: it keeps the contract of every ledger, on a real server.
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { parseAddress } from '../../../src/money/ledger/address.js';
import { Ledger, ReferenceTaken } from '../../../src/money/ledger/ledger.js';
import { type LedgerPlace, openLedger, openShared } from '../../../src/money/ledger/open.js';
import { PostgresDatabase } from '../../../src/money/ledger/postgres.js';
import { migrations, translated } from '../../../src/money/ledger/postgres-schema.js';
import { groupsOfObjectQuery, pageQuery, queries } from '../../../src/money/ledger/queries.js';
import { Deadline } from '../../../src/services/http/deadline.js';
import { type PostgresServer, postgresServer, wayTo } from '../../support/postgres.js';
import { newHome } from '../../support/tuk.js';
import { keepsItsGrants } from './grants-contract.js';
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
keepsItsGrants(placeOf, 'own', 0.3);

const intent = { profile: 'p', service: 'user', call: 'c', method: 'POST', url: 'u', ref: 'march' };
const start = Date.UTC(2026, 10, 20);
/** A database as another machine has it open. */
const machine = async (place: LedgerPlace, host: string) => new PostgresDatabase(place.shared!, host);

test('times are those of the database, whatever the clock of a machine says', async () => {
  const place = await placeOf(newHome('empty'));
  const ledger = await openLedger(place, 'moves');
  const sql = 'SELECT (extract(epoch FROM now()) * 1000)::float8 AS now';
  const [{ now }] = (await server.run('postgres', sql)) as [{ now: number }];
  const { id, at } = await ledger.begin(intent, now - 600_000);
  await ledger.settle(id, { outcome: 'done' }, now + 600_000);
  const { settledAt } = (await ledger.find(id))!;
  for (const time of [at, settledAt!]) expect(Math.abs(Date.parse(time) - now)).toBeLessThan(60_000);
  await ledger.close();
});

test('what another machine sends is being sent while it claims so, then unknown, and its reference is not free', async () => {
  const place = await placeOf(newHome('empty'));
  const other = await Ledger.in(await machine(place, 'other'), { identityFile: undefined });
  const { id } = await other.begin(intent, start);
  const here = await openLedger(place, 'moves');
  expect(await here.find(id)).toMatchObject({ outcome: 'sending', host: 'other' });
  const claim = new Date(start).toISOString(); // long over: the machine has not renewed it
  const schema = place.shared!.schema;
  await server.run(new URL(base).pathname.slice(1), `UPDATE ${schema}.operation SET claim = '${claim}'`);
  expect(await here.find(id)).toMatchObject({ outcome: 'unknown' });
  await expect(here.begin(intent, start)).rejects.toBeInstanceOf(ReferenceTaken);
  await other.settle(id, { outcome: 'done' }, start);
  expect(await here.find(id)).toMatchObject({ outcome: 'done' });
  await Promise.all([other.close(), here.close()]);
});

test('a claim is renewed while its operation is sent, and not afterwards', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const ledger = await openLedger(await placeOf(newHome('empty')), 'moves');
    const { id, claim } = await ledger.begin(intent, start);
    const claimed = async () => (await ledger.find(id))!.claim!;
    await vi.advanceTimersByTimeAsync(60_000);
    const renewed = await claimed(); // after the renewal, since a connection does one thing at a time
    expect(Date.parse(renewed)).toBeGreaterThan(Date.parse(claim!));
    await ledger.settle(id, { outcome: 'unknown' }, start);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await claimed()).toBe(renewed);
    await ledger.close();
  } finally {
    vi.useRealTimers();
  }
});

test('an account is held by one machine at a time, and free when it lets go or does not renew it', async () => {
  const place = await placeOf(newHome('empty'));
  const [one, other] = await Promise.all(['one', 'other'].map((host) => machine(place, host)));
  const soon = () => new Deadline({}, 300);
  const held = await one!.hold('account 0x1', soon());
  await expect(other!.hold('account 0x1', soon())).rejects.toMatchObject({
    code: 'ACCOUNT_LOCKED',
    message: expect.stringContaining(`one, process ${process.pid}`),
  });
  const waiting = other!.hold('account 0x1', new Deadline({}, 20_000));
  await held.release();
  expect(await waiting).toBeDefined();
  await server.run(new URL(base).pathname.slice(1), `UPDATE ${place.shared!.schema}.hold SET until = '2020'`);
  expect(await one!.hold('account 0x1', soon())).toMatchObject({ hasWaited: false });
  await Promise.all([one!.close(), other!.close()]);
});

/** A way to the server that breaks when `after` messages of the client have gone through. */
async function breakingWay() {
  const way = { port: 0, left: Number.POSITIVE_INFINITY };
  way.port = await wayTo(server.port, () => --way.left >= 0);
  return way;
}

test('a connection that breaks before any message: an operation is recorded once, whole, or it is not begun', async () => {
  const place = { ...(await placeOf(newHome('empty'))), outbox: path.join(newHome('empty'), 'outbox') };
  const way = await breakingWay();
  const there = await openLedger(place, 'reads');
  const ends: string[] = [];
  for (let after = 0; !ends.slice(-2).every((end) => end === 'begun') || after < 5; after++) {
    const ledger = await openLedger({ ...place, shared: { ...place.shared!, port: way.port } }, 'moves');
    const own = { ...intent, ref: `after ${after}`, amount: '1' };
    way.left = after;
    const id = (await ledger.begin(own, start).catch(() => undefined))?.id;
    way.left = Number.POSITIVE_INFINITY;
    const [recorded, ...others] = await there.withReference(own.ref);
    ends.push(id === undefined ? (recorded ? 'not known' : 'not begun') : 'begun');
    expect(others).toEqual([]);
    if (id) expect(recorded).toMatchObject({ id, amount: '1', outcome: 'sending' });
    await ledger.close();
  }
  expect(new Set(ends)).toContain('not begun');
  expect(ends.filter((end) => end === 'not known').length).toBeLessThanOrEqual(3); // at the commit, and before the identity
  await (await openLedger(place, 'reads')).close(); // delivers: what was not begun is not sent
  for (const [after, end] of ends.entries())
    for (const { outcome } of await there.withReference(`after ${after}`))
      expect(outcome).toBe(end === 'begun' ? 'sending' : 'not-sent');
  expect(readdirSync(place.outbox)).toEqual([]);
  await there.close();
});

test('a server that is killed in the middle loses nothing that was begun, and is used again when it is back', async () => {
  const place = await placeOf(newHome('empty'));
  const ledger = await openLedger(place, 'moves');
  const before = await ledger.begin({ ...intent, ref: 'first' }, start);
  const end = ledger.begin({ ...intent, ref: 'second' }, start).catch((error: { readonly code: string }) => error.code);
  await server.kill();
  await expect(ledger.find(before.id)).rejects.toMatchObject({ code: 'LEDGER_UNUSABLE' });
  await server.start();
  if (typeof (await end) === 'object') expect(await ledger.withReference('second')).toHaveLength(1);
  await ledger.settle(before.id, { outcome: 'done' }, start);
  expect(await ledger.find(before.id)).toMatchObject({ outcome: 'done' });
  await ledger.close();
});

test('an outcome that cannot be recorded waits, and is recorded once by the next that opens the ledger', async () => {
  const place = { ...(await placeOf(newHome('empty'))), outbox: path.join(newHome('empty'), 'outbox') };
  const ledger = await openLedger(place, 'moves');
  const { id } = await ledger.begin(intent, start);
  await server.kill();
  await expect(ledger.settle(id, { outcome: 'done', answer: '{"id":"t"}' }, start)).rejects.toMatchObject({
    message: expect.stringContaining(`It waits in ${place.outbox}`),
  });
  await ledger.close();
  await server.start();
  const next = await openLedger(place, 'reads');
  expect(await next.find(id)).toMatchObject({ outcome: 'done', answer: '{"id":"t"}' });
  expect(readdirSync(place.outbox)).toEqual([]);
  await next.close();
});

test('a database that was restored lacks what this machine has seen: nothing is sent', async () => {
  const place = await placeOf(newHome('empty'));
  const ledger = await openLedger(place, 'moves');
  await ledger.begin(intent, start);
  await ledger.close();
  const { schema } = place.shared!;
  const lost = `SET session_replication_role = replica; DELETE FROM ${schema}.operation`;
  await server.run(new URL(base).pathname.slice(1), lost); // as a failover that loses the last commit
  await expect(openLedger(place, 'moves')).rejects.toMatchObject({ code: 'LEDGER_REPLACED' });
});

test('settings of a role change nothing: two machines see what the other has written, and times are times', async () => {
  const place = await placeOf(newHome('empty'));
  const name = new URL(base).pathname.slice(1);
  const times = { default_transaction_isolation: 'serializable', statement_timeout: '150ms', lock_timeout: '1ms' };
  const forms = { datestyle: 'German', extra_float_digits: '-10', bytea_output: 'escape', search_path: 'pg_catalog' };
  const settings = Object.entries({ ...times, ...forms });
  const odd = settings.map(([key, value]) => `ALTER ROLE odd SET ${key} = '${value}';`);
  await server.run(name, `CREATE ROLE odd LOGIN PASSWORD 'owner-secret' IN ROLE owner; ${odd.join(' ')}`);
  const shared = { ...place.shared!, user: 'odd' };
  const open = (host: string) => Ledger.in(new PostgresDatabase(shared, host), { identityFile: undefined });
  const ledgers = await Promise.all(['one', 'other'].map(open));
  const seen: number[] = [];
  const check = () => (day: readonly unknown[]) => void seen.push(day.length);
  const begin = (i: number) => ledgers[i % 2]!.begin({ ...intent, ref: `${i}` }, start, { check });
  const begun = Array.from({ length: 12 }, (_, i) => begin(i));
  await Promise.all(begun);
  expect(seen).toEqual(Array.from({ length: 12 }, (_, i) => i)); // each has judged all before it
  const { id, at } = await begun[0]!;
  await ledgers[0]!.settle(id, { outcome: 'done', answer: 'a\0b' }, start);
  expect(await ledgers[1]!.find(id)).toMatchObject({ outcome: 'done', answer: 'a\uFFFDb' });
  const { at: changed } = (await ledgers[0]!.changes(id))![0]!;
  expect(Math.abs(Date.parse(changed) - Date.parse(at))).toBeLessThan(10_000);
  await Promise.all(ledgers.map((ledger) => ledger.close()));
});

test('a transaction that fails at its beginning leaves no trace in the connection', async () => {
  const db = new PostgresDatabase({ ...parseAddress(`${(await server.database())('writer')}?schema=new`) });
  await expect(db.init('test')).rejects.toMatchObject({ message: expect.stringContaining('may not be written') });
  expect(await db.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await db.close();
});

test('a failover loses what is being sent, and another machine uses its id: neither gets the outcome of the other', async () => {
  const place = { ...(await placeOf(newHome('empty'))), outbox: path.join(newHome('empty'), 'outbox') };
  const { schema } = place.shared!;
  const [sending, other] = [await openLedger(place, 'moves'), await openLedger(place, 'reads')];
  const { id, at } = await sending.begin({ ...intent, ref: 'lost' }, start);
  const lost = `SET session_replication_role = replica; DELETE FROM ${schema}.operation`;
  await server.run(new URL(base).pathname.slice(1), lost);
  const later = await other.begin({ ...intent, ref: 'later' }, start);
  expect([later.id, later.at === at]).toEqual([id, false]);
  const entry = { hash: '0x1', operation: id, chain: 'eip155:1', network: 'ETH', sender: '0x1', nonce: 0 };
  for (const wrong of [
    sending.journal.record({ ...entry, raw: '0x', kind: 'original', at }),
    sending.settle(id, { outcome: 'not-sent' }, start),
  ])
    await expect(wrong).rejects.toMatchObject({ code: 'LEDGER_REPLACED', message: expect.stringContaining(id) });
  const next = await openLedger(place, 'reads'); // delivers what waits
  expect(await next.find(id)).toMatchObject({ ref: 'later', outcome: 'sending' });
  expect(await next.journal.of(id)).toEqual([]);
  await Promise.all([sending.close(), other.close(), next.close()]);
});

test('of two machines with one name, neither takes what the other sends or holds', async () => {
  const place = await placeOf(newHome('empty'));
  const [one, other] = await Promise.all(['ci', 'ci'].map((host) => machine(place, host)));
  const ledger = await Ledger.in(one!, { identityFile: undefined });
  const { id } = await ledger.begin(intent, start);
  const held = await one!.hold('account 0x1', new Deadline({}, 300));
  const elsewhere = `SET process = 'boot pid:[1] 7', pid = ${process.pid}`; // a process of another system
  for (const table of ['hold', 'operation'])
    await server.run(new URL(base).pathname.slice(1), `UPDATE ${place.shared!.schema}.${table} ${elsewhere}`);
  await expect(other!.hold('account 0x1', new Deadline({}, 300))).rejects.toMatchObject({ code: 'ACCOUNT_LOCKED' });
  expect(await (await Ledger.in(other!, { identityFile: undefined })).find(id)).toMatchObject({ outcome: 'sending' });
  await held.release();
  await Promise.all([one!.close(), other!.close()]);
});

test('tables of the first version get grants with their rights: a writer adds and ends one, and changes or removes none', async () => {
  const address = await server.database();
  const name = new URL(address()).pathname.slice(1);
  const made = `SET ROLE owner; CREATE SCHEMA tuk; SET search_path TO tuk; CREATE TABLE migration (number integer PRIMARY KEY, at timestamptz, program text);
    ${migrations[0]} INSERT INTO migration VALUES (1); INSERT INTO meta VALUES ('id', '\\x01'), ('key', '\\x02');
    GRANT USAGE ON SCHEMA tuk TO writer; GRANT SELECT ON ALL TABLES IN SCHEMA tuk TO writer; GRANT INSERT ON plan, operation TO writer`;
  await server.run(name, made);
  const db = await openShared(parseAddress(address()));
  await db.init('test');
  await db.close();
  const ledger = await openLedger(
    { file: 'none', identityFile: path.join(newHome('empty'), 'l.json'), shared: parseAddress(address('writer')) },
    'reads',
  );
  const terms = { calls: ['user c'], beside: [], origins: {}, each: '5 MVP' };
  const grant = { ...terms, id: 'g', profile: 'p', account: 'a', host: 'h', madeBy: undefined };
  await ledger.grants.add(grant, 'hash', start, 60_000);
  expect(await ledger.grants.revoke('g', 'h', start)).toBe(true);
  await ledger.close();
  const refusals: readonly (readonly [role: string, sql: string, says: RegExp])[] = [
    ['writer', "UPDATE tuk.grants SET terms = '{}'", /permission denied/],
    ['writer', 'DELETE FROM tuk.revocations', /permission denied/],
    ['owner', "UPDATE tuk.grants SET terms = '{}'", /nothing of a ledger is removed/],
    ['owner', 'DELETE FROM tuk.revocations', /nothing of a ledger is removed/],
  ];
  for (const [role, sql, says] of refusals)
    await expect(server.run(name, `SET ROLE ${role}; ${sql}`)).rejects.toThrow(says);
});

test('every query has an index that it can use', async () => {
  const { schema } = (await placeOf(newHome('empty'))).shared!;
  const made = { page: pageQuery(true, ['user c']), groupsOfObject: groupsOfObjectQuery(['a']) };
  for (const [name, sql] of Object.entries({ ...queries, ...made })) {
    const plan = await server.run(
      new URL(base).pathname.slice(1),
      `SET enable_seqscan = off; EXPLAIN (GENERIC_PLAN) ${translated(sql, schema)}`,
    );
    expect([name, JSON.stringify(plan).match(/Seq Scan on operation/g)]).toEqual([name, null]);
  }
});
