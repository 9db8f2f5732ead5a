// TLS: a certificate of a CA that Node is configured to trust, which it reads when it starts, is accepted.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { afterFile } from '../support/cleanup.js';
import { exit } from '../support/exit.js';
import { tukProcess } from '../support/processes.js';
import { newUser } from '../support/tuk.js';

const fixture = (name: string) => path.resolve(import.meta.dirname, '../fixtures', name);

test("a certificate signed by Node's configured CA is accepted", async () => {
  const keys = { cert: readFileSync(fixture('tls-cert.pem')), key: readFileSync(fixture('tls-key.pem')) };
  const server = createServer(keys, (_, response) => response.end('{"a":1}'));
  afterFile(() => server.close());
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { home, run } = newUser();
  const { port } = server.address() as AddressInfo;
  await run(`profile add box --base https://127.0.0.1:${port}/{service}`);
  const env = { TUK_TOKEN: 'token', NODE_EXTRA_CA_CERTS: fixture('tls-cert.pem') };
  const { code, stdout } = await tukProcess(['-p', 'box', 'api', 'user', 'get-current'], { home, env }).done;
  expect({ code, stdout }).toEqual({ code: exit.ok, stdout: '{"a":1}\n' });
});
