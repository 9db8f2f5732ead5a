// A fee that comes on top of an amount leaves too: the limits of a transfer and of a day count it, in its own unit or by its price.
import { describe, expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { mine, platformUser } from '../../support/platform.js';

const transfer = (amount: string, rest = '') =>
  `points transfer --to u --amount ${amount} ${rest} --new-recipient --yes`;
const fee = (feeAmount: string, currencyId?: string) => ({
  '/mvp/transfer/fee': { feeAmount, ...(currencyId ? { currencyId } : {}) },
});
const priced = {
  '/v3/token': ['MVL', 'MVP'].map((symbol) => ({
    ...{ symbol, network: 'ETHEREUM', priceId: symbol.toLowerCase(), decimals: 18 },
  })),
  '/simple/price': { mvl: { usd: 2 }, mvp: { usd: 1 } },
};

describe('limits with a fee on top', () => {
  const unstated = { '/mvp/transfer/fee': {} };
  const inMvl = { ...priced, ...fee('4', 'MVL') };
  const isUnknown =
    /The fee of user transfer-points is not known, so limits\.\w+ .* cannot be checked\..*\n.*limits\.unknown '1 MVP'/;
  test.each<[code: number, limits: Record<string, string>, reads: Record<string, unknown>, said: RegExp]>([
    [exit.ok, { transfer: '50.5 MVP' }, fee('0.5', 'MVP'), /Limit +50\.5 of 50\.5 MVP in one transfer/],
    [exit.ok, { transfer: '50 MVP' }, fee('0.0', 'MVL'), /Limit +50 of 50 MVP/],
    [exit.ok, { transfer: '58' }, inMvl, /Limit +58 of 58 USD/],
    [exit.ok, { networks: 'ETHEREUM' }, unstated, /The fee is not known before it is sent/],
    [exit.ok, { transfer: '52 MVP', unknown: '2 MVP' }, unstated, /Limit +52 of 52 MVP/],
    [exit.guarded, { transfer: '50 MVP' }, fee('0.5', 'MVP'), /50\.5 MVP in one transfer is over/],
    [exit.guarded, { day: '50 MVP' }, fee('0.5', 'MVP'), /50\.5 MVP within 24 hours is over/],
    [exit.guarded, { transfer: '50 MVP,3 MVL' }, fee('4', 'MVL'), /4 MVL in one transfer is over/],
    [exit.guarded, { transfer: '50 MVP' }, fee('4', 'MVL'), /no limit for MVL/],
    [exit.guarded, { day: '60 MVP' }, fee('4'), /The fee of user transfer-points is not known/],
    [exit.guarded, { transfer: '57' }, inMvl, /58(\.00)? USD in one transfer is over/],
    [exit.guarded, { transfer: '5000 MVP' }, unstated, isUnknown],
    [exit.guarded, { day: '5000 MVP' }, unstated, isUnknown],
    [exit.guarded, { transfer: '51 MVP', unknown: '2 MVP' }, unstated, /52 MVP in one transfer is over/],
  ])('exit %i: %j with a fee of %j: %s', async (code, limits, reads, said) => {
    for (const line of [transfer('50'), 'api user transfer-points -f toUserId=u -f amount=50 --new-recipient --yes']) {
      const { run, transfers } = await platformUser({ limits, reads });
      expect([line, await run(line)]).toMatchObject([line, { code, stderr: expect.stringMatching(said) }]);
      expect(transfers()).toHaveLength(code === exit.ok ? 1 : 0);
    }
  });

  test('the fees of earlier transfers count for the day, in tokens and in dollars', async () => {
    for (const [limit, reads, total] of [
      ['20 MVP', fee('1', 'MVP'), /23 MVP within 24 hours/],
      ['40', { ...priced, ...fee('5', 'MVL') }, /50(\.00)? USD within 24 hours/],
    ] as const) {
      const { run, lines } = await platformUser({ limits: { day: limit }, reads });
      expect((await run(transfer('10'))).code).toBe(exit.ok);
      expect(await lines()).toMatchObject([{ amount: '10', fee: limit === '40' ? '5' : '1' }]);
      expect(await run(transfer(limit === '40' ? '20' : '11'))).toMatchObject({
        code: exit.guarded,
        stderr: expect.stringMatching(total),
      });
    }
  });

  test('an unknown fee of an earlier transfer counts for the day as limits.unknown, or nothing can be judged', async () => {
    const { run, lines } = await platformUser({ reads: { '/mvp/transfer/fee': {} } });
    const set = (name: string, value: string) => run(['profile', 'set', 'box', `limits.${name}`, value]);
    expect((await run(transfer('10'))).code).toBe(exit.ok);
    expect((await set('day', '100 MVP')).code).toBe(exit.ok);
    const withdraw = `points withdraw --amount 50 -f currencyId=MVL -f address=${mine} --new-recipient --yes`;
    expect(await run(withdraw)).toMatchObject(
      ends(exit.guarded, /The fee of op-\d+-\d+, sent within the last 24 hours, is not known.*\n.*limits\.unknown/),
    );
    expect(await lines()).toHaveLength(1);
    expect((await set('unknown', '3 MVP')).code).toBe(exit.ok);
    expect(await run(withdraw)).toMatchObject(ends(exit.ok, /63 of 100 MVP within/));
  });

  test('--at-most includes a fee on top in another unit by its price, and refuses without a price', async () => {
    for (const [reads, code, said] of [
      [{ ...priced, ...fee('4', 'MVL') }, exit.usage, /takes 13 USD, and --at-most says 12 USDC/],
      [fee('4', 'SOL'), exit.guarded, /The fee is in a unit without a known price/],
    ] as const) {
      const { run } = await platformUser({ reads });
      expect(await run(transfer('5', "--at-most '12 USDC'"))).toMatchObject(ends(code, said));
    }
    const { run } = await platformUser({ reads: { ...priced, ...fee('4', 'MVL') } });
    expect((await run(transfer('5', "--at-most '13 USDC'"))).code).toBe(exit.ok);
  });

  test('--at-most is the most that is taken, the fee on top included', async () => {
    const { run } = await platformUser();
    expect(await run(transfer('5', "--at-most '5 MVP'"))).toMatchObject(ends(exit.usage, 'takes 5.5 MVP'));
    expect((await run(transfer('5', "--at-most '5.5 MVP'"))).code).toBe(exit.ok);
  });
});
