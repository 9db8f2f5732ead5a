// Lines that are typed: known while others are printed above, nothing of one lost; and a paste is no answer to a confirmation, wherever it begins and ends.
import { expect, test } from 'vitest';
import { keyLine } from '../../src/ui/key-line.js';
import { lineInput } from '../../src/ui/line-input.js';
import { stage } from '../support/stage.js';

test('what is typed stands behind the prompt, and is the line when enter is pressed', async () => {
  const on = stage();
  const input = lineInput(on);
  const line = input.next('Command: ');
  await on.shows('Command: ');
  on.stdin.write('copy comm');
  await on.shows('comm');
  expect(input.asked).toBe('Command: copy comm');
  on.stdin.write('and\r');
  expect(await line).toBe('copy command');
  expect(input.asked).toBeUndefined();
});

test.each([
  ['backspace', 'ab\x7fc\r', 'ac'],
  ['ctrl-u', 'wrong\x15right\r', 'right'],
  ['ctrl-w', 'ride watch\x17wait\r', 'ride wait'],
  ['esc, an arrow', 'a\x1b[Ab\r', 'ab'],
])('%s edits the line', async (_, keys, expected) => {
  const on = stage();
  const line = lineInput(on).next('> ');
  await on.shows('> ');
  on.stdin.write(keys);
  expect(await line).toBe(expected);
});

test.each([
  ['ctrl-c', '\x03', true],
  ['ctrl-d on an empty line', '\x04', false],
])('%s ends the input', async (_, key, interrupted) => {
  const on = stage();
  const input = lineInput(on);
  const line = input.next('> ');
  await on.shows('> ');
  on.stdin.write(key);
  expect([await line, input.interrupted]).toEqual([undefined, interrupted]);
});

test('lines that are typed ahead are taken one by one', async () => {
  const on = stage();
  const input = lineInput(on);
  on.stdin.write('1\rx 2\r');
  expect([await input.next('> '), await input.next('> ')]).toEqual(['1', 'x 2']);
});

test('a paste into a confirmation is said not to count, and what was typed before it stays', async () => {
  const on = stage();
  const answer = keyLine(on, { prompt: () => on.stdout.write('Type yes: '), echo: true, typed: true });
  await on.shows('Type yes: ');
  on.stdin.write('y\x1b[200~es\r\x1b[201~');
  await on.shows('type it.\nType yes: y');
  on.stdin.write('es\r');
  expect(await answer).toEqual({ line: 'yes' });
});

test('a paste that begins before the question can be read does not answer it afterwards', async () => {
  const on = stage();
  const answer = keyLine(on, { prompt: () => on.stdout.write('Type yes: '), echo: true, typed: true, unread: 50 });
  on.stdin.write('\x1b[200~no');
  await on.shows('Type yes: ');
  on.stdin.write('yes\r\x1b[201~');
  on.stdin.write('n\r');
  expect(await answer).toEqual({ line: 'n' });
});
