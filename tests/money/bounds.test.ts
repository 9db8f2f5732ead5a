// The minimum and the maximum that a service says of an offering, a withdrawal or a transfer are checked under whatever name it says them.
import { describe, expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { client, mine, withdrawn } from '../support/stated-facts.js';

const currency = { name: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18 };
const offering = { title: 'One', currency: 'USDC', purchaseType: 'FRACTIONAL' };
const order = 'assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes';
const withdraw = `wallet withdraw create --currency MVL --amount 25 --to ${mine} --new-recipient --yes`;
const transfer = 'points transfer --to u --amount 5 --new-recipient --yes';
const lines = [
  ['/offering/public/1', offering, order],
  ['/offering/public/1', offering, 'api musubi create-order -f offeringId=1 -f amount=50 --yes'],
  ['/currencies/MVL', currency, withdraw],
  ['/currencies/MVL', currency, `api user create-withdrawal -f currencyId=MVL -f amount=25 -f toAddress=${mine} --new-recipient --yes`],
  ['/mvp/transfer/fee', { feeAmount: '0.5', currencyId: 'MVP' }, transfer],
] as const;
const below = [{ minAmount: '51' }, { min: 51 }, { minimum: '51' }, { limits: { min: '51' } }, { data: { minimumAmount: '51' } }];
const above = [{ maxAmount: '4.9' }, { max: 4.9 }, { maximum: '4.9' }, { limit: { maxAmount: '4.9' } }, { limits: { max: '4.9' } }];

describe.each(lines)('%s with %j: %s', (at, row, line) => {
  const money = withdrawn();
  test.each([...below.map((more) => [more, /takes 51 or more/] as const), ...above.map((more) => [more, /takes 4\.9 or less/] as const)])(
    'is exit 2 with %j',
    async (more, said) => {
      const { run, transfers } = await client({ reads: { [at]: { ...row, ...more } }, money });
      expect(await run(line)).toMatchObject({ code: exit.usage, stdout: '', stderr: expect.stringMatching(said) });
      expect(transfers()).toEqual([]);
    },
  );
  test('is sent within them, and with those of something else', async () => {
    const more = { min: '1', max: '100', minDepositAmount: '1000', maxPerUser: 1, minQuantity: 60, dailyMaxTransferAmount: '1' };
    const { run, transfers } = await client({
      reads: { [at]: { ...row, ...more } },
      money: line.includes('ithdraw') ? money : { id: 't' },
    });
    const { code, stderr } = await run(line);
    expect([code, stderr]).toEqual([exit.ok, expect.anything()]);
    expect(transfers()).toHaveLength(1);
  });
});

test.each(['minWithdrawalAmount', 'withdrawalMin', 'min_withdrawal'])('%s is the minimum of a withdrawal', async (name) => {
  const { run, transfers } = await client({ reads: { '/currencies/MVL': { ...currency, [name]: '30' } }, money: withdrawn() });
  expect(await run(withdraw)).toMatchObject({ code: exit.usage, stderr: expect.stringContaining('takes 30 or more') });
  expect(transfers()).toEqual([]);
});
