// A line that is read key by key: what is pasted is not an answer to a confirmation, wherever the paste begins and ends.
import { expect, test } from 'vitest';
import { keyLine } from '../../src/ui/key-line.js';
import { stage } from '../support/stage.js';

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
