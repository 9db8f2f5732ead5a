// What the service states no price of is not paid, through any door, unless the person states the most that it may cost.
import { describe, expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { client } from '../support/stated-facts.js';

const nothing = [null, '', 0, '0', '0.00'];
const buy = 'store buy 1 --quantity 1 --yes';
const pays = [
  'store order pay o-1 --yes',
  'api sale pay-order o-1 --yes',
  'api POST sale /v1/orders/o-1/payments -f method=BALANCE_TRANSACTION --yes',
];
const forms: readonly ((row: object) => unknown)[] = [(row) => row, (row) => ({ data: row }), (row) => [row]];

describe('a product without a price', () => {
  test.each(nothing.flatMap((price) => forms.map((form) => [price, form] as const)))(
    '%j is ordered at most, and not paid',
    async (price, form) => {
      const reads = { '/products/1': form({ name: 'Cape', price, currencyId: 'MVP' }), '/orders/o-1': { id: 'o-1' } };
      const { run, transfers } = await client({ reads, money: { id: 'o-1' } });
      const result = await run(buy);
      expect([result.code, result.stdout, result.stderr]).toEqual([
        exit.guarded,
        '',
        expect.stringMatching(
          /The order o-1 was placed, and what it costs is not known; it is open and not paid[\s\S]*tuk store order cancel o-1/,
        ),
      ]);
      expect(transfers().map(({ path: at }) => at.replace('/sale', ''))).toEqual(['/v1/orders']);
      const stated = await client({ reads, money: { id: 'o-1' } });
      expect(await stated.run(`${buy} --at-most '3 MVP'`)).toMatchObject({ code: exit.ok });
      expect(stated.transfers()).toHaveLength(2);
    },
  );
  test.each(['-25', '1e6', '25 MVP', { value: '25' }, [25]])('%j is no price, and nothing is ordered', async (price) => {
    const { run, transfers } = await client({ reads: { '/products/1': { name: 'Cape', price, currencyId: 'MVP' } } });
    expect(await run(buy)).toMatchObject({ code: exit.server, stdout: '', stderr: expect.stringContaining('not an amount') });
    expect(transfers()).toEqual([]);
  });
});

describe('an order without a total', () => {
  test.each([null, ''].flatMap((totalPrice) => forms.map((form) => [totalPrice, form] as const)))(
    '%j is not paid',
    async (totalPrice, form) => {
      const reads = { '/orders/o-1': form({ id: 'o-1', totalPrice, currencyId: 'MVP' }) };
      const { run, transfers } = await client({ reads, money: { id: 'p' } });
      for (const line of pays)
        expect(await run(line)).toMatchObject({
          code: exit.guarded,
          stdout: '',
          stderr: expect.stringMatching(/states no price .*\n.*--at-most/),
        });
      expect(transfers()).toEqual([]);
      for (const line of pays) expect((await run(`${line} --at-most '3 MVP'`)).code).toBe(exit.ok);
    },
  );
  test('one with a total is', async () => {
    const { run, transfers } = await client({ money: { id: 'p' } });
    for (const line of pays) expect((await run(line)).code).toBe(exit.ok);
    expect(transfers()).toHaveLength(3);
  });
});
