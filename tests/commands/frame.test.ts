// The frame of the command line on the embedded sandbox: signing in, profiles, settings, the plumbing, help, and what is refused.
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { encryptKeystoreJsonSync, Wallet } from 'ethers';
import { beforeAll, describe, expect, test } from 'vitest';
import { groupNames, groups } from '../../src/groups.js';
import { catalogues } from '../../src/services/catalogue/index.js';
import { miniAppData } from '../support/mini-app.js';
import { answer, scripted } from '../support/scripted-server.js';
import { person } from '../support/tuk.js';

const mina = person();
beforeAll(async () => {
  await mina.run(['profile', 'add', 'away', '--base', 'https://host.example/{service}']);
  expect(await mina.run('login')).toMatchObject({ code: 0, stdout: '' });
});
const json = async (argv: string | string[], given = {}) => JSON.parse((await mina.run(argv, given)).stdout);

describe('signing in', () => {
  test('login, whoami, auth status, auth token, logout', async () => {
    const dara = person();
    const said = await dara.run('login --as dara');
    expect(said.stderr).toBe('◇ sandbox: nothing here is real\n✓ Signed in as dara, profile sandbox.\n');
    const who = JSON.parse((await dara.run('whoami')).stdout);
    expect(who.user.name).toBe('Dara Sok');
    const status = await dara.run('auth status -o json');
    expect(status.code).toBe(0);
    expect(JSON.parse(status.stdout)).toMatchObject({ profile: 'sandbox', usable: true, user: 'Dara Sok', refreshable: true });
    const { accessToken } = JSON.parse(readFileSync(path.join(dara.home, 'sessions/sandbox.json'), 'utf8'));
    expect((await dara.run('auth token')).stdout).toBe(`${accessToken}\n`);
    expect((await dara.run('logout')).code).toBe(0);
    expect((await dara.run('auth token')).code).toBe(4);
    expect((await dara.run('whoami', { env: { TUK_TOKEN: accessToken } })).code).toBe(4);
  });

  test('nobody signed in: exit 4, with what to do', async () => {
    const nobody = person();
    const { code, stdout, stderr } = await nobody.run('whoami');
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toContain('✗ Not signed in.\n  Sign in: tuk login\n');
    const status = await nobody.run('auth status -o json');
    expect(status.code).toBe(4);
    expect(JSON.parse(status.stdout)).toMatchObject({ usable: false, source: 'none' });
  });

  test('a session that has ended is renewed by the call that finds it ended', async () => {
    const lan = person();
    await lan.run('login --as lan');
    const before = (await lan.run('auth token')).stdout;
    expect((await lan.run('sandbox session expire lan')).code).toBe(0);
    const who = await lan.run('whoami -v');
    expect(who.code).toBe(0);
    expect(who.stderr).toContain('session of profile sandbox: renewed');
    expect((await lan.run('auth token')).stdout).not.toBe(before);
    expect(JSON.parse(readFileSync(path.join(lan.home, 'sessions/sandbox.json'), 'utf8'))).not.toHaveProperty('confirm');
    const refreshed = await lan.run('auth refresh');
    expect(JSON.parse(refreshed.stdout)).toMatchObject({ profile: 'sandbox', renewed: true });
    expect((await lan.run('whoami')).code).toBe(0);
  });

  test('the sessions of a person, and one of them ended', async () => {
    const kenji = person();
    await kenji.run('login --as kenji');
    await kenji.run('login --as kenji');
    const all = JSON.parse((await kenji.run('auth sessions')).stdout) as { id: string; issuedAt: string }[];
    expect(all.length).toBeGreaterThanOrEqual(2);
    const mine = JSON.parse(Buffer.from((await kenji.run('auth token')).stdout.split('.')[1]!, 'base64url').toString()).sid;
    const other = all.find(({ id }) => id !== mine)!.id;
    expect((await kenji.run(`auth sessions revoke ${other}`)).code).toBe(7);
    const left = await kenji.run(`auth sessions revoke ${other} --yes`);
    expect(JSON.parse(left.stdout).map(({ id }: { id: string }) => id)).not.toContain(other);
    expect((await kenji.run('whoami')).code).toBe(0);
  });

  test('a session that was revoked is exit 4, and its tokens are cleared', async () => {
    const lan = person();
    await lan.run('login --as lan');
    expect((await lan.run('sandbox session revoke lan')).code).toBe(0);
    const { code, stderr } = await lan.run('whoami');
    expect(code).toBe(4);
    expect(stderr).toContain('The session has ended for good');
    expect((await lan.run('auth token')).code).toBe(4);
    expect(JSON.parse((await lan.run('auth status -o json')).stdout)).toMatchObject({ usable: false, source: 'none' });
  });

  test('a token from the environment is never renewed', async () => {
    const lan = person();
    await lan.run('login --as lan');
    const TUK_TOKEN = (await lan.run('auth token')).stdout.trim();
    await lan.run('sandbox session expire lan');
    const stored = readFileSync(path.join(lan.home, 'sessions/sandbox.json'), 'utf8');
    expect((await lan.run('whoami', { env: { TUK_TOKEN } })).code).toBe(4);
    expect((await lan.run('auth refresh', { env: { TUK_TOKEN } })).code).toBe(2);
    expect(readFileSync(path.join(lan.home, 'sessions/sandbox.json'), 'utf8')).toBe(stored);
  });

  test('piped tokens are stored with care, and nothing is sent', async () => {
    const server = await scripted(answer(200, '{}'));
    const someone = person();
    await someone.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
    const { code, stdout } = await someone.run('login --tokens-stdin -p box', { stdin: '{"accessToken":"aaaa","refreshToken":"bbbb"}' });
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(server.requests).toEqual([]);
    const file = path.join(someone.home, 'sessions/box.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: 1, accessToken: 'aaaa', refreshToken: 'bbbb', generation: 1 });
    expect((await someone.run('auth token -p box')).stdout).toBe('aaaa\n');
  });

  test.each([
    '',
    'not json',
    '[]',
    '{}',
    '{"accessToken":""}',
    '{"accessToken":"a\\nb"}',
    '{"accessToken":1}',
    '{"accessToken":"a","refreshToken":""}',
    'null',
  ])('tokens that cannot be used are exit 2 and leave the session as it was: %s', async (stdin) => {
    const before = readFileSync(path.join(mina.home, 'sessions/sandbox.json'), 'utf8');
    expect((await mina.run('login --tokens-stdin', { stdin })).code).toBe(2);
    expect(readFileSync(path.join(mina.home, 'sessions/sandbox.json'), 'utf8')).toBe(before);
  });

  test('a broken session file, a link: exit 9, and login goes on', async () => {
    const someone = person();
    await someone.run('login');
    const file = path.join(someone.home, 'sessions/sandbox.json');
    for (const text of ['', '{', '[]', '{"version":1}', '{"version":1,"accessToken":"a b"}']) {
      writeFileSync(file, text);
      const first = await someone.run('whoami');
      expect(first.code).toBe(9);
      expect(first.stderr).toContain(`It was moved to ${file}.unreadable`);
      expect(readFileSync(`${file}.unreadable`, 'utf8')).toBe(text);
      expect((await someone.run('whoami')).code).toBe(4);
    }
    const newer = '{"version":9,"accessToken":"x"}';
    writeFileSync(file, newer);
    expect((await someone.run('whoami')).code).toBe(9);
    expect(readFileSync(file, 'utf8')).toBe(newer);
    expect((await someone.run('login')).code).toBe(0);
    expect((await someone.run('whoami')).code).toBe(0);
    const other = person();
    await other.run('login');
    symlinkSync(file, path.join(other.home, 'sessions/linked.json'));
    await other.run(['profile', 'add', 'linked', '--base', 'https://host.example/{service}']);
    expect((await other.run('auth token -p linked')).code).toBe(9);
  });
});

describe('profiles and settings', () => {
  test('add, list, show, set, use, remove', async () => {
    const someone = person();
    expect(
      (
        await someone.run([
          'profile',
          'add',
          'staging',
          '--base',
          'https://host.example/{service}',
          '--service',
          'user=https://users.example',
          '--client-id',
          'MusubiWeb',
          '--client-version',
          '5',
        ])
      ).code,
    ).toBe(0);
    expect(JSON.parse((await someone.run('profile list')).stdout)).toEqual([
      { name: 'sandbox', inUse: true, base: 'embedded' },
      { name: 'staging', inUse: false, base: 'https://host.example/{service}', clientId: 'MusubiWeb' },
    ]);
    const shown = JSON.parse((await someone.run('profile show staging')).stdout);
    expect(shown.services).toMatchObject({ user: 'https://users.example', musubi: 'https://host.example/musubi' });
    expect(Object.keys(shown.services)).toHaveLength(15);
    expect((await someone.run('profile set staging timeout 10s')).code).toBe(0);
    expect((await someone.run('profile set staging theme light')).code).toBe(0);
    expect(await someone.run('profile set staging theme pink')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('dark or light'),
    });
    expect(JSON.parse((await someone.run('profile show staging')).stdout)).toMatchObject({ theme: 'light' });
    await someone.run('profile set staging theme');
    expect((await someone.run('profile use staging')).code).toBe(0);
    const settings = JSON.parse((await someone.run('config show --origin')).stdout);
    expect(settings).toContainEqual({ setting: 'profile', value: 'staging', origin: 'configuration' });
    expect(settings).toContainEqual({ setting: 'timeout', value: 10_000, origin: 'profile staging' });
    expect(settings).toContainEqual({ setting: 'clientId', value: 'MusubiWeb', origin: 'profile staging' });
    expect((await someone.run('profile remove staging')).code).toBe(0);
    expect((await someone.run('profile show')).stdout).toContain('"name":"sandbox"');
  });

  test('flag beats environment beats profile beats default', async () => {
    const someone = person();
    await someone.run(['profile', 'add', 'slow', '--base', 'https://host.example/{service}']);
    await someone.run('profile set slow timeout 1s');
    const timeout = async (argv: string, env = {}) =>
      JSON.parse((await someone.run(`config show --origin ${argv}`, { env })).stdout).find(
        (row: { setting: string }) => row.setting === 'timeout',
      );
    expect(await timeout('')).toMatchObject({ value: 0, origin: 'default' });
    expect(await timeout('-p slow')).toMatchObject({ value: 1000, origin: 'profile slow' });
    expect(await timeout('-p slow', { TUK_TIMEOUT: '2s' })).toMatchObject({ value: 2000, origin: 'TUK_TIMEOUT' });
    expect(await timeout('-p slow --timeout 3s', { TUK_TIMEOUT: '2s' })).toMatchObject({ value: 3000, origin: '--timeout' });
    expect(await timeout('', { TUK_PROFILE: 'slow' })).toMatchObject({ value: 1000, origin: 'profile slow' });
  });

  test.each([
    ['no service in the template', ['profile', 'add', 'x', '--base', 'https://host.example']],
    ['http to another host', ['profile', 'add', 'x', '--base', 'http://host.example/{service}']],
    ['credentials in an address', ['profile', 'add', 'x', '--base', 'https://u:p@host.example/{service}']],
    ['no address at all', ['profile', 'add', 'x', '--base', 'host.example/{service}']],
    ['a name that is a path', ['profile', 'add', '../x', '--base', 'https://host.example/{service}']],
    ['the built-in name', ['profile', 'add', 'sandbox', '--base', 'https://host.example/{service}']],
    ['an unknown service', ['profile', 'add', 'x', '--base', 'https://host.example/{service}', '--service', 'usr=https://host.example']],
    ['a client id with a line break', ['profile', 'add', 'x', '--base', 'https://host.example/{service}', '--client-id', 'a\r\nX: y']],
    ['an unknown setting', ['profile', 'set', 'sandbox', 'colour', 'red']],
    ['an unknown profile', ['profile', 'use', 'nowhere']],
    ['an unknown profile by flag', ['whoami', '-p', 'nowhere']],
  ])('refuses %s', async (_, argv) => {
    const someone = person();
    const { code, stdout } = await someone.run(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test('a broken configuration is exit 9 and is left as it is; help still works', async () => {
    const someone = person();
    const file = path.join(someone.home, 'config.json');
    for (const text of ['', '{', '[]', '{"profiles":[]}', '{"profiles":{"a":1}}']) {
      writeFileSync(file, text);
      expect((await someone.run('whoami')).code).toBe(9);
      expect((await someone.run('--help')).code).toBe(0);
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
  });
});

describe('the plumbing', () => {
  test('api list holds every call, with what scripts rely on', async () => {
    const rows = await json('api list -o json');
    const all = (await catalogues()).flatMap((service) => Object.values(service.calls));
    expect(rows).toHaveLength(337);
    expect(rows.map((row: Record<string, string>) => `${row.service} ${row.method} ${row.path} ${row.auth}`).toSorted()).toEqual(
      all.map((call) => `${call.service} ${call.method} ${call.path} ${call.auth}`).toSorted(),
    );
    expect(Object.keys(rows[0])).toEqual(expect.arrayContaining(['service', 'call', 'method', 'path', 'auth', 'effect', 'query', 'body']));
    expect(await json('api list --effect money')).toHaveLength(23);
    expect(await json('api list --service notification --auth signed-in')).toHaveLength(2);
  });

  test('api show tells words, fields and an example for every call', async () => {
    expect(await json('api show user get-balance-v2')).toMatchObject({
      method: 'GET',
      auth: 'signed-in',
      example: 'tuk api user get-balance-v2 --address <address> --network SERVERED',
    });
    for (const { calls } of await catalogues()) {
      for (const call of Object.values(calls))
        expect((await mina.run(['api', 'show', call.service, call.name])).stdout).toContain(call.path);
    }
  });

  test('a call by kebab name, by its own name, by path; values in order and by name', async () => {
    const byName = await json('api musubi get-offering 1');
    expect(byName.status).toBe('OPEN');
    expect(await json(['api', 'musubi', 'getOffering', '--id', byName.id])).toMatchObject({ id: byName.id });
    expect(await json(['api', 'GET', 'musubi', `/v1/offering/public/${byName.id}`])).toMatchObject({ id: byName.id });
    expect(await json('api get musubi /v1/offering/public?status=OPEN')).toEqual(await json('api musubi list-offerings -f status=OPEN'));
  });

  test('fields: typed, nested, repeated, as JSON with their digits, from a file, from standard input', async () => {
    const body = async (argv: string[], given = {}) => (await json([...argv, '--dry-run'], given)).body;
    const create = ['api', 'user', 'create-wallet-v2', '--network', 'BSC', '--address', '0x1', '--name', 'W'];
    expect(await body([...create, '--index', '3'])).toEqual({ network: 'BSC', address: '0x1', index: 3, name: 'W' });
    expect(await body(['api', 'sale', 'create-order', '-f', 'a.b=1', '-f', 'k[]=x', '-f', 'k[]=y', '-F', 'n=[1,true]'])).toEqual({
      a: { b: '1' },
      k: ['x', 'y'],
      n: [1, true],
    });
    const digits = '123456789012345678901234567890.10';
    expect((await mina.run(['api', 'sale', 'create-order', '-F', `n=${digits}`, '--dry-run'])).stdout).toContain(`"n":${digits}`);
    writeFileSync(path.join(mina.home, 'body.json'), '{ "a": 1e400 }');
    expect((await mina.run('api sale create-order --input body.json --dry-run')).stdout).toContain('{ "a": 1e400 }');
    expect(await body(['api', 'sale', 'create-order', '--input', '-'], { stdin: '{"b":2}' })).toEqual({ b: 2 });
  });

  test('--query and -f on a GET go to the query, encoded', async () => {
    const { url } = await json(['api', 'ride-hailing', 'search-places', '-f', 'q=a b&c', '--query', 'x=1', '--query', 'x=2', '--dry-run']);
    expect(new URL(url).search).toBe('?x=1&x=2&q=a%20b%26c');
  });

  test('--dry-run and --print-curl send nothing, need no credentials, show none', async () => {
    const nobody = person();
    const dry = await nobody.run('api user get-current --dry-run');
    expect(dry.code).toBe(0);
    expect(JSON.parse(dry.stdout)).toMatchObject({
      dryRun: true,
      service: 'user',
      call: 'getCurrent',
      method: 'GET',
      headers: { Authorization: 'Bearer [redacted]' },
    });
    const curl = await nobody.run(['api', 'user', 'set-email', '-f', "email=it's", '--print-curl', '--yes']);
    expect(curl.stdout).toContain(`-H "Authorization: Bearer $TUK_TOKEN"`);
    expect(curl.stdout).toContain(`--data-raw '{"email":"it'\\''s"}'`);
    expect((await mina.run('api user get-current --print-curl')).stdout).not.toContain('eyJ');
  });

  test.each(['--dry-run', '--print-curl'])('%s leaves the session and the sandbox as they are', async (flag) => {
    const sok = person();
    await sok.run('login --as dara');
    const file = path.join(sok.home, 'sessions/sandbox.json');
    const before = readFileSync(file, 'utf8');
    for (const argv of ['logout', 'auth refresh']) {
      const { code, stdout } = await sok.run(`${argv} ${flag}`);
      expect({ code, stdout }).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(argv === 'logout' ? '/auth/sign-out' : '/sessions/refresh'),
      });
      expect(stdout).not.toContain('eyJ');
    }
    for (const argv of [
      'sandbox session expire dara',
      'sandbox advance 1d',
      'sandbox reset --yes',
      'login --as mina',
      'login --tokens-stdin',
    ])
      expect(await sok.run(`${argv} ${flag}`, { stdin: '{"accessToken":"a.b.c"}' }), argv).toMatchObject({ code: 2, stdout: '' });
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect((await sok.run('whoami')).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test('a change needs --yes without a terminal, and asks on one', async () => {
    const argv = 'api user create-wallet-v2 --network BSC --address 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --index 7 --name W';
    expect((await mina.run(argv)).code).toBe(7);
    expect((await mina.run(argv, { terminal: true, stdin: 'n\n' })).code).toBe(7);
    expect((await mina.run(argv, { terminal: true })).code).toBe(7);
    const agreed = await mina.run(argv, { terminal: true, stdin: 'y\n' });
    expect(agreed).toMatchObject({ code: 0 });
    expect(agreed.stderr).toContain('Type y to go on: ');
    expect((await mina.run(`${argv} --no-input`, { terminal: true, stdin: 'y\n' })).code).toBe(7);
  });

  test('a change whose answer cannot be shown as asked was made all the same: the answer is whole, the exit code 1', async () => {
    const create = 'api user create-wallet-v2 --network BSC --address 0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65 --name W --yes';
    const misspelt = await mina.run(`${create} --index 31 --fields nope`);
    expect(misspelt.code).toBe(1);
    expect(JSON.parse(misspelt.stdout)).toMatchObject({ index: 31, id: expect.any(String) });
    expect(misspelt.stderr).toContain('The call was made');
    const address = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
    const filtered = await mina.run([...create.replace(/0x\w+/, address).split(' '), '--index', '32', '--jq', '.id + 1']);
    expect(filtered.code).toBe(1);
    expect(JSON.parse(filtered.stdout)).toMatchObject({ index: 32, address });
  });

  test('moving value asks for the word yes, what is final for its name', async () => {
    const pay = 'api user pay-game 1';
    expect((await mina.run(pay, { terminal: true, stdin: 'y\n' })).code).toBe(7);
    expect((await mina.run('api user delete-user', { terminal: true, stdin: 'yes\n' })).stderr).toContain('Type delete-user to go on');
    expect((await mina.run('whoami')).code).toBe(0);
  });

  test('read-only refuses every effect before anything leaves', async () => {
    const { code, stderr } = await mina.run('api user set-email -f email=a@b.c --yes', { env: { TUK_READ_ONLY: '1' } });
    expect(code).toBe(7);
    expect(stderr).toContain('TUK_READ_ONLY');
    expect((await mina.run('whoami', { env: { TUK_READ_ONLY: '1' } })).code).toBe(0);
  });

  test('--check holds the answer against its shape: 0 where it fits, 1 where it does not', async () => {
    expect((await mina.run('api user get-current --check')).stderr).toContain('✓ The answer of user get-current fits its shape.');
    expect((await mina.run('api musubi list-offerings --check')).stderr).toContain('○ No shape');
    const server = await scripted(answer(200, '{"type":"NEW_WORD","id":7}'));
    const someone = person();
    await someone.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
    const { code, stdout, stderr } = await someone.run('-p box api user get-current --check', { env: { TUK_TOKEN: 'token' } });
    expect(code).toBe(1);
    expect(stdout).toBe('{"type":"NEW_WORD","id":7}\n');
    expect(stderr).toContain('  id: string expected');
    expect(stderr).not.toContain('type:');
  });

  test('flags are taken before and after the command', async () => {
    const before = await mina.run('-o yaml api musubi get-offering 1 --fields status');
    expect(before).toMatchObject({ code: 0, stdout: 'status: OPEN\n' });
    expect((await mina.run('api --fields=status musubi get-offering 1 -o=yaml')).code).toBe(2);
    expect(await mina.run('api musubi get-offering 1 --fields=status --output=yaml')).toMatchObject({ stdout: before.stdout });
    expect((await mina.run(['api', 'musubi', 'get-offering', '--jq', '.status', '1'])).stdout).toBe('OPEN\n');
  });

  test('basic calls say letter for letter what they miss, and carry what they have', async () => {
    const create = 'api user create-wallet-v1 --network BSC --address 0x1 --index 0 --name W --yes';
    const missing = await mina.run(create);
    expect(missing.code).toBe(4);
    expect(missing.stderr).toContain('✗ username and password are required\n');
    const server = await scripted(answer(201, '{}'));
    const someone = person();
    await someone.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
    await someone.run(`${create} -p box`, { env: { TUK_BASIC_USER: 'u', TUK_BASIC_PASSWORD: 'p' } });
    expect(server.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from('u:p').toString('base64')}`);
  });
});

describe('what is refused', () => {
  const bad: [name: string, argv: string | string[], code: number, says: RegExp][] = [
    ['an unknown group', 'rid', 2, /no group "rid"/],
    ['an unknown command', 'profile lst', 2, /no command "lst".\n {2}Did you mean list\?/],
    ['an unknown service', 'api usr get-current', 2, /no service "usr".\n {2}Did you mean user\?/],
    ['an unknown call', 'api user get-curent', 2, /Did you mean get-current\?/],
    ['an unknown option', 'api user get-current --jsn', 2, /Unknown option '--jsn'.\n {2}Did you mean --json\?/],
    ['an unknown global option alone', '--nope', 2, /no option --nope/],
    ['an option without its value', 'whoami --jq', 2, /argument missing/i],
    ['a word too many', 'whoami now', 2, /too many arguments/i],
    ['a path value too many', 'api musubi get-offering 1 2', 2, /one too many/],
    ['a missing path value', 'api musubi get-offering', 2, /needs a value for id/],
    ['an unknown path word', 'api ride-hailing list-region-currencies MARS', 2, /no word for region/],
    ['an unknown query word', 'api user get-balance-v2 --address 0x1 --network DOGE', 2, /no word for network/],
    ['a word in the wrong case', 'api ride-hailing list-region-currencies kh', 2, /Did you mean KH\?/],
    ['a missing query field', 'api user get-balance-v2 --address 0x1', 2, /needs network/],
    ['a sibling route', 'api ride-hailing get-request active', 2, /names another route/],
    ['a path value that climbs', 'api ride-hailing get-request ..', 2, /would change the path/],
    ['a path that climbs', 'api GET user /a/../b', 2, /'\.\.' as a segment/],
    ['a path of another host', 'api GET user //evil.example', 2, /names another host/],
    ['a path without its slash', 'api GET user users', 2, /does not begin with/],
    ['malformed JSON in -F', ['api', 'sale', 'create-order', '-F', 'a={'], 2, /not valid JSON/],
    ['a field without a value', 'api sale create-order -f a', 2, /not of the form key=value/],
    ['a field that pollutes', 'api sale create-order -f __proto__.x=1', 2, /no name for a field/],
    ['a field given twice', 'api sale create-order -f a=1 -f a=2', 2, /given twice/],
    ['a secret on the command line', 'api user validate-deferred-code --type WEB3 -f code=1234', 2, /never comes from the command line/],
    ['a missing file', 'api sale create-order --input nowhere.json', 2, /no such file/],
    ['a folder for a file', 'api sale create-order --input .', 2, /it is a folder/],
    ['a query that is no object', 'api user get-current --input -', 2, /not valid JSON/],
    ['a secret in a query', 'api user get-account-state-v2 --type GOOGLE --query token=x', 2, /never comes from the command line/],
    ['a bad jq expression', ['whoami', '--jq', '.a['], 2, /jq/],
    ['a bad duration', 'whoami --timeout soon', 2, /no duration/],
    ['a bare number for a duration', 'whoami --timeout 10', 2, /no duration/],
    ['a bad number of tries', 'whoami --retry often', 2, /no number of tries/],
    ['a bad size', 'whoami --max-body big', 2, /no size/],
    ['a bad form', 'whoami -o tabel', 2, /Did you mean table\?/],
    ['a bad error format', 'whoami --error-format xml', 2, /text or json/],
    ['a bad language', 'whoami --lang ../x', 2, /no language/],
    ['an unknown profile', 'whoami -p nowhere', 2, /no profile "nowhere"/],
    ['no way in', 'login -p away', 2, /have to be piped in/],
    ['an unknown sandbox user', 'login --as nobody', 2, /no user "nobody"/],
    ['help on what is not there', 'help nothing', 2, /no group "nothing"/],
    ['an unknown field', 'whoami --fields nope', 2, /nope/],
    ['a flag given twice', 'whoami --lang en --lang jp', 2, /given twice/],
    ['a service alone', 'api user', 2, /Name a call of user/],
    ['a bad token in the environment', 'whoami', 2, /TUK_TOKEN/],
  ];
  test.each(bad)('%s', async (name, argv, code, says) => {
    const ran = await mina.run(argv, name === 'a bad token in the environment' ? { env: { TUK_TOKEN: 'a\nb' } } : {});
    expect(`${ran.code} ${ran.stderr}`).toMatch(new RegExp(`^${code} `));
    expect(ran.stderr).toMatch(says);
    if (code === 2) {
      expect(ran.stdout).toBe('');
      expect(ran.stderr).toMatch(/^(◇ .*\n)?✗ [^\n]+\n( {2}[^\n]+\n)*$/);
      const asJson = await mina.run(
        typeof argv === 'string' ? `${argv} --error-format json` : [...argv, '--error-format', 'json'],
        name === 'a bad token in the environment' ? { env: { TUK_TOKEN: 'a\nb' } } : {},
      );
      if (!/too many|bad error format|without its value/.test(name))
        expect(JSON.parse(asJson.stderr).error).toMatchObject({ exitCode: 2, category: 'usage' });
    }
  });

  test('a path that the catalogue does not list is sent as it is, and said', async () => {
    const { code, stderr } = await mina.run('api GET user /no/such/route');
    expect(code).toBe(5);
    expect(stderr).toContain('The catalogue lists no GET /no/such/route');
  });
  test('an unknown word goes out when it is let out', async () => {
    expect((await json('api ride-hailing list-region-currencies MARS --allow-unknown-word --dry-run')).url).toMatch(/MARS$/);
  });
});

test('reads that are made at once share one sandbox', async () => {
  const one = person();
  await one.run('login');
  for (const line of [
    'depin dash',
    'swap bridge create --type TO_BEP20 --amount 20 -f toAddress=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --new-recipient --yes',
  ])
    expect((await one.run(line)).stderr.match(/◇ sandbox: nothing/g)).toHaveLength(1);
});

describe('help', () => {
  test('the examples of every command work on the sandbox', async () => {
    const someone = person();
    const phrase = 'test test test test test test test test test test test junk';
    const files: Record<string, string> = {
      'tokens.json': '{"accessToken":"aaaa"}',
      'phrase.txt': phrase,
      'question.txt': 'Where is my tuk-tuk?',
      'wallet.json': encryptKeystoreJsonSync(new Wallet(Wallet.fromPhrase(phrase).privateKey), 'p', { scrypt: { N: 1024, r: 8, p: 1 } }),
      'password.txt': 'p',
      'vehicle.json': '{"vin":"SBXT1E041TS900001","model":"T1","city":"PNH"}',
      'swap.json': '{"vin":"SBXT1E046SS000001","stationId":"1"}',
      'subscription.json': '{"vin":"SBXX2E028TS000046","period":"WEEK"}',
      'answers.json': '{"message":"More stations, please"}',
      'web-input.json': '{"key":"size","value":"M"}',
      'data.txt': String(miniAppData({ id: 700_000_001, first_name: 'Mina' })),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(someone.home, name), text);
    const elsewhere = /<|\.\.\.|staging|sandbox serve|--browser/; // a pipe, a profile of one's own, a server that stays, a person
    let ran = 0;
    for (const name of groupNames) {
      for (const command of (await groups[name].load()).group.commands) {
        for (const line of command.examples.filter((example) => !elsewhere.test(example))) {
          if (!existsSync(path.join(someone.home, 'sessions/sandbox.json'))) await someone.run('login');
          if (line.startsWith('tuk ride request')) await someone.run('sandbox advance 1h');
          if (line.includes('cancel-status'))
            await someone.run('ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes');
          if (line.includes('code.json'))
            writeFileSync(path.join(someone.home, 'code.json'), (await someone.run('auth code --yes')).stdout);
          const argv = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!).slice(1);
          const { code, stderr } = await someone.run(argv, { env: { TUK_KEY_PASSWORD_FILE: 'password.txt' } });
          expect(`${line}: ${code} ${stderr}`).toMatch(`${line}: 0 `);
          ran++;
        }
      }
    }
    expect(ran).toBeGreaterThan(25);
  });

  test('every group and every command has a page with examples, and so have the topics', async () => {
    for (const name of groupNames) {
      const page = await mina.run(`${name} --help`);
      expect(page).toMatchObject({ code: 0, stderr: '' });
      expect(page.stdout).toMatch(/USAGE[\s\S]*EXAMPLES\n {2}(tuk|curl) /);
      expect((await mina.run(`help ${name}`)).stdout).toBe(page.stdout);
    }
    for (const topic of ['exit-codes', 'output', 'environment'])
      expect((await mina.run(`help ${topic}`)).stdout.length).toBeGreaterThan(200);
    expect((await mina.run('profile set --help')).stdout).toContain('tuk profile set <name> <key> [value] [flags]');
    expect((await mina.run('')).stdout).toContain('HELP TOPICS');
  });
});

describe('a person on a screen', () => {
  test('a picture goes to a file, never to a terminal', async () => {
    const draw = 'api image-factory create-image -f text=Hello -f font=Poppins';
    const shown = await mina.run(draw, { terminal: true });
    expect(shown).toMatchObject({ code: 2, stdout: '' });
    expect(shown.stderr).toContain('Send it to a file');
    expect((await mina.run(draw)).stdout).toMatch(/PNG/);
  });

  test.each([1, 5, 20, 80, 300])('tables and details fit a terminal of %i columns, or come as narrow as they can', async (columns) => {
    for (const line of ['api musubi list-offerings', 'whoami', 'profile list', 'sandbox status']) {
      const { code, stdout } = await mina.run(line, { terminal: true, columns });
      expect(code).toBe(0);
      if (columns >= 80)
        for (const row of stdout.split('\n')) expect(row.replaceAll(/\u001b\[\d*m/g, '').length).toBeLessThanOrEqual(columns);
    }
  });
  test('whoami shows the few fields that matter, the e-mail address masked until it is asked for', async () => {
    const { stdout } = await mina.run('whoami', { terminal: true });
    expect(stdout).toContain('mi••@sa••');
    expect(stdout).not.toContain('createdAt');
    expect((await mina.run('whoami --reveal', { terminal: true })).stdout).toContain('mina@sandbox.invalid');
    expect((await mina.run('whoami')).stdout).toContain('mina@sandbox.invalid');
  });
});
