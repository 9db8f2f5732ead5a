// The session file: private, owned by the user, not a link, and never used for another user.
import { chmodSync, chownSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { respondJson } from '../support/scripted-server.js';
import { signedIn, stubUser } from '../support/users.js';

const posix = process.platform !== 'win32';
const root = process.getuid?.() === 0;

test.runIf(posix)('a file readable by others is made private, with one message', async () => {
  const mina = await signedIn();
  const file = path.join(mina.home, 'sessions/sandbox.json');
  for (const mode of [0o640, 0o666]) {
    chmodSync(file, mode);
    const first = await mina.run('whoami');
    expect(first.code).toBe(exit.ok);
    expect(first.stderr).toContain(`could be read by others (${mode.toString(8)}); it is 600 now.`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await mina.run('whoami')).stderr).not.toContain('read by others');
  }
});

test.runIf(posix && root)('a file of another user is refused and unchanged', async () => {
  const mina = await signedIn();
  const file = path.join(mina.home, 'sessions/sandbox.json');
  chownSync(file, 4242, 4242);
  const { code, stderr } = await mina.run('whoami');
  expect(code).toBe(exit.local);
  expect(stderr).toContain('belongs to another user (4242)');
  expect(statSync(file).uid).toBe(4242);
  expect((await mina.run('login')).code).toBe(exit.ok);
  expect((await mina.run('whoami')).code).toBe(exit.ok);
});

test.runIf(posix)('a link is refused, and its target is never changed', async () => {
  const mina = await signedIn();
  const file = path.join(mina.home, 'sessions/sandbox.json');
  const other = path.join(mina.home, 'elsewhere.json');
  writeFileSync(other, readFileSync(file), { mode: 0o644 });
  await mina.run('logout');
  symlinkSync(other, file);
  const before = readFileSync(other);
  expect((await mina.run('whoami')).code).toBe(exit.local);
  expect((await mina.run('login')).code).toBe(exit.ok);
  expect(readFileSync(other)).toEqual(before);
  expect(statSync(other).mode & 0o777).toBe(0o644);
});

test('a sign-in during a command: the command is not repeated as another user', async () => {
  const expired = respondJson({ message: 'Session expired or deleted', code: 'EXPIRED_SESSION' }, 401);
  const user = await stubUser((socket, request) => {
    const stdin = '{"accessToken":"other.person","refreshToken":"rrrr"}';
    void user.run('login --tokens-stdin', { stdin }).then(() => expired(socket, request));
  });
  const { code, stderr } = await user.run('api user delete-user --yes');
  expect(code).toBe(exit.signIn);
  expect(stderr).toContain('does not repeat the call with the new session');
  expect(user.server.requests).toHaveLength(1);
  expect((await user.run('auth token')).stdout).toBe('other.person\n');
});

test('signing out leaves no token in any file, whatever a killed process left', async () => {
  const { run, home } = await stubUser(respondJson({}, 201));
  const folder = path.join(home, 'sessions');
  const session = readFileSync(path.join(folder, 'box.json'), 'utf8');
  for (const name of ['box.json.12345.tmp', 'box.json.1.probe']) writeFileSync(path.join(folder, name), session);
  writeFileSync(path.join(folder, 'box2.json.7.tmp'), 'another profile');
  expect((await run('logout')).code).toBe(exit.ok);
  expect(readdirSync(folder)).toEqual(['box2.json.7.tmp']);
});
