// The rules of a screen: the path with the screens around the open one, and the command that gives the same data.
import { expect, test } from 'vitest';
import { CommandRule, PathRule } from '../../../src/ui/components/rules.js';
import { frame } from '../../support/frames.js';

const names = ['Offerings', 'Vehicles', 'Mine', 'Incomes', 'Claimable', 'Orders'];
const role = 'rule';
const path = (at: number, columns: number, more: object = {}) =>
  frame(
    <PathRule
      group="Assets"
      path="Assets › Offerings"
      isScreen
      screens={{ names, at }}
      {...{ columns, role }}
      {...more}
    />,
    {
      columns,
    },
  ).text();

test('the screens of the group stand around the open one, as many as fit', () => {
  expect(path(0, 80)).toMatch(/^─ Assets › \[Offerings\] Vehicles {2}Mine {2}Incomes {2}Claimable .*─$/);
  expect(path(3, 44)).toMatch(/^─ Assets › … .*\[Incomes\].* … ─+$/);
  for (let columns = 40; columns < 100; columns++)
    expect(path(3, columns, { state: '9 rows' })).toMatch(/\[Incomes\].* 9 rows ─$/);
});

test('a detail has its path alone, and what a rail shows is not repeated', () => {
  expect(path(0, 80, { isScreen: false })).toMatch(/^─ Assets › Offerings ─+$/);
  expect(path(0, 120)).toMatch(/^─ Assets › Offerings ─+$/);
});

test('the command stands with the key that copies it; control characters are escaped', () => {
  const rule = (command: string, joint?: string) =>
    frame(<CommandRule columns={60} {...{ command, joint, role }} />, { columns: 60 }).text();
  expect(rule('tuk assets offerings')).toMatch(/^─ \$ tuk assets offerings ─+ Y copies ─$/);
  expect(rule('tuk a\x1b[2J', '──┴')).toMatch(/^──┴─ \$ tuk a\\x1b\[2J ─+ Y copies ─$/);
  expect(rule('')).toBe('─'.repeat(60));
});
