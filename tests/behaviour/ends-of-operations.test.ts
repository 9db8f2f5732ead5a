// The end of an operation: the ledger records it, and limits and references follow its outcome.
import { describe, expect, test } from 'vitest';
import { countsForDay, endingOf, isUnfinished, type Operation, progressOf } from '../../src/money/ledger/operation.js';

import { statusLists } from '../../src/services/catalogue/statuses.js';
import { ends, exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { userOf } from '../support/operations.js';
import { reset, respond, respondJson } from '../support/scripted-server.js';
import { now } from '../support/time.js';
import { signedIn } from '../support/users.js';

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
      outcome: 'not-done',
      settledBy: command,
      state: `not done (FAILED), as a ${command} found`,
      lastStatus: 'FAILED',
      ending: 'returned',
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
