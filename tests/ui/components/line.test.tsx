// A line that is typed: its text, its hint, its cursor, hidden input.
import { expect, test, vi } from 'vitest';
import { Line } from '../../../src/ui/components/line.js';
import { frame } from '../../support/frames.js';

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
