// `tuk wait` ends at a recorded or visible end; otherwise it says what is known.
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../src/money/ledger/operation.js';
import { ends, exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { userOf } from '../support/operations.js';
import { neverRespond, reset, respond, respondByPath, respondJson, type Script } from '../support/scripted-server.js';
import { now } from '../support/time.js';
import { signedIn, stubUser } from '../support/users.js';

const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const transfer = 'points transfer --to dara --amount 50 --new-recipient --yes';
const accepted = respond(201, '{"ok":1}');
const row = (more: object = {}) => ({
  amount: '-50',
  receiverNickname: 'dara',
  createdAt: new Date(now).toISOString(),
  status: 'COMPLETED',
  ...more,
});

/** A user whose changes are answered in turn, and whose points history has these rows. */
async function withHistory(rows: readonly object[], ...answers: Script[]) {
  const user = await userOf(
    respondByPath({ '/fee': { feeAmount: '0' } }, (...request) => answers.shift()!(...request)),
    { '/mvp/history': rows, '/currencies/MVL': { id: 'MVL', network: 'ETHEREUM' } },
  );
  const wait = (id: string, more = '') =>
    whileTimePasses(() => user.run(`wait ${id} --max-wait 1s --interval 50ms ${more}`));
  return { ...user, wait };
}

test('an operation whose good end was recorded has ended: nothing is read, whatever is done later', async () => {
  const { run, json } = await signedIn();
  await run(transfer);
  const [{ id }] = await json('ops list');
  const wait = (more: string) => whileTimePasses(() => run(`wait ${id} ${more}`));
  expect((await wait('--max-wait 7s')).code).toBe(exit.ok);
  const later = `points withdraw --amount 50 -f currencyId=MVL -f address=${to} --new-recipient --yes`;
  expect((await run(later)).code).toBe(exit.ok);
  await run('logout --yes');
  const stdout = expect.stringMatching(/COMPLETED .*succeeded\n$/);
  expect(await wait('--max-wait 7s')).toMatchObject({ code: exit.ok, stdout });
  const shown = await wait('--max-wait 7s -o ndjson');
  expect([shown.code, JSON.parse(shown.stdout)]).toMatchObject([exit.ok, { id, status: 'COMPLETED', ended: 'good' }]);
  expect((await wait('--for FAILED')).code).toBe(exit.endedBadly); // it can no longer follow
});

describe('where it is not certain which row it is', () => {
  const withTwo = async () => {
    const user = await withHistory([row({ id: 'row-one' }), row({ id: 'row-two' })], accepted);
    await user.run(transfer);
    const [{ id }] = (await user.list()) as [Operation];
    return { ...user, id };
  };

  test('a person reads why', async () => {
    const { wait, id } = await withTwo();
    const why = `Not yet: ${id} is not seen: 2 rows fit \\(.*\\), and any of them may be it; the time has run out`;
    const waited = await wait(id);
    expect(waited).toMatchObject(ends(exit.pending, new RegExp(why), ''));
    expect(waited.stderr).not.toMatch(/Cannot reach/);
  });

  test.each(['-o ndjson', '--json'])(
    'a program reads it with %s: an object on stdout, and with --json the error',
    async (format) => {
      const { wait, id } = await withTwo();
      const { code, stdout, stderr } = await wait(id, format);
      const reason = expect.stringMatching(/^2 rows fit/);
      expect([code, JSON.parse(stdout)]).toMatchObject([exit.pending, { id, status: null, ended: null, reason }]);
      const message = expect.stringMatching(/2 rows fit/);
      if (format === '-o ndjson') expect(stderr).toEqual(message);
      else expect(JSON.parse(stderr).error).toMatchObject({ code: 'NOT_YET', exitCode: exit.pending, message });
    },
  );

  test('a row that another call may have made is not taken for it', async () => {
    const request = { id: 'w1', status: 'INCOMING', amount: '50', feeAmount: '0', address: to, currencyId: 'MVP' };
    const { run, list } = await withHistory([row({ receiverNickname: null })], respondJson({ request }, 201), reset);
    const withdrawn = await run(`points withdraw --amount 50 -f currencyId=MVL -f address=${to} --new-recipient --yes`);
    expect([withdrawn.code, withdrawn.stderr]).toEqual([exit.ok, expect.any(String)]);
    expect((await run(transfer)).code).toBe(exit.unknown);
    const [{ id }] = (await list()) as [Operation];
    expect(await run(`ops check ${id}`)).toMatchObject(
      ends(exit.pending, /the row that fits \(.*\) may be that of another operation/),
    );
  });
});

describe('two equal operations', () => {
  const both = async (statuses: readonly [string, string], count = 2) => {
    const rows: object[] = [];
    const user = await withHistory(rows, accepted, accepted);
    for (const [i, status] of statuses.entries()) {
      const at = now + i * 1000;
      expect((await user.run(transfer, { now: at })).code).toBe(exit.ok);
      if (i < count) rows.unshift(row({ id: `row-${i}`, status, createdAt: new Date(at).toISOString() }));
    }
    const [second, first] = (await user.list()) as [Operation, Operation];
    const codes = [(await user.wait(second.id)).code, (await user.wait(first.id)).code];
    const found = async ({ id }: Operation) => (await user.json(`ops show ${id}`)).found?.id;
    return [codes, [await found(first), await found(second)]];
  };

  test.each<[string, readonly [string, string], number]>([
    ['with two rows of one status', ['COMPLETED', 'COMPLETED'], 2],
    ['with rows of two statuses', ['FAILED', 'COMPLETED'], 2],
    ['with one row', ['COMPLETED', 'COMPLETED'], 1],
  ])('do not end %s', async (_, statuses, count) => {
    expect(await both(statuses, count)).toEqual([Array(2).fill(exit.pending), [undefined, undefined]]);
  });
});

test('a poll that the deadline cuts is not an outage: what was last known is said', async () => {
  const request = { id: 'w1', status: 'INCOMING', amount: '25', feeAmount: '1', address: to, currencyId: 'MVL' };
  let reads = 0;
  const { run, json } = await stubUser((socket, received) => {
    if (received.method !== 'GET') return respondJson({ request }, 201)(socket, received);
    if (!received.path.endsWith('/withdrawals/w1'))
      return respondJson({ id: received.path.split('/').at(-1), feeAmount: '0.5', amount: '100' })(socket, received);
    reads++;
    return (reads === 1 ? respond(404, '{}') : neverRespond)(socket, received);
  });
  const withdraw = `wallet withdraw create --currency MVL --amount 25 --to ${to} --new-recipient --yes`;
  expect((await run(withdraw)).code).toBe(exit.ok);
  const [{ id }] = await json('ops list');
  const waited = await whileTimePasses(() => run(`wait ${id} --max-wait 400ms --interval 50ms`));
  const why = /Not yet: op-\S+ is not seen: .*; it was INCOMING when it was last seen/;
  expect([reads, waited]).toMatchObject([2, ends(exit.pending, why)]);
  expect(waited.stderr).not.toMatch(/Cannot reach|no response/);
});
