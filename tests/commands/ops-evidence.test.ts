// What is evidence of an operation: no list beside a failure, no row that reports one, no row with a name twice; a row with its own id is, whatever its time.
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../src/money/ledger.js';
import { exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { userOf } from '../support/operations.js';
import { reset, respond, type Script } from '../support/scripted-server.js';
import { now } from '../support/time.js';

const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const reads: Readonly<Record<string, unknown>> = {
  '/currencies/MVL': { id: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18 },
  '/v3/token/ETHEREUM': [{ symbol: 'MVL', decimals: 18, network: 'ETHEREUM', contractAddress: '' }],
};
const line = `wallet withdraw create --currency MVL --amount 25 --to ${to} --new-recipient --yes -p box`;
const answered = respond(
  201,
  JSON.stringify({ request: { id: 'w1', status: 'INCOMING', amount: '25', feeAmount: '1', address: to, currencyId: 'MVL' } }),
);
const row = (over: object = {}, more: object = {}) => ({
  request: {
    id: 'w1',
    status: 'COMPLETED',
    amount: '25',
    feeAmount: '1',
    address: to,
    currencyId: 'MVL',
    createdAt: new Date(now).toISOString(),
    ...over,
  },
  ...more,
});
/** A user with a withdrawal whose state is read from `shown`: the list of open ones where its response was lost, else the one. */
async function withdrawalOf(answer: Script, shown: () => unknown) {
  const user = await userOf(answer, (requested) => {
    const at = requested.split('?')[0]!;
    return /\/withdrawals\/(active|w1)$/.test(at) ? shown() : Object.entries(reads).find(([end]) => at.endsWith(end))?.[1];
  });
  await user.run(line);
  const [{ id }] = (await user.list()) as [Operation];
  return { ...user, id, check: () => user.run(`ops check ${id} -p box`) };
}

describe('a list', () => {
  test.each([
    ['success: false', () => ({ success: false, items: [row()] })],
    ['an error beside it', () => ({ error: { code: 'DOWN' }, data: [row()] })],
    ['an error code', () => ({ errorCode: 'STALE', items: [row()] })],
    ['a status of an error', () => ({ code: 503, items: [row()] })],
    ['a header that says so', () => ({ meta: { success: false }, items: [row()] })],
    ['a failure, and no row', () => ({ success: false, items: [] })],
  ])('with %s is no evidence: exit 8, and it says so', async (_, shown) => {
    const { check, list } = await withdrawalOf(reset, shown);
    expect(await check()).toMatchObject({ code: exit.pending, stderr: expect.stringContaining('is no evidence') });
    expect((await list())[0]).toMatchObject({ outcome: 'unknown' });
  });

  test.each([
    ['success: true', () => ({ success: true, items: [row()] })],
    ['nothing else', () => [row()]],
    ['no error', () => ({ error: null, code: 200, items: [row()] })],
  ])('with %s is evidence', async (_, shown) => {
    const { check } = await withdrawalOf(reset, shown);
    expect((await check()).code).toBe(exit.ok);
  });

  test('wait concludes nothing from one beside a failure', async () => {
    const { run, id } = await withdrawalOf(reset, () => ({ success: false, items: [row()] }));
    const waited = await whileTimePasses(() => run(`ops wait ${id} --max-wait 300ms --interval 50ms -p box`));
    expect([waited.code, waited.stderr]).toEqual([exit.pending, expect.stringContaining('is no evidence')]);
  });
});

describe('a row', () => {
  test.each([
    ['success: false', () => row({ success: false })],
    ['an error', () => row({}, { error: 'not paid out' })],
  ])('that is completed and has %s does not say how it ended', async (_, shown) => {
    const { check, list } = await withdrawalOf(reset, () => [shown()]);
    expect(await check()).toMatchObject({ code: exit.pending, stderr: expect.stringContaining('cannot be read') });
    expect((await list())[0]).toMatchObject({ outcome: 'unknown' });
  });
  test('that failed and says why has failed', async () => {
    const { check } = await withdrawalOf(reset, () => [row({ status: 'FAILED', error: 'no funds' })]);
    expect(await check()).toMatchObject({ code: exit.ok, stderr: expect.stringContaining('had no lasting effect') });
  });
  test('with the own id counts, although its time is before the request', async () => {
    const hourAgo = new Date(now - 3_600_000).toISOString();
    const { check, list } = await withdrawalOf(answered, () => row({ createdAt: hourAgo }));
    expect(await check()).toMatchObject({ code: exit.ok, stderr: expect.stringContaining('shows it as COMPLETED') });
    expect((await list())[0]).toMatchObject({ outcome: 'done', lastStatus: 'COMPLETED' });
  });
  test.each(['done', 'accepted'] as const)('that contradicts one that was %s is exit 10 of check and of wait', async (outcome) => {
    const { run, id, check, list, withLedger } = await withdrawalOf(answered, () => row({ amount: '2500' }));
    if (outcome === 'accepted') withLedger((ledger) => ledger.settle(id, { outcome, answer: ledger.find(id)?.answer, status: 201 }, now));
    const checked = await check();
    expect(checked).toMatchObject({
      code: exit.unknown,
      stderr: expect.stringMatching(/amount of 2500, and 25 was asked for[\s\S]*contradicts/),
    });
    expect(checked.stderr).not.toContain('✓');
    expect(JSON.parse(checked.stdout)).toMatchObject({ known: false });
    expect((await whileTimePasses(() => run(`ops wait ${id} --max-wait 5s -p box`))).code).toBe(exit.unknown);
    expect((await list())[0]).toMatchObject({ outcome });
  });
});

test('an answer with a name twice is no evidence: exit 8', async () => {
  const twice = JSON.stringify([row({ status: 'FAILED' })]).replace('"status":"FAILED"', '"status":"FAILED","status":"COMPLETED"');
  const user = await withdrawalOf(reset, () => []);
  expect(twice).toContain('COMPLETED');
  const { prepareLookUp } = await import('../../src/engine/look-up.js');
  const operation = user.withLedger((ledger) => ledger.find(user.id)!);
  const searchEntries = await prepareLookUp(operation, {});
  expect(searchEntries!.find(twice, [operation], now)).toMatchObject({
    kind: 'absent',
    conclusive: false,
    failure: expect.stringContaining('twice'),
  });
});
