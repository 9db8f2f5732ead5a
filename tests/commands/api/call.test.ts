// `tuk api`: every endpoint by name or path, with its fields, dry runs, confirmations and response checks.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Call, kebab } from '../../../src/services/catalogue/define.js';
import { allCalls, sampleCalls } from '../../support/catalogue.js';
import { exit } from '../../support/exit.js';
import { respondJson } from '../../support/scripted-server.js';
import { argvOf, newUser, type User } from '../../support/tuk.js';
import { signedIn, stubUser } from '../../support/users.js';

const mina = await signedIn();
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
type Row = Readonly<Record<'service' | 'call', string>>;
const json: User['json'] = (argv, options) => mina.json(argv, options);

test('api list has every call, with the columns that scripts use', async () => {
  const rows = await json('api list -o json');
  const all = await allCalls();
  const texts = (list: readonly Pick<Call, 'service' | 'method' | 'path' | 'auth'>[]) =>
    list.map(({ service, method, path: at, auth }) => `${service} ${method} ${at} ${auth}`).toSorted();
  expect(texts(rows)).toEqual(texts(all));
  for (const column of ['call', 'method', 'path', 'auth', 'effect', 'query', 'body'])
    expect(rows[0]).toHaveProperty(column);
  const listed = async (filter: string) =>
    (await json(['api', 'list', '--match', filter])).map(({ service, call }: Row) => `${service} ${call}`);
  const of = (calls: readonly Call[]) => calls.map(({ service, name }) => `${service} ${kebab(name)}`);
  expect(await listed('effect=money')).toEqual(of(all.filter(({ effect }) => effect === 'money')));
  const ofNotes = all.filter(({ service, auth }) => service === 'notification' && auth === 'signed-in');
  expect(await listed('service=notification auth=signed-in')).toEqual(of(ofNotes));
});

test('api show has enums, fields and an example', async () => {
  const example = 'tuk api user get-balance-v2 --address <address> --network SERVERED';
  expect(await json('api show user get-balance-v2')).toMatchObject({ method: 'GET', auth: 'signed-in', example });
  for (const { service, name, path: at } of await sampleCalls())
    expect((await mina.run(['api', 'show', service, name])).stdout).toContain(at);
});

test('a call is found by kebab name, by its own name, by path; values are positional or named', async () => {
  const byName = await json('api musubi get-offering 1');
  expect(byName.status).toBe('OPEN');
  expect(await json(['api', 'musubi', 'getOffering', '--id', byName.id])).toMatchObject({ id: byName.id });
  expect(await json(['api', 'GET', 'musubi', `/v1/offering/public/${byName.id}`])).toMatchObject({ id: byName.id });
  const byQuery = await json('api get musubi /v1/offering/public?status=OPEN');
  expect(byQuery).toEqual(await json('api musubi list-offerings -f status=OPEN'));
});

test('fields: typed, nested, repeated, as JSON with their digits, from a file, from standard input', async () => {
  const body = async (argv: string[], options = {}) => (await json([...argv, '--dry-run'], options)).body;
  const create = ['api', 'user', 'create-wallet-v2', '--network', 'BSC', '--address', address, '--name', 'W'];
  expect(await body([...create, '--index', '3'])).toEqual({ network: 'BSC', address, index: 3, name: 'W' });
  const fields = ['-f', 'a.b=1', '-f', 'k[]=x', '-f', 'k[]=y', '-F', 'n=[1,true]'];
  const nested = { a: { b: '1' }, k: ['x', 'y'], n: [1, true] };
  expect(await body(['api', 'sale', 'create-order', ...fields])).toEqual(nested);
  const digits = '123456789012345678901234567890.10';
  const exact = await mina.run(['api', 'sale', 'create-order', '-F', `n=${digits}`, '--dry-run']);
  expect(exact.stdout).toContain(`"n":${digits}`);
  writeFileSync(path.join(mina.home, 'body.json'), '{ "a": 1e400 }');
  expect((await mina.run('api sale create-order --input body.json --dry-run')).stdout).toContain('{ "a": 1e400 }');
  expect(await body(['api', 'sale', 'create-order', '--input', '-'], { stdin: '{"b":2}' })).toEqual({ b: 2 });
});

test('--query and -f on a GET go to the query, encoded; --allow-unknown-word sends an unknown enum value', async () => {
  const { url } = await json(argvOf("api ride-hailing search-places -f 'q=a b&c' --query x=1 --query x=2 --dry-run"));
  expect(new URL(url).search).toBe('?x=1&x=2&q=a%20b%26c');
  const unknown = await json('api ride-hailing list-region-currencies MARS --allow-unknown-word --dry-run');
  expect(unknown.url).toMatch(/MARS$/);
});

test('--dry-run and --print-curl send nothing, need no credentials, show none', async () => {
  const signedOut = newUser();
  expect(await signedOut.json('api user get-current --dry-run')).toMatchObject({
    ...{ dryRun: true, service: 'user', call: 'getCurrent', method: 'GET' },
    headers: { Authorization: 'Bearer [redacted]' },
  });
  const curl = await signedOut.run(['api', 'user', 'set-email', '-f', "email=it's", '--print-curl', '--yes']);
  expect(curl.stdout).toContain(`-H "Authorization: Bearer $TUK_TOKEN"`);
  expect(curl.stdout).toContain(`--data-raw '{"email":"it'\\''s"}'`);
  expect((await mina.run('api user get-current --print-curl')).stdout).not.toContain('eyJ');
});

test.each(['--dry-run', '--print-curl'])('%s leaves the session and the sandbox as they are', async (flag) => {
  const dara = await signedIn('dara');
  const refused = { code: exit.usage, stdout: '' };
  const file = path.join(dara.home, 'sessions/sandbox.json');
  const before = readFileSync(file, 'utf8');
  for (const [argv, sends] of Object.entries({ logout: '/auth/sign-out', 'auth refresh': '/sessions/refresh' })) {
    const { code, stdout } = await dara.run(`${argv} ${flag}`);
    expect([code, stdout]).toEqual([exit.ok, expect.stringContaining(sends)]);
    expect(stdout).not.toContain('eyJ');
  }
  for (const argv of ['sandbox session expire dara', 'sandbox reset --yes', 'login --as mina', 'login --tokens-stdin'])
    expect(await dara.run(`${argv} ${flag}`, { stdin: '{"accessToken":"a.b.c"}' }), argv).toMatchObject(refused);
  expect((await dara.run('whoami')).code).toBe(exit.ok);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('a change needs --yes without a terminal, and prompts on one', async () => {
  const argv = `api user create-wallet-v2 --network BSC --address ${address.toLowerCase().replace(/.$/, '7')} --index 7 --name W`;
  for (const options of [{}, { terminal: true, stdin: 'n\n' }, { terminal: true }])
    expect((await mina.run(argv, options)).code).toBe(exit.guarded);
  const stderr = expect.stringContaining('Type y to go on: ');
  expect(await mina.run(argv, { terminal: true, stdin: 'y\n' })).toMatchObject({ code: exit.ok, stderr });
  expect((await mina.run(`${argv} --no-input`, { terminal: true, stdin: 'y\n' })).code).toBe(exit.guarded);
});

test('a transfer requires the word yes, a final call its name', async () => {
  const pay = 'api user pay-game 1';
  expect((await mina.run(pay, { terminal: true, stdin: 'y\n' })).code).toBe(exit.guarded);
  const { stderr } = await mina.run('api user delete-user', { terminal: true, stdin: 'yes\n' });
  expect(stderr).toContain('Type delete-user to go on');
  expect((await mina.run('whoami')).code).toBe(exit.ok);
});

test('calls with basic authentication report missing credentials and send configured ones', async () => {
  const create = `api user create-wallet-v1 --network BSC --address ${address} --index 0 --name W --yes`;
  const stderr = expect.stringContaining('✗ username and password are required\n');
  expect(await mina.run(create)).toMatchObject({ code: exit.signIn, stderr });
  const { run, server } = await stubUser(respondJson({}, 201));
  await run(create, { env: { TUK_BASIC_USER: 'u', TUK_BASIC_PASSWORD: 'p' } });
  expect(server.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('u:p').toString('base64')}`);
});

test('a path that is not in the catalogue is sent unchanged, with a warning', async () => {
  const stderr = expect.stringContaining('The catalogue lists no GET /no/such/route');
  expect(await mina.run('api GET user /no/such/route')).toMatchObject({ code: exit.notFound, stderr });
});

test('help of a call lists its own values, fields and enums', async () => {
  const page = (line: string) => mina.run(line);
  const ofCall = /--address <value> +text, required[\s\S]*--network <value> +text, required: [\s\S]*BSC_TEST/;
  expect((await page('api user get-balance-v2 --help')).stdout).toMatch(ofCall);
  const ofPath = /VALUES\n +--id <value> +in the path\n[\s\S]*-f reason=[\s\S]*cancel-request-v1/;
  expect((await page('api ride-hailing cancel-request --help')).stdout).toMatch(ofPath);
  const inPath = /VALUES\n +--region <value> +in the path: .*KH/;
  expect((await page('help api ride-hailing list-region-currencies')).stdout).toMatch(inPath);
  expect((await page('api user --help')).stdout).toContain('get-current');
  const stderr = expect.stringContaining('has no call "nosuch"');
  expect(await page('api user nosuch --help')).toEqual({ code: exit.usage, stdout: '', stderr });
  expect((await page('api user nosuch --address 0x1')).stderr).toContain('has no call "nosuch"'); // not: there is no option --address
  const stdout = expect.stringContaining('REQUEST');
  for (const { service, name } of await allCalls())
    expect(await page(`api ${service} ${kebab(name)} -h`), name).toEqual({ code: exit.ok, stdout, stderr: '' });
});

test('a search finds calls by words of their names, paths and summaries', async () => {
  const found = async (words: string) => (await json(`api list ${words}`)).map(({ call }: Row) => call);
  expect((await found('swap quote')).slice(0, 3)).toContain('quote-swap');
  expect(await found('jwks')).toEqual(['get-key-set']);
  expect(await found('nosuchword')).toEqual([]);
  for (const { name } of await sampleCalls()) expect(await found(kebab(name)), name).toContain(kebab(name));
});

test('api show as JSON has what code needs to make the call: address, headers, body, status, response', async () => {
  const user = newUser();
  const client = '--client-id WorkspaceWeb --client-version 7';
  await user.run(`profile add there --base https://api.example.com/{service} ${client}`);
  const show = (call: string) => user.json(`api show ${call} -p there`);
  expect(await show('user transfer-points')).toMatchObject({
    url: expect.stringMatching(/^https:\/\/api\.example\.com\/user\//),
    headers: {
      ...{ 'X-Auth-Client-Id': 'WorkspaceWeb', 'X-Auth-Client-Version': '7' },
      ...{ 'Content-Type': 'application/json', Authorization: 'Bearer ACCESS_TOKEN' },
    },
    ...{ requestBody: { type: 'object' }, status: 201, contentType: 'application/json' },
    errorBody: { required: ['message'] },
  });
  const current = await show('user get-current');
  expect(current).toMatchObject({ status: 200, response: { $ref: '#/components/schemas/user.SignedUserIdentifier' } });
  expect(current.schemas['user.SignedUserIdentifier'].properties).toHaveProperty('userId');
  expect((await user.run('api show user get-current', { terminal: true })).stdout).not.toContain('schemas');
});
