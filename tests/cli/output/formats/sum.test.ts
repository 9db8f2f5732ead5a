// --sum: every digit of every row, apart for each currency; a row without a number is a failure, never a zero.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shape } from '../../../../src/cli/output/formats/shape.js';
import { sums } from '../../../../src/cli/output/formats/sum.js';
import { whole } from '../../../../src/money/values/decimal.js';
import { ends, exit } from '../../../support/exit.js';
import { platformUser } from '../../../support/platform.js';
import { property } from '../../../support/runs.js';
import { signedIn } from '../../../support/users.js';

const of = (rows: unknown, path = 'amount', by?: string, columns: Parameters<typeof sums>[2] = []) =>
  sums(shape(JSON.stringify(rows), {}), { path, by }, columns);

describe('sums', () => {
  test('are exact for any number of digits, and a number is added as it was written', () => {
    const units = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
    property(100, fc.array(units, { minLength: 1, maxLength: 20 }), (all) => {
      const text = (one: bigint) => {
        const digits = String(one < 0n ? -one : one).padStart(19, '0');
        return `${one < 0n ? '-' : ''}${digits.slice(0, -18)}.${digits.slice(-18)}`;
      };
      const [{ sum, rows } = { sum: '', rows: 0 }] = of(all.map((one) => ({ amount: text(one) })));
      const [whole = '', fraction = ''] = sum.replace('-', '').split('.');
      const total = BigInt(whole + fraction.padEnd(18, '0')) * (sum.startsWith('-') ? -1n : 1n);
      expect(total).toBe(all.reduce((a, b) => a + b, 0n));
      expect(rows).toBe(all.length);
    });
    const large = sums(shape('[{"amount":12345678901234567890.5},{"amount":"0.5"}]', {}), { path: 'amount' });
    expect(large).toEqual([{ currency: null, sum: '12345678901234567891', rows: 2 }]);
  });

  test.each([
    [['1e-80', '-2.50'], '-2.49999999999999999999999999999999999999999999999999999999999999999999999999999999'],
    [['1e40', '1E+2'], '10000000000000000000000000000000000000100'],
    [['-0', '-1.5e-3'], '-0.0015'],
    [['1e3', '-1000'], '0'],
  ])('%j are %s', (amounts, sum) => expect(of(amounts.map((amount) => ({ amount })))[0]?.sum).toBe(sum));

  test('several fields of --sum-by give a sum for each of their pairs, under their own names', () => {
    const rows = [
      { kind: 'out', token: { id: 'A,B' }, amount: '1' },
      { kind: 'out', token: { id: 'A' }, amount: '2' },
      { kind: 'in', token: { id: 'A' }, amount: '4' },
      { kind: 'out', token: { id: 'A' }, amount: '8' },
      { kind: 'in', token: {}, amount: '16' },
    ];
    expect(of(rows, 'amount', 'kind, .token.id')).toEqual([
      { kind: 'out', 'token.id': 'A,B', sum: '1', rows: 1 },
      { kind: 'out', 'token.id': 'A', sum: '10', rows: 2 },
      { kind: 'in', 'token.id': 'A', sum: '4', rows: 1 },
      { kind: 'in', 'token.id': null, sum: '16', rows: 1 },
    ]);
    const priced = rows.map((row, at) => ({ ...row, currency: at === 4 ? 'KRW' : 'USD' }));
    expect(of(priced, 'amount', 'kind')).toEqual([
      { kind: 'out', currency: 'USD', sum: '11', rows: 3 },
      { kind: 'in', currency: 'USD', sum: '4', rows: 1 },
      { kind: 'in', currency: 'KRW', sum: '16', rows: 1 },
    ]);
    expect(of(priced, 'amount', 'kind,currency')).toHaveLength(3);
    expect(() => of(rows, 'amount', 'kind,none')).toThrow(/no field "none"/);
  });

  test('base units are added as whole tokens, for each token', () => {
    const rows = [
      { amount: '1500000', decimals: 6, asset: { ticker: 'A' } },
      { amount: '25', decimals: 1, asset: { ticker: 'A' } },
      { amount: '7', decimals: 0, asset: { ticker: 'B' } },
    ];
    const columns = [
      { path: 'asset.ticker', heading: 'token' },
      { path: 'amount', as: { units: 'decimals' } },
    ] as const;
    expect(of(rows, 'amount', undefined, columns)).toEqual([
      { currency: 'A', sum: '4', rows: 2 },
      { currency: 'B', sum: '7', rows: 1 },
    ]);
    expect(() => of([{ amount: '1' }], 'amount', undefined, columns)).toThrow(/no whole base units with decimals/);
    const swaps = [{ path: 'amount', as: { units: 2, token: { by: 'pair', values: { x: 'X' } } } }] as const;
    const [first] = of([{ amount: '150', pair: 'x' }], 'amount', undefined, swaps);
    expect(first).toMatchObject({ currency: 'X', sum: '1.5' });
  });

  test('no row is lost, and none is added to another currency', () => {
    const row = fc.record({ amount: fc.integer().map(String), currency: fc.constantFrom('A', 'B', null, '') });
    property(100, fc.array(row, { minLength: 1 }), (rows) => {
      const all = of(rows);
      expect(all.reduce((count, one) => count + one.rows, 0)).toBe(rows.length);
      for (const { currency, sum } of all) {
        const own = rows.filter((one) => (one.currency || null) === currency);
        expect(BigInt(sum)).toBe(own.reduce((total, { amount }) => total + BigInt(amount), 0n));
      }
    });
  });

  test('the currency is the stated one, else that of the amount, else a usual field', () => {
    const rows = [{ fee: '1', feeToken: 'X', currency: 'Y', paidAmount: '2', paidCurrency: 'Z' }];
    const columns = [{ path: 'fee', as: { amount: 'feeToken' } }] as const;
    expect(of(rows, 'fee', undefined, columns)[0]?.currency).toBe('X');
    expect(of(rows, 'fee')[0]?.currency).toBe('Y');
    expect(of(rows, '.paidAmount')[0]?.currency).toBe('Z');
    expect(of(rows, 'fee', '.paidCurrency')[0]).toMatchObject({ paidCurrency: 'Z', currency: 'Y' });
  });

  const price = (value: string, currency: string) => ({ price: { value, currency } });
  const two = { price: { value: '2' } };
  test.each([
    ['beside it', [price('5.00', 'USD'), price('7000', 'KHR')], 'price.value', ['USD 5', 'KHR 7000']],
    ['beside it, whatever the row states', [{ ...price('1', 'USD'), currency: 'KHR' }], 'price.value', ['USD 1']],
    ['in an object of its own', [{ pay: { value: '1', currency: { code: 'USD' } } }], 'pay.value', ['USD 1']],
    ['of the object around it', [{ fare: { currency: 'USD', total: { value: '2' } } }], 'fare.total.value', ['USD 2']],
    ['of the row', [{ price: { value: '3' }, currency: 'KHR' }], 'price.value', ['KHR 3']],
    ['in another place', [price('1', 'USD'), { ...two, ticker: 'MVP' }], 'price.value', ['USD 1', 'MVP 2']],
    ['unknown in a row', [price('1', 'USD'), two, price('3', 'USD')], 'price.value', ['USD 4', 'null 2']],
    ['named after the amount', [{ total: '1', total_currency: 'USD' }], 'total', ['USD 1']],
  ])('the unit of an amount is %s', (_, rows, path, lines) => {
    expect(of(rows, path).map(({ currency, sum }) => `${currency} ${sum}`)).toEqual(lines);
  });

  test('amounts with a scale beside them are added in whole tokens', () => {
    const delta = (value: string, scale?: number) => ({ delta: { value, scale, currency: 'MVP' } });
    expect(of([delta('1500000', 6), delta('-25', 1)], 'delta.value')).toEqual([
      { currency: 'MVP', sum: '-1', rows: 2 },
    ]);
    for (const odd of [delta('1'), delta('1.5', 6), delta('1', -1)])
      expect(() => of([delta('1500000', 6), odd], 'delta.value')).toThrow(/Row 2 of 2 has no whole base units/);
  });

  test('decimals at the top of a row may be about another field: whole numbers beside them are refused', () => {
    const rows = [{ balance: '1', decimals: 18, symbol: 'A' }];
    expect(() => of(rows, 'balance')).toThrow(/in base units is unknown/);
    expect(of([...rows, { balance: '1.5', decimals: 6, symbol: 'A' }], 'balance')[0]?.sum).toBe('2.5');
    expect(of(rows, 'balance', undefined, [{ path: 'balance', as: 'amount' }])[0]?.sum).toBe('1');
  });

  test('the sum of each unit is that of its rows, wherever a row states the unit', () => {
    const unit = fc.constantFrom('USD', 'KHR', 'MVP', undefined);
    const placed = fc.record({
      ...{ amount: fc.integer(), scale: fc.constantFrom(0, 2, 6), unit, place: fc.nat(3), other: unit },
    });
    property(300, fc.array(placed, { minLength: 1 }), (all) => {
      const rows = all.map(({ amount, scale, unit: currency, place, other }) => {
        const value = { value: String(amount), scale };
        if (place === 0) return { money: { ...value, currency }, currency: currency && other };
        if (place === 1) return { money: { ...value, token: currency } };
        return place === 2
          ? { money: value, currency }
          : { money: { ...value, currency: currency && { code: currency } } };
      });
      const lines = of(rows, 'money.value');
      expect(lines.reduce((count, line) => count + line.rows, 0)).toBe(rows.length);
      expect(new Set(lines.map(({ currency }) => currency))).toEqual(new Set(all.map((one) => one.unit ?? null)));
      for (const { currency, sum } of lines) {
        const own = all.filter((one) => (one.unit ?? null) === currency);
        const millionths = own.reduce(
          (total, { amount, scale }) => total + BigInt(amount) * 10n ** BigInt(6 - scale),
          0n,
        );
        expect(whole(String(millionths), 6)).toBe(sum);
      }
    });
  });

  test.each(['', null, 'x', '1,5', '0x10', true, [1], 'NaN', '1 2', '1e1000'])('%j is no number', (amount) => {
    expect(() => of([{ amount: '1' }, { amount }])).toThrow(/Row 2 of 2 has no number/);
  });

  test.each([
    [{ asset: { ticker: 'USDC' } }, { asset: { ticker: 'MVL' } }, 'asset.ticker'],
    [{ tokenSymbol: 'USDC' }, { tokenSymbol: 'MVL' }, 'tokenSymbol'],
    [{ amountToken: 'USDC' }, { amountToken: 'MVL' }, 'amountToken'],
    [{ of: { coin: 'USDC' } }, { of: { coin: 'MVL' } }, 'of.coin'],
  ])('amounts of no known unit are not added if the rows differ in a field that may be one', (one, other, name) => {
    const rows = (second: object) => [
      { amount: '5', ...one },
      { amount: '7', ...second },
    ];
    expect(() => of(rows(other))).toThrow(`the rows differ in ${name}`);
    expect(of(rows(one))).toMatchObject([{ sum: '12' }]);
  });

  test('an empty list has no sums, and a record is no list', () => {
    expect(of([])).toEqual([]);
    expect(() => of({ amount: '1' })).toThrow(/rows of a list/);
  });
});

describe('on the command line', () => {
  test('the rows of --match are added, in every format', async () => {
    const user = await signedIn();
    const rows: { valuatedAmount: string; network: string }[] = await user.json('wallet balance');
    const [sum] = await user.json('wallet balance --sum worth');
    expect(sum).toMatchObject({ currency: 'USD', rows: rows.length });
    expect((await user.json('wallet balance --sum .valuatedAmount --match network~TON'))[0].rows).toBe(
      rows.filter(({ network }) => network === 'TON').length,
    );
    expect((await user.run('wallet balance --sum worth -o csv')).stdout).toMatch(
      /^currency,sum,rows\nUSD,[\d.]+,\d+\n$/,
    );
  });

  test.each([
    ['depin stations --sum name', exit.server, 'has no number in name'],
    ['depin stations --sum nope', exit.usage, 'no field "nope"'],
    ['points balance --sum amount', exit.usage, 'rows of a list'],
    ['points history --sum-by currency', exit.usage, '--sum-by needs --sum'],
    ['points history --sum amount --jq .', exit.usage, 'cannot be used with --jq'],
    ['points history --sum amount --fields amount', exit.usage, 'cannot be used with'],
    ['wallet history --network BSC --sum amount', exit.usage, 'add --all'],
    ['wallet balance --sum worth -w --count 1', exit.usage, '-w prints each change'],
    ['points transfer --to dara --amount 1 --new-recipient --yes --sum amount', exit.usage, 'prints none'],
    ['api user transfer-points --sum amount --yes', exit.usage, 'prints none'],
    ['wait ride:1 --sum fare', exit.usage, '--sum is for the rows of a list'],
  ])('%s is refused', async (line, code, message) => {
    const user = await signedIn();
    expect(await user.run(line)).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) });
  });

  test('tuk api refuses a sum of base units, whatever names the call', async () => {
    const user = await platformUser({});
    const before = user.server.requests.length;
    for (const line of [
      'api bep20-swap list-bridge-swaps --sum amount',
      'api bep20-swap list-swaps --sum .feeAmount',
      'api GET bep20-swap /v1/bridge-swap --sum amount',
      'api wallet list-history --network BSC --filter ALL --address x --sum value',
      'api wallet list-transactions-v1 --sum value',
      'api GET wallet /v2/wallets/transaction/history?network=BSC --sum value',
    ])
      expect(await user.run(line)).toMatchObject(ends(exit.usage, 'in base units', ''));
    expect(user.server.requests).toHaveLength(before);
    expect((await user.run('api user list-points-history --sum amount')).stderr).not.toContain('base units');
  });
});
