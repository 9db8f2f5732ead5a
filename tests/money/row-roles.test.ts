// A row by which the end of an operation is known is compared at the paths that its read declares: fee, network, recipient, kind.
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../src/money/ledger.js';
import { exit } from '../support/exit.js';
import { userOf } from '../support/operations.js';
import { reset, respondJson } from '../support/scripted-server.js';
import { now } from '../support/time.js';

const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const zeros = '0'.repeat(18);
const reads: Readonly<Record<string, unknown>> = {
  '/bridge-swap/fee': { feeAmount: `1${zeros}`, minAmount: `10${zeros}`, maxAmount: `1000000${zeros}` },
  '/transfer/fee': { feeAmount: '0.5', currencyId: 'MVP' },
  '/v3/token/ETHEREUM': [{ symbol: 'MVL', decimals: 18, network: 'ETHEREUM', contractAddress: '' }],
  '/v3/token/BSC': [{ symbol: 'bMVL', decimals: 18, network: 'BSC', contractAddress: '' }],
  '/currencies/MVL': { id: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18 },
};
const createdAt = new Date(now).toISOString();
const transfer = 'points transfer --to dara --amount 5 --new-recipient --yes';
const withdraw = `wallet withdraw create --currency MVL --amount 25 --to ${to} --new-recipient --yes`;
const bridge = `swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${to} --new-recipient --yes`;
const offering = { id: '1', title: 'One', currency: 'USDC', purchaseType: 'FRACTIONAL', minAmount: '10' };
const withdrawn = { id: 'w1', status: 'INCOMING', amount: '25', feeAmount: '1', address: to, currencyId: 'MVL' };
const paid = { id: 'r1', amount: '-5', status: 'COMPLETED', receiverNickname: 'dara', createdAt };
const crossed = { id: 'b1', type: 'TO_BEP20', amount: `20${zeros}`, toAddress: to, status: 'SUCCESS', createdAt };

/** An operation whose response was lost, and the row that shows it: the code of `ops check`, and the outcome then. */
async function checked(line: string, at: string, row: object) {
  const user = await userOf(reset, { ...reads, [at]: [row, { amount: '-1', createdAt: '2026-01-01T00:00:00.000Z' }] });
  expect((await user.run(line)).code).toBe(exit.unknown);
  const [{ id }] = (await user.list()) as [Operation];
  const { code } = await user.run(`ops check ${id}`);
  return { code, outcome: (await user.list())[0]?.outcome };
}

describe('a row settles an operation whose response was lost', () => {
  test.each<[string, object]>([
    ['the fee of the receipt on top', { amount: '-5.5', feeAmount: '0.5' }],
    ['a lower one', { feeAmount: '0.1' }],
    ['another form of its recipient', { receiverId: '9b2f0c1e-1111-4222-8333-444455556666' }],
    ['what nothing declares', { networkFee: '4', txState: 'FAILED', refundOf: 't-9', progress: 40, recipients: ['mallory'] }],
  ])('with %s', async (_, more) => {
    expect(await checked(transfer, '/mvp/history', { ...paid, ...more })).toEqual({ code: exit.ok, outcome: 'done' });
  });
  test.each<[string, object]>([
    ['a higher fee', { feeAmount: '4' }],
    ['a fee that is no number', { feeAmount: { value: '0.5' } }],
    ['another recipient', { receiverNickname: 'mallory' }],
    ['a kind', { swapType: 'DEPOSIT' }],
  ])('but not with %s', async (_, more) => {
    expect(await checked(transfer, '/mvp/history', { ...paid, ...more })).toEqual({ code: exit.pending, outcome: 'unknown' });
  });
  test.each<[string, object, boolean]>([
    ['test networks', { fromNetwork: 'ETHEREUM_SEPOLIA', toNetwork: 'BSC_TEST', feeAmount: `1${zeros}` }, true],
    ['another network', { toNetwork: 'POLYGON' }, false],
    ['a higher fee in base units', { feeAmount: `2${zeros}` }, false],
  ])('of a bridge: %s', async (_, more, isIt) => {
    const outcome = isIt ? { code: exit.ok, outcome: 'done' } : { code: exit.pending, outcome: 'unknown' };
    expect(await checked(bridge, '/v1/bridge-swap', { ...crossed, ...more })).toEqual(outcome);
  });
});

describe('ops wait follows a withdrawal that then takes a higher fee', () => {
  test.each<[string, object, number]>([
    ['the fee of the receipt', {}, exit.ok],
    ['a higher one', { feeAmount: '3' }, exit.unknown],
    ['a higher one under a name that nothing declares', { networkFee: '3' }, exit.ok],
  ])('%s', async (_, more, code) => {
    const user = await userOf(respondJson({ request: withdrawn }, 201), {
      ...reads,
      '/withdrawals/w1': { request: { ...withdrawn, status: 'COMPLETED', ...more } },
    });
    await user.run(['profile', 'set', 'box', 'limits.fee', '2 MVL']);
    expect((await user.run(withdraw)).code).toBe(exit.ok);
    const [{ id, receiptFee, receiptFeeToken }] = (await user.list()) as [Operation];
    expect([receiptFee, receiptFeeToken]).toEqual(['1', 'MVL']);
    const waited = await user.run(`ops wait ${id} --max-wait 400ms --interval 50ms`);
    expect([waited.code, waited.stderr]).toEqual([
      code,
      code === exit.ok ? expect.any(String) : expect.stringMatching(/a fee of 3 MVL, and the receipt said 1 MVL/),
    ]);
  });
});

test('an order that is not paid is said to be so by check, settle and show', async () => {
  const user = await userOf(respondJson({ id: 'o1', amount: '70', currency: 'USDC' }, 201), { '/offering/public/1': offering });
  expect((await user.run('assets order --offering 1 --purchase-type FRACTIONAL --amount 70 --yes')).code).toBe(exit.ok);
  const [{ id }] = (await user.list()) as [Operation];
  for (const line of [`ops check ${id}`, `ops settle ${id} --as done --note seen --yes`, `ops show ${id}`]) {
    const result = await user.run(line);
    expect([line, result.code, JSON.parse(result.stdout).state]).toEqual([line, exit.ok, 'ordered, not paid']);
    if (!line.includes('show')) expect(result.stderr).toMatch(/ordered, not paid/);
  }
});
