// `tuk auth` on the embedded sandbox: sessions are stored, listed and ended; unusable tokens are refused.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { respondJson } from '../../support/scripted-server.js';
import { newUser, type User } from '../../support/tuk.js';
import { signedIn, stubUser } from '../../support/users.js';

const sessionOf = ({ home }: User, profile = 'sandbox') => path.join(home, `sessions/${profile}.json`);
const textOf = (user: User) => readFileSync(sessionOf(user), 'utf8');

test('login, whoami, auth status, auth token, logout', async () => {
  const dara = newUser();
  const result = await dara.run('login --as dara');
  expect(result.stderr).toBe('✓ Signed in as dara, profile sandbox.\n');
  expect((await dara.json('whoami')).user.name).toBe('Dara Sok');
  const signedIn = { profile: 'sandbox', usable: true, user: 'Dara Sok', refreshable: true };
  expect(await dara.json('auth status -o json')).toMatchObject(signedIn);
  const { accessToken } = JSON.parse(textOf(dara));
  expect((await dara.run('auth token')).stdout).toBe(`${accessToken}\n`);
  expect((await dara.run('logout')).code).toBe(exit.ok);
  expect((await dara.run('auth token')).code).toBe(exit.signIn);
  expect((await dara.run('whoami', { env: { TUK_TOKEN: accessToken } })).code).toBe(exit.signIn);
});

test('without a session: exit 4 and the next step', async () => {
  const signedOut = newUser();
  const stderr = expect.stringContaining('✗ Not signed in.\n  Sign in: tuk login\n');
  expect(await signedOut.run('whoami')).toEqual({ code: exit.signIn, stdout: '', stderr });
  const status = await signedOut.run('auth status -o json');
  expect(status.code).toBe(exit.signIn);
  expect(JSON.parse(status.stdout)).toMatchObject({ usable: false, source: 'none' });
});

test('sessions of a user are listed, and one of them is ended', async () => {
  const { run, json } = await signedIn('kenji');
  await run('login --as kenji');
  const all: { id: string }[] = await json('auth sessions');
  expect(all.length).toBeGreaterThanOrEqual(2);
  expect((await run('auth sessions -o table')).stdout).not.toMatch(/RENEWABLE FOR|IDENTIFIER/); // only a page has them
  const mine = JSON.parse(Buffer.from((await run('auth token')).stdout.split('.')[1]!, 'base64url').toString()).sid;
  const other = all.find(({ id }) => id !== mine)!.id;
  expect((await run(`auth sessions revoke ${other}`)).code).toBe(exit.guarded);
  const remaining: { id: string }[] = await json(`auth sessions revoke ${other} --yes`);
  expect(remaining.map(({ id }) => id)).not.toContain(other);
  expect((await run('whoami')).code).toBe(exit.ok);
});

test('a token from the environment is never renewed', async () => {
  const lan = await signedIn('lan');
  const TUK_TOKEN = (await lan.run('auth token')).stdout.trim();
  await lan.run('sandbox session expire lan');
  const stored = textOf(lan);
  expect((await lan.run('whoami', { env: { TUK_TOKEN } })).code).toBe(exit.signIn);
  expect((await lan.run('auth refresh', { env: { TUK_TOKEN } })).code).toBe(exit.usage);
  expect(textOf(lan)).toBe(stored);
});

test('piped tokens are stored securely, and nothing is sent', async () => {
  const user = await stubUser(respondJson({}));
  const file = sessionOf(user, 'box');
  expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
  const session = { version: 1, accessToken: 'aaaa', refreshToken: 'rrrr', generation: 1 };
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject(session);
  expect((await user.run('auth token')).stdout).toBe('aaaa\n');
  expect(user.server.requests).toEqual([]);
});

const unusable = ['{"accessToken":"a\\nb"}', '{"accessToken":1}', '{"accessToken":"a","refreshToken":""}'];
const unusableTokens = ['', 'not json', '[]', 'null', ...unusable];
test.each(unusableTokens)('unusable tokens are exit 2 and leave the session unchanged: %s', async (stdin) => {
  const mina = await signedIn();
  const before = textOf(mina);
  expect(await mina.run('login --tokens-stdin', { stdin })).toMatchObject({ code: exit.usage, stdout: '' });
  expect(textOf(mina)).toBe(before);
});

test('logout --every ends the other sessions, then this one', async () => {
  const { run, json } = await signedIn('kenji');
  const token = (await run('auth token')).stdout.trim();
  await run('login --as kenji');
  await run('login --as kenji');
  expect((await json('auth sessions')).length).toBeGreaterThanOrEqual(3);
  expect(await run('logout --every')).toMatchObject(ends(exit.ok, /✓ Ended \d other sessions\.\n✓ Signed out/));
  expect((await run('whoami', { env: { TUK_TOKEN: token } })).code).toBe(exit.signIn);
  await run('login --as kenji');
  expect(await json('auth sessions')).toHaveLength(1);
});

test('logout --every with a failing session list signs out here and exits 11', async () => {
  const { run } = await stubUser(respondJson({ message: 'no' }, 500));
  const left = 'Signed out here, but not every other session was ended';
  expect(await run('logout --every')).toMatchObject(ends(exit.server, left));
  expect((await run('auth token')).code).toBe(exit.signIn);
});
