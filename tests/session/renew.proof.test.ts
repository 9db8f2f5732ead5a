// Renewal across processes: a single refresh, and no session lost to a crash, a kill or a full disk. Within a process: renew.test.ts.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { crashAt, renewalPoints } from '../support/crash.js';
import { signedInHome, tukProcess, tukProcesses, until } from '../support/processes.js';
import { secondBackend } from '../support/second-backend.js';

const rotations = ['waits-for-confirm', 'at-once'] as const;
type Rotation = (typeof rotations)[number];
const whoami = ['-p', 'box', 'whoami', '-q'];

/** A back end, and a home that is signed in to it with an expired session. */
async function ended(rotation: Rotation = 'waits-for-confirm') {
  const backend = await secondBackend({ rotation });
  const tokens = backend.signIn();
  const home = await signedInHome('box', `${backend.url}/{service}`, tokens);
  backend.expire();
  const file = path.join(home, 'sessions/box.json');
  return {
    backend,
    home,
    tokens,
    file,
    stored: () => JSON.parse(readFileSync(file, 'utf8')),
    run: (argv = whoami, env = {}) => tukProcess(argv, { home, env }).done,
  };
}

describe.each(rotations)('a server with rotation: %s', (rotation) => {
  test('24 processes at once: 24 successes, one refresh, one confirm', { timeout: 60_000 }, async () => {
    const { backend, home, stored } = await ended(rotation);
    const results = await tukProcesses(24, whoami, { home });
    expect(results.map(({ code, stderr }) => `${code} ${stderr}`)).toEqual(Array.from({ length: 24 }, () => '0 '));
    expect({ refreshes: backend.count('refresh'), confirms: backend.count('confirm') }).toEqual({ refreshes: 1, confirms: 1 });
    expect(backend.alive(stored().refreshToken)).toBe(true);
    expect(stored()).not.toHaveProperty('confirm');
  });

  test('random kills, five processes at a time: no torn file, and with a confirming server no lost session', {
    timeout: 120_000,
  }, async () => {
    const { backend, home, file, stored } = await ended(rotation);
    for (let round = 0; round < 10; round++) {
      backend.expire();
      const running = Array.from({ length: 5 }, () => tukProcess(whoami, { home }));
      for (const [i, one] of running.entries()) setTimeout(() => one.kill(), 40 + ((round * 37 + i * 53) % 160));
      await Promise.all(running.map(({ done }) => done));
      if (!existsSync(file)) {
        expect(rotation).toBe('at-once'); // no client can keep a session if the response is lost with its process
        return;
      }
      expect(stored()).toMatchObject({ version: 1, accessToken: expect.any(String), refreshToken: expect.any(String) });
      if (rotation === 'waits-for-confirm') expect(backend.alive(stored().refreshToken)).toBe(true);
    }
    if (rotation === 'waits-for-confirm') expect(await tukProcess(whoami, { home }).done).toMatchObject({ code: 0 });
    expect(readdirSync(path.dirname(file)).filter((name) => name.endsWith('.json'))).toEqual(['box.json']);
  });

  test.each(Object.entries(renewalPoints))('killed %s', { timeout: 120_000 }, async (_, { point, spent }) => {
    const { backend, home, file, run, stored } = await ended(rotation);
    const died = await tukProcess(whoami, { home, env: crashAt(point) }).done;
    expect(died.signal).toBe('SIGKILL'); // the crash point was reached
    expect(stored()).toMatchObject({ version: 1, accessToken: expect.any(String), refreshToken: expect.any(String) });
    const started = Date.now();
    const next = await run();
    expect(Date.now() - started).toBeLessThan(5_000);
    if (spent && rotation === 'at-once') {
      expect(`${next.code} ${next.stderr}`).toMatch(/^4 ✗ The session has ended for good.* A renewal was cut off at \d{4}-/);
      expect(existsSync(file)).toBe(false);
      return;
    }
    expect(next).toMatchObject({ code: 0, stderr: '' });
    expect(backend.alive(stored().refreshToken)).toBe(true);
    expect(stored()).not.toHaveProperty('confirm');
  });
});

test('30 kills at a random moment of the save: no torn file', { timeout: 60_000 }, async () => {
  const { home, file, tokens } = await ended();
  const login = ['login', '--tokens-stdin', '-p', 'box'];
  for (let round = 0; round < 10; round++) {
    const stdin = JSON.stringify({ accessToken: `${round}.`.repeat(300), refreshToken: tokens.refreshToken });
    const running = Array.from({ length: 3 }, () => tukProcess(login, { home, stdin }));
    for (const [i, one] of running.entries()) setTimeout(() => one.kill(), 20 + ((round * 31 + i * 17) % 70));
    await Promise.all(running.map(({ done }) => done));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: 1, refreshToken: tokens.refreshToken });
  }
});

test.runIf(process.platform !== 'win32')('a full disk: exit 9, and the refresh token is not used', async () => {
  const { backend, home, file } = await ended();
  const before = readFileSync(file, 'utf8');
  // No file may grow; the limit applies to root, too.
  const line = `ulimit -f 0; exec "${process.execPath}" "${path.resolve('bin/tuk.cjs')}" -p box whoami -q`;
  const { status, stderr } = await shell(line, home);
  expect(status).toBe(9);
  expect(stderr).toMatch(/Cannot write the session file|The lock .* cannot be used/);
  expect(backend.count('refresh')).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

/** Runs a shell command while the back end in this process keeps responding. */
function shell(line: string, home: string): Promise<{ status: number | null; stderr: string }> {
  const child = spawn('sh', ['-c', line], { env: { ...process.env, TUK_HOME: home }, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  return new Promise((done) => child.once('exit', (status) => done({ status, stderr })));
}

const small = mkdtempSync(path.join(tmpdir(), 'tuk-small-'));
const mounted = process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', small]).status === 0;
afterAll(() => {
  if (mounted) spawnSync('umount', [small]);
  rmSync(small, { recursive: true, force: true });
});

test.runIf(mounted)('a session file on a read-only disk: exit 9, and the refresh token is not used', async () => {
  const { backend, home, file, run } = await ended();
  const before = readFileSync(file, 'utf8');
  const folder = path.dirname(file);
  expect(spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder]).status).toBe(0);
  try {
    writeFileSync(file, before, { mode: 0o600 });
    expect(spawnSync('mount', ['-o', 'remount,ro', folder]).status).toBe(0);
    const { code, stderr } = await run();
    expect(code).toBe(9);
    expect(stderr).toContain('Cannot write the session file');
    expect(backend.count('refresh')).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(before);
  } finally {
    spawnSync('umount', [folder]);
  }
  expect(await tukProcess(whoami, { home }).done).toMatchObject({ code: 0 });
});

test.runIf(mounted)(
  'the disk fills between the probe and the save: this command continues, exit 9, nothing confirmed, the old file unchanged',
  async () => {
    const { backend, home } = await ended();
    cpSync(home, path.join(small, 'home'), { recursive: true });
    const file = path.join(small, 'home/sessions/box.json');
    const before = readFileSync(file, 'utf8');
    backend.injectFaults(({ path: at }) => (at.endsWith('/refresh') ? { delay: 700 } : undefined));
    const running = tukProcess(['-p', 'box', 'whoami'], { home: path.join(small, 'home') });
    await until(() => backend.count('refresh') === 1, 10_000);
    fill(path.join(small, 'filler'));
    const { code, stdout, stderr } = await running.done;
    rmSync(path.join(small, 'filler'));
    expect(code).toBe(9);
    expect(stdout).toContain('"identifier"');
    expect(stderr).toContain('Cannot write the session file');
    expect(backend.count('confirm')).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(before);
    backend.injectFaults();
    expect((await tukProcess(['-p', 'box', 'whoami', '-q'], { home: path.join(small, 'home') }).done).code).toBe(0);
  },
);

/** Writes until the disk is full. */
function fill(file: string): void {
  try {
    for (;;) appendFileSync(file, 'x'.repeat(65_536));
  } catch {
    try {
      for (;;) appendFileSync(file, 'x'.repeat(64));
    } catch {
      // full
    }
  }
}

test('killed between the response and the save: a confirming server still accepts the old token', { timeout: 120_000 }, async () => {
  const { backend, home, run, stored } = await ended();
  backend.injectFaults(({ path: at }) => (at.endsWith('/refresh') ? { hang: 'after' } : undefined));
  const first = tukProcess(whoami, { home });
  await until(() => backend.count('refresh') === 1, 10_000);
  first.kill();
  await first.done;
  backend.injectFaults();
  const started = Date.now();
  expect((await run()).code).toBe(0);
  expect(Date.now() - started).toBeLessThan(5_000);
  expect(backend.alive(stored().refreshToken)).toBe(true);
});

test('killed between the response and the save without a confirming server: exit 4, with a message about an interrupted renewal', {
  timeout: 120_000,
}, async () => {
  const { backend, home, run } = await ended('at-once');
  backend.injectFaults(({ path: at }) => (at.endsWith('/refresh') ? { hang: 'after' } : undefined));
  const first = tukProcess(whoami, { home });
  await until(() => backend.count('refresh') === 1, 10_000);
  first.kill();
  await first.done;
  backend.injectFaults();
  const { code, stderr } = await run();
  expect(code).toBe(4);
  expect(stderr).toMatch(/A renewal was cut off at \d{4}-\d\d-\d\dT/);
  // Every later command says it, too, until somebody signs in.
  for (const argv of [whoami, ['-p', 'box', 'auth', 'status'], whoami]) {
    const later = await tukProcess(argv, { home }).done;
    expect(`${later.code} ${later.stderr}`).toMatch(/^4 .*The last session ended for good at \d{4}-.*; a renewal was cut off at \d{4}-/s);
  }
  const signIn = await tukProcess(['login', '--tokens-stdin', '-p', 'box'], { home, stdin: JSON.stringify(backend.signIn()) }).done;
  expect(signIn.code).toBe(0);
  expect((await tukProcess(['logout', '-p', 'box'], { home }).done).code).toBe(0);
  expect((await tukProcess(whoami, { home }).done).stderr).not.toContain('last session');
});

test('a sign-out during a renewal: deleted tokens never come back', { timeout: 120_000 }, async () => {
  const { backend, home, file, run } = await ended();
  backend.injectFaults(({ path: at }) => (at.endsWith('/refresh') ? { delay: 800 } : undefined));
  const renewing = tukProcess(whoami, { home });
  await until(() => backend.count('refresh') === 1, 10_000);
  expect((await run(['-p', 'box', 'logout'])).code).toBe(0);
  await renewing.done;
  expect(existsSync(file)).toBe(false);
});

test('a session file that is deleted during a renewal never comes back', { timeout: 120_000 }, async () => {
  const { backend, home, file } = await ended();
  backend.injectFaults(({ path: at }) => (at.endsWith('/refresh') ? { delay: 500 } : undefined));
  const renewing = tukProcess(whoami, { home });
  await until(() => backend.count('refresh') === 1, 10_000);
  rmSync(file);
  const { code, stderr } = await renewing.done;
  expect(code).toBe(4);
  expect(stderr).toContain('signed out in the meantime');
  expect(existsSync(file)).toBe(false);
});

test('a suspended lock holder keeps the lock and is named: exit 9, and the other process uses no token', { timeout: 40_000 }, async () => {
  const { backend, home, run } = await ended();
  backend.injectFaults(({ path: at }) => (at.endsWith('/refresh') ? { hang: true } : undefined));
  const holder = tukProcess(whoami, { home });
  await until(() => backend.count('refresh') === 1, 10_000);
  holder.child.kill('SIGSTOP');
  const { code, stderr } = await run();
  expect(code).toBe(9);
  expect(stderr).toContain(`process ${holder.child.pid}`);
  expect(backend.count('refresh')).toBe(1);
  holder.kill();
  await holder.done;
});
