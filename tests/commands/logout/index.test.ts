// `tuk logout`: --every ends the other sessions too.
import { expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { respondJson } from '../../support/scripted-server.js';
import { signedIn, stubUser } from '../../support/users.js';

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
