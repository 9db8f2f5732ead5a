// The embedded sandbox of one run: concurrent calls share it.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newUser } from '../support/tuk.js';

test('concurrent calls of one command share one sandbox', async () => {
  const user = newUser();
  await user.run('login');
  for (const line of [
    'depin dash',
    'swap bridge create --type TO_BEP20 --amount 20 -f toAddress=0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --new-recipient --yes',
  ]) {
    rmSync(path.join(user.home, 'sandbox.db.banner'));
    expect((await user.run(line)).stderr.match(/◇ sandbox: nothing/g)).toHaveLength(1);
  }
});

test('that nothing is real is said once a day, and never with TUK_NO_BANNER', async () => {
  const user = newUser();
  const says = async (options: Parameters<typeof user.run>[1] = {}) =>
    (await user.run('wallet chains', options)).stderr.includes('nothing here is real');
  const noon = Date.parse('2026-11-20T12:00:00Z');
  const silent = { env: { TUK_NO_BANNER: '1' } };
  expect([await says({ now: noon, ...silent }), await says({ now: noon }), await says({ now: noon + 3_600_000 })]).toEqual([
    false,
    true,
    false,
  ]);
  expect([await says({ now: noon + 86_400_000 }), await says({ now: noon + 86_400_000 })]).toEqual([true, false]);
  expect((await user.run('wallet chains --json', { now: noon + 2 * 86_400_000 })).stderr).toBe('');
  expect(await says({ now: noon + 2 * 86_400_000 })).toBe(true);
});
