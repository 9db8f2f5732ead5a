// The built program as real processes: the tests of them that matter most. All others are in the proof tier.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { everything } from '../../src/money/ledger/records.js';
import { serviceNames } from '../../src/services/catalogue/index.js';
import { event } from '../support/event.js';
import { ends, exit } from '../support/exit.js';
import { until } from '../support/limit.js';
import { withLedger } from '../support/operations.js';
import { servedSandbox, tukProcess, tukProcesses } from '../support/processes.js';
import { neverRespond, respond, type Script, scripted } from '../support/scripted-server.js';
import { secondBackend } from '../support/second-backend.js';
import { keys, terminal } from '../support/terminal.js';
import { through } from '../support/through.js';
import { realClock } from '../support/time.js';
import { newHome, newUser } from '../support/tuk.js';
import { confirmFieldNames, signedInHome, withoutHistory } from '../support/users.js';

const root = path.resolve(import.meta.dirname, '../..');
const bin = path.join(root, 'bin/tuk.cjs');
const tuk = (line: string, home = newHome()) => tukProcess(line.split(' '), { home }).done;

/** Runs a shell command in which "$TUK" is the program. */
async function shell(line: string, home: string, stdout: 'pipe' | number = 'pipe') {
  const env = { ...process.env, TUK_HOME: home, TUK: `"${process.execPath}" "${bin}"` };
  const child = spawn('sh', ['-c', line.replaceAll('$TUK', env.TUK)], { env, stdio: ['ignore', stdout, 'pipe'] });
  let stderr = '';
  child.stderr!.on('data', (data) => {
    stderr += data;
  });
  child.stdout?.resume();
  const [code] = await once(child, 'close');
  return { code, stderr };
}

/** A home at a stub back end whose responses to reads are complete, and to changes as the script writes them. */
async function homeAt(change: Script) {
  const server = await scripted(
    withoutHistory((socket, request) => (request.method === 'GET' ? respond(200, '{}') : change)(socket, request)),
  );
  const home = await signedInHome('box', `${server.url}/{service}`, { accessToken: 'aaaa', refreshToken: 'rrrr' });
  return { home, changes: () => server.requests.filter(({ method }) => method !== 'GET') };
}

beforeAll(() => {
  expect(existsSync(path.join(root, 'dist/main.cjs')), 'build first: npm run build').toBe(true);
});

test('--version, --help and an unknown option, from the build', async () => {
  const [version, help, stored, unknown] = await Promise.all(
    ['--version', '--help', 'help', 'whoami --jsn'].map((line) => tuk(line)),
  );
  expect(version).toMatchObject({
    code: exit.ok,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\+(unknown|[\da-f]{8,}(-changed)?)\n$/),
    stderr: '',
  });
  expect(help).toMatchObject({ code: exit.ok, stdout: expect.stringContaining('USAGE') });
  expect(help?.stdout).toBe(stored?.stdout); // the launcher prints the help that the build stored
  expect(unknown).toMatchObject({ code: exit.usage, stdout: '' });
});

// Node 20 to 24 can deadlock where a process ends (nodejs/node#54918), once in some thousands; a fault of ours fails both times.
test('a served sandbox works with its own profile, and ends cleanly on SIGTERM', { retry: 1 }, async () => {
  const { home, run } = newUser();
  const { sandbox, ready } = await servedSandbox(home, '--seed', '1');
  expect(Object.keys(ready.services)).toEqual(serviceNames);
  await run(['profile', 'add', 'served', '--base', `${ready.url}/{service}`]);
  expect((await tuk('login --as dara -p served', home)).code).toBe(exit.ok);
  expect((await tuk('whoami -p served --jq .user.name', home)).stdout).toBe('Dara Sok\n');
  sandbox.kill('SIGTERM');
  expect(await sandbox.done).toMatchObject({ code: exit.ok, signal: null });
});

test.each([
  ['Ctrl-C', 'a search', 'api ride-hailing search-rides -f a=b', 'SIGINT', exit.interrupted],
  ['SIGTERM', 'a search', 'api ride-hailing search-rides -f a=b', 'SIGTERM', exit.terminated],
  ['Ctrl-C', 'a move of value', 'api user transfer-points -f a=b --new-recipient --yes', 'SIGINT', exit.unknown],
] as const)('%s after %s was sent ends it, and nothing more is sent', async (_, what, line, signal, code) => {
  const { home, changes } = await homeAt(neverRespond);
  const running = tukProcess([...line.split(' '), '-p', 'box', '-v'], { home });
  await until(() => changes().length === 1);
  running.kill(signal);
  expect(await running.done).toMatchObject({ code, signal: null, stderr: expect.not.stringMatching(/\n\s+at /) });
  expect([what, changes().length]).toEqual([what, 1]);
});

test('Ctrl-C while a read renews the session exits 130 and keeps the session', async () => {
  const backend = await secondBackend({ rotation: 'at-once', clock: realClock });
  const home = await signedInHome('box', `${backend.url}/{service}`, backend.signIn());
  backend.expire();
  const interrupted = event();
  backend.injectFaults(({ path: at }) => (at.endsWith('/refresh') ? { after: interrupted.happened } : undefined));
  const listener = path.join(home, 'listener.cjs');
  writeFileSync(listener, "process.on('SIGINT', () => process._rawDebug('heard'))");
  const running = tukProcess(['-p', 'box', 'whoami'], { home, env: { NODE_OPTIONS: `--require=${listener}` } });
  await until(() => backend.count('refresh') === 1);
  running.kill('SIGINT');
  await running.prints(/heard/, 'stderr');
  interrupted.happen();
  expect(await running.done).toMatchObject(ends(exit.interrupted, 'Interrupted', ''));
  expect(backend.count('confirm')).toBe(0);
  expect(await tuk('-p box whoami -q', home)).toMatchObject({ code: exit.ok, stderr: '' });
  expect([backend.count('refresh'), backend.count('confirm')]).toEqual([1, 1]);
});

test.each(['waits-for-confirm', 'at-once'] as const)(
  '24 processes at once renew a session once (%s)',
  async (rotation) => {
    const backend = await secondBackend({ rotation, clock: realClock });
    const home = await signedInHome('box', `${backend.url}/{service}`, backend.signIn());
    backend.expire();
    const results = await tukProcesses(24, ['-p', 'box', 'whoami', '-q'], { home });
    expect(results.map(({ code, stderr }) => `${code} ${stderr}`)).toEqual(Array.from({ length: 24 }, () => '0 '));
    const expected = { refreshes: 1, confirms: 1 };
    expect({ refreshes: backend.count('refresh'), confirms: backend.count('confirm') }).toEqual(expected);
    const stored = JSON.parse(readFileSync(path.join(home, 'sessions/box.json'), 'utf8'));
    expect(backend.alive(stored.refreshToken)).toBe(true);
    expect(stored).not.toHaveProperty('confirm');
  },
);

test('a process that is killed after it has sent a transfer: its entry is unknown, and its reference sends nothing again', async () => {
  const { home, changes } = await homeAt(neverRespond);
  const lines = async () => (await withLedger(home, everything)).map(({ outcome }) => outcome);
  const order =
    'assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --client-ref march --yes -p box'.split(' ');
  const first = tukProcess(order, { home });
  await until(() => changes().length === 1);
  expect(await lines()).toEqual(['sending']);
  first.kill();
  await first.done;
  expect(await lines()).toEqual(['unknown']);
  const second = await tukProcess(order, { home }).done;
  expect([second.code, second.stdout, changes().length]).toEqual([exit.unknown, '', 1]);
  expect(second.stderr).toMatch(/was sent before[\s\S]*tuk ops show op-/);
});

test.runIf(process.platform !== 'win32')(
  'no file may grow: exit 9, the old session is kept, and its refresh token is not used',
  async () => {
    const backend = await secondBackend({ clock: realClock });
    const home = await signedInHome('box', `${backend.url}/{service}`, backend.signIn());
    backend.expire();
    const file = path.join(home, 'sessions/box.json');
    const before = readFileSync(file, 'utf8');
    const { code, stderr } = await shell('ulimit -f 0; exec $TUK -p box whoami -q', home); // the limit applies to root, too
    expect(code).toBe(exit.local);
    expect(stderr).toMatch(/Cannot write the session file|The lock .* cannot be used/);
    expect(backend.count('refresh')).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(before);
  },
);

describe.runIf(process.platform !== 'win32')('its output', () => {
  test('a pipe that is closed early ends it quietly', async () => {
    const { stderr } = await shell('{ $TUK api list -o ndjson; echo "code $?" >&2; } | head -n 1', newHome());
    expect(stderr).toBe('code 0\n');
  });

  test.runIf(existsSync('/dev/full'))('a full disk is exit 74', async () => {
    for (const line of ['api list', '--help', '--version']) {
      const { code, stderr } = await shell(`exec $TUK ${line}`, newHome(), openSync('/dev/full', 'w'));
      expect([line, code, stderr]).toEqual([line, exit.output, expect.not.stringMatching(/\n\s+at /)]);
    }
  });

  test('a table of more lines than the terminal has goes through the pager, and its notes follow', async () => {
    const row = (_: unknown, at: number) => ({ id: `row-${at + 1}`, amount: '1', description: `Change ${at + 1}` });
    const history = Array.from({ length: 40 }, row);
    const { url } = await scripted(respond(200, JSON.stringify(history)));
    const home = await signedInHome('box', `${url}/{service}`, { accessToken: 'aaaa', refreshToken: 'rrrr' });
    const term = terminal(['points', 'history', '-p', 'box'], { home, env: { TUK_PAGER: "sed 's/^/paged: /'" } });
    expect((await term.exited).exitCode).toBe(exit.ok);
    const text = (await term.all()).join('\n');
    expect(text).toMatch(/paged: .*Change 40\b/);
    expect(text).toMatch(/^40 rows/m);
  });
});

describe('a confirmation', () => {
  const line = 'points transfer --to u-123456 --amount 40 -p box';

  test('is not taken from a pipe: exit 7, and nothing is sent', async () => {
    const { home, changes } = await homeAt(respond(200, '{"id":"t"}'));
    const result = await tukProcess([...line.split(' '), '--new-recipient'], { home, stdin: 'yes\n' }).done;
    expect([result.code, result.stdout, changes()]).toEqual([exit.guarded, '', []]);
    expect(result.stderr).toContain('--yes');
  });

  test('at a terminal asks for the last characters of the recipient, then for the word', async () => {
    const { home, changes } = await homeAt(respond(200, '{"id":"t"}'));
    confirmFieldNames(home, 'box');
    const term = terminal(line.split(' '), { home });
    await through(term, /Type its last 6 characters to go on:$/, '123456\r', /Type yes to go on:$/);
    expect(changes()).toEqual([]);
    term.press('yes\r');
    expect((await term.exited).exitCode).toBe(exit.ok);
    expect(changes()).toHaveLength(1);
  });
});

test('the application starts in a terminal, takes keys, and leaves the screen as it was', async () => {
  const term = terminal([], { home: newHome() });
  await term.until(/\? keys$/);
  expect(term.buffer()).toBe('alternate');
  await through(term, keys.ctrlC, /ctrl-c again leaves/, keys.ctrlC);
  expect((await term.exited).exitCode).toBe(exit.interrupted);
  expect(term.buffer()).toBe('normal');
  expect(term.written()).toContain('\x1b[?25h'); // the cursor is shown again
});
