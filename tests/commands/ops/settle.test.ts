// `tuk ops settle` reads before it records: a judgement cannot contradict a row of the service.
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../src/money/operation.js';
import { exit } from '../../support/exit.js';
import { userOf } from '../../support/operations.js';
import { reset, respond, respondByPath, respondJson, type Script } from '../../support/scripted-server.js';
import { now } from '../../support/time.js';
import { signedIn, stubUser } from '../../support/users.js';

const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const transfer = 'points transfer --to dara --amount 5 --new-recipient --yes';
const paid = {
  id: 'r1',
  amount: '-5',
  status: 'COMPLETED',
  receiverNickname: 'dara',
  createdAt: new Date(now).toISOString(),
};
const older = { id: 'r0', amount: '-1', createdAt: '2026-01-01T00:00:00.000Z' };

/** A user with transfers of 5 points, of which the last one's response was lost; the history is what `history` returns. */
async function lostAfter(answers: readonly Script[], history: () => unknown) {
  const left = [...answers, reset];
  const user = await userOf(
    (...request) => (left.shift() ?? reset)(...request),
    (requested) =>
      requested.endsWith('/mvp/history')
        ? history()
        : requested.endsWith('/fee')
          ? { feeAmount: '0.5', currencyId: 'MVP' }
          : undefined,
  );
  for (const _ of [...left]) await user.run(transfer);
  const [{ id, outcome }] = (await user.list()) as [Operation];
  expect(outcome).toBe('unknown');
  const settle = (as: string) => user.run(`ops settle ${id} --as ${as} --note seen --yes`);
  return { ...user, id, settle, outcome: async () => (await user.list())[0]?.outcome };
}

describe('not-done', () => {
  test.each<[string, readonly object[], string]>([
    ['the row', [paid], 'the service shows it (the same amount, recipient, time), as COMPLETED'],
    ['the row with a status that no list has', [{ ...paid, status: 'ODD' }], 'which no public list has'],
    ['a row that does not name the recipient', [{ ...paid, receiverNickname: null }], 'does not name the recipient'],
    ['two rows that may be it', [paid, { ...paid, id: 'r2' }], '2 rows fit'],
  ])('is exit 7 where the service shows %s, and names it', async (_, rows, why) => {
    const { settle, outcome, sent } = await lostAfter([], () => [...rows, older]);
    const { code, stderr } = await settle('not-done');
    expect([code, stderr]).toEqual([exit.guarded, expect.stringContaining(why)]);
    expect(stderr).toContain('tuk ops check');
    expect([await outcome(), sent()]).toEqual(['unknown', 1]);
  });

  test.each<[string, readonly object[]]>([
    ['no row', []],
    ['a row of another recipient', [{ ...paid, receiverNickname: 'mallory' }]],
    ['a row of another time', [{ ...paid, createdAt: '2026-11-01T00:00:00.000Z' }]],
    ['a row that names no amount', [{ ...paid, amount: undefined, points: '-7' }]],
    ['a bad end', [{ ...paid, status: 'FAILED' }]],
  ])('is recorded where the service shows %s', async (_, rows) => {
    const { settle, outcome } = await lostAfter([], () => [...rows, older]);
    expect((await settle('not-done')).code).toBe(exit.ok);
    expect(await outcome()).toBe('not-done');
  });

  test('is recorded where every row is that of another operation that is known to be done', async () => {
    const { settle, outcome } = await lostAfter([respondJson({ id: 't1', amount: '5' }, 201)], () => [paid, older]);
    expect((await settle('not-done')).code).toBe(exit.ok);
    expect(await outcome()).toBe('not-done');
    const two = await lostAfter([respondJson({ id: 't1', amount: '5' }, 201)], () => [
      { ...paid, id: 'r2' },
      paid,
      older,
    ]);
    expect((await two.settle('not-done')).code).toBe(exit.guarded);
  });

  test('counts in limits.day for 24 hours, and frees the reference', async () => {
    const user = await lostAfter([], () => [older]);
    await user.run(['profile', 'set', 'box', 'limits.day', '8 MVP']);
    expect((await user.settle('not-done')).code).toBe(exit.ok);
    const again = await user.run(transfer);
    expect([again.code, again.stderr]).toEqual([exit.guarded, expect.stringContaining('limits.day')]);
    const later = await user.run(transfer, { now: now + 25 * 3_600_000 });
    expect([later.code, user.sent()]).toEqual([exit.unknown, 2]);
  });

  test('of a withdrawal on the sandbox that goes on is refused', async () => {
    const { run, json } = await signedIn();
    const withdraw = `wallet withdraw create --currency MVL --amount 40 --to ${to} --new-recipient --yes`;
    expect((await run(withdraw)).code).toBe(exit.ok);
    const [{ id }] = await json('ops list');
    const settled = await run(`ops settle ${id} --as not-done --note x --yes`);
    expect([settled.code, settled.stderr]).toEqual([
      exit.guarded,
      expect.stringMatching(/the service shows it \(.*\), as INCOMING/),
    ]);
  });

  test('of an operation that no read shows is recorded unread', async () => {
    const user = await userOf(reset, {});
    expect((await user.run('api sale give-item -f to=u-1 --new-recipient --yes')).code).toBe(exit.unknown);
    const [{ id }] = (await user.list()) as [Operation];
    const reads = user.server.requests.length;
    expect((await user.run(`ops settle ${id} --as not-done --note seen --yes`)).code).toBe(exit.ok);
    expect(user.server.requests.length).toBe(reads);
  });
});

describe('done', () => {
  test('is exit 7 where the service shows a bad end', async () => {
    const { settle, outcome } = await lostAfter([], () => [{ ...paid, status: 'FAILED' }, older]);
    const { code, stderr } = await settle('done');
    expect([code, stderr]).toEqual([exit.guarded, expect.stringMatching(/cannot be settled as done: .* as FAILED/)]);
    expect(await outcome()).toBe('unknown');
  });

  test('is recorded where the service shows it, or nothing; the receipt says which', async () => {
    const shown = await lostAfter([], () => [paid, older]);
    expect(await shown.settle('done')).toMatchObject({
      code: exit.ok,
      stderr: expect.stringMatching(/Service +the service shows it/),
    });
    const unseen = await lostAfter([], () => []);
    expect(await unseen.settle('done')).toMatchObject({
      code: exit.ok,
      stderr: expect.stringMatching(/Service +the service does not show it/),
    });
  });
});

test.each<[string, Script, number]>([
  ['503', respond(503, '{"message":"busy"}'), exit.server],
  ['a reset', reset, exit.unreachable],
  ['a failure in a 200', respondJson({ success: false, items: [] }), exit.server],
  ['an object in place of a list', respondJson({ id: 'x' }), exit.server],
])('a read that fails settles nothing: %s', async (_, script, code) => {
  const user = await stubUser((socket, request) => {
    if (request.method !== 'GET') return reset(socket, request);
    return request.path.endsWith('/mvp/history')
      ? script(socket, request)
      : respondByPath({}, respondJson({ feeAmount: '0.5' }))(socket, request);
  });
  await user.run(transfer);
  const [{ id }] = (await user.json('ops list')) as [Operation];
  for (const as of ['done', 'not-done'])
    expect([as, (await user.run(`ops settle ${id} --as ${as} --note x --yes`)).code]).toEqual([as, code]);
  expect((await user.json('ops list'))[0]).toMatchObject({ outcome: 'unknown' });
});
