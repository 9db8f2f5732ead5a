// The launcher and the built program as child processes with pipes. `npm test` builds first.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatNames } from '../src/cli/output/formats.js';
import { kebab } from '../src/services/catalogue/define.js';
import { serviceNames } from '../src/services/catalogue/index.js';
import { allCalls } from './support/catalogue.js';
import { exit } from './support/exit.js';

const root = path.resolve(import.meta.dirname, '..');
const bin = path.join(root, 'bin/tuk.cjs');
const home = mkdtempSync(path.join(tmpdir(), 'tuk-launcher-'));
const env = { ...process.env, TUK_HOME: home };
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true });
});
const tuk = (argv: string[], options = {}) =>
  spawnSync(process.execPath, [bin, ...argv], { env, encoding: 'utf8', timeout: 20_000, ...options });

/** A served sandbox and its ready line. */
async function serve(
  ...more: string[]
): Promise<{ child: ChildProcess; ready: { url: string; services: Record<string, string>; control: string } }> {
  const child = spawn(process.execPath, [bin, 'sandbox', 'serve', '--memory', ...more], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  let output = '';
  const ready = await withinHalfAMinute(
    child,
    'is not ready',
    new Promise<string>((done, failed) => {
      child.once('exit', (code, signal) => failed(new Error(`the sandbox ended before it was ready: ${code} ${signal}`)));
      child.stdout!.on('data', (data) => {
        output += data;
        if (output.includes('\n')) done(output);
      });
    }),
  );
  return { child, ready: JSON.parse(ready) };
}
const ended = (child: ChildProcess) =>
  withinHalfAMinute(
    child,
    'did not end',
    new Promise<[number | null, string | null]>((done) => {
      child.once('exit', (code, signal) => done([code, signal]));
    }),
  );

/** Fails with the state of the process if it does not do something in time. */
async function withinHalfAMinute<T>(child: ChildProcess, fault: string, event: Promise<T>): Promise<T> {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, failed) => {
    limit = setTimeout(() => failed(new Error(`the process ${fault}:\n${stateOf(child)}`)), 30_000);
  });
  return await Promise.race([event, late]).finally(() => clearTimeout(limit));
}

/** What Linux says of the threads of a process: their state and the system call each of them waits in. */
function stateOf({ pid }: ChildProcess): string {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads)) return 'no such process';
  const read = (thread: string, name: string) => {
    try {
      return readFileSync(`${threads}/${thread}/${name}`, 'utf8').trim();
    } catch (error) {
      return (error as Error).message;
    }
  };
  return readdirSync(threads)
    .map((thread) => `${thread} ${['comm', 'wchan', 'syscall', 'stat'].map((name) => read(thread, name)).join(' | ')}`)
    .join('\n');
}

/**
 * Node 20 to 24 can deadlock where a process ends (nodejs/node#54918). It happens once in some thousands of processes, so a test of a served sandbox is
 * tried twice; a fault of ours fails both times.
 */
const despiteDeadlocks = { retry: 1 };

beforeAll(() => {
  expect(existsSync(path.join(root, 'dist/main.cjs')), 'build first: npm run build').toBe(true);
  expect(tuk(['login']).status).toBe(0);
});

test('--version and --help', () => {
  expect(tuk(['--version']).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(tuk(['--help']).stdout).toContain('USAGE');
  expect(tuk(['--help']).stdout).toBe(tuk(['help']).stdout); // the launcher prints the help that the build stored
});

test('times are printed in the selected time zone; data are unchanged', () => {
  const offering = (...more: string[]) => tuk(['assets', 'offering', '1', '-o', 'table', ...more]).stdout;
  const hour = (text: string) => Number(/Ends +.*? (\d\d):\d\d:\d\d/.exec(text)![1]);
  expect((hour(offering('--tz', 'Asia/Singapore')) - hour(offering('--utc')) + 24) % 24).toBe(8);
  expect(tuk(['assets', 'offering', '1', '--tz', 'Asia/Singapore', '--jq', '.endDate']).stdout).toMatch(/Z\n$/);
  const unknown = tuk(['assets', 'offering', '1', '--tz', 'Mars/Base']);
  expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('There is no time zone "Mars/Base"')]);
  expect(tuk(['assets', 'collections', '--utc', '--tz', 'Asia/Tokyo']).status).toBe(2);
});

test('every lazily loaded module works from the build: configuration, jq, shapes, tables, yaml, csv', () => {
  expect(tuk(['profile', 'add', 'box', '--base', 'https://host.example/{service}']).status).toBe(0);
  expect(tuk(['whoami', '--jq', '.user.name']).stdout).toBe('Mina Park\n');
  expect(tuk(['api', 'user', 'get-current', '--check', '-q']).stderr).toBe('');
  for (const form of formatNames) expect(tuk(['api', 'musubi', 'list-offerings', '-o', form]).status).toBe(0);
});

test('the catalogue of the build is the catalogue of the source', async () => {
  const rows = JSON.parse(tuk(['api', 'list']).stdout) as { service: string; call: string }[];
  const source = await allCalls();
  expect(rows.map(({ service, call }) => `${service} ${call}`)).toEqual(source.map(({ service, name }) => `${service} ${kebab(name)}`));
  const dry = (argv: string[]) => JSON.parse(tuk(['api', ...argv, '--dry-run']).stdout);
  expect(dry(['user', 'set-email', '-f', 'a=b'])).toMatchObject({ service: 'user', call: 'setEmail', effect: 'service', method: 'POST' });
  expect(dry(['ride-hailing', 'list-region-currencies', 'KH'])).toMatchObject({ effect: 'none', method: 'GET' });
  expect(tuk(['api', 'ride-hailing', 'list-region-currencies', 'MARS', '--dry-run']).status).toBe(2);
  expect(tuk(['api', 'show', 'wallet', 'get-fee']).stdout).toContain('"answer":"json, Fee"');
});

test('an unknown option is refused by Commander from the build', () => {
  expect(tuk(['whoami', '--jsn'])).toMatchObject({ status: 2, stdout: '' });
});

test('a checkout without a build is reported in one sentence', () => {
  const bare = path.join(home, 'bare');
  cpSync(path.join(root, 'bin'), path.join(bare, 'bin'), { recursive: true });
  cpSync(path.join(root, 'package.json'), path.join(bare, 'package.json'));
  const { status, stderr } = spawnSync(process.execPath, [path.join(bare, 'bin/tuk.cjs'), 'whoami'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 1, stderr: 'tuk is not built yet: run npm run build.\n' });
});

test('everyday commands use the code cache of the build; without it, or with a damaged one, they still run', () => {
  const report = path.join(home, 'report.cjs');
  writeFileSync(
    report,
    `const vm = require('node:vm');
     vm.Script = class extends vm.Script {
       constructor(source, options) {
         super(source, options);
         process.on('exit', () => process._rawDebug(options.cachedData ? (this.cachedDataRejected ? 'rejected' : 'used') : 'none'));
       }
     };`,
  );
  const copy = path.join(home, 'copy');
  for (const part of ['bin', 'dist', 'package.json']) cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  const codeCache = path.join(copy, `dist/code-cache/${process.version}-${process.arch}`);
  const caches = (...expression: string[]) => {
    const argv = ['-r', report, path.join(copy, 'bin/tuk.cjs'), 'whoami', '--jq', expression[0] ?? '.user.name'];
    const { stdout, stderr } = spawnSync(process.execPath, argv, {
      env,
      encoding: 'utf8',
    });
    expect(stdout).toBe('Mina Park\n');
    return [...new Set(stderr.split('\n').filter((line) => /^(used|rejected|none)$/.test(line)))].sort();
  };
  expect(caches()).toEqual(['used']);
  expect(caches('[.user.name][0]')).toEqual(['used']); // jq changes flags of V8 and restores them
  const main = path.join(codeCache, 'main.cjs.bin');
  const whole = readFileSync(main);
  writeFileSync(main, whole.subarray(0, whole.length / 2));
  expect(caches()).toEqual(['rejected', 'used']);
  expect(caches()).toEqual(['used']); // it was rewritten
  rmSync(codeCache, { recursive: true });
  expect(caches()).toEqual(['none']);
  expect(caches()).toEqual(['used']); // it was written at the first start
  rmSync(path.join(copy, 'dist/code-cache'), { recursive: true });
  writeFileSync(path.join(copy, 'dist/code-cache'), 'in the way');
  expect(caches()).toEqual([]);
});

test('a slow reader receives all of a long output', async () => {
  const line = `"${process.execPath}" "${bin}" api list --jq '[range(20)] as $n | .[] | [$n, .]' | { sleep 0.3; wc -lc; }`;
  const [lines, bytes] = spawnSync('sh', ['-c', line], { env, encoding: 'utf8' }).stdout.trim().split(/\s+/).map(Number);
  expect(lines).toBe((await allCalls()).length);
  expect(bytes).toBeGreaterThan(70_000); // more than the buffer of a pipe
});

test('a pipe that is closed early ends quietly; a full disk is exit 74', () => {
  const closed = spawnSync('sh', ['-c', `"${process.execPath}" "${bin}" api list -o ndjson; echo "code $?" >&2`], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  expect(closed.stderr).toContain('code 0');
  const early = spawnSync('sh', ['-c', `{ "${process.execPath}" "${bin}" api list -o ndjson; echo "code $?" >&2; } | head -n 1`], {
    env,
    encoding: 'utf8',
  });
  expect(early.stderr).toBe('code 0\n');
  if (!existsSync('/dev/full')) return;
  for (const argv of [['api', 'list'], ['--help'], ['--version']]) {
    const full = tuk(argv, { stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'] });
    expect(full.status).toBe(74);
    expect(full.stderr).not.toMatch(/\n\s+at /);
  }
});

test('a plain read loads no more of Node than a bare request', despiteDeadlocks, async () => {
  const { child, ready } = await serve();
  const exitHook = path.join(home, 'exit-hook.cjs');
  writeFileSync(exitHook, "process.on('exit', () => require('fs').writeSync(2, JSON.stringify(process.moduleLoadList)));");
  const loaded = (argv: string[]) => {
    const { stderr, stdout } = spawnSync(process.execPath, ['-r', exitHook, ...argv], { env, encoding: 'utf8', timeout: 20_000 });
    expect(stdout).toContain('"status":"ok"');
    return (JSON.parse(stderr) as string[]).filter((name) => name.startsWith('NativeModule '));
  };
  const script = path.join(home, 'bare.cjs');
  writeFileSync(script, `require('node:http').get('${ready.services.clutch}/health', (response) => response.pipe(process.stdout));`);
  tuk(['profile', 'remove', 'plain']);
  expect(tuk(['profile', 'add', 'plain', '--base', `${ready.url}/{service}`]).status).toBe(0);
  const bare = new Set(loaded([script]));
  expect(loaded([bin, 'api', 'clutch', 'get-health', '-p', 'plain', '-o', 'json']).filter((name) => !bare.has(name))).toEqual([
    'NativeModule vm', // reads the code cache
  ]);
  child.kill('SIGKILL');
});

test('a served sandbox works with its own profile, and ends cleanly on SIGTERM', despiteDeadlocks, async () => {
  const { child, ready } = await serve('--seed', '1');
  expect(Object.keys(ready.services)).toEqual(serviceNames);
  tuk(['profile', 'remove', 'served']);
  expect(tuk(['profile', 'add', 'served', '--base', `${ready.url}/{service}`]).status).toBe(0);
  expect(tuk(['login', '--as', 'dara', '-p', 'served']).status).toBe(0);
  expect(tuk(['whoami', '-p', 'served', '--jq', '.user.name']).stdout).toBe('Dara Sok\n');
  child.kill('SIGTERM');
  expect(await ended(child)).toEqual([0, null]);
});

test('a sandbox that is stopped as soon as it is ready ends cleanly', despiteDeadlocks, async () => {
  for (let n = 0; n < 3; n++) {
    const { child } = await serve();
    child.kill('SIGTERM');
    expect(await ended(child)).toEqual([0, null]);
  }
});

test.each([
  ['a search', ['api', 'ride-hailing', 'search-rides', '-f', 'a=b'], exit.interrupted],
  ['a move of value', ['api', 'user', 'transfer-points', '-f', 'a=b', '--new-recipient', '--yes'], exit.unknown],
])('Ctrl-C after %s was sent is exit %3$i, without a stack trace', async (_, line, code) => {
  let respondNow = () => {};
  const requestArrived = new Promise<void>((done) => {
    respondNow = done;
  });
  const server = createServer((socket) =>
    socket
      .on('error', () => {})
      .on('data', (data) => {
        // a transfer reads its facts first
        if (String(data).startsWith('GET ')) socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}');
        else respondNow();
      }),
  );
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };
  tuk(['profile', 'remove', 'hanging']);
  expect(tuk(['profile', 'add', 'hanging', '--base', `http://127.0.0.1:${port}/{service}`]).status).toBe(0);
  const child = spawn(process.execPath, [bin, ...line, '-p', 'hanging', '-v'], {
    env: { ...env, TUK_TOKEN: 'token' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let stderr = '';
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const exited = ended(child);
  await requestArrived; // the request has arrived, so the signal handler is installed
  child.kill('SIGINT');
  expect(await exited).toEqual([code, null]);
  server.close();
  expect(stderr).not.toMatch(/\n\s+at /);
});

test
  .skipIf(process.platform !== 'linux')
  .each([
    'login',
    'profile add x --base https://host.example/{service}',
    'sandbox serve --port 0 --state /proc/x/y.db',
    'points transfer --to dara --amount 1 --new-recipient --yes',
    'smoke --service clutch --report-junit /proc/x/y.xml',
  ])('if no folder can be created, %s reports it and ends', (line) => {
  // Node's recursive mkdir loops for ever there and ignores signals
  const noHomeEnv = line.startsWith('smoke') || line.startsWith('sandbox') ? env : { ...env, TUK_HOME: '/proc/x/y' };
  const { status, stderr } = tuk(line.split(' '), { env: noHomeEnv, killSignal: 'SIGKILL' });
  expect([status, stderr]).toEqual([9, expect.stringContaining("'/proc/x'")]);
});
