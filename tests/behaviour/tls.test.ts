// Connections: an untrusted certificate is refused before anything is sent (one of a CA that Node trusts is accepted: tls.proof.test.ts), and a call takes a free connection.
import { readFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { afterFile } from '../support/cleanup.js';
import { exit } from '../support/exit.js';
import { newUser } from '../support/tuk.js';
import { stubUser } from '../support/users.js';

const fixture = (name: string) => path.resolve(import.meta.dirname, '../fixtures', name);
const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});
async function listening(server: Server): Promise<number> {
  open.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return (server.address() as AddressInfo).port;
}
const tls = () =>
  createServer(
    { cert: readFileSync(fixture('tls-cert.pem')), key: readFileSync(fixture('tls-key.pem')) },
    (_, response) => {
      requests++;
      response.end('{"a":1}');
    },
  );
let requests = 0;
async function at(address: string) {
  const user = newUser();
  await user.run(['profile', 'add', 'box', '--base', `${address}/{service}`]);
  return { home: user.home, run: (argv: string) => user.run(`-p box ${argv}`, { env: { TUK_TOKEN: 'token' } }) };
}

test.each(['api user get-current', 'api user transfer-points -f a=b --new-recipient --yes'])(
  'an untrusted certificate: exit 6 with host and cause, nothing sent: %s',
  async (line) => {
    const port = await listening(tls());
    requests = 0;
    const { code, stdout, stderr } = await (await at(`https://127.0.0.1:${port}`)).run(line);
    expect({ code, stdout, requests }).toEqual({ code: exit.unreachable, stdout: '', requests: 0 });
    expect(stderr).toContain(`127.0.0.1:${port}: its certificate is self-signed.`);
    expect(stderr).toContain('NODE_EXTRA_CA_CERTS=FILE');
  },
);

test('https to a server that speaks plain HTTP is exit 6', async () => {
  const port = await listening(createHttp((_, response) => response.end('{}')));
  const { code, stderr } = await (await at(`https://127.0.0.1:${port}`)).run('api user get-current');
  expect(code).toBe(exit.unreachable);
  expect(stderr).not.toMatch(/\n\s+at /);
});

const rows = Array.from({ length: 14 }, (_, at) => ({
  ...{ id: `w${at}`, network: 'BSC', address: `0x${String(at).padStart(40, '0')}`, name: `Wallet ${at}` },
  ...{ symbol: 'BNB', amount: '1', decimals: 18, priceId: 'binancecoin' },
}));

/** A signed-in user of a server that counts its connections and requests. */
async function counted() {
  const count = { connections: 0, requests: 0 };
  const server = createHttp(({ url = '' }, response) => {
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
