// Components: a choice, a line that is typed, and the groups as a bar and as a rail.

import { Box } from 'ink';
import { expect, test, vi } from 'vitest';
import { Choice } from '../../src/ui/components/choice.js';
import { GroupBar, GroupRail } from '../../src/ui/components/groups.js';
import { Line } from '../../src/ui/components/line.js';
import { ClickTargets } from '../../src/ui/components/lines.js';
import { frame } from '../support/frames.js';

const size = { rows: 24, columns: 60 };
const choices = (n: number) => Array.from({ length: n }, (_, at) => ({ key: `k${at + 1}`, label: `Way ${at + 1}` }));
function choice(of: Parameters<typeof Choice>[0]['choices'], rows = 24) {
  const [onReply, onLeave] = [vi.fn(), vi.fn()];
  const part = <Choice question="Which?" choices={of} {...{ ...size, rows, onReply, onLeave }} />;
  return { onReply, onLeave, ...frame(part) };
}

test('a short list has numbers, which select', async () => {
  const one = choice(choices(9));
  expect(one.rows().slice(0, 3)).toEqual(['? Which?', '▸ 1 Way 1', '  2 Way 2']);
  await one.press('9');
  expect(one.onReply.mock.calls).toEqual([['k9']]);
});

test('a long list has no numbers, and is a window as high as the terminal allows', async () => {
  const one = choice(choices(40), 9);
  expect(one.rows()).toHaveLength(7);
  expect(one.text()).toContain('1 of 40');
  await one.press('3');
  expect(one.onReply).not.toHaveBeenCalled();
  await one.press('k');
  expect(one.text()).toMatch(/▸ Way 40\n {2}Way 1\n(?:.*\n)+.*40 of 40/); // wraps around at the end
  await one.press('\r');
  expect(one.onReply.mock.calls).toEqual([['k40']]);
});

test.each(['\x1b', '\x03', '\x04'])('%j cancels', async (key) => {
  const one = choice(choices(3));
  await one.press(key);
  expect([one.onLeave.mock.calls.length, one.onReply.mock.calls.length]).toEqual([1, 0]);
});

test('a row with its explanation does not exceed its width, also with wide characters; control characters are escaped', () => {
  const { rows } = choice([
    { key: 'a', label: '전기차'.repeat(5), is: 'x'.repeat(80) },
    { key: 'b', label: '한'.repeat(80), is: 'gone' },
    { key: 'c', label: '\x1b[31mred\u202e' },
  ]);
  expect(rows()).toHaveLength(5);
  expect(rows()[1]).toMatch(/^▸ 1 (전기차){5} +x*…?$/);
  expect(rows()[2]).toMatch(/^ {2}2 한{27}…$/);
  expect(rows()[3]).toMatch(/^ {2}3 \\x1b\[31mred\\u202e *$/);
});

function line(options: Omit<Parameters<typeof Line>[0], 'question' | 'onReply' | 'onLeave'> = {}) {
  const [onReply, onLeave] = [vi.fn(), vi.fn()];
  return { onReply, onLeave, ...frame(<Line question="Key" {...options} {...{ onReply, onLeave }} />) };
}

test('it is edited by character', async () => {
  const one = line({ hint: 'as on the card' });
  expect(one.text()).toMatch(/^\? Key\s+as on the card$/);
  for (const keys of ['Mi👩‍👩‍👧n', '\x1b[D', '\x7f', '\x1b[C', 'aX', '\x7f', '\x01', '한 ', '\x05', '!'])
    await one.press(keys);
  expect(one.text()).toMatch(/^\? Key {2}한 Mina!/);
  await one.press('\r');
  expect(one.onReply.mock.calls).toEqual([['한 Mina!']]);
});

test('a hidden line shows neither its text nor its length; esc cancels', async () => {
  const one = line({ hidden: true, hint: 'of the wallet' });
  await one.press('secret');
  expect(one.text()).toContain('(hidden)');
  expect(one.everShowed(/[s•*]ecret|[•*]/)).toBe(false);
  await one.press('\x1b');
  expect(one.onLeave.mock.calls).toHaveLength(1);
});

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
  const at = [targets.at(4, 1), targets.at(4, 3), targets.at(4, 5), targets.at(18, 1)];
  expect(at).toEqual([{ group: 1 }, { screen: 0 }, { group: 3 }, undefined]);
});

test('the open group and the open screen are not both reversed', () => {
  const bar = (of: string) => frame(<GroupBar group={of} columns={80} />, { columns: 80, isColoured: true }).text();
  expect(bar('Assets')).toContain('[1Assets]');
  expect(bar('Assets')).not.toContain('\x1b[7m');
});
