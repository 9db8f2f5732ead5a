// A full disk: no session is truncated, and no token is used unless its successor can be saved.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { smallDisk } from '../support/file-faults.js';
import { tukProcess } from '../support/processes.js';
import { expiredSession, whoami } from '../support/second-backend.js';
import { realClock } from '../support/time.js';

/** A home that is signed in with an expired session; the length of its file follows from the id. */
async function ended(idLength = 36) {
  const { stored, file, ...own } = await expiredSession({ rotation: 'at-once', clock: realClock });
  writeFileSync(file, `${JSON.stringify({ ...stored(), id: 'i'.repeat(idLength) })}\n`);
  const before = readFileSync(file);
  const leftovers = () => readdirSync(path.dirname(file)).filter((name) => name !== 'box.json');
  return { ...own, file, before, leftovers };
}

describe('a renewal', () => {
  test.each([
    ['nothing', 36, 0],
    ['one byte', 36, 1],
    ['one byte less than the least proof', 36, 8191],
    ['two pages, for a session over 4 kB', 5000, 8192],
    ['once the size of a long session', 20_000, 21_000],
  ])(
    'a disk with room for %s: exit 9, the old file unchanged, the refresh token not used',
    async (_, idLength, bytes) => {
      const { renewals, home, file, before, leftovers } = await ended(idLength);
      const { code, stderr } = await tukProcess(whoami, { home, env: smallDisk({ file: 'sessions/box.json.', bytes }) })
        .done;
      expect(`${code} ${stderr}`).toMatch(/^9 ✗ Cannot write the session file .*no space left/);
      expect(renewals()).toEqual({ refreshes: 0, confirms: 0 });
      expect(readFileSync(file)).toEqual(before);
      expect(leftovers()).toEqual([]);
      expect((await tukProcess(whoami, { home }).done).code).toBe(exit.ok);
    },
  );

  test.each([0, 1, 100, 4096])(
    'a disk with room for %d bytes of the save: the command goes on, exit 9, the old file unchanged, nothing confirmed',
    async (bytes) => {
      const { renewals, home, file, before, leftovers } = await ended(5000);
      const { code, stdout, stderr } = await tukProcess(['-p', 'box', 'whoami'], {
        home,
        env: smallDisk({ file: '.tmp', bytes }),
      }).done;
      expect(stdout).toContain('"identifier"');
      expect(`${code} ${stderr}`).toMatch(/^9 ✗ Cannot write the session file .*no space left/);
      expect(renewals()).toEqual({ refreshes: 1, confirms: 0 });
      expect(readFileSync(file)).toEqual(before);
      expect(leftovers()).toEqual([]);
    },
  );

  test('a disk that writes seven bytes at a time: everything is written', async () => {
    const { backend, home, file } = await ended();
    const env = smallDisk({ file: 'sessions/', atOnce: 7 });
    expect(await tukProcess(whoami, { home, env }).done).toMatchObject({ code: exit.ok, stderr: '' });
    const stored = JSON.parse(readFileSync(file, 'utf8'));
    expect(stored).toMatchObject({ version: 1, generation: 3 });
    expect(backend.alive(stored.refreshToken)).toBe(true);
  });
});

test('a sign-in that cannot be stored: exit 9, and the previous session is unchanged', async () => {
  const { home, file, before, leftovers } = await ended();
  const stdin = JSON.stringify({ accessToken: 'a'.repeat(3000), refreshToken: 'r' });
  const env = smallDisk({ file: '.tmp', bytes: 1000 });
  const login = tukProcess(['login', '--tokens-stdin', '-p', 'box'], { home, stdin, env });
  expect(await login.done).toMatchObject(ends(exit.local, 'Cannot write the session file'));
  expect(readFileSync(file)).toEqual(before);
  expect(leftovers()).toEqual([]);
});
