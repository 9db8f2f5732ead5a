// `tuk logout`: --every ends other sessions, too.
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { respond, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';
import { confirmFieldNames } from '../support/users.js';

test('logout --every ends the other sessions, then this one', async () => {
  const here = newUser();
  await here.run('login --as kenji');
  const tokens = (await here.run('auth token')).stdout.trim();
  await here.run('login --as kenji');
  await here.run('login --as kenji');
  expect(JSON.parse((await here.run('auth sessions')).stdout).length).toBeGreaterThanOrEqual(3);
  const { code, stderr } = await here.run('logout --every');
  expect(code).toBe(exit.ok);
  expect(stderr).toMatch(/✓ Ended \d other sessions\.\n✓ Signed out/);
  expect((await here.run('whoami', { env: { TUK_TOKEN: tokens } })).code).toBe(exit.signIn);
  await here.run('login --as kenji');
  expect(JSON.parse((await here.run('auth sessions')).stdout)).toHaveLength(1);
});

test('logout --every with a failing session list signs out here and exits 11', async () => {
  const server = await scripted(respond(500, '{"message":"no"}'));
  const user = newUser();
  await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmFieldNames(user.home, 'box');
  await user.run('login --tokens-stdin -p box', { stdin: '{"accessToken":"aaaa"}' });
  const { code, stderr } = await user.run('logout --every -p box');
  expect(code).toBe(exit.server);
  expect(stderr).toContain('Signed out here, but not every other session was ended');
  expect((await user.run('auth token -p box')).code).toBe(exit.signIn);
});
