// `tuk login`, `whoami`, `auth` and `logout` on the embedded sandbox: sessions are stored, renewed, listed, ended, and refused when unusable.
import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { respond, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';

const mina = newUser();
beforeAll(async () => {
  expect(await mina.run('login')).toMatchObject({ code: exit.ok, stdout: '' });
});

test('login, whoami, auth status, auth token, logout', async () => {
  const dara = newUser();
  const result = await dara.run('login --as dara');
  expect(result.stderr).toBe('◇ sandbox: nothing here is real\n✓ Signed in as dara, profile sandbox.\n');
  const who = JSON.parse((await dara.run('whoami')).stdout);
  expect(who.user.name).toBe('Dara Sok');
  const status = await dara.run('auth status -o json');
  expect(status.code).toBe(exit.ok);
  expect(JSON.parse(status.stdout)).toMatchObject({ profile: 'sandbox', usable: true, user: 'Dara Sok', refreshable: true });
  const { accessToken } = JSON.parse(readFileSync(path.join(dara.home, 'sessions/sandbox.json'), 'utf8'));
  expect((await dara.run('auth token')).stdout).toBe(`${accessToken}\n`);
  expect((await dara.run('logout')).code).toBe(exit.ok);
  expect((await dara.run('auth token')).code).toBe(exit.signIn);
  expect((await dara.run('whoami', { env: { TUK_TOKEN: accessToken } })).code).toBe(exit.signIn);
});

test('without a session: exit 4 and the next step', async () => {
  const signedOut = newUser();
  const { code, stdout, stderr } = await signedOut.run('whoami');
  expect({ code, stdout }).toEqual({ code: exit.signIn, stdout: '' });
  expect(stderr).toContain('✗ Not signed in.\n  Sign in: tuk login\n');
  const status = await signedOut.run('auth status -o json');
  expect(status.code).toBe(exit.signIn);
  expect(JSON.parse(status.stdout)).toMatchObject({ usable: false, source: 'none' });
});

test('a call with an expired session renews it', async () => {
  const lan = newUser();
  await lan.run('login --as lan');
  const before = (await lan.run('auth token')).stdout;
  expect((await lan.run('sandbox session expire lan')).code).toBe(exit.ok);
  const who = await lan.run('whoami -v');
  expect(who.code).toBe(exit.ok);
  expect(who.stderr).toContain('session of profile sandbox: renewed');
  expect((await lan.run('auth token')).stdout).not.toBe(before);
  expect(JSON.parse(readFileSync(path.join(lan.home, 'sessions/sandbox.json'), 'utf8'))).not.toHaveProperty('confirm');
  const refreshed = await lan.run('auth refresh');
  expect(JSON.parse(refreshed.stdout)).toMatchObject({ profile: 'sandbox', renewed: true });
  expect((await lan.run('whoami')).code).toBe(exit.ok);
});

test('sessions of a user are listed, and one of them is ended', async () => {
  const kenji = newUser();
  await kenji.run('login --as kenji');
  await kenji.run('login --as kenji');
  const all = JSON.parse((await kenji.run('auth sessions')).stdout) as { id: string; issuedAt: string }[];
  expect(all.length).toBeGreaterThanOrEqual(2);
  const mine = JSON.parse(Buffer.from((await kenji.run('auth token')).stdout.split('.')[1]!, 'base64url').toString()).sid;
  const other = all.find(({ id }) => id !== mine)!.id;
  expect((await kenji.run(`auth sessions revoke ${other}`)).code).toBe(exit.guarded);
  const remaining = await kenji.run(`auth sessions revoke ${other} --yes`);
  expect(JSON.parse(remaining.stdout).map(({ id }: { id: string }) => id)).not.toContain(other);
  expect((await kenji.run('whoami')).code).toBe(exit.ok);
});

test('a revoked session is exit 4, and its tokens are deleted', async () => {
  const lan = newUser();
  await lan.run('login --as lan');
  expect((await lan.run('sandbox session revoke lan')).code).toBe(exit.ok);
  const { code, stderr } = await lan.run('whoami');
  expect(code).toBe(exit.signIn);
  expect(stderr).toContain('The session has ended for good');
  expect((await lan.run('auth token')).code).toBe(exit.signIn);
  expect(JSON.parse((await lan.run('auth status -o json')).stdout)).toMatchObject({ usable: false, source: 'none' });
});

test('a token from the environment is never renewed', async () => {
  const lan = newUser();
  await lan.run('login --as lan');
  const TUK_TOKEN = (await lan.run('auth token')).stdout.trim();
  await lan.run('sandbox session expire lan');
  const stored = readFileSync(path.join(lan.home, 'sessions/sandbox.json'), 'utf8');
  expect((await lan.run('whoami', { env: { TUK_TOKEN } })).code).toBe(exit.signIn);
  expect((await lan.run('auth refresh', { env: { TUK_TOKEN } })).code).toBe(exit.usage);
  expect(readFileSync(path.join(lan.home, 'sessions/sandbox.json'), 'utf8')).toBe(stored);
});

test('piped tokens are stored securely, and nothing is sent', async () => {
  const server = await scripted(respond(200, '{}'));
  const user = newUser();
  await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  const { code, stdout } = await user.run('login --tokens-stdin -p box', { stdin: '{"accessToken":"aaaa","refreshToken":"bbbb"}' });
  expect({ code, stdout }).toEqual({ code: exit.ok, stdout: '' });
  expect(server.requests).toEqual([]);
  const file = path.join(user.home, 'sessions/box.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: 1, accessToken: 'aaaa', refreshToken: 'bbbb', generation: 1 });
  expect((await user.run('auth token -p box')).stdout).toBe('aaaa\n');
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
])('unusable tokens are exit 2 and leave the session unchanged: %s', async (stdin) => {
  const before = readFileSync(path.join(mina.home, 'sessions/sandbox.json'), 'utf8');
  expect((await mina.run('login --tokens-stdin', { stdin })).code).toBe(exit.usage);
  expect(readFileSync(path.join(mina.home, 'sessions/sandbox.json'), 'utf8')).toBe(before);
});

test('a broken session file or a link is exit 9, and login replaces it', async () => {
  const user = newUser();
  await user.run('login');
  const file = path.join(user.home, 'sessions/sandbox.json');
  for (const text of ['', '{', '[]', '{"version":1}', '{"version":1,"accessToken":"a b"}']) {
    writeFileSync(file, text);
    const first = await user.run('whoami');
    expect(first.code).toBe(exit.local);
    expect(first.stderr).toContain(`It was moved to ${file}.unreadable`);
    expect(readFileSync(`${file}.unreadable`, 'utf8')).toBe(text);
    expect((await user.run('whoami')).code).toBe(exit.signIn);
  }
  const newer = '{"version":9,"accessToken":"x"}';
  writeFileSync(file, newer);
  expect((await user.run('whoami')).code).toBe(exit.local);
  expect(readFileSync(file, 'utf8')).toBe(newer);
  expect((await user.run('login')).code).toBe(exit.ok);
  expect((await user.run('whoami')).code).toBe(exit.ok);
  const other = newUser();
  await other.run('login');
  symlinkSync(file, path.join(other.home, 'sessions/linked.json'));
  await other.run(['profile', 'add', 'linked', '--base', 'https://host.example/{service}']);
  expect((await other.run('auth token -p linked')).code).toBe(exit.local);
});

test('whoami shows the important fields, with the e-mail address masked by default', async () => {
  const { stdout } = await mina.run('whoami', { terminal: true });
  expect(stdout).toContain('mi••@sa••');
  expect(stdout).not.toContain('createdAt');
  expect((await mina.run('whoami --reveal', { terminal: true })).stdout).toContain('mina@sandbox.invalid');
  expect((await mina.run('whoami')).stdout).toContain('mina@sandbox.invalid');
});
