// A FIFO, device, folder or endless file in place of a session, configuration or lock: the program neither blocks on it nor reads it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { type Running, tukProcess } from '../support/processes.js';

// Uses child processes: blocking on a FIFO would stop this one for ever.
const running = new Set<{ readonly one: Running; readonly end: NodeJS.Timeout }>();
const homes: string[] = [];
afterEach(() => {
  for (const { one, end } of running) {
    clearTimeout(end);
    one.kill();
  }
  running.clear();
});
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});
function newHome() {
  const home = mkdtempSync(path.join(tmpdir(), 'tuk-plain-'));
  homes.push(home);
  mkdirSync(path.join(home, 'sessions'), { mode: 0o700 });
  mkdirSync(path.join(home, 'locks'));
  const run = (line: string) => {
    const one = tukProcess(line.split(' '), { home });
    running.add({ one, end: setTimeout(() => one.kill(), 10_000) });
    return one.done;
  };
  return { home, run, session: path.join(home, 'sessions/sandbox.json'), config: path.join(home, 'config.json') };
}

type Maker = (file: string) => void;
const fifo: Maker = (file) => expect(spawnSync('mkfifo', [file]).status).toBe(0);
const folder: Maker = (file) => {
  mkdirSync(file);
  writeFileSync(path.join(file, 'in-it'), '');
};
const huge: Maker = (file) => {
  writeFileSync(file, '{', { mode: 0o600 });
  truncateSync(file, 1_048_577); // no longer than that on the disk
};
const zero: Maker = (file) => symlinkSync('/dev/zero', file);

describe.runIf(process.platform !== 'win32')('in place of the session file', () => {
  const kinds: [is: string, make: Maker, words: RegExp][] = [
    ['a FIFO', fifo, /it is a FIFO\. It was moved to .*sandbox\.json\.unreadable/],
    ['a folder', folder, /it is a folder\. It was moved to/],
    ['a file of more than 1 MiB', huge, /it is larger than 1048576 bytes\. It was moved to/],
    ['a link to a device', zero, /is a symbolic link and is not used/],
  ];
  test.each(kinds)('%s: a read is exit 9 with the next step', async (_, make, words) => {
    const { session, run } = newHome();
    make(session);
    for (const line of ['whoami', 'auth status', 'auth token']) {
      if (!existsSync(session)) make(session);
      const { code, stderr } = await run(line);
      expect(`${code} ${stderr}`).toMatch(words);
      expect(`${code} ${stderr}`).toMatch(/^9 [\s\S]*sign in again: tuk login/i);
    }
  });

  test.each(kinds)('%s: signing in replaces it, signing out removes it, doctor names it, help works', async (_, make) => {
    const { home, session, run } = newHome();
    make(session);
    const [doctor, help] = await Promise.all(['doctor --service user -o ndjson', '--help'].map(run));
    expect(doctor).toMatchObject({ code: 9, stdout: expect.stringContaining(session) });
    expect(help?.code).toBe(0);
    expect(await run('login')).toMatchObject({ code: 0, signal: null });
    expect((await run('whoami -q')).code).toBe(0);
    expect(await run('logout')).toMatchObject({ code: 0, stderr: expect.stringContaining('Signed out') });
    make(session);
    expect(await run('logout')).toMatchObject({ code: 0, stderr: expect.stringMatching(/could not be used|is not used/) });
    expect(readdirSync(path.join(home, 'sessions')).filter((name) => name === 'sandbox.json')).toEqual([]);
    make(session);
    expect(await run('login')).toMatchObject({ code: 0, signal: null }); // although one was moved aside before
    expect(JSON.parse(readFileSync(session, 'utf8'))).toMatchObject({ version: 1 });
  });
});

describe.runIf(process.platform !== 'win32')('in place of the configuration', () => {
  test.each<[is: string, make: Maker, words: string]>([
    ['a FIFO', fifo, 'it is a FIFO'],
    ['a folder', folder, 'it is a folder'],
    ['a file of more than 1 MiB', huge, 'it is larger than 1048576 bytes'],
    ['a link to a device', zero, 'it is a symbolic link'],
    ['a dangling link', (file) => symlinkSync('nowhere', file), 'it is a symbolic link'],
  ])('%s: exit 9 with a message, and help works', async (_, make, words) => {
    const { config, run } = newHome();
    make(config);
    const lines = ['whoami', 'login', 'logout', 'auth status', 'profile list', 'profile add x --base https://x.example/{service}'];
    for (const { code, stderr } of await Promise.all(lines.map(run)))
      expect(`${code} ${stderr}`).toBe(
        `9 ✗ The configuration ${config} cannot be used: ${words}.\n  Move it away and add your profiles again.\n`,
      );
    const [doctor, help] = await Promise.all(['doctor --service user -o ndjson', 'login --help'].map(run));
    expect(doctor).toMatchObject({ code: 9, stdout: expect.stringContaining(words) });
    expect(help?.code).toBe(0);
  });
});

describe.runIf(process.platform !== 'win32')('in other places', () => {
  test.each<[is: string, make: Maker, words: string]>([
    ['a FIFO', fifo, 'is a FIFO'],
    ['a link to a device', zero, 'is a device'],
    ['a folder', folder, 'is a folder'],
  ])('%s in place of a project file: exit 2, and doctor names it', async (_, make, words) => {
    const { home, run } = newHome();
    make(path.join(home, '.tuk.json'));
    const [whoami, doctor] = await Promise.all(['whoami', 'doctor --service user -o ndjson'].map(run));
    expect(`${whoami?.code} ${whoami?.stderr}`).toMatch(new RegExp(`^2 ✗ The project file .* ${words}\\.`));
    expect(doctor).toMatchObject({ code: 9, stdout: expect.stringContaining(words) });
  });

  test.each<[string, Maker]>([
    ['a FIFO', fifo],
    ['a link to a device', zero],
    ['a folder', folder],
  ])("%s in place of the lock holder's file", async (_, make) => {
    const { home, run } = newHome();
    make(path.join(home, 'locks/sandbox.db.holder'));
    for (const line of ['login', 'whoami -q', 'doctor --service user', 'logout']) expect((await run(line)).code).toBe(0);
  });

  test('a FIFO in place of the lock: signing in and out still works', async () => {
    const { home, run } = newHome();
    fifo(path.join(home, 'locks/sandbox.db'));
    expect((await run('login')).code).toBe(0);
    expect(await run('logout')).toMatchObject({ code: 0, stderr: expect.stringContaining('The lock') });
  });

  test('a body from an endless device: exit 2', async () => {
    const { run } = newHome();
    expect(await run('api sale create-order --yes --input /dev/zero')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('holds more than'),
    });
  });
});
