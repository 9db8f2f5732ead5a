// A signal ends a process whose output nobody reads, or whose jq expression never ends: a handler of the signal may not run then.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { afterFile } from '../support/cleanup.js';
import { exit } from '../support/exit.js';
import { respond, scripted } from '../support/scripted-server.js';
import { signedInHome } from '../support/signed-in.js';

const bin = path.resolve(import.meta.dirname, '../../bin/tuk.cjs');

/** A FIFO that is open for reading, and is never read: a write to it blocks the process, unlike one to the socket that Node makes for a child. */
function unreadFifo(folder: string): number {
  const file = path.join(folder, 'fifo');
  expect(spawnSync('mkfifo', [file]).status).toBe(0);
  const fd = openSync(file, constants.O_RDWR | constants.O_NONBLOCK);
  afterFile(() => closeSync(fd));
  return fd;
}

/** Waits until a process has used so many seconds of CPU time: its start takes half a second, an endless expression goes on. */
async function busyFor(seconds: number, pid: number): Promise<void> {
  const used = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };
  while (used() < seconds) await pause(50);
}

test.skipIf(process.platform === 'win32').each([
  ['a socket that nobody reads', 'socket', [], 'SIGINT'],
  ['a socket that nobody reads', 'socket', [], 'SIGTERM'],
  ['a FIFO that nobody reads', 'fifo', [], 'SIGINT'],
  ['a jq expression that never ends', 'socket', ['--jq', 'def f: f; f'], 'SIGINT'],
] as const)('%s: a signal ends the process (%s)', { timeout: 60_000 }, async (_, stdout, options, signal) => {
  // a request that takes this long has installed the signal handlers
  const big = respond(200, JSON.stringify({ text: 'x'.repeat(3_000_000) }));
  const server = await scripted((...exchange) => void setTimeout(() => big(...exchange), 200));
  const home = await signedInHome('box', `${server.url}/{service}`, { accessToken: 'aaaa', refreshToken: 'rrrr' });
  const child = spawn(process.execPath, [bin, 'api', 'user', 'get-current', '-p', 'box', '-o', 'json', ...options], {
    cwd: home,
    env: { ...process.env, TUK_HOME: home },
    stdio: ['ignore', stdout === 'fifo' ? unreadFifo(home) : 'pipe', 'ignore'],
  });
  afterFile(() => child.kill('SIGKILL'));
  const exited = new Promise((resolve) => child.once('exit', (code, by) => resolve([code, by])));
  await (options.length > 0 && process.platform === 'linux' ? busyFor(1.5, child.pid!) : pause(1500));
  expect(server.requests).toHaveLength(1);
  expect([child.exitCode, child.signalCode]).toEqual([null, null]); // it is blocked
  child.kill(signal);
  const exitCode = signal === 'SIGINT' ? exit.interrupted : exit.terminated;
  expect([`ended by ${signal}`, `exit ${exitCode}`]).toContain(describeEnd(await exited));
});

const describeEnd = (end: unknown): string => {
  const [code, signal] = end as [number | null, string | null];
  return signal === null ? `exit ${code}` : `ended by ${signal}`;
};
