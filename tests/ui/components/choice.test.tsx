// A choice: its rows, numbers, window and keys.
import { expect, test, vi } from 'vitest';
import { Choice } from '../../../src/ui/components/choice.js';
import { frame } from '../../support/frames.js';

const size = { rows: 24, columns: 60 };
const choices = (n: number) => Array.from({ length: n }, (_, at) => ({ key: `k${at + 1}`, label: `Way ${at + 1}` }));
function choice(of: Parameters<typeof Choice>[0]['choices'], rows = 24) {
  const [onReply, onLeave] = [vi.fn(), vi.fn()];
  return {
    onReply,
    onLeave,
    ...frame(<Choice question="Which?" choices={of} {...{ ...size, rows, onReply, onLeave }} />),
  };
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
