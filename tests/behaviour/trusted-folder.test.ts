// A profile that only a .tuk.json has selected moves no value until that file is trusted, as it is.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { respond } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';
import { stubUser } from '../support/users.js';

const lines = [
  'points transfer --to u-9 --amount 1 --new-recipient --yes',
  'api user transfer-points -f toUserId=u-9 -f amount=1 --new-recipient --yes',
  'api POST user /v2/balance/mvp/transfer -f toUserId=u-9 -f amount=1 --new-recipient --yes',
];

async function setup() {
  const user = await stubUser((socket, request) =>
    respond(200, request.method === 'GET' ? '{}' : '{"id":"t"}')(socket, request),
  );
  await user.run('profile use sandbox');
  const cwd = path.join(user.home, 'work', 'deep');
  mkdirSync(cwd, { recursive: true });
  const write = (text: string) => writeFileSync(path.join(user.home, 'work/.tuk.json'), text);
  write('{"profile":"box"}');
  const posts = () => user.changes().filter(({ path: at }) => !at.includes('_sandbox')).length;
  const run = (line: string, env: Record<string, string> = {}) => user.run(line, { cwd, env });
  return { run, posts, write, home: user.home };
}

test.each(lines)('%s: refused until the folder is trusted, and again when the file has changed', async (line) => {
  const { run, posts, write } = await setup();
  const refused = await run(line);
  expect([refused.code, posts()]).toEqual([exit.guarded, 0]);
  expect(refused.stderr).toMatch(/tuk profile trust .*work\b/);
  expect((await run('whoami')).code).toBe(exit.ok); // a read needs no trust
  expect((await run('profile trust .')).stderr).toContain('transfers may use its profile box');
  expect([(await run(line)).code, posts()]).toEqual([exit.ok, 1]);
  write('{"profile":"box","language":"en"}');
  expect([(await run(line)).code, posts()]).toEqual([exit.guarded, 1]);
  write('{"profile":"box"}');
  expect((await run(line)).code).toBe(exit.ok);
  expect((await run('profile trust --remove')).code).toBe(exit.ok);
  expect((await run(line)).code).toBe(exit.guarded);
});

test('a profile that is named, or that is the default anyway, needs no trust', async () => {
  const { run, posts } = await setup();
  expect((await run(`${lines[0]} -p box`)).code).toBe(exit.ok);
  expect((await run(lines[0]!, { TUK_PROFILE: 'box' })).code).toBe(exit.ok);
  await run('profile use box');
  expect((await run(lines[0]!)).code).toBe(exit.ok);
  expect(posts()).toBe(3);
});

test('trust is of the file, not of a link to it; a broken list trusts nothing; no project file is exit 2', async () => {
  const { run, home } = await setup();
  await run('profile trust .');
  symlinkSync(path.join(home, 'work'), path.join(home, 'linked'));
  expect((await run('profile trust ../../linked')).stderr).toContain(path.join('work', '.tuk.json'));
  writeFileSync(path.join(home, 'trusted-folders.json'), '{"files":');
  expect((await run(lines[0]!)).code).toBe(exit.guarded);
  expect((await run('profile trust .')).code).toBe(exit.ok);
  expect((await run(lines[0]!)).code).toBe(exit.ok);
  expect((await run('profile trust ../..')).code).toBe(exit.usage);
});

test('a project file that is a link does not have the trust of the folder that it points to', async () => {
  const { run, home, posts } = await setup();
  await run('profile trust .');
  expect((await run(lines[0]!)).code).toBe(exit.ok);
  const hostile = path.join(home, 'hostile');
  mkdirSync(hostile);
  symlinkSync(path.join(home, 'work/.tuk.json'), path.join(hostile, '.tuk.json'));
  expect((await newUser(home).run(lines[0]!, { cwd: hostile })).code).toBe(exit.guarded);
  expect(posts()).toBe(1);
  expect((await newUser(home).run('profile trust .', { cwd: hostile })).stderr).toContain(
    path.join(hostile, '.tuk.json'),
  );
  expect((await newUser(home).run(lines[0]!, { cwd: hostile })).code).toBe(exit.ok);
});
