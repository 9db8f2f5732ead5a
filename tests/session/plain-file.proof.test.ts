// A FIFO, device, folder or endless file in place of a session, configuration or lock: the program neither blocks on it
// nor reads it.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { fifo } from '../support/fifo.js';
import { tukProcess } from '../support/processes.js';
import { newHome, newUser } from '../support/tuk.js';

/**
 * A home, and a function that runs the program: in a child process where a wrong read would stop this one, or a folder
 * is moved aside under its id.
 */
function userHome(make: Maker) {
  const home = newHome();
  mkdirSync(path.join(home, 'sessions'), { mode: 0o700 });
  mkdirSync(path.join(home, 'locks'));
  const isHarmless = make === huge || make === dangling;
  const run = (line: string) => (isHarmless ? newUser(home).run(line) : tukProcess(line.split(' '), { home }).done);
  return { home, run, session: path.join(home, 'sessions/sandbox.json'), config: path.join(home, 'config.json') };
}

type Maker = (file: string) => unknown;
const folder: Maker = (file) => {
  mkdirSync(file);
  writeFileSync(path.join(file, 'in-it'), '');
};
const huge: Maker = (file) => {
  writeFileSync(file, '{', { mode: 0o600 });
  truncateSync(file, 1_048_577); // no longer than that on the disk
};
const dangling: Maker = (file) => symlinkSync('nowhere', file);
const zero: Maker = (file) => symlinkSync('/dev/zero', file);

describe.runIf(process.platform !== 'win32')('in place of the session file', () => {
  const kinds: [is: string, make: Maker, words: RegExp][] = [
    ['a FIFO', fifo, /it is a FIFO\. It was moved to .*sandbox\.json\.unreadable/],
    ['a folder', folder, /it is a folder\. It was moved to/],
    ['a file of more than 1 MiB', huge, /it is larger than 1048576 bytes\. It was moved to/],
    ['a link to a device', zero, /is a symbolic link and is not used/],
  ];
  test.each(kinds)('%s: a read is exit 9 with the next step', async (_, make, words) => {
    const { session, run } = userHome(make);
    make(session);
    for (const line of ['whoami', 'auth status', 'auth token']) {
      if (!existsSync(session)) make(session);
      const { code, stderr } = await run(line);
      expect(`${code} ${stderr}`).toMatch(words);
      expect(`${code} ${stderr}`).toMatch(/^9 [\s\S]*sign in again: tuk login/i);
    }
  });

  test.each(kinds)(
    '%s: signing in replaces it, signing out removes it, doctor names it, help works',
    async (_, make) => {
      const { home, session, run } = userHome(make);
      make(session);
      const [doctor, help] = await Promise.all(['doctor --service user -o ndjson', '--help'].map(run));
      expect(doctor).toMatchObject({ code: exit.local, stdout: expect.stringContaining(session) });
      expect(help?.code).toBe(exit.ok);
      expect(await run('login')).toMatchObject({ code: exit.ok });
      expect((await run('whoami -q')).code).toBe(exit.ok);
      expect(await run('logout')).toMatchObject(ends(exit.ok, 'Signed out'));
      make(session);
      expect(await run('logout')).toMatchObject(ends(exit.ok, /could not be used|is not used/));
      expect(readdirSync(path.join(home, 'sessions')).filter((name) => name === 'sandbox.json')).toEqual([]);
      make(session);
      expect(await run('login')).toMatchObject({ code: exit.ok }); // although one was moved aside before
      expect(JSON.parse(readFileSync(session, 'utf8'))).toMatchObject({ version: 1 });
    },
  );
});

describe.runIf(process.platform !== 'win32')('in place of the configuration', () => {
  test.each<[is: string, make: Maker, words: string]>([
    ['a FIFO', fifo, 'it is a FIFO'],
    ['a folder', folder, 'it is a folder'],
    ['a file of more than 1 MiB', huge, 'it is larger than 1048576 bytes'],
    [
      'a link to a device',
      zero,
      process.getuid?.() === 0 ? 'it is a device' : 'it belongs to root and may be written by others (666)',
    ],
    ['a dangling link', dangling, 'it is a symbolic link to a file that does not exist'],
  ])('%s: exit 9 with a message, and help works', async (_, make, words) => {
    const { config, run } = userHome(make);
    make(config);
    const added = 'profile add x --base https://x.example/{service}';
    const lines = ['whoami', 'login', 'logout', 'auth status', 'profile list', added];
    for (const { code, stderr } of await Promise.all(lines.map(run)))
      expect(`${code} ${stderr.replace(' (CONFIG_BROKEN)', '')}`).toBe(
        // a real process states the code

        `9 ✗ The configuration ${config} cannot be used: ${words}.\n  Move it away and add your profiles again.\n`,
      );
    const [doctor, help] = await Promise.all(['doctor --service user -o ndjson', 'login --help'].map(run));
    expect(doctor).toMatchObject({ code: exit.local, stdout: expect.stringContaining(words) });
    expect(help?.code).toBe(exit.ok);
  });
});

describe.runIf(process.platform !== 'win32')('in other places', () => {
  test.each<[is: string, make: Maker, words: string]>([
    ['a FIFO', fifo, 'is a FIFO'],
    ['a link to a device', zero, 'is a device'],
    ['a folder', folder, 'is a folder'],
  ])('%s in place of a project file: exit 2, and doctor names it', async (_, make, words) => {
    const { home, run } = userHome(make);
    make(path.join(home, '.tuk.json'));
    const [whoami, doctor] = await Promise.all(['whoami', 'doctor --service user -o ndjson'].map(run));
    expect(`${whoami?.code} ${whoami?.stderr}`).toMatch(new RegExp(`^2 ✗ The project file .* ${words}\\.`));
    expect(doctor).toMatchObject({ code: exit.local, stdout: expect.stringContaining(words) });
  });

  test.each<[string, Maker]>([
    ['a FIFO', fifo],
    ['a link to a device', zero],
    ['a folder', folder],
  ])("%s in place of the lock holder's file", async (_, make) => {
    const { home, run } = userHome(make);
    make(path.join(home, 'locks/sandbox.db.holder'));
    for (const line of ['login', 'whoami -q', 'doctor --service user', 'logout'])
      expect((await run(line)).code).toBe(exit.ok);
  });

  test('a FIFO in place of the lock: signing in and out still works', async () => {
    const { home, run } = userHome(fifo);
    fifo(path.join(home, 'locks/sandbox.db'));
    expect((await run('login')).code).toBe(exit.ok);
    expect(await run('logout')).toMatchObject(ends(exit.ok, 'The lock'));
  });

  test('a body from an endless device: exit 2', async () => {
    const { run } = userHome(zero);
    expect(await run('api sale create-order --yes --input /dev/zero')).toMatchObject(
      ends(exit.usage, 'holds more than'),
    );
  });
});
