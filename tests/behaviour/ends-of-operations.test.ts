// The end of an operation: the ledger records it, limits and references follow its outcome, and `tuk wait` ends at it, or says what is known.
import { describe, expect, test } from 'vitest';
import { countsForDay, endingOf, isUnfinished, type Operation, progressOf } from '../../src/money/ledger/operation.js';
import { statusLists } from '../../src/services/catalogue/statuses.js';
import { ends, exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { userOf } from '../support/operations.js';
import { neverRespond, reset, respond, respondByPath, respondJson, type Script } from '../support/scripted-server.js';
import { now } from '../support/time.js';
import { signedIn, stubUser } from '../support/users.js';

const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const withdraw = `wallet withdraw create --currency MVL --amount 25 --to ${to} --yes`;
const row = (status: string) => {
  const request = { id: 'w1', status, amount: '25', feeAmount: '1', address: to, currencyId: 'MVL' };
  return { request: { ...request, createdAt: new Date(now).toISOString() } };
};

/** A user with a withdrawal of 25 MVL under way, whose status the service shows as `status()` says. */
async function withWithdrawal(status: () => string | undefined, answer = respondJson(row('INCOMING'), 201)) {
  const rowsNow = () => [status()].flatMap((one) => (one === undefined ? [] : [row(one)]));
  const shown = (requested: string): unknown => {
    if (requested.includes('/withdrawals/active')) return user.sent() > 0 ? rowsNow() : [];
    return requested.endsWith('/withdrawals/w1') ? (rowsNow()[0] ?? {}) : undefined;
  };
  const user = await userOf(answer, shown, 25);
  const { code } = await user.run(`${withdraw} --new-recipient --client-ref march`);
  const [{ id }] = (await user.list()) as [Operation];
  const wait = (most = '30s') => whileTimePasses(() => user.run(`wait ${id} --max-wait ${most} --interval 50ms`));
  const line = async () => (await user.list()).find((one) => one.id === id) as Operation & { readonly state: string };
  return { ...user, id, wait, line, code };
}

describe('a withdrawal under way', () => {
  test.each(['wait', 'check'] as const)('a bad end that %s sees means that it was not done', async (command) => {
    const user = await withWithdrawal(() => 'FAILED');
    expect((await user.run(`${withdraw} --client-ref april --dry-run`)).stderr).not.toMatch(/would refuse/); // the recipient is known
    const seen = command === 'wait' ? await user.wait() : await user.run(`ops check ${user.id}`);
    expect(seen.code).toBe(command === 'wait' ? exit.endedBadly : exit.ok);
    expect(await user.line()).toMatchObject({
      ...{ outcome: 'not-done', settledBy: command, lastStatus: 'FAILED', ending: 'returned' },
      state: `not done (FAILED), as a ${command} found`,
    });
    expect(await user.run(`ops check ${user.id}`)).toMatchObject(ends(exit.ok, /not done \(FAILED\)/));
    expect((await user.run(`${withdraw} --client-ref may`)).code).toBe(exit.guarded); // its recipient is new again
    expect((await user.run(`${withdraw} --new-recipient --client-ref march`)).code).toBe(exit.ok); // its reference is free
    expect(user.sent()).toBe(2);
  });

  test('what it used of the limit of a day is free again', async () => {
    const user = await withWithdrawal(() => 'FAILED');
    await user.run(['profile', 'set', 'box', 'limits.day', '40 MVL']);
    expect((await user.run(withdraw)).code).toBe(exit.guarded);
    expect((await user.wait()).code).toBe(exit.endedBadly);
    expect((await user.run(`${withdraw} --new-recipient`)).code).toBe(exit.ok);
  });

  test('a bad end that a later read does not show any more is not an end', async () => {
    let status = 'FAILED';
    const user = await withWithdrawal(() => status);
    expect((await user.wait()).code).toBe(exit.endedBadly);
    status = 'COMPLETED';
    expect((await user.wait()).code).toBe(exit.ok);
    expect(await user.line()).toMatchObject({ outcome: 'done', ending: 'good' });
  });

  test('check keeps what is known where the service cannot be read', async () => {
    const user = await withWithdrawal(() => 'INCOMING');
    await user.run('profile set box base http://127.0.0.1:1/{service}');
    const checked = await user.run(`ops check ${user.id}`);
    expect([checked.code, JSON.parse(checked.stdout)]).toMatchObject([exit.ok, { outcome: 'done', known: true }]);
  });

  test('a person may settle it as not done, while it has not ended well and the service does not show it', async () => {
    let status: string | undefined = 'CONFIRMING';
    const user = await withWithdrawal(() => status);
    const settle = ({ run, id }: typeof user) => run(`ops settle ${id} --as not-done --note support --yes`);
    expect((await settle(user)).code).toBe(exit.guarded);
    expect(await user.line()).toMatchObject({ outcome: 'done' });
    status = undefined;
    expect((await settle(user)).code).toBe(exit.ok);
    expect(await user.line()).toMatchObject({ outcome: 'not-done', settledBy: 'person', note: 'support' });
    expect((await user.wait()).code).toBe(exit.endedBadly); // a judgement is not read again
    status = 'COMPLETED';
    const ended = await withWithdrawal(() => status);
    await ended.wait();
    expect((await settle(ended)).code).toBe(exit.usage);
  });
});

test.each<[string, number, Partial<Operation>]>([
  ['COMPLETED', exit.ok, { outcome: 'done', settledBy: 'wait', ending: 'good' }],
  ['FAILED', exit.endedBadly, { outcome: 'unknown' }], // one like it: it may be of another terminal
  ['CONFIRMING', exit.pending, { outcome: 'done', settledBy: 'wait', lastStatus: 'CONFIRMING' }],
  ['ODD', exit.pending, { outcome: 'unknown' }],
])('wait records what it sees of an unknown operation: %s', async (status, code, recorded) => {
  const user = await withWithdrawal(() => status, reset);
  expect(user.code).toBe(exit.unknown);
  expect((await user.wait(code === exit.pending ? '1s' : '30s')).code).toBe(code);
  expect(await user.line()).toMatchObject(recorded);
});

test('a repeat of what a person has judged to be done says so, and shows no receipt', async () => {
  const user = await withWithdrawal(() => 'ODD', respond(500, '{"message":"x"}'));
  await user.run(`ops settle ${user.id} --as done --note seen --yes`);
  const again = await user.run(`${withdraw} --new-recipient --client-ref march`);
  expect([again.code, again.stdout]).toEqual([exit.ok, '']);
  expect(again.stderr).toMatch(
    /^ {2}Done before, as op-\S+, as a person has judged at \d{4}-\S+ \(seen\): no response of it is stored; nothing was sent\.\n$/,
  );
});

test('only an end after which the value is certain to be back frees the limit of a day, and no judgement of a person', () => {
  expect(endingOf('BalanceRequestStatus', 'CANCELED')).toBe('returned');
  expect(endingOf('PaymentStatus', 'EXPIRED')).toBe('returned');
  for (const status of ['USER_CANCELED_NO_FREE', 'ERROR_PAYMENT', 'ERROR'])
    expect(endingOf('RideStatus', status)).toBe('failed');
  expect(endingOf('WalletTransactionStatus', 'FAIL')).toBe('failed');
  expect(countsForDay({ outcome: 'not-done', ending: 'failed' })).toBe(true);
  expect(countsForDay({ outcome: 'not-done', ending: 'returned' })).toBe(false);
  expect(countsForDay({ outcome: 'not-done', settledBy: 'check' })).toBe(false);
  expect(countsForDay({ outcome: 'not-done', settledBy: 'person' })).toBe(true);
  for (const [list, classes] of Object.entries(statusLists))
    for (const [kind, words] of Object.entries(classes))
      for (const word of words as readonly string[])
        expect(endingOf(list as 'RideStatus', word) !== undefined, word).toBe(kind === 'good' || kind === 'bad');
});

test('the last status is that of the response until a read shows another one; words of no list are none', () => {
  const withAnswer = (answer: string, more: Partial<Operation> = {}) =>
    ({ service: 'user', call: 'createWithdrawal', outcome: 'done', answer, ...more }) as Operation;
  expect(progressOf(withAnswer('{"request":{"status":"INCOMING"}}'))?.status).toBe('INCOMING');
  expect(progressOf(withAnswer('{"request":{"status":"\\u001b[2J"}}'))).toBeUndefined();
  expect(isUnfinished(withAnswer('{"request":{"status":"INCOMING"}}', { lastStatus: 'COMPLETED' }))).toBe(false);
  expect(isUnfinished(withAnswer('not json'))).toBe(false);
});

test('on the sandbox an asset order and its payment are followed by their ids, beside another order of the same amount', async () => {
  const { run, json } = await signedIn();
  const order = 'assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes';
  const { id } = await json(order);
  expect((await run(order)).code).toBe(exit.ok);
  expect((await run(`assets payment create ${id} --method CRYPTO --yes`)).code).toBe(exit.ok);
  await run('sandbox advance 3h');
  const [payment, unpaid, paid]: Operation[] = await json('ops list');
  const wait = async ({ id }: Operation, most: string) =>
    (await whileTimePasses(() => run(`wait ${id} --max-wait ${most}`))).code;
  const codes = [await wait(payment!, '30s'), await wait(paid!, '30s'), await wait(unpaid!, '2s')];
  expect(codes).toEqual([exit.ok, exit.ok, exit.pending]);
}, 60_000);

const transfer = 'points transfer --to dara --amount 50 --new-recipient --yes';
const accepted = respond(201, '{"ok":1}');
const sent = (more: object = {}) => {
  const own = { amount: '-50', receiverNickname: 'dara', createdAt: new Date(now).toISOString() };
  return { ...own, status: 'COMPLETED', ...more };
};

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
    const user = await withHistory([sent({ id: 'row-one' }), sent({ id: 'row-two' })], accepted);
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
    const { run, list } = await withHistory([sent({ receiverNickname: null })], respondJson({ request }, 201), reset);
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
      if (i < count) rows.unshift(sent({ id: `row-${i}`, status, createdAt: new Date(at).toISOString() }));
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
