// `tuk ops wait` ends where the end is recorded or visible, and says what it knows where it does not.
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../src/money/ledger.js';
import { exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { userOf } from '../support/operations.js';
import { neverRespond, reset, respond, type Script, scripted } from '../support/scripted-server.js';
import { now } from '../support/time.js';
import { newUser } from '../support/tuk.js';
import { confirmFieldNames } from '../support/users.js';

const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const transfer = 'points transfer --to dara --amount 50 --new-recipient --yes -p box';
const row = (more: object = {}) => ({
  amount: '-50',
  toUserId: 'dara',
  createdAt: new Date(now).toISOString(),
  status: 'COMPLETED',
  ...more,
});

/** A user whose changes are answered in turn, and whose points history is `rows()`. */
async function withHistory(rows: () => unknown, ...answers: Script[]) {
  const user = await userOf(
    (socket, request) => (/fee$/.test(request.path) ? respond(200, '{"feeAmount":"0"}') : answers.shift()!)(socket, request),
    (requested) =>
      requested.endsWith('/mvp/history') ? rows() : requested.endsWith('/currencies/MVL') ? { id: 'MVL', network: 'ETHEREUM' } : undefined,
  );
  const wait = (id: string, more = '') => whileTimePasses(() => user.run(`ops wait ${id} --max-wait 1s --interval 50ms -p box ${more}`));
  return { ...user, wait };
}

test('an operation whose good end was recorded has ended: nothing is read, whatever is done later', async () => {
  const user = newUser();
  await user.run('login');
  await user.run('points transfer --to dara --amount 50 --new-recipient --yes');
  const [{ id }] = JSON.parse((await user.run('ops list')).stdout) as [Operation];
  expect((await whileTimePasses(() => user.run(`ops wait ${id} --max-wait 7s`))).code).toBe(exit.ok);
  expect((await user.run(`points withdraw --amount 50 -f currencyId=MVL -f address=${to} --new-recipient --yes`)).code).toBe(exit.ok);
  await user.run('logout --yes');
  const again = await whileTimePasses(() => user.run(`ops wait ${id} --max-wait 7s`));
  expect([again.code, again.stdout]).toEqual([exit.ok, expect.stringMatching(/COMPLETED .*good end\n$/)]);
  const shown = await whileTimePasses(() => user.run(`ops wait ${id} --max-wait 7s -o ndjson`));
  expect([shown.code, JSON.parse(shown.stdout)]).toEqual([exit.ok, expect.objectContaining({ id, status: 'COMPLETED', ended: 'good' })]);
  expect((await whileTimePasses(() => user.run(`ops wait ${id} --for FAILED`))).code).toBe(exit.endedBadly); // it can no longer follow
});

describe('where it is not certain which row it is', () => {
  const two = () => [row({ id: 'row-one' }), row({ id: 'row-two' })];

  test('a person reads why', async () => {
    const user = await withHistory(two, respond(201, '{"ok":1}'));
    await user.run(transfer);
    const [{ id }] = (await user.list()) as [Operation];
    const waited = await user.wait(id);
    expect([waited.code, waited.stdout]).toEqual([exit.pending, '']);
    expect(waited.stderr).toMatch(
      new RegExp(`Not yet: ${id} is not seen: 2 rows fit \\(.*\\), and any of them may be it; the time has run out`),
    );
    expect(waited.stderr).not.toMatch(/Cannot reach/);
  });

  test.each(['-o ndjson', '-o json', '--json'])('a program reads it with %s: an object on stdout, and the error', async (format) => {
    const user = await withHistory(two, respond(201, '{"ok":1}'));
    await user.run(transfer);
    const [{ id }] = (await user.list()) as [Operation];
    const waited = await user.wait(id, format);
    expect(waited.code).toBe(exit.pending);
    expect(JSON.parse(waited.stdout)).toMatchObject({ id, status: null, ended: null, reason: expect.stringMatching(/^2 rows fit/) });
    expect(JSON.parse(waited.stderr).error).toMatchObject({
      code: 'NOT_YET',
      exitCode: exit.pending,
      message: expect.stringMatching(/2 rows fit/),
    });
  });

  test('a row that another call may have made is not taken for it', async () => {
    const withdrawal = { request: { id: 'w1', status: 'INCOMING', amount: '50', feeAmount: '0', address: to, currencyId: 'MVP' } };
    const user = await withHistory(() => [row()], respond(201, JSON.stringify(withdrawal)), reset);
    const withdrawn = await user.run(`points withdraw --amount 50 -f currencyId=MVL -f address=${to} --new-recipient --yes -p box`);
    expect([withdrawn.code, withdrawn.stderr]).toEqual([exit.ok, expect.any(String)]);
    expect((await user.run(transfer)).code).toBe(exit.unknown);
    const [{ id }] = (await user.list()) as [Operation];
    const checked = await user.run(`ops check ${id} -p box`);
    expect([checked.code, checked.stderr]).toEqual([
      exit.pending,
      expect.stringMatching(/the row that fits \(.*\) may be that of another operation/),
    ]);
  });
});

describe('two equal operations', () => {
  const both = async (statuses: readonly [string, string], count = 2) => {
    const rows: object[] = [];
    const user = await withHistory(() => rows, respond(201, '{"ok":1}'), respond(201, '{"ok":1}'));
    for (const [i, status] of statuses.entries()) {
      const at = now + i * 1000;
      expect((await user.run(transfer, { now: at })).code).toBe(exit.ok);
      if (i < count) rows.unshift(row({ id: `row-${i}`, status, createdAt: new Date(at).toISOString() }));
    }
    const [second, first] = (await user.list()) as [Operation, Operation];
    return { ...user, first, second };
  };

  test('end with two rows of one status, each with its own', async () => {
    const { wait, run, first, second } = await both(['COMPLETED', 'COMPLETED']);
    for (const { id } of [second, first]) expect((await wait(id)).code).toBe(exit.ok);
    const found = async ({ id }: Operation) => JSON.parse((await run(`ops show ${id} -p box`)).stdout).found.id;
    expect([await found(first), await found(second)]).toEqual(['row-0', 'row-1']);
  });

  test.each<[string, readonly [string, string], number]>([
    ['rows of two statuses', ['FAILED', 'COMPLETED'], 2],
    ['one row', ['COMPLETED', 'COMPLETED'], 1],
  ])('do not end with %s', async (_, statuses, count) => {
    const { wait, first, second } = await both(statuses, count);
    for (const { id } of [second, first]) expect((await wait(id)).code).toBe(exit.pending);
  });
});

test('a poll that the deadline cuts is no outage: what was last known is said', async () => {
  const request = {
    id: 'w1',
    status: 'INCOMING',
    amount: '25',
    feeAmount: '1',
    address: to,
    currencyId: 'MVL',
    createdAt: new Date(now).toISOString(),
  };
  let reads = 0;
  const server = await scripted((socket, received) => {
    const { method, path } = received;
    if (method !== 'GET') return respond(201, JSON.stringify({ request }))(socket, received);
    if (!path.endsWith('/withdrawals/w1')) return respond(200, '{"id":"x","feeAmount":"0.5","amount":"100"}')(socket, received);
    reads++;
    return (reads === 1 ? respond(404, '{}') : neverRespond)(socket, received);
  });
  const user = newUser();
  await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmFieldNames(user.home, 'box');
  await user.run('login --tokens-stdin -p box', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  expect((await user.run(`wallet withdraw create --currency MVL --amount 25 --to ${to} --new-recipient --yes -p box`)).code).toBe(exit.ok);
  const [{ id }] = JSON.parse((await user.run('ops list -p box')).stdout) as [Operation];
  const waited = await whileTimePasses(() => user.run(`ops wait ${id} --max-wait 400ms --interval 50ms -p box`));
  expect([reads, waited.code, waited.stderr]).toEqual([
    2,
    exit.pending,
    expect.stringMatching(/Not yet: op-\S+ is not seen: .*; it was INCOMING when it was last seen/),
  ]);
  expect(waited.stderr).not.toMatch(/Cannot reach|no response/);
});
