// TLS: an untrusted certificate is refused before anything is sent. One of a CA that Node trusts is accepted: tls.proof.test.ts.
import { readFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { newUser } from '../support/tuk.js';

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
