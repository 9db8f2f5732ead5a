// Facts that a person cannot read as they are: an empty currency, invisible characters in one; and fields of a request that scale an amount or raise its limit.
import { describe, expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { client } from '../support/stated-facts.js';

const offering = { title: 'One', currency: 'USDC', purchaseType: 'FRACTIONAL', minAmount: '10' };
const lines = [
  'assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes',
  'api musubi create-order -f offeringId=1 -f amount=50 -f purchaseType=FRACTIONAL --yes',
];

describe('the currency of an offering', () => {
  test.each([
    ['U\u200bSDC', exit.server, 'invisible characters in currency'],
    ['\u001b[31mUSDC', exit.server, 'invisible characters in currency'],
    ['USDC\u202e', exit.server, 'invisible characters in currency'],
  ])('%j: nothing is sent', async (currency, code, said) => {
    const user = await client({ reads: { '/offering/public/1': { ...offering, currency } }, money: { id: 'o-1' } });
    for (const line of lines) expect([line, await user.run(line)]).toMatchObject([line, { code, stderr: expect.stringContaining(said) }]);
    expect(user.transfers()).toEqual([]);
  });
  test.each(['', null])('%j: the receipt says that it is not known, and a limit refuses it', async (currency) => {
    const reads = { '/offering/public/1': { ...offering, currency } };
    const user = await client({ reads, money: { id: 'o-1' } });
    expect(await user.run(lines[0]!)).toMatchObject({ code: exit.ok, stderr: expect.stringContaining('its unit is not known') });
    const limited = await client({ reads, money: { id: 'o-1' }, limits: { transfer: '10' } });
    for (const line of lines) expect([line, (await limited.run(line)).code]).toEqual([line, exit.guarded]);
    expect(limited.transfers()).toEqual([]);
  });
});

test.each([
  'decimals=0',
  'scale=2',
  'exponent=3',
  'shares=6000',
  'numberOfShares=40',
  'maxAmount=9000',
  'maximumSpend=9000',
  'order.decimalPlaces=0',
])('a field %s beside the amount is exit 2, and nothing is sent', async (field) => {
  const user = await client({ money: { id: 'o-1' } });
  const result = await user.run(`${lines[1]} -F ${field}`);
  expect(result).toMatchObject({ code: exit.usage, stdout: '' });
  expect(user.transfers()).toEqual([]);
});
test.each(['maxSlippage=1', 'memo=scale', 'shares=1', 'maxAmount=50'])('a field %s that changes no amount is sent', async (field) => {
  const user = await client({ money: { id: 'o-1' } });
  expect((await user.run(`${lines[1]} -f ${field}`)).code).toBe(exit.ok);
});
