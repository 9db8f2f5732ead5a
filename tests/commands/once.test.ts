// A reference (--client-ref) is done once: by any number of processes, by one that was killed, by a line that is run again.
import { expect, test } from 'vitest';
import { homeWith, many, tukProcess, until } from '../support/processes.js';
import { answer, hang, type Script, scripted } from '../support/scripted-server.js';

const order = [
  'assets',
  'order',
  '--offering',
  '1',
  '--purchase-type',
  'FRACTIONAL',
  '--amount',
  '50',
  '--client-ref',
  'march',
  '--yes',
  '-p',
  'box',
];

async function box(ordered: Script) {
  const server = await scripted((socket, asked) => (asked.method === 'POST' ? ordered : answer(200, '{"title":"One"}'))(socket, asked));
  const home = await homeWith('box', `${server.url}/{service}`, { accessToken: 'aaaa', refreshToken: 'rrrr' });
  return { home, posts: () => server.requests.filter(({ method }) => method === 'POST').length };
}

test('eight processes with one reference: one request, and nobody says that a second one was made', async () => {
  const { home, posts } = await box((socket, asked) => setTimeout(() => answer(200, '{"id":"o1"}')(socket, asked), 300));
  const results = await many(8, order, { home });
  expect(posts()).toBe(1);
  const codes = results.map(({ code }) => code).sort();
  expect(codes[0]).toBe(0);
  expect(codes.every((code) => code === 0 || code === 10)).toBe(true); // 10: it was still under way
  const again = await tukProcess(order, { home }).done;
  expect([again.code, again.stdout]).toEqual([0, '{"id":"o1"}\n']);
  expect(posts()).toBe(1);
}, 120_000);

test('killed after its request has left, the same line sends nothing again', async () => {
  const { home, posts } = await box(hang);
  const first = tukProcess(order, { home });
  await until(() => posts() === 1, 10_000);
  first.kill();
  await first.done;
  const again = await tukProcess(order, { home }).done;
  expect([again.code, again.stdout, posts()]).toEqual([10, '', 1]);
  expect(again.stderr).toMatch(/has left before[\s\S]*tuk ops show op-/);
}, 120_000);
