// The groups as a bar and as a rail: the open one is always named, counts and screens stand in the rail.
import { Box } from 'ink';
import { expect, test } from 'vitest';
import { GroupBar, GroupRail } from '../../../src/ui/components/groups.js';
import { ClickTargets } from '../../../src/ui/components/lines.js';
import { frame } from '../../support/frames.js';

test('the bar has all names where they fit, else that of the open group', () => {
  const bar = (columns: number, group = 'Notify') => frame(<GroupBar {...{ group, columns }} />, { columns }).text();
  expect(bar(80)).toBe(' Home  1Assets  2Ride  3Wallet  4Swap  5Points  6Store  7Depin  8Image [9Notify]');
  expect(bar(60)).toBe(' 0  1  2  3  4  5  6  7  8 [9Notify]');
  expect(bar(80, 'Home')).toMatch(/^\[Home\] 1Assets /);
});

test('the rail has the screens of the open group below it and the counts at its right; a click is the group or the screen', () => {
  const targets = new ClickTargets();
  const screens = { names: ['Requests', 'New'], at: 1 };
  const rail = frame(
    <Box>
      <GroupRail group="Ride" columns={120} rows={14} {...{ screens }} counts={{ Ride: 2 }} />
    </Box>,
    { columns: 120, targets },
  );
  expect(rail.rows().slice(0, 6)).toEqual([
    ' 0 Home          │',
    ' 1 Assets        │',
    ' 2 Ride        2 │',
    '   Requests      │',
    '[  New]          │',
    ' 3 Wallet        │',
  ]);
  expect([targets.at(4, 1), targets.at(4, 3), targets.at(4, 5), targets.at(18, 1)]).toEqual([
    { group: 1 },
    { screen: 0 },
    { group: 3 },
    undefined,
  ]);
});

test('the open group and the open screen are not both reversed', () => {
  const bar = (of: string) => frame(<GroupBar group={of} columns={80} />, { columns: 80, isColoured: true }).text();
  expect(bar('Assets')).toContain('[1Assets]');
  expect(bar('Assets')).not.toContain('\x1b[7m');
});
