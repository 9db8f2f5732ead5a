// The cell of a column: what a row does not have is never printed as a word of the program.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classInWords } from '../../src/services/catalogue/statuses.js';
import type { Row } from '../../src/services/json-value.js';
import { cellOf, guessed } from '../../src/text/column.js';
import type { Column } from '../../src/things/column.js';
import { mission } from '../../src/things/mission.js';
import { property } from '../support/runs.js';

test('a state has the sign of its class; without a known class it has none', () => {
  const column = { path: 'state', as: { classAt: 'class' } } as const;
  const text = (of: unknown) => cellOf({ state: 'done', class: of }, column, 0).text;
  for (const name of Object.keys(classInWords)) expect(text(name)).toMatch(/^\S+ done$/);
  property(100, fc.anything(), (of) => {
    if (typeof of === 'string' && Object.hasOwn(classInWords, of)) return;
    expect(text(of)).toBe('done');
  });
  for (const odd of [undefined, null, 'toString', '__proto__', {}]) expect(text(odd)).toBe('done');
});

// Guessed formats of fields without a column: a known status has its sign, an amount by its symbol has its digits grouped.

const cell = (path: string, ...values: unknown[]) => {
  const rows = values.map((value) => ({ [path]: value }));
  return cellOf(rows[0]!, guessed({ path }, rows), 0).text;
};

test('a status that is on one list, or has one class on all, has its sign; any other word is shown as received', () => {
  expect(cell('status', 'FULLY_CHARGED', 'PROBLEM')).toBe('✓ FULLY_CHARGED');
  expect(cell('status', 'PROBLEM', 'FULLY_CHARGED')).toBe('✗ PROBLEM');
  expect(cell('status', 'FULLY_CHARGED', 'SOMETHING_ELSE')).toBe('FULLY_CHARGED');
  expect(cell('status', 40)).toBe('40');
  expect(cell('word', 'PROBLEM')).toBe('PROBLEM');
});

test('an amount under the symbol of its currency is grouped, and keeps every digit', () => {
  expect(cell('USD', '1890.84')).toBe('1,890.84');
  expect(cell('MVL', '25290.1201')).toBe('25,290.1201');
  expect(cell('MVL', '250000000000000000000000')).toBe('250000000000000000000000'); // base units
});

test.each([
  ['18204118', '6', '18.204118 MVL'],
  ['18204118', undefined, '18204118 base units MVL'],
  ['1.5', undefined, '1.5 MVL'], // no number of base units
])('base units %s of %s decimals are %s', (value, decimals, text) => {
  const as = { units: 'decimals', token: 'token' };
  expect(cellOf({ value, decimals, token: 'MVL' } as Row, { path: 'value', as }, 0).text).toBe(text);
});

test('a state by the fields of a row is unknown if an earlier one may hold, and known if none does', () => {
  const { as } = mission.fields!.find((field: Column) => field.path === 'claimable') as Column;
  const state = (row: object) => cellOf(row as Row, { path: 'claimable', as }, Date.parse('2026-11-20T00:00:00Z')).text;
  const row = { claimable: false, accomplishable: true, endsAt: null, userClaimedCount: 0 };
  expect(state(row)).toBe('● open');
  expect(state({ ...row, endsAt: '2026-11-19T00:00:00Z' })).toBe('○ ended');
  expect(state({ ...row, endsAt: '1795132800' })).toBe('○ ended');
  expect(state({ ...row, endsAt: '2026-11-19T00:00:00' })).toBe('–'); // the zone is not known
  expect(state({ ...row, claimable: 'Y' })).toBe('–');
  expect(state({ ...row, accomplishable: false, userClaimedCount: '2' })).toBe('✓ claimed');
  expect(state({ ...row, accomplishable: false, userClaimedCount: 'some' })).toBe('–');
});

test('an amount with its unit in one text is grouped where a column says that it is an amount', () => {
  const text = (as?: Column['as']) => cellOf({ price: '4900.5 USD' }, { path: 'price', as }, 0).text;
  expect([text('amount'), text({ amount: 'currency' }), text()]).toEqual(['4,900.5 USD', '4,900.5 USD', '4900.5 USD']);
});

test('a gauge is the exact part, rounded down; a goal that is not reached is never full', () => {
  const gauge = { path: 'part', as: { share: 'goal', of: 'unit' } } as const;
  const digits = fc.bigInt({ min: 0n, max: 10n ** 30n });
  const decimal = fc.tuple(digits, fc.integer({ min: 0, max: 18 }));
  const textOf = ([units, places]: readonly [bigint, number]) => {
    const text = String(units).padStart(places + 1, '0');
    return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
  };
  property(100, decimal, decimal, (part, goal) => {
    fc.pre(goal[0] > 0n);
    const row = { part: textOf(part), goal: textOf(goal), unit: 'USDC' };
    const [, cells = '', percent = ''] = /^(■*)·* +(\d+) %$/.exec(cellOf(row, gauge, 0).text) ?? [];
    const [left, right] = [part[0] * 10n ** BigInt(goal[1]), goal[0] * 10n ** BigInt(part[1])];
    expect(BigInt(percent)).toBe((left * 100n) / right);
    expect(cells.length === 10).toBe(left >= right);
    expect(cellOf(row, gauge, 0, 'whole').text).toContain(`, ${percent} % of `);
  });
  for (const goal of [undefined, '0', 'much', '-5', {}])
    expect(cellOf({ part: '5', goal, unit: 'USDC' }, gauge, 0).text).toBe('5 USDC');
  expect(cellOf({ goal: '5', unit: 'USDC' }, gauge, 0).text).toBe('–');
});
