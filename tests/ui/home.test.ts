// Home: every pane is in sight when it is marked and opens its screen, at every size; rows by height, totals and trends from what the reads have.
import { describe, expect, test } from 'vitest';
import { homePanes } from '../../src/commands/app/home-panes.js';
import { fakeClock, type RunningApplication, renderApplication } from '../support/screen.js';

const day = 86_400_000;
const now = Date.parse('2026-11-20T06:00:00Z');
const at = (days: number) => new Date(now - days * day).toISOString();
const balance = (ticker: string, worth: string | undefined, unit = 'USD') => ({
  asset: { ticker },
  wholeAmount: '1.5',
  valuatedAmount: worth,
  valuatedCurrency: unit,
});
const columns = [{ path: 'asset.ticker' }, { path: 'valuatedAmount', as: 'amount' }, { path: 'valuatedCurrency' }] as const;
const prices = Array.from({ length: 30 }, (_, nth) => ({ at: at(30 - nth), price: `0.00${30 + nth}`, currency: 'USD' }));
const chart = { at: 'at', value: 'price', by: 'currency', of: 'last' } as const;
const answers: Readonly<Record<string, object>> = {
  'ride status --known': {
    value: [
      { id: 'r1', status: 'FINISHED' },
      { id: 'r2', status: 'FINISHED' },
      { id: 'r3', status: 'NOT_MATCHED' },
    ],
  },
  'points balance': { value: { amount: '3200', currencyId: 'MVP' } },
  'points history': { value: [3, 2, 1].map((days) => ({ createdAt: at(days), balanceAfter: String(1000 * days) })) },
  'wallet balance': { value: ['10.10', '20.20', '0.03'].map((worth, nth) => balance(`T${nth}`, worth)), columns, id: 'asset.ticker' },
  'wallet price-history': { value: prices, chart },
  'notify list': { value: [{ id: 'n1', title: 'Voucher' }] },
  'points missions list': { value: [{ id: 'm1', name: 'Ride', claimable: true }] },
  'assets vehicles --mine': {
    value: Array.from({ length: 6 }, (_, nth) => ({ num: nth, name: `T1 000${nth}`, category: nth < 4 ? 'TUKTUK' : 'CAR' })),
  },
  'assets incomes': { value: [] },
};
type Sized = { readonly columns: number; readonly rows: number };
const sizes: readonly Sized[] = [
  { columns: 40, rows: 10 },
  { columns: 80, rows: 24 },
  { columns: 120, rows: 36 },
  { columns: 200, rows: 60 },
];
async function home(size: Sized, other: Readonly<Record<string, object | undefined>> = {}): Promise<RunningApplication> {
  fakeClock(now);
  const all: Readonly<Record<string, object | undefined>> = { ...answers, ...other };
  const load = async (line: string) => (Object.hasOwn(all, line) ? (all[line] as { value: unknown } | undefined) : { value: [] });
  return renderApplication({ load }, size);
}
const large: Sized = { columns: 200, rows: 60 };

describe.each(sizes)('navigation at $columns x $rows', (size) => {
  test('tab marks each pane in turn, in sight, and shift-tab goes back', async () => {
    const app = await home(size);
    for (const { title } of homePanes) {
      expect(app.text(), title).toContain(`▸ ${title.toUpperCase()}`);
      await app.press('\t');
    }
    expect(app.text()).toContain(`▸ ${homePanes[0]!.title.toUpperCase()}`);
    await app.press('\x1b[Z');
    expect(app.text()).toContain(`▸ ${homePanes.at(-1)!.title.toUpperCase()}`);
    await app.press('q');
  });

  test('enter opens the screen of each pane, esc goes back to Home', async () => {
    for (const [nth, { group, screen }] of homePanes.entries()) {
      const app = await home(size);
      for (let moves = 0; moves < nth; moves++) await app.press('j');
      await app.press('\r');
      if (size.rows >= 16) for (const name of [group, screen]) expect(app.text()).toContain(name); // a small terminal has no path
      expect(app.text()).not.toContain('▸ ACTIVE RIDE');
      await app.press('\x1b');
      await app.advance(1000);
      expect(app.text()).toMatch(/▸ [A-Z ]+/);
      await app.press('q');
    }
  }, 60_000);
});

test.each(sizes)('no digit of a long amount stands alone: it is shortened with its magnitude, at $columns x $rows', async (size) => {
  const long = '12345678901234567890123456789012345678901234567890';
  const app = await home(size, {
    'points balance': { value: { amount: long, currencyId: 'MVP' } },
    'wallet balance': { value: [{ ...balance('T0', '1'), wholeAmount: long }, balance('T1', '2')], columns, id: 'asset.ticker' },
  });
  for (const _ of homePanes) {
    for (const [shown] of app.text().matchAll(/1\.?2345\S*|12,345\S*/g)) expect(shown).toMatch(/^1\.2345\d*…e49$/);
    await app.press('\t');
  }
});

test('a pane whose command is missing is not marked', async () => {
  const app = await home({ columns: 80, rows: 24 }, { 'points balance': undefined });
  await app.press('\t');
  expect(app.text()).toContain('▸ BALANCES');
});

test('at 80x24 each pane has a line of its own in sight', async () => {
  const text = (await home({ columns: 80, rows: 24 })).text();
  for (const shown of [/No ride is under way/, /3,200 MVP/, /T0 +10\.10/, /0\.0059 USD/, /Voucher/, /Ride/, /T1 0000/])
    expect(text).toMatch(shown);
});

describe('totals', () => {
  const rows = (...all: object[]) => ({ 'wallet balance': { value: all, columns, id: 'asset.ticker' } });
  test('are exact, for each currency, and say what they leave out', async () => {
    expect((await home(large)).text()).toContain('total 30.33 USD');
    const two = rows(balance('A', '0.1'), balance('B', '0.2'), balance('C', '5', 'SGD'));
    expect((await home(large, two)).text()).toContain('total 0.3 USD, 5 SGD');
    const some = rows(balance('A', '9007199254740993'), balance('B', '1'), balance('C', undefined), balance('D', 'much'));
    expect((await home(large, some)).text()).toContain('total 9,007,199,254,740,994 USD   2 not counted');
  });
  test('rows are counted by their status or kind, also those that are not shown', async () => {
    const text = (await home(large)).text();
    expect(text).toContain('3 in all: 2 FINISHED, 1 NOT_MATCHED');
    expect(text).toContain('6 in all: 4 TUKTUK, 2 CAR');
  });
});

describe('trends', () => {
  test('at 200x60 are charts with labelled axes, of histories only', async () => {
    const text = (await home(large)).text();
    expect(text).toMatch(/0\.00\d+ ┤/);
    expect(text).toMatch(/└┬─+/);
    expect(text).toContain('Balance after each change');
    expect(text).toMatch(/1,000 +low 1,000 +high 3,000 +change -66\.7 %/);
    expect(text).not.toContain('Incomes'); // an empty history has no chart
  });
  test('at 80x24 the price is a sparkline with its figures', async () => {
    const text = (await home({ columns: 80, rows: 24 })).text();
    expect(text).toMatch(/0\.0059 USD +\+96\.7 %/);
    expect(text).toMatch(/[▁▂▃▄▅▆▇█]{10}/);
    expect(text).toContain('low 0.0030   high 0.0059');
  });
});
