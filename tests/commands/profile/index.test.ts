// `tuk profile` and `tuk config`: profiles are added, shown, changed and removed; settings have an order of precedence.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { serviceNames } from '../../../src/services/catalogue/index.js';
import { ends, exit } from '../../support/exit.js';
import { newUser } from '../../support/tuk.js';
import { signedIn } from '../../support/users.js';

test('add, list, show, set, use, remove', async () => {
  const user = newUser();
  const line = 'profile add staging --base https://host.example/{service} --service user=https://users.example';
  expect((await user.run(`${line} --client-id MusubiWeb --client-version 5`)).code).toBe(exit.ok);
  expect(await user.json('profile list')).toEqual([
    { name: 'sandbox', inUse: true, base: 'embedded' },
    { name: 'staging', inUse: false, base: 'https://host.example/{service}', clientId: 'MusubiWeb' },
  ]);
  const output = await user.json('profile show staging');
  expect(output.services).toMatchObject({ user: 'https://users.example', musubi: 'https://host.example/musubi' });
  expect(Object.keys(output.services)).toEqual(serviceNames);
  expect((await user.run('profile set staging timeout 10s')).code).toBe(exit.ok);
  expect(await user.run('profile set staging theme light')).toMatchObject(ends(exit.usage, 'type :theme dark'));
  expect((await user.run('profile use staging')).code).toBe(exit.ok);
  const origin = 'profile staging';
  const profile = { setting: 'profile', value: 'staging', origin: 'configuration' };
  const others = Object.entries({ timeout: 10_000, clientId: 'MusubiWeb' }).map(([setting, value]) => ({
    ...{ setting, value, means: setting === 'timeout' ? '10 s' : undefined, origin },
  }));
  expect(await user.json('config show --origin')).toEqual(expect.arrayContaining([profile, ...others]));
  expect((await user.run('profile remove staging')).code).toBe(exit.ok);
  expect((await user.run('profile show')).stdout).toContain('"name":"sandbox"');
});

test('a profile of some services is shown with these', async () => {
  const user = newUser();
  await user.run('profile add two --service user=https://users.example --service sale=https://sale.example');
  const { services } = await user.json('profile show two');
  expect(services).toEqual({ user: 'https://users.example', sale: 'https://sale.example' });
});

test('a profile that becomes the default is not said to be in use where an option or a variable keeps another one', async () => {
  const user = newUser();
  for (const name of ['a', 'b']) await user.run(['profile', 'add', name, '--base', 'https://host.example/{service}']);
  const said = async (line: string, env = {}) => (await user.run(line, { env })).stderr.trim();
  expect(await said('profile use a')).toBe('✓ Profile a is in use.');
  expect(await said('profile use b -p a')).toBe('✓ Profile b is the default now; -p a stays in use here.');
  const kept = await said('profile use b', { TUK_PROFILE: 'a' });
  expect(kept).toBe('✓ Profile b is the default now; TUK_PROFILE keeps a in use here.');
  expect(await said('profile use b -p b')).toBe('✓ Profile b is in use.');
});

test('a flag overrides the environment, which overrides the profile and the default', async () => {
  const user = newUser();
  await user.run(['profile', 'add', 'slow', '--base', 'https://host.example/{service}']);
  await user.run('profile set slow timeout 1s');
  const timeout = async (argv: string, env = {}) => {
    const rows: { setting: string }[] = await user.json(`config show --origin ${argv}`, { env });
    return rows.find(({ setting }) => setting === 'timeout');
  };
  expect(await timeout('')).toMatchObject({ value: 0, origin: 'default' });
  expect(await timeout('-p slow')).toMatchObject({ value: 1000, origin: 'profile slow' });
  expect(await timeout('-p slow', { TUK_TIMEOUT: '2s' })).toMatchObject({ value: 2000, origin: 'TUK_TIMEOUT' });
  const typed = await timeout('-p slow --timeout 3s', { TUK_TIMEOUT: '2s' });
  expect(typed).toMatchObject({ value: 3000, origin: '--timeout' });
  expect(await timeout('', { TUK_PROFILE: 'slow' })).toMatchObject({ value: 1000, origin: 'profile slow' });
});

const adds = (...more: readonly string[]) => ['profile', 'add', 'x', '--base', ...more];
test.each([
  ['no service in the template', adds('https://host.example')],
  ['http to another host', adds('http://host.example/{service}')],
  ['no address at all', adds('host.example/{service}')],
  ['a name that is a path', ['profile', 'add', '../x', '--base', 'https://host.example/{service}']],
  ['the built-in name', ['profile', 'add', 'sandbox', '--base', 'https://host.example/{service}']],
  ['an unknown service', adds('https://host.example/{service}', '--service', 'usr=https://host.example')],
  ['a client id with a line break', adds('https://host.example/{service}', '--client-id', 'a\r\nX: y')],
  ['an unknown setting', ['profile', 'set', 'sandbox', 'colour', 'red']],
  ['an unknown profile', ['profile', 'use', 'nowhere']],
  ['an unknown profile by flag', ['whoami', '-p', 'nowhere']],
])('refuses %s', async (_, argv) => expect(await newUser().run(argv)).toMatchObject({ code: exit.usage, stdout: '' }));

test.each([
  [serviceNames.slice(2), '2 services have no address of their own'],
  [serviceNames.slice(1), '1 service has no address of its own'],
])('the services without an address are counted', async (named, why) => {
  const addresses = named.flatMap((name) => ['--service', `${name}=https://h.example/${name}`]);
  const added = await newUser().run(['profile', 'add', 'x', '--base', 'https://h.example', ...addresses]);
  expect(added).toMatchObject(ends(exit.usage, why));
});

test('a broken configuration is exit 9 and is not changed; help still works', async () => {
  const user = newUser();
  const file = path.join(user.home, 'config.json');
  for (const text of ['', '{', '[]', '{"profiles":[]}', '{"profiles":{"a":1}}']) {
    writeFileSync(file, text);
    expect((await user.run('whoami')).code).toBe(exit.local);
    expect((await user.run('--help')).code).toBe(exit.ok);
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
});

test('a language or a client id that is on no list is refused before anything is sent, or used with --allow-unknown-word', async () => {
  const user = await signedIn();
  const add = 'profile add own --base https://host.example/{service} --client-id OwnClient';
  const refused = ['whoami --lang de', 'whoami', add, 'profile set own language de', 'whoami -p own'];
  expect((await user.run('profile add box --base https://host.example/{service}')).code).toBe(exit.ok);
  for (const line of refused) {
    if (line.includes(' own') && !line.startsWith('profile add')) await user.run(`${add} --allow-unknown-word`);
    const env = line === 'whoami' ? { TUK_LANG: 'de' } : {};
    const unknown = /is not a known (language|client id) \(.+\)\.\n {2}.*--allow-unknown-word/;
    expect([line, await user.run(line, { env })]).toMatchObject([line, ends(exit.usage, unknown, '')]);
  }
  expect((await user.run('whoami --lang de --allow-unknown-word')).code).toBe(exit.ok);
  expect((await user.run('whoami --lang jp')).code).toBe(exit.ok);
  expect((await user.run('profile set box clientId MusubiWeb')).code).toBe(exit.ok);
});

test.each([
  'http://user:SECRET@127.0.0.1:1/{service}',
  'https://u:SEC/RET@host.example/{service}',
  'u:SECRET@host.example',
  'https://host.example/{service}?token=SECRET',
  'https://host.example/{service}#SECRET',
  'ftp://u:SECRET@host.example/{service}?k=SECRET@x',
])('an address is refused without its secrets: %s', async (address) => {
  const user = newUser();
  await user.run(['profile', 'add', 'x', '--base', 'https://x.example/{service}']);
  for (const line of [
    ['profile', 'add', 'z', '--base', address],
    ['profile', 'add', 'z', '--service', `wallet=${address}`],
    ['profile', 'add', 'z', '--service', address.replaceAll('=', '')],
    ['profile', 'set', 'x', 'service.wallet', address],
    ['profile', 'set', 'x', 'base', address],
  ]) {
    const { code, stdout, stderr } = await user.run(line);
    expect([line, code, stdout]).toEqual([line, exit.usage, '']);
    expect(stderr).not.toMatch(/SEC|RET/);
  }
});

describe('a profile of some services', () => {
  const two = async () => {
    const user = newUser();
    const client = '--client-id WorkspaceWeb --client-version 1';
    await user.run(`profile add two --service user=https://127.0.0.1:1/user ${client}`);
    return user;
  };

  test('refuses a call of another service, by every door, and names how to add it', async () => {
    const user = await two();
    const missing = /no address of the service sale\.[\s\S]*profile set two service\.sale URL/;
    for (const line of ['store featured', 'api sale list-featured', 'api GET sale /x', 'store featured --dry-run'])
      expect(await user.run(`${line} -p two`), line).toMatchObject(ends(exit.usage, missing, ''));
    await user.run('profile set two service.sale https://127.0.0.1:1/sale');
    expect((await user.run('store featured -p two')).code).toBe(exit.unreachable);
  });

  test('is checked by doctor and smoke as far as it goes, and they say what they skip', async () => {
    const user = await two();
    const doctor = await user.run('doctor -p two --timeout 1s -o json');
    const rows: { check: string; says: string }[] = JSON.parse(doctor.stdout);
    expect(rows.find(({ says }) => says.includes('skipped'))?.says).toMatch(/^14 services without an address/);
    expect(doctor.stdout).not.toMatch(/service\.\w+ URL/);
    const smoke = await user.run('smoke -p two --dry-run');
    expect(smoke.stderr).toMatch(/14 services without an address in this profile are skipped: .*sale/);
    const calls: { service: string }[] = JSON.parse(smoke.stdout);
    expect([...new Set(calls.map(({ service }) => service))]).toEqual(['user']);
  });

  test('needs at least one address', async () => {
    expect(await newUser().run('profile add none')).toMatchObject({ code: exit.usage, stdout: '' });
  });
});
