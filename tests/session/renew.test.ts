// Sessions across real processes, against a back end that is not ours: one renewal whoever asks, and no crash that loses one.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { Context } from '../../src/cli/context.js';
import { dyingAt, renewalPoints } from '../support/crash.js';
import { homeWith, many, tukProcess, until } from '../support/processes.js';
import { type SecondBackend, secondBackend } from '../support/second-backend.js';
import { collector } from '../support/streams.js';

const open: SecondBackend[] = [];
afterEach(async () => {
  for (const backend of open.splice(0)) await backend.close();
});
const rotations = ['waits-for-confirm', 'at-once'] as const;
type Rotation = (typeof rotations)[number];
const whoami = ['-p', 'box', 'whoami', '-q'];

/** A back end, and a home that is signed in to it with a session that has just ended. */
async function ended(rotation: Rotation = 'waits-for-confirm') {
  const backend = await secondBackend({ rotation });
  open.push(backend);
  const tokens = backend.signIn();
  const home = await homeWith('box', `${backend.url}/{service}`, tokens);
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

describe.each(rotations)('a server that rotates %s', (rotation) => {
  test('24 processes at once: 24 successes, one refresh, one confirm', { timeout: 60_000 }, async () => {
    const { backend, home, stored } = await ended(rotation);
    const results = await many(24, whoami, { home });
    expect(results.map(({ code, stderr }) => `${code} ${stderr}`)).toEqual(Array.from({ length: 24 }, () => '0 '));
    expect({ refreshes: backend.count('refresh'), confirms: backend.count('confirm') }).toEqual({ refreshes: 1, confirms: 1 });
    expect(backend.alive(stored().refreshToken)).toBe(true);
    expect(stored()).not.toHaveProperty('confirm');
  });

  test('killed at random, five processes at a time: no torn file, and where the server waits no session lost', {
    timeout: 120_000,
  }, async () => {
    const { backend, home, file, stored } = await ended(rotation);
    for (let round = 0; round < 25; round++) {
      backend.expire();
      const running = Array.from({ length: 5 }, () => tukProcess(whoami, { home }));
      for (const [i, one] of running.entries()) setTimeout(() => one.kill(), 40 + ((round * 37 + i * 53) % 160));
      await Promise.all(running.map(({ done }) => done));
      if (!existsSync(file)) {
        expect(rotation).toBe('at-once'); // no client can keep a session whose answer died with its process
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
    const died = await tukProcess(whoami, { home, env: dyingAt(point) }).done;
    expect(died.signal).toBe('SIGKILL'); // the point was passed
    expect(stored()).toMatchObject({ version: 1, accessToken: expect.any(String), refreshToken: expect.any(String) });
    const started = Date.now();
    const next = await run();
    expect(Date.now() - started).toBeLessThan(2_000);
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

test('killed at a random moment while it saves, 60 times: no torn file', { timeout: 60_000 }, async () => {
  const { home, file, tokens } = await ended();
  const login = ['login', '--tokens-stdin', '-p', 'box'];
  for (let round = 0; round < 20; round++) {
    const stdin = JSON.stringify({ accessToken: `${round}.`.repeat(300), refreshToken: tokens.refreshToken });
    const running = Array.from({ length: 3 }, () => tukProcess(login, { home, stdin }));
    for (const [i, one] of running.entries()) setTimeout(() => one.kill(), 20 + ((round * 31 + i * 17) % 70));
    await Promise.all(running.map(({ done }) => done));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: 1, refreshToken: tokens.refreshToken });
  }
});

test('calls that fail together in one process wait for the same renewal', async () => {
  const { backend, home } = await ended('at-once');
  const streams = () => ({ stdout: collector(), stderr: collector() });
  const world = { stdin: process.stdin, ...streams(), env: { TUK_HOME: home }, clock: Date, home, cwd: home, version: '0' };
  const context = new Context(world, { profile: 'box' });
  const user = await context.client('user');
  const names = await Promise.all(Array.from({ length: 10 }, async () => (await user.getCurrent()).data.id));
  await context.close();
  expect(new Set(names).size).toBe(1);
  expect({ refreshes: backend.count('refresh'), confirms: backend.count('confirm') }).toEqual({ refreshes: 1, confirms: 1 });
});

test('a late 401 for an older token goes on with the newer one, without a second refresh', async () => {
  const { backend, home } = await ended('at-once');
  backend.interfere(({ path: at, number }) => (at === '/user/users/current' && number === 1 ? { delay: 700 } : undefined));
  const streams = { stdout: collector(), stderr: collector() };
  const world = { stdin: process.stdin, ...streams, env: { TUK_HOME: home }, clock: Date, home, cwd: home, version: '0' };
  const context = new Context(world, { profile: 'box' });
  const user = await context.client('user');
  const late = user.getCurrent();
  await until(() => backend.calls.length === 1, 5_000);
  await user.getCurrent();
  expect(backend.count('refresh')).toBe(1);
  expect((await late).data.user?.name).toBe('Second Person');
  expect(backend.count('refresh')).toBe(1);
  await context.close();
});

test('a call of another service renews at the user service, and nowhere else', async () => {
  const { backend, home } = await ended();
  const ride = { home, env: {} };
  const { code } = await tukProcess(['-p', 'box', 'api', 'ride-hailing', 'get-active-request', '-q'], ride).done;
  expect(code).toBe(5); // renewed, asked again, and answered that there is no such route
  expect(backend.calls.map(({ path: at }) => at)).toEqual([
    '/ride-hailing/v1/rides/request/active',
    '/user/v2/accounts/sessions/refresh',
    '/user/v2/accounts/sessions/refresh/confirm',
    '/ride-hailing/v1/rides/request/active',
  ]);
});

test('without an address of the user service nothing can be renewed, in the words of the specification', async () => {
  const { backend, home, file } = await ended();
  const before = readFileSync(file, 'utf8');
  const config = { profiles: { box: { services: { 'ride-hailing': `${backend.url}/ride-hailing` } } } };
  writeFileSync(path.join(home, 'config.json'), JSON.stringify(config));
  const { code, stderr } = await tukProcess(['-p', 'box', 'api', 'ride-hailing', 'get-active-request'], { home }).done;
  expect(code).toBe(2);
  expect(stderr).toContain('missing userService baseUrl');
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test.each([
  ['renewed', false],
  ['refresh-token-expired', true],
])('what happens to a session is told to whoever listens: %s', async (kind, revoked) => {
  const { backend, run } = await ended();
  if (revoked) backend.revoke();
  expect((await run([...whoami, '-v'])).stderr).toContain(`session of profile box: ${kind}\n`);
});

test('a confirmation that got lost is made by the next process', async () => {
  const { backend, run, stored } = await ended();
  backend.interfere(({ path: at }) => (at.endsWith('/confirm') ? { reset: 'before' } : undefined));
  expect((await run()).code).toBe(0);
  expect(stored().confirm).toBe('pending');
  backend.interfere();
  expect((await run()).code).toBe(0);
  expect(stored()).not.toHaveProperty('confirm');
  expect({ refreshes: backend.count('refresh'), confirms: backend.count('confirm') }).toEqual({ refreshes: 1, confirms: 2 });
});

test("the service's own 404 to a confirm settles it", async () => {
  const { backend, run, stored } = await ended();
  backend.interfere(({ path: at }) => (at.endsWith('/confirm') ? { status: 404, body: '{"message":"no such route"}' } : undefined));
  expect((await run()).code).toBe(0);
  expect(stored()).not.toHaveProperty('confirm');
});

const gateway = '<html>proxy</html>';
test.each([
  ['a gateway answers the refresh in HTML', { status: 200, body: gateway }, 11],
  ['a gateway answers 401 in HTML', { status: 401, body: gateway }, 4],
  ['a gateway answers 403', { status: 403, body: gateway }, 4],
  ['a proxy answers 407', { status: 407, body: '' }, 4],
  ['the refresh answers 500', { status: 500, body: '{"message":"broken"}' }, 11],
  ['the refresh answers 429', { status: 429, body: '{"message":"slow down"}' }, 12],
  ['the refresh is redirected', { status: 307, body: '', headers: { location: 'https://evil.example/' } }, 11],
  ['the refresh is redirected to http', { status: 302, body: '', headers: { location: 'http://evil.example/' } }, 11],
  ['the refresh answers 408', { status: 408, body: '' }, 4],
  ['the refresh answers 200 with no JSON', { status: 200, body: 'OK' }, 11],
  ['the answer is a list', { status: 201, body: '["a","b"]' }, 11],
  ['the answer holds numbers', { status: 201, body: '{"accessToken":1,"refreshToken":2}' }, 11],
  ['not refreshable', { status: 403, body: '{"message":"no","code":"NOT_REFRESHABLE"}' }, 4],
  ['the answer has no refresh token', { status: 201, body: '{"accessToken":"a"}' }, 11],
  ['the answer has an empty token', { status: 201, body: '{"accessToken":"","refreshToken":"b"}' }, 11],
  ['the answer has a line break in a token', { status: 201, body: '{"accessToken":"a\\r\\nb","refreshToken":"b"}' }, 11],
  ['the answer is empty', { status: 201, body: '' }, 11],
  ['the answer is cut', { cut: 10 }, 6],
  ['the answer is lost', { reset: 'after' as const }, 6],
  ['the connection is reset', { reset: 'before' as const }, 6],
])('%s: the tokens are kept byte for byte', async (_, fault, code) => {
  const { backend, run, file } = await ended();
  const before = readFileSync(file, 'utf8');
  backend.interfere(({ path: at }) => (at.endsWith('/refresh') ? fault : undefined));
  const ran = await run();
  expect(`${ran.code} ${ran.stderr}`).toMatch(new RegExp(`^${code} ✗ `));
  expect(ran.stderr).not.toMatch(/\n\s+at /);
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(backend.count('confirm')).toBe(0);
  backend.interfere();
  expect((await run()).code).toBe(0);
});

test('a renewal that gets no answer is exit 6 after ten seconds, and says that it may have taken effect', {
  timeout: 120_000,
}, async () => {
  const { backend, run, file } = await ended();
  const before = readFileSync(file, 'utf8');
  backend.interfere(({ path: at }) => (at.endsWith('/refresh') ? { hang: true } : undefined));
  const { code, stderr } = await run();
  expect(code).toBe(6);
  expect(stderr).toContain('may have taken effect');
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test("the service's own 401 to the refresh clears the tokens", async () => {
  const { backend, run, file } = await ended();
  backend.revoke();
  const { code, stderr } = await run();
  expect(code).toBe(4);
  expect(stderr).toContain('The session has ended for good');
  expect(existsSync(file)).toBe(false);
});

test('refused again after a good refresh: exit 4, two calls, one refresh', async () => {
  const { backend, run } = await ended();
  backend.interfere(({ path: at }) =>
    at === '/user/users/current' ? { status: 401, body: '{"message":"Session expired or deleted","code":"EXPIRED_SESSION"}' } : undefined,
  );
  expect((await run()).code).toBe(4);
  expect({
    refreshes: backend.count('refresh'),
    calls: backend.calls.filter(({ path: at }) => at === '/user/users/current').length,
  }).toEqual({ refreshes: 1, calls: 2 });
});

test.runIf(process.platform !== 'win32')('a disk on which nothing can grow: exit 9, and nothing is spent', async () => {
  const { backend, home, file } = await ended();
  const before = readFileSync(file, 'utf8');
  // No file may grow; root, too, is held to that.
  const line = `ulimit -f 0; exec "${process.execPath}" "${path.resolve('bin/tuk.cjs')}" -p box whoami -q`;
  const { status, stderr } = await shell(line, home);
  expect(status).toBe(9);
  expect(stderr).toMatch(/Cannot write the session file|The lock .* cannot be used/);
  expect(backend.count('refresh')).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

/** A command line of the shell, run while the back end of this process goes on answering. */
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
test.runIf(mounted)('a session file on a read-only disk: exit 9, and nothing is spent', async () => {
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
  'the disk fills between the proof and the save: this command goes on, exit 9, nothing confirmed, the old file whole',
  async () => {
    const { backend, home } = await ended();
    cpSync(home, path.join(small, 'home'), { recursive: true });
    const file = path.join(small, 'home/sessions/box.json');
    const before = readFileSync(file, 'utf8');
    backend.interfere(({ path: at }) => (at.endsWith('/refresh') ? { delay: 700 } : undefined));
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
    backend.interfere();
    expect((await tukProcess(['-p', 'box', 'whoami', '-q'], { home: path.join(small, 'home') }).done).code).toBe(0);
  },
);

/** Writes until nothing more fits. */
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

test('killed between the answer and the save: a server that waits still knows the old token', { timeout: 120_000 }, async () => {
  const { backend, home, run, stored } = await ended();
  backend.interfere(({ path: at }) => (at.endsWith('/refresh') ? { hang: 'after' } : undefined));
  const first = tukProcess(whoami, { home });
  await until(() => backend.count('refresh') === 1, 10_000);
  first.kill();
  await first.done;
  backend.interfere();
  const started = Date.now();
  expect((await run()).code).toBe(0);
  expect(Date.now() - started).toBeLessThan(5_000);
  expect(backend.alive(stored().refreshToken)).toBe(true);
});

test('killed between the answer and the save, where the server does not wait: exit 4, saying that a renewal was cut off', {
  timeout: 120_000,
}, async () => {
  const { backend, home, run } = await ended('at-once');
  backend.interfere(({ path: at }) => (at.endsWith('/refresh') ? { hang: 'after' } : undefined));
  const first = tukProcess(whoami, { home });
  await until(() => backend.count('refresh') === 1, 10_000);
  first.kill();
  await first.done;
  backend.interfere();
  const { code, stderr } = await run();
  expect(code).toBe(4);
  expect(stderr).toMatch(/A renewal was cut off at \d{4}-\d\d-\d\dT/);
});

test('a suspended holder keeps the lock and is named: exit 9, nothing spent by the other', { timeout: 40_000 }, async () => {
  const { backend, home, run } = await ended();
  backend.interfere(({ path: at }) => (at.endsWith('/refresh') ? { hang: true } : undefined));
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

test('signed out while a renewal is under way: cleared tokens never come back', { timeout: 120_000 }, async () => {
  const { backend, home, file, run } = await ended();
  backend.interfere(({ path: at }) => (at.endsWith('/refresh') ? { delay: 800 } : undefined));
  const renewing = tukProcess(whoami, { home });
  await until(() => backend.count('refresh') === 1, 10_000);
  expect((await run(['-p', 'box', 'logout'])).code).toBe(0);
  await renewing.done;
  expect(existsSync(file)).toBe(false);
});

test('a session file that goes away while a renewal is under way never comes back', { timeout: 120_000 }, async () => {
  const { backend, home, file } = await ended();
  backend.interfere(({ path: at }) => (at.endsWith('/refresh') ? { delay: 500 } : undefined));
  const renewing = tukProcess(whoami, { home });
  await until(() => backend.count('refresh') === 1, 10_000);
  rmSync(file);
  const { code, stderr } = await renewing.done;
  expect(code).toBe(4);
  expect(stderr).toContain('signed out in the meantime');
  expect(existsSync(file)).toBe(false);
});

test('the sessions of two profiles are renewed apart', async () => {
  const { backend, home, tokens } = await ended();
  const other = await ended();
  const second = path.join(home, 'config.json');
  const config = JSON.parse(readFileSync(second, 'utf8'));
  config.profiles.other = { base: `${other.backend.url}/{service}` };
  writeFileSync(second, JSON.stringify(config));
  mkdirSync(path.join(home, 'sessions'), { recursive: true });
  writeFileSync(
    path.join(home, 'sessions/other.json'),
    JSON.stringify({ version: 1, generation: 1, savedAt: new Date(0).toISOString(), ...other.tokens }),
    { mode: 0o600 },
  );
  const [one, two] = await Promise.all([tukProcess(whoami, { home }).done, tukProcess(['-p', 'other', 'whoami', '-q'], { home }).done]);
  expect([one.code, two.code]).toEqual([0, 0]);
  expect([backend.count('refresh'), other.backend.count('refresh')]).toEqual([1, 1]);
  expect(backend.alive(tokens.refreshToken)).toBe(false);
});
