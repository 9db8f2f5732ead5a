// The embedded sandbox of one run: concurrent calls share it.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { now as noon } from '../support/time.js';
import { newUser } from '../support/tuk.js';
import { signedIn } from '../support/users.js';

test('concurrent calls of one command share one sandbox', async () => {
  const user = await signedIn();
  rmSync(path.join(user.home, 'sandbox.db.banner'));
  expect((await user.run('depin dash')).stderr.match(/◇ sandbox: nothing/g)).toHaveLength(1);
});

test('that nothing is real is said once a day, and never with TUK_NO_BANNER', async () => {
  const user = newUser();
  const says = async (now: number, env = {}) =>
    (await user.run('wallet chains', { now, env })).stderr.includes('nothing here is real');
  const day = 86_400_000;
  expect(await says(noon, { TUK_NO_BANNER: '1' })).toBe(false);
  expect([await says(noon), await says(noon + 3_600_000), await says(noon + day), await says(noon + day)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect((await user.run('wallet chains --json', { now: noon + 2 * day })).stderr).toBe('');
  expect(await says(noon + 2 * day)).toBe(true);
});
