// Proxies that refuse, ask for a password, or are none: errors name the proxy and what to set; -v and doctor show which proxy a host takes.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { proxiesOf, proxyFor } from '../../src/services/http/proxies.js';
import { afterFile } from '../support/cleanup.js';
import { ends, exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { type ProxyScript, proxyHangs, proxySays, scriptedProxy, tunnelTo } from '../support/scripted-proxy.js';
import { respond, respondJson, scripted } from '../support/scripted-server.js';
import { jsonLines } from '../support/streams.js';
import { newUser } from '../support/tuk.js';
import { confirmFieldNames, stubUser } from '../support/users.js';

/** A new user with a profile of services that only a proxy can reach. */
async function behindProxy() {
  const one = newUser();
  await one.run(['profile', 'add', 'box', '--base', 'https://api.service.invalid/{service}']);
  confirmFieldNames(one.home, 'box');
  await one.run('profile use box');
  await one.run('login --tokens-stdin', { stdin: '{"accessToken":"aaaa"}' });
  return one;
}
const read = 'api user get-current';
const change = 'api user set-email -f email=a@b.c --yes';
const money = 'api user transfer-points -f amount=1 --new-recipient --yes';

test('a tunnel is opened for the host, with the name and password of the address', async () => {
  const server = await scripted(respond(200, '{"id":"1"}'), 'network');
  const proxy = await scriptedProxy(tunnelTo(server.url));
  const { undiciTransport } = await import('../../src/services/http/undici-transport.js');
  const pool = undiciTransport({ proxies: proxiesOf({ HTTP_PROXY: `name:hunter%2022@127.0.0.1:${proxy.port}` })! });
  const request = { method: 'GET', isPathSecret: false, headers: {}, timeout: 0, maxBody: 1000 };
  expect((await pool.exchange({ ...request, url: 'http://service.invalid/x' })).status).toBe(200);
  expect((await pool.exchange({ ...request, url: `${server.url}/direct` })).status).toBe(200);
  await pool.close();
  expect(proxy.connects).toEqual([
    { target: 'service.invalid:80', authorization: `Basic ${Buffer.from('name:hunter 22').toString('base64')}` },
  ]);
  expect(server.requests.map(({ path }) => path)).toEqual(['/x', '/direct']);
});

test('TLS is spoken with the host inside the tunnel', async () => {
  const file = (part: string) => readFileSync(path.resolve(import.meta.dirname, `../fixtures/tls-${part}.pem`));
  const server = createServer({ key: file('key'), cert: file('cert') }, (_, response) => response.end('{"id":"1"}'));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  afterFile(() => server.close());
  const proxy = await scriptedProxy(tunnelTo(`https://127.0.0.1:${(server.address() as { port: number }).port}`));
  const { run } = await behindProxy();
  const end = await run(read, { env: { HTTPS_PROXY: proxy.address } });
  expect(end).toMatchObject(ends(exit.unreachable, /its certificate is .*through the proxy/));
  expect(proxy.connects.map(({ target }) => target)).toEqual(['api.service.invalid:443']);
});

test('-v names the proxy that a host takes, without its password', async () => {
  const proxy = await scriptedProxy(proxySays('HTTP/1.1 403 X\r\n\r\n'));
  const one = await behindProxy();
  const ran = await one.run(`${read} -v`, { env: { https_proxy: `name:hunter22@127.0.0.1:${proxy.port}` } });
  const request = 'GET https://api\\.service\\.invalid/user/users/current';
  expect(ran.stderr).toMatch(new RegExp(`${request} .* \\d+ ms, through the proxy ${proxy.address}\\n`));
  expect(ran.stderr).not.toContain('hunter22');
});

test('a host that takes no proxy: nothing is said at -v, and the proxy is not asked', async () => {
  const proxy = await scriptedProxy(proxySays(''));
  const { run } = await stubUser(respondJson({ id: '1' }), { way: 'network' });
  const { code, stderr } = await run(`${read} -v`, { env: { http_proxy: proxy.address, https_proxy: proxy.address } });
  expect([code, stderr]).toEqual([exit.ok, expect.not.stringContaining('proxy')]);
  expect(proxy.connects).toEqual([]);
});

const refuses = (status: number) => proxySays(`HTTP/1.1 ${status} X\r\ncontent-length: 0\r\n\r\n`);
const check = (why: string) => new RegExp(`${why}\\.\\n {2}Check HTTPS_PROXY`);
describe.each([
  ['407', refuses(407), /a name and a password \(407\)\.\n {2}Set them: HTTPS_PROXY=http:\/\/name:password@/],
  ['403', refuses(403), check('refused to connect to it \\(403\\)')],
  ['nothing and closes', proxySays(''), check('the connection was closed, through the proxy .*')],
  ['a reset', (socket) => socket.resetAndDestroy(), check('the connection was reset, through the proxy .*')],
  ['garbage', proxySays('SSH-2.0-OpenSSH_9.9\r\n'), /does not answer with HTTP\.\n {2}Check HTTPS_PROXY/],
] as readonly [string, ProxyScript, RegExp][])('a proxy that answers with %s', (_, script, says) => {
  // a transfer reads its facts first
  test.each(Object.entries({ [change]: 1, [money]: 3 }))(
    '%s: exit 6, since nothing was sent; it names the proxy and what to set',
    async (line, connects) => {
      const proxy = await scriptedProxy(script);
      const { run } = await behindProxy();
      const env = { HTTPS_PROXY: `http://name:hunter22@127.0.0.1:${proxy.port}` };
      const end = await run(line, { env });
      expect(end).toMatchObject(ends(exit.unreachable, says, ''));
      expect(end.stderr).toMatch(/^✗ Cannot reach user at api\.service\.invalid: /m);
      expect(end.stderr).toContain(proxy.address);
      expect(end.stderr).not.toMatch(/hunter22|bug/);
      expect(proxy.connects).toHaveLength(connects);
    },
  );
});

test('a proxy that is not there, and one that is silent', async () => {
  const { run } = await behindProxy();
  const proxy = await scriptedProxy(proxyHangs);
  const silent = `no response from the proxy ${proxy.address} within 5000 ms`;
  for (const [line, address, why] of [
    [read, 'http://127.0.0.1:9', check(': the connection was refused, through the proxy http://127.0.0.1:9')],
    [`${money} --timeout 5s`, proxy.address, silent],
  ] as const)
    expect(await whileTimePasses(() => run(line, { env: { HTTPS_PROXY: address } }))).toMatchObject(
      ends(exit.unreachable, why),
    );
});

test('SOCKS is refused by name', async () => {
  const { run } = await behindProxy();
  for (const variable of ['ALL_PROXY', 'all_proxy', 'https_proxy', 'HTTP_PROXY'])
    expect(await run(read, { env: { [variable]: 'socks5://127.0.0.1:1' } })).toMatchObject(
      ends(exit.usage, `The variable ${variable} is not the address of a proxy.\n  SOCKS proxies are not supported`),
    );
  const said =
    /variable HTTPS_PROXY .*\n {2}SOCKS .* \(socks\w*\): write it like http:\/\/host:port, or unset HTTPS_PROXY/;
  for (const address of ['SOCKS5h://x:1', 'socks://x'])
    expect(await run(read, { env: { HTTPS_PROXY: address } })).toMatchObject(ends(exit.usage, said));
  const doctor = await run('doctor --service user -o ndjson', { env: { HTTPS_PROXY: 'socks5://x:1' } });
  expect(doctor.stdout).toContain('SOCKS proxies are not supported');
});

test('doctor shows the proxies, and what to set for one that fails', async () => {
  const first = await scriptedProxy(proxySays('HTTP/1.1 407 X\r\n\r\n'));
  const { run } = await behindProxy();
  const env = { HTTPS_PROXY: `http://name:hunter22@127.0.0.1:${first.port}`, NO_PROXY: 'other.invalid' };
  const doctor = await run('doctor -o ndjson --timeout 2s', { env });
  const rowOf = (wanted: string) => jsonLines(doctor.stdout).find(({ check }) => check === wanted);
  expect(rowOf('proxies')?.says).toContain(`HTTPS_PROXY http://127.0.0.1:${first.port};`);
  expect(rowOf('user /health')).toMatchObject({
    says: expect.stringContaining(`the proxy ${first.address} asks for a name and a password (407)`),
    mend: expect.stringMatching(/^set them: HTTPS_PROXY=http/i),
  });
  expect(doctor.stdout + doctor.stderr).not.toContain('hunter22');
});

test.each([
  ['http://a.example/', '', 'http://p:1'],
  ['https://a.example/', '', 'http://s:1'],
  ['http://localhost:8080/', '', undefined],
  ['http://[::1]:80/', '', undefined],
  ['http://a.example/', '*', undefined],
  ['http://a.example/', 'example', undefined],
  ['http://a.example/', '.example', undefined],
  ['http://bexample/', 'example', 'http://p:1'],
  ['http://A.example/', 'a.EXAMPLE', undefined],
  ['http://a.example/', 'a.example:80', undefined],
  ['http://a.example/', 'a.example:81', 'http://p:1'],
  ['https://a.example/', 'a.example:443', undefined],
  ['http://[2001:db8::1]/', '2001:db8::1', undefined],
  ['http://[2001:db8::1]:81/', '[2001:db8::1]:81', undefined],
])('%s with NO_PROXY=%j takes %s', (url, noProxy, address) => {
  const proxies = proxiesOf({ http_proxy: 'http://n:pw@p:1', https_proxy: 's:1', NO_PROXY: noProxy });
  expect(proxyFor(url, proxies)?.shown).toBe(address);
});
