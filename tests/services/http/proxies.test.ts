// Proxies from the environment: parsed before anything is sent, named in errors, not used for the embedded sandbox.
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { proxiesOf } from '../../../src/services/http/proxies.js';
import { exit } from '../../support/exit.js';
import { respond, scripted } from '../../support/scripted-server.js';
import { newUser } from '../../support/tuk.js';
import { confirmFieldNames } from '../../support/users.js';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});
const variables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const;
const malformed = [
  'http://[',
  '::::',
  'socks5://x:1',
  'ftp://x:1',
  'http://x:99999',
  'x.example:99999',
  'http://x:0',
  'http://',
  'http://:3128',
  'true',
  '1',
  'http:/x:1',
  'http://us%er:hunter22@x:1',
  'user:hunter22@',
  'http://user:hunter22@[',
  'x.example:3128/path',
  'two words.example:1',
];

describe('a malformed proxy', () => {
  async function setup() {
    const user = newUser();
    const server = await scripted(respond(200, '{"id":"1"}'), 'network');
    await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
    confirmFieldNames(user.home, 'box');
    await user.run('login --tokens-stdin -p box', { stdin: '{"accessToken":"aaaa"}' });
    return { ...user, server };
  }

  test.each(malformed)('%s: exit 2, its variable is named, and nothing is sent', async (value) => {
    const { run, server } = await setup();
    for (const name of variables)
      for (const line of [
        'whoami -p box',
        'api user transfer-points -F body.amount=1 --new-recipient --yes -p box',
        'smoke --service user -p box',
      ]) {
        const { code, stdout, stderr } = await run(line, { env: { [name]: value } });
        expect({ code, stdout }).toEqual({ code: exit.usage, stdout: '' });
        expect(stderr).toMatch(
          new RegExp(`^✗ The variable ${name} is not the address of a proxy; nothing was sent\\.\\n {2}.*unset ${name}`, 'm'),
        );
        expect(stderr).not.toContain('hunter22');
      }
    expect(server.requests).toEqual([]);
    const result = await run('whoami -p box --json', { env: { HTTPS_PROXY: value } });
    expect(JSON.parse(result.stderr).error).toMatchObject({ code: 'BAD_PROXY', exitCode: exit.usage });
  });

  test('doctor reports it and continues; signing out works; the sandbox and help need no proxy', async () => {
    const { run } = await setup();
    for (const value of malformed) {
      const env = { HTTPS_PROXY: value };
      const withSavedTableSettings = await run('doctor -p box --service user -o ndjson', { env });
      expect(withSavedTableSettings.code).toBe(exit.local);
      expect(withSavedTableSettings.stdout).toContain('"says":"HTTPS_PROXY is not the address of a proxy"');
      expect(withSavedTableSettings.stdout + withSavedTableSettings.stderr).not.toMatch(/hunter22|bug/);
    }
    const env = { HTTPS_PROXY: 'http://[', http_proxy: '::::' };
    expect((await run('logout -p box', { env })).code).toBe(exit.ok);
    expect((await run('auth token -p box')).code).toBe(exit.signIn);
    for (const line of ['login', 'whoami', 'doctor --service user', 'logout', '--help', 'whoami --help', 'profile list', 'ops list'])
      expect(`${line} ${(await run(line, { env })).code}`).toBe(`${line} ${line.startsWith('doctor') ? 9 : 0}`);
  });
});

test.each([
  ['127.0.0.1:3128', 'http://127.0.0.1:3128'],
  ['proxy.example', 'http://proxy.example'],
  ['proxy:3128', 'http://proxy:3128'],
  ['localhost:3128', 'http://localhost:3128'],
  ['[::1]:3128', 'http://[::1]:3128'],
  ['user:pass@proxy.example:3128', 'http://user:pass@proxy.example:3128'],
  [' http://proxy.example:1/ ', 'http://proxy.example:1/'],
  ['https://proxy.example', 'https://proxy.example'],
  ['HTTP://proxy', 'HTTP://proxy'],
])('%s is %s', (typed, address) => {
  for (const name of ['HTTPS_PROXY', 'https_proxy']) expect(proxiesOf({ [name]: typed })?.httpsProxy).toBe(address);
  expect(proxiesOf({ http_proxy: typed })).toMatchObject({ httpProxy: address, httpsProxy: address });
  expect(proxiesOf({ http_proxy: '', HTTP_PROXY: typed, https_proxy: 'http://first', HTTPS_PROXY: '::::' })).toMatchObject({
    httpProxy: address,
    httpsProxy: 'http://first',
  });
});

test('a proxy without a scheme is used as http, with its password', async () => {
  const authorizations: (string | undefined)[] = [];
  const proxy = createServer().on('connect', (request, socket) => {
    authorizations.push(request.headers['proxy-authorization']);
    const upstream = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  const server = await scripted(respond(200, '{"id":"1"}'), 'network');
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready));
  open.push(() => proxy.close());
  const { port } = proxy.address() as { port: number };
  const { undiciTransport } = await import('../../../src/services/http/undici-transport.js');
  const pool = undiciTransport({ proxies: proxiesOf({ HTTP_PROXY: `user:p%20w@127.0.0.1:${port}` })! });
  open.push(() => pool.close());
  const got = await pool.exchange({ method: 'GET', url: 'http://service.invalid/x', headers: {}, timeout: 0, maxBody: 1000 });
  expect(got.status).toBe(200);
  expect(authorizations).toEqual([`Basic ${Buffer.from('user:p w').toString('base64')}`]);
});
