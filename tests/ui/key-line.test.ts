// A line that is read key by key: what is pasted is no answer to a confirmation, wherever the paste begins and ends.
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { keyLine } from '../../src/ui/key-line.js';
import { until } from '../support/processes.js';
import { collector } from '../support/streams.js';

function stage() {
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  return { stdin, stdout: collector({ isTTY: true, columns: 80 }), env: {} };
}

test('a paste into a confirmation is said not to count, and what was typed before it stays', async () => {
  const on = stage();
  const answer = keyLine(on, { prompt: () => on.stdout.write('Type yes: '), echo: true, typed: true });
  await until(() => on.stdout.text.includes('Type yes: '), 5000);
  on.stdin.write('y\x1b[200~es\r\x1b[201~');
  await until(() => on.stdout.text.includes('type it.\nType yes: y'), 5000);
  on.stdin.write('es\r');
  expect(await answer).toEqual({ line: 'yes' });
});

test('a paste that begins before the question can be read does not answer it afterwards', async () => {
  const on = stage();
  const answer = keyLine(on, { prompt: () => on.stdout.write('Type yes: '), echo: true, typed: true, unread: 50 });
  on.stdin.write('\x1b[200~no');
  await until(() => on.stdout.text.includes('Type yes: '), 5000);
  on.stdin.write('yes\r\x1b[201~');
  on.stdin.write('n\r');
  expect(await answer).toEqual({ line: 'n' });
});
