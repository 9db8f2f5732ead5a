// The headers of a profile: every request to its services has them, and a value of a variable is in no output and no file.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { connect } from '../support/mcp-client.js';
import { respond, respondJson, type Script, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';
import { stubUser } from '../support/users.js';

const key = 'gateway-canary-4711';
const env = { GATEWAY_KEY: key };
const settings = { 'header.X-Region': 'KH', 'header.X-Api-Key': '$GATEWAY_KEY' };
const sent = ({ requests }: { requests: readonly { headers: Readonly<Record<string, string>> }[] }) =>
  requests.map(({ headers }) => [headers['x-region'], headers['x-api-key']]);

test.each([
  ['a read', 'whoami'],
  ['a call', 'api user get-current'],
  ['a smoke run', 'smoke --service user --calls get-current'],
])('%s has them', async (_, line) => {
  const { server, run } = await stubUser(respondJson({ id: 'u1', userId: 'u1' }), { settings });
  await run(line, { env });
  expect(server.requests.length).toBeGreaterThan(0);
  expect(new Set(sent(server).map(String))).toEqual(new Set([`KH,${key}`]));
});

test('a tool of tuk mcp has them', async () => {
  const { server, home } = await stubUser(respondJson({ id: 'u1', userId: 'u1' }), { settings });
  const client = await connect(home, '', undefined, env);
  await client.call('whoami');
  await client.close();
  expect(server.requests.length).toBeGreaterThan(0);
  expect(new Set(sent(server).map(String))).toEqual(new Set([`KH,${key}`]));
});

test('a node of a chain, which another company runs, has none of them', async () => {
  const node = await scripted(respondJson({ jsonrpc: '2.0', id: 1, result: '0x0' }));
  const { run } = await stubUser(respondJson([]), {
    settings: { ...settings, 'rpc.BSC_TEST': node.url, 'chain.BSC_TEST': '97' },
  });
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  await run(`wallet balance ${address} --network BSC_TEST --from node`, { env });
  expect(node.requests.length).toBeGreaterThan(0);
  expect(new Set(sent(node).map(String))).toEqual(new Set([',']));
});

test('the renewal of a session has them, and the request after it', async () => {
  const script: Script = (socket, request) =>
    /sessions\/refresh/.test(request.path)
      ? respondJson({ accessToken: 'bbbb', refreshToken: 'ssss' })(socket, request)
      : request.headers.authorization === 'Bearer aaaa'
        ? respond(401, '{"message":"expired","code":"EXPIRED_SESSION"}')(socket, request)
        : respondJson({ id: 'u1' })(socket, request);
  const { server, run } = await stubUser(script, { settings });
  expect((await run('api user get-current', { env })).code).toBe(exit.ok);
  expect(server.requests.map((request) => request.path)).toEqual(
    expect.arrayContaining([expect.stringContaining('refresh'), expect.stringContaining('confirm')]),
  );
  expect(new Set(sent(server).map(String))).toEqual(new Set([`KH,${key}`]));
});

test('a variable that is not set is exit 2 before anything is sent; a dry run shows its name', async () => {
  const { server, run } = await stubUser(respondJson([]), { settings });
  for (const variables of [{}, { GATEWAY_KEY: '' }, { GATEWAY_KEY: 'abc' }, { GATEWAY_KEY: 'two\nlines' }])
    expect(await run('points balance', { env: variables })).toMatchObject(
      ends(exit.usage, 'The variable GATEWAY_KEY of the header X-Api-Key'),
    );
  expect((await run('points balance --print-curl')).stdout).toContain('-H "X-Api-Key: $GATEWAY_KEY"');
  expect((await run('points balance --dry-run')).stdout).toContain('"X-Api-Key":"$GATEWAY_KEY"');
  expect(await run('doctor --service user')).toMatchObject(ends(exit.local, 'headers: The variable GATEWAY_KEY'));
  expect(server.requests).toEqual([]);
});

test('the value of a variable is in no output, whoever repeats it, and in no file', async () => {
  const echo: Script = (socket, request) =>
    respond(500, JSON.stringify({ message: `no ${request.headers['x-api-key']}` }))(socket, request);
  const { home, run } = await stubUser(echo, { settings });
  const reports = '--report json:r.json --report junit:r.xml --report markdown:r.md --report github';
  const outputs = [];
  for (const line of [
    'points balance -vv --retry 0',
    `smoke --service user --calls get-current --retry 0 ${reports}`,
    'smoke --service user --calls get-current --export k6',
    'doctor --service user -o json',
    'profile show',
    'points balance --include --retry 0',
  ]) {
    const { stdout, stderr } = await run(line, { env });
    outputs.push(stdout, stderr);
  }
  const files = ['r.json', 'r.xml', 'r.md', 'config.json'].map((file) => readFileSync(path.join(home, file), 'utf8'));
  expect([...outputs, ...files].filter((text) => text.includes(key))).toEqual([]);
  expect(outputs.join('')).toContain('headers of the profile: X-Region: KH, X-Api-Key: $GATEWAY_KEY');
  expect(JSON.parse(files[0]!).results[0].curl).toContain('"X-Api-Key: $GATEWAY_KEY"');
  expect(outputs.join('')).toContain('k6 run -e GATEWAY_KEY=...');
});

test('-H of a smoke run comes before the header of the profile, in any letter case', async () => {
  const { server, run } = await stubUser(respondJson({ id: 'u1' }), { settings });
  await run(['smoke', '--service', 'user', '--calls', 'get-current', '-H', 'x-region: US'], { env });
  expect(sent(server)).toEqual([['US', key]]);
});

test.each([
  ['Authorization', 'x', 'sets the header Authorization itself'],
  ['authorization', '$TOKEN', 'sets the header'],
  ['Content-Type', 'text/plain', 'sets the header'],
  ['Host', 'example.com', 'sets the header'],
  ['Cookie', 'a=b', 'sets the header'],
  ['User-Agent', 'x', 'sets the header'],
  ['Accept-Language', 'km', 'sets the header'],
  ['X-Auth-Client-Id', 'x', 'sets the header'],
  ['X-HTTP-Method-Override', 'DELETE', 'sets the header'],
  ['If-None-Match', '"a"', 'sets the header'],
  ['', 'x', 'is not a header name'],
  ['X Y', 'x', 'is not a header name'],
  ['__proto__', 'x', 'is not a header name'],
  ['X-Api-Key', 'abc', 'may carry a secret'],
  ['CF-Access-Client-Secret', 'abc', 'may carry a secret'],
  ['X-Region', 'a\r\nX: b', 'cannot be sent'],
  ['X-Region', ' KH', 'cannot be sent'],
  ['X-Region', '$', 'cannot be sent'],
  ['X-Region', '$A-B', 'cannot be sent'],
])('a profile cannot set the header %j to %j, nor can its file', async (name, value, why) => {
  const { server, home, run } = await stubUser(respondJson([]));
  const typed = await run(['profile', 'set', 'box', `header.${name}`, value]);
  expect([typed.code, typed.stderr]).toEqual([exit.usage, expect.stringContaining(why)]);
  if (value.length > 2) expect(typed.stderr).not.toContain(value);
  const file = path.join(home, 'config.json');
  const config = JSON.parse(readFileSync(file, 'utf8'));
  config.profiles.box.headers = Object.fromEntries([[name, value]]);
  writeFileSync(file, JSON.stringify(config));
  for (const more of ['', ' --dry-run'])
    expect((await run(`points balance${more}`, { env: { TOKEN: 'abcd' } })).code).toBe(exit.usage);
  expect(server.requests).toEqual([]);
});

test('a header is replaced in any letter case, and reset without a value', async () => {
  const user = newUser();
  await user.run(['profile', 'add', 'x', '--base', 'https://host.example/{service}']);
  for (const words of [['header.X-Region', 'KH'], ['header.x-region', 'TH'], ['header.X-Zone', '1'], ['header.X-ZONE']])
    expect((await user.run(['profile', 'set', 'x', ...words])).code).toBe(exit.ok);
  expect((await user.json('profile show x')).headers).toEqual({ 'x-region': 'TH' });
});

test('the file of a folder may set no header', async () => {
  const { server, home, run } = await stubUser(respondJson([]));
  writeFileSync(path.join(home, '.tuk.json'), JSON.stringify({ headers: { 'X-Region': 'KH' } }));
  expect(await run('points balance', { cwd: home })).toMatchObject(ends(exit.usage, 'may not set "headers"'));
  expect(server.requests).toEqual([]);
});
