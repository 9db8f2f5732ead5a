// A ledger that several machines share: one reference is sent once, limits hold, and the way to it and back loses nothing.
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { chainProfile, friend } from '../support/chain.js';
import { exit } from '../support/exit.js';
import { type PostgresServer, postgresServer, type roles } from '../support/postgres.js';
import { servedSandbox, tukProcess } from '../support/processes.js';
import { newHome, newUser, type User } from '../support/tuk.js';

let server: PostgresServer;
let address: (role?: keyof typeof roles) => string;
beforeAll(async () => {
  server = await postgresServer();
});
beforeEach(async () => {
  address = await server.database();
});

const pay = 'points transfer --to dara --amount 1 --new-recipient --yes -o json'.split(' ');

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
const inTurn = (
  users: readonly User[],
  count: number,
  line: readonly string[],
  env: Readonly<Record<string, string>>,
) =>
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

test('a ledger is moved to a database and back: every row is the same, and the old one sends nothing', async () => {
  const user = newUser();
  await user.run('login --as mina');
  for (const ref of ['a', 'b']) expect((await user.run([...pay, '--client-ref', ref])).code).toBe(exit.ok);
  const before = await user.json('ops export --every -o json');
  await ready();
  const away = await user.run(['ops', 'move', '--to', address(), '--yes']);
  expect(`${away.code} ${away.stderr}`).toMatch(/^0 .*Moved 2 operations/s);
  const refused = await user.run(pay);
  expect(`${refused.code} ${refused.stderr}`).toMatch(
    /^9 .*was moved to postgres:\/\/owner@127.0.0.1:\d+\/desk_\d+\?schema=tuk, .*postgres:\/\/ROLE@/s,
  );
  expect((await user.run('ops list')).stderr).toContain('now.'); // read, with a warning
  expect((await user.run('ops adopt --yes')).code).toBe(exit.local);
  const ring = new Map<string, string>();
  const get = async (name: string) => ring.get(name);
  const keyring = async () => ({
    get,
    set: async (name: string, secret: string) => void ring.set(name, secret),
    delete: async () => {},
  });
  const set = await user.run(['config', 'set', 'ledger', address('writer'), '--yes'], { keyring });
  expect(`${set.code} ${set.stderr}`).toMatch(/^0 .*: 2 operations.*key ring/s);
  expect(await user.json('ops export --every -o json', { keyring })).toEqual(before);
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
  await server.kill();
  const away = await user.run(pay, { env });
  expect(`${away.code} ${away.stderr}`).toMatch(/^9 .*cannot be reached.*Nothing that moves value is sent/s);
  expect(await sent()).toBe(1.5);
  await server.start();
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
  await server.run(
    new URL(address()).pathname.slice(1),
    "INSERT INTO tuk.migration (number, program) VALUES (99, 'later')",
  );
  expect(await says(address())).toMatch(/^9 .*have the version 99, and this program knows the version 1\./);
});

test('nobody removes an operation, and who changed what is recorded', async () => {
  const env = await ready();
  const user = newUser();
  await user.run('login --as mina');
  expect((await user.run(pay, { env })).code).toBe(exit.ok);
  const name = new URL(address()).pathname.slice(1);
  await expect(server.run(name, 'DELETE FROM tuk.operation')).rejects.toThrow('nothing of a ledger is removed');
  const changes = await server.run(name, 'SELECT operation, role, host, outcome FROM tuk.change ORDER BY rowid');
  expect(changes).toMatchObject([
    { operation: 'op-2611-0001', role: 'writer', host: expect.stringMatching(/^tuk ./), outcome: 'sending' },
    { operation: 'op-2611-0001', role: 'writer', outcome: 'done' },
  ]);
  const shown = await user.json('ops show op-2611-0001 -o json', { env });
  expect(shown.changes).toMatchObject([{ outcome: 'sending' }, { outcome: 'done', columns: { outcome: 'done' } }]);
  const [here] = await user.json(`ops list --by ${shown.host} -o json`, { env });
  expect([here.id, await user.json('ops list --by elsewhere -o json', { env })]).toEqual([shown.id, []]);
});

test('12 sends of one key from two machines: no nonce twice, none left out, and all arrive', async () => {
  const env = await ready();
  const user = await chainProfile();
  const other = newUser(newHome('empty'));
  for (const name of ['config.json', 'phrase.txt'])
    copyFileSync(path.join(user.home, name), path.join(other.home, name));
  const line = `wallet send --network BSC --token BNB --to ${friend} --amount 0.001 --key-file phrase.txt --new-recipient --yes`;
  const ends = await inTurn([user, other], 12, line.split(' '), env);
  expect(ends.flatMap(({ code, stderr }) => (code === exit.ok ? [] : [stderr]))).toEqual([]);
  const name = new URL(address()).pathname.slice(1);
  const nonces = await server.run(name, 'SELECT nonce::int FROM tuk.evm_transaction ORDER BY nonce');
  const first = nonces[0]!.nonce as number;
  expect(nonces.map(({ nonce }) => nonce)).toEqual(Array.from({ length: 12 }, (_, i) => first + i));
  expect(new Set(user.broadcasts()).size).toBe(12);
});
