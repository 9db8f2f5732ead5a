// The connections of a run: whatever the command, a call takes a free one, and opens one only if none is free.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { afterFile } from '../support/cleanup.js';
import { exit } from '../support/exit.js';
import { stubUser } from '../support/users.js';

const rows = Array.from({ length: 14 }, (_, at) => ({
  ...{ id: `w${at}`, network: 'BSC', address: `0x${String(at).padStart(40, '0')}`, name: `Wallet ${at}` },
  ...{ symbol: 'BNB', amount: '1', decimals: 18, priceId: 'binancecoin' },
}));

/** A signed-in user of a server that counts its connections and requests. */
async function counted() {
  const count = { connections: 0, requests: 0 };
  const server = createServer(({ url = '' }, response) => {
    count.requests++;
    response.setHeader('content-type', 'application/json');
    const page = Number(new URL(url, 'http://host').searchParams.get('page') ?? 1);
    const list = page > 20 ? [] : rows.map((row) => ({ ...row, id: `${page}-${row.id}` }));
    response.end(JSON.stringify(url.includes('current') ? { id: '1', user: { id: '1', name: 'Mina' } } : list));
  });
  server.on('connection', () => count.connections++);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  afterFile(() => new Promise<unknown>((closed) => server.close(closed)));
  const user = await stubUser(() => {});
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/{service}`;
  await user.run(['profile', 'set', 'box', 'base', base]);
  await user.run('login --tokens-stdin', { stdin: JSON.stringify({ accessToken: 'aaaa', refreshToken: 'rrrr' }) });
  return {
    async run(line: string) {
      Object.assign(count, { connections: 0, requests: 0 });
      const result = await user.run(line, { ownTransport: true });
      return { ...result, ...count };
    },
  };
}

test.each([
  ['one after another', 'points earn participations --app 1 --event e --identifier mina --all -o ndjson', 21, 1],
  ['side by side', 'wallet balance', 16, 14],
  ['at most six at once', 'find mina', 43, 6],
  ['one alone', 'whoami', 1, 1],
])('%s: %s makes %i requests over %i connections', async (_, line, requests, connections) => {
  const { run } = await counted();
  expect(await run(line)).toMatchObject({ code: exit.ok, requests, connections });
});
