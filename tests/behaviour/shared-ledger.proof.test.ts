// A ledger that several machines share: one reference is sent once, limits hold, and the way to it and back loses nothing.

import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { concurrently } from '../../src/services/concurrently.js';
import { account, chainProfile, friend } from '../support/chain.js';
import { exit } from '../support/exit.js';
import { postgresOfEachTest, wayTo } from '../support/postgres.js';
import { type Running, servedSandbox, tukProcess } from '../support/processes.js';
import { realClock } from '../support/time.js';
import { argvOf, newHome, newUser, type User } from '../support/tuk.js';

const { address, sql, server } = postgresOfEachTest();

const pay = 'points transfer --to dara --amount 1 --new-recipient --yes -o json'.split(' ');
const grant = "grant new --calls 'points transfer' --each '2 MVP' --expires-in 1d -o json";

/** Makes the tables as their owner. @returns the variables of a machine that uses the ledger as the writer */
async function ready(): Promise<Readonly<Record<string, string>>> {
  const made = await newUser().run(['ops', 'init', address(), '--writer', 'writer', '--yes']);
  expect(`${made.code} ${made.stderr}`).toMatch(/^0 /);
  return { TUK_LEDGER: address('writer') };
}
/** Machines of one account of a service. @returns also how much it has sent */
async function machines(count: number) {
  const { ready: served } = await servedSandbox(newHome());
  const users = await Promise.all(
    Array.from({ length: count }, async () => {
      const user = newUser(newHome('empty'));
      for (const line of [`profile add served --base ${served.url}/{service}`, 'profile use served', 'login --as mina'])
        expect((await user.run(line)).code).toBe(exit.ok);
      return user;
    }),
  );
  const balance = async () => Number((await users[0]!.json('points balance -o json')).amount);
  const before = await balance();
  return { users, sent: async () => before - (await balance()) };
}
type Variables = Readonly<Record<string, string>>;
const inTurn = (users: readonly User[], count: number, line: readonly string[], env: Variables) =>
  Promise.all(
    Array.from({ length: count }, (_, i) => tukProcess(line, { home: users[i % users.length]!.home, env }).done),
  );

test('24 processes on two machines with one reference: it is sent once, and all get its response', async () => {
  const [env, { users, sent }] = [await ready(), await machines(2)];
  const ends = await inTurn(users, 24, [...pay, '--client-ref', 'march'], env);
  expect(ends.flatMap(({ code, stderr }) => (code === exit.ok ? [] : [stderr]))).toEqual([]);
  expect([await sent(), new Set(ends.map(({ stdout }) => stdout)).size]).toEqual([1.5, 1]);
});

test('40 transfers of two machines under a limit of a day are never over it', async () => {
  const [env, { users, sent }] = [await ready(), await machines(2)];
  for (const user of users)
    expect((await user.run(['profile', 'set', 'served', 'limits.day', '10 MVP'])).code).toBe(exit.ok);
  const ends = await inTurn(users, 40, pay, env);
  const count = (wanted: number) => ends.filter(({ code }) => code === wanted).length;
  expect([await sent(), count(exit.ok), count(exit.guarded)], ends[0]!.stderr).toEqual([9, 6, 34]);
});

test.each([
  ['a database, on two machines', 2],
  ['a file', 1],
])('100 transfers under a grant, counted in %s, are never over its bounds', async (_, count) => {
  const [shared, { users, sent }] = [await ready(), await machines(count)];
  const env = count === 1 ? {} : shared;
  for (const user of users) await user.run('profile set served limits.recipients dara');
  const options = { env, terminal: true, stdin: 'yes\n', now: realClock };
  const { token } = await users[0]!.json(argvOf(`${grant} --total '10 MVP'`), options);
  const line = 'points transfer --to dara --amount 1'.split(' ');
  const run = (i: number) =>
    users[i % count]!.run(line, { env: { ...env, TUK_GRANT: token }, ownTransport: true, now: realClock });
  const ends: Awaited<ReturnType<typeof run>>[] = [];
  // each has up to two connections, and the writes of a schema wait for one another
  await concurrently([...Array(100).keys()], 40, async (i) => void ends.push(await run(i)));
  const ended = (wanted: number) => ends.filter(({ code }) => code === wanted).length;
  expect([await sent(), ended(exit.ok), ended(exit.guarded)], ends[0]!.stderr).toEqual([9, 6, 94]);
  if (count === 1) return;
  const processes = await inTurn(users, 4, line, { ...env, TUK_GRANT: token });
  expect(processes.map(({ code }) => code)).toEqual(Array(4).fill(exit.guarded));
});

test('a ledger is moved to a database and back: every row is the same, and the old one sends nothing', async () => {
  const user = newUser();
  await user.run('login --as mina');
  for (const ref of ['a', 'b']) expect((await user.run([...pay, '--client-ref', ref])).code).toBe(exit.ok);
  const made = await user.json(argvOf(grant), { terminal: true, stdin: 'yes\n' });
  const before = await user.json('ops export --every -o json');
  await ready();
  const away = await user.run(['ops', 'move', '--to', address(), '--yes']);
  expect(`${away.code} ${away.stderr}`).toMatch(/^0 .*Moved 2 operations/s);
  const refused = await user.run(pay);
  expect(`${refused.code} ${refused.stderr}`).toMatch(
    /^9 .*was moved to postgres:\/\/owner@127.0.0.1:\d+\/desk_\d+\?schema=tuk, .*postgres:\/\/ROLE@/s,
  );
  expect((await user.run('ops list')).stderr).toContain('was moved to'); // read, with a warning
  expect((await user.run('ops adopt --yes')).code).toBe(exit.local);
  const ring = new Map<string, string>();
  const get = async (name: string) => ring.get(name);
  const keyring = async () => {
    return { get, set: async (name: string, secret: string) => void ring.set(name, secret), delete: async () => {} };
  };
  const set = await user.run(['config', 'set', 'ledger', address('writer'), '--yes'], { keyring });
  expect(`${set.code} ${set.stderr}`).toMatch(/^0 .*: 2 operations.*key ring/s);
  expect(await user.json('ops export --every -o json', { keyring })).toEqual(before);
  expect(await user.json('grant list', { keyring })).toMatchObject([{ id: made.id, state: 'active' }]);
  const again = await user.run([...pay, '--client-ref', 'b'], { keyring });
  expect([again.code, again.stderr]).toEqual([exit.ok, expect.stringContaining('before')]);
  expect((await user.run([...pay, '--client-ref', 'c'], { keyring })).code).toBe(exit.ok);
  for (const line of ['config show --origin', 'doctor', 'ops list', 'ops show op-2611-0001', '-v ops list']) {
    const { stdout, stderr } = await user.run(line, { keyring });
    expect(stdout + stderr).not.toContain('secret');
  }
  expect((await user.run('doctor -o ndjson', { keyring })).stdout).toMatch(
    /"check":"ledger","result":"ok".*PostgreSQL 18.*as writer/,
  );
  const back = await user.run(['ops', 'move', '--to', 'ledger.db', '--yes'], { env: { TUK_LEDGER: address() } });
  expect(`${back.code} ${back.stderr}`).toMatch(/^0 .*Moved 3 operations/s);
  expect((await user.run(pay, { keyring })).code).toBe(exit.local);
  expect((await user.run('config set ledger file --yes')).code).toBe(exit.ok);
  expect(await user.json('ops export --every -o json')).toHaveLength(before.length * 1.5);
  expect((await user.run([...pay, '--client-ref', 'c'])).stderr).toContain('before');
});

test('a ledger that is away before the send is exit 9, and nothing is sent; what is away after it is recorded by the next command', async () => {
  const [env, { users, sent }] = [await ready(), await machines(1)];
  const [user] = users as [User];
  expect((await user.run(pay, { env })).code).toBe(exit.ok);
  await server().kill();
  const away = await user.run(pay, { env });
  expect(`${away.code} ${away.stderr}`).toMatch(/^9 .*cannot be reached.*Without it tuk sends no transfer/s);
  expect(await sent()).toBe(1.5);
  await server().start();
  expect((await user.run(pay, { env })).code).toBe(exit.ok);
});

test('a role without rights, a wrong password, no tables, and tables of a newer version are each one sentence', async () => {
  const user = newUser();
  await user.run('login --as mina');
  const says = async (to: string) => {
    const { code, stderr } = await user.run(pay, { env: { TUK_LEDGER: to } });
    return `${code} ${stderr.split('\n').find((line) => line.startsWith('✗'))}`;
  };
  expect(await says(address())).toMatch(/^9 .*has no tables of a ledger\./);
  await user.run(['ops', 'init', address(), '--yes']);
  expect(await says(address('writer'))).toMatch(/^9 .*(has no tables of a ledger|may not be written by this role)/);
  expect(await says(address().replace('owner-secret', 'wrong'))).toMatch(/^9 .*refuses the password/);
  expect(await says(address().replace(/:\d+\//, ':1/'))).toMatch(/^9 .*cannot be reached/);
  expect(await says(`${address().replace('127.0.0.1', 'db.example.com')}?sslmode=disable`)).toMatch(/^2 .*needs TLS/);
  const later = "INSERT INTO tuk.migration (number, program) VALUES (99, 'later')";
  await sql(later);
  expect(await says(address())).toMatch(/^9 .*have the version 99, and this program knows the version \d\./);
});

test('nobody removes an operation, and who changed what is recorded', async () => {
  const env = await ready();
  const user = newUser();
  await user.run('login --as mina');
  expect((await user.run(pay, { env })).code).toBe(exit.ok);
  await expect(sql('DELETE FROM tuk.operation')).rejects.toThrow('nothing of a ledger is removed');
  const changes = await sql('SELECT operation, role, host, outcome FROM tuk.change ORDER BY rowid');
  expect(changes).toMatchObject([
    { operation: 'op-2611-0001', role: 'writer', host: expect.stringMatching(/^tuk ./), outcome: 'sending' },
    { operation: 'op-2611-0001', role: 'writer', outcome: 'done' },
  ]);
  const shown = await user.json('ops show op-2611-0001 -o json', { env });
  expect(shown.changes).toMatchObject([{ outcome: 'sending' }, { outcome: 'done', columns: { outcome: 'done' } }]);
  const [here] = await user.json(`ops list --by ${shown.host} -o json`, { env });
  expect([here.id, await user.json('ops list --by elsewhere -o json', { env })]).toEqual([shown.id, []]);
});

/** Lets a full disk refuse some rows of a table. @returns the function that makes room */
async function fullDisk(table: string, when: string) {
  await sql(
    `CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'No space left' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON tuk.${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION full_disk()`,
  );
  return () => sql('DROP FUNCTION full_disk CASCADE');
}
const send = `wallet send --network BSC --token BNB --to ${friend} --amount 0.001 --key-file phrase.txt --new-recipient --yes`;

test('a disk that is full after the broadcast: it is said to be sent, with its hash, and is not signed again', async () => {
  const env = await ready();
  const user = await chainProfile();
  const makeRoom = await fullDisk('evm_sighting', 'true');
  const line = [...send.split(' '), '--client-ref', 'a'];
  const { code, stderr } = await user.run(line, { env });
  expect(`${code} ${stderr}`).toMatch(
    /^10 .*op-2611-0001 was signed and sent, and the ledger could not record.*no space left.*Hash: 0x\w{64}/s,
  );
  expect(stderr).not.toContain('no transfer is sent');
  await makeRoom();
  const again = await user.run(line, { env });
  expect([again.code, again.stderr]).toEqual([exit.ok, expect.stringContaining('nothing new was signed')]);
  expect(user.broadcasts()).toHaveLength(1);
});

test('a disk that is full at the second signature of a batch: the first is sent, the others later, each once', async () => {
  const env = await ready();
  const user = await chainProfile();
  writeFileSync(path.join(user.home, 'pay.csv'), 'amount\n0.001\n0.002\n0.003\n');
  const template = send.replace('--amount 0.001', '--amount {amount}').replace(' --new-recipient --yes', '');
  const line = ['batch', 'pay.csv', '--client-ref', 'p', '--template', template, '--new-recipient', '--yes'];
  await fullDisk('operation', "NEW.outcome = 'not-sent'");
  const makeRoom = await fullDisk('evm_transaction', 'NEW.nonce = 1');
  const first = await user.run(line, { env });
  expect([first.code === exit.ok, user.broadcasts().length], first.stderr).toEqual([false, 1]);
  await makeRoom();
  const { code, stderr } = await user.run(line, { env });
  expect([code, new Set(user.broadcasts()).size], stderr).toEqual([exit.ok, 3]);
  const outcomes = (await user.json('ops list -o json', { env })).map(({ outcome }: { outcome: string }) => outcome);
  expect(outcomes.sort()).toEqual(['done', 'done', 'done', 'not-sent', 'not-sent']);
});

test('a process that is killed before any of its statements that count: its reference is sent once, and nothing is blocked', async () => {
  await ready();
  const user = await chainProfile();
  let awaited: (RegExp | 'killed')[] = [];
  let running: Running | undefined;
  const port = await wayTo(server().port, (bytes) => {
    if (awaited[0] instanceof RegExp && awaited[0].test(bytes.toString('latin1'))) awaited.shift();
    if (awaited[0] !== 'killed') return true;
    running!.kill();
    return false;
  });
  const env = { TUK_LEDGER: address('writer').replace(/:\d+\//, `:${port}/`) };
  for (const table of ['operation', 'evm_transaction', 'evm_sighting'])
    for (const points of [[], [/COMMIT/]]) {
      const line = [...send.split(' '), '--client-ref', `${table}-${points.length}`];
      awaited = [new RegExp(`INSERT INTO "tuk".${table} `), ...points, 'killed'];
      running = tukProcess(line, { home: user.home, env });
      expect((await running.done).signal).toBe('SIGKILL');
      awaited = [];
      const next = await user.run(line, { env });
      const isFree = next.code === exit.guarded && /never signed; its reference is free now/.test(next.stderr);
      const last = isFree ? await user.run(line, { env }) : next;
      expect([last.code, isFree], last.stderr).toEqual([exit.ok, table === 'evm_transaction']);
    }
  const signed = await sql('SELECT nonce::int, state FROM tuk.evm_transaction ORDER BY nonce');
  expect(signed).toEqual(Array.from({ length: 6 }, (_, nonce) => ({ nonce, state: 'SUCCESS' })));
});

test('12 sends of one key from two machines, behind one that has died: no nonce twice, none left out, and all arrive', async () => {
  const env = await ready();
  const user = await chainProfile();
  const soon = `to_char((now() + interval '16 s') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const dead = `INSERT INTO tuk.hold VALUES ('account ${account.toLowerCase()}', 'other', 'x y 1', 'now', ${soon}, 7)`;
  await sql(dead); // longer than one wait for a turn
  const other = newUser(newHome('empty'));
  for (const name of ['config.json', 'phrase.txt'])
    copyFileSync(path.join(user.home, name), path.join(other.home, name));
  const ends = await inTurn([user, other], 12, send.split(' '), env);
  expect(ends.flatMap(({ code, stderr }) => (code === exit.ok ? [] : [stderr]))).toEqual([]);
  const nonces = await sql('SELECT nonce::int FROM tuk.evm_transaction ORDER BY nonce');
  const first = nonces[0]!.nonce as number;
  expect(nonces.map(({ nonce }) => nonce)).toEqual(Array.from({ length: 12 }, (_, i) => first + i));
  expect(new Set(user.broadcasts()).size).toBe(12);
});
