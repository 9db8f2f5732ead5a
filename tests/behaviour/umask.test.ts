// Whatever the umask, folders are 0700 and files 0600: neither others nor a missing right of the person's own gets in the way.
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { newUser } from '../support/tuk.js';

test.runIf(process.platform !== 'win32').each([0o000, 0o022, 0o277, 0o477, 0o777])(
  'under the umask %d',
  async (umask) => {
    const user = newUser();
    const home = path.join(user.home, 'a/b');
    mkdirSync(path.join(user.home, 'work'));
    writeFileSync(path.join(user.home, 'work/.tuk.json'), '{"profile":"sandbox"}');
    const { run } = newUser(home);
    const before = process.umask(umask);
    try {
      for (const line of [
        'profile add staging --base https://x.example/{service}',
        'login --as mina',
        'points transfer --to dara --amount 1 --new-recipient --yes --client-ref r',
        'wallet contacts add Dara 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --network BSC --yes',
        `profile trust ${path.join(user.home, 'work')}`,
        'auth refresh',
      ]) {
        expect(await run(line), line).toMatchObject({ code: exit.ok, stderr: expect.anything() });
      }
    } finally {
      process.umask(before);
    }
    const found = (readdirSync(home, { recursive: true }) as string[]).map((name) => {
      const stats = statSync(path.join(home, name));
      return [name, stats.isDirectory() ? 'folder' : 'file', (stats.mode & 0o777).toString(8)];
    });
    expect(found.length).toBeGreaterThan(8);
    expect(found.filter(([, kind, mode]) => mode !== (kind === 'folder' ? '700' : '600'))).toEqual([]);
    for (const folder of [home, path.dirname(home)]) expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
  },
);
