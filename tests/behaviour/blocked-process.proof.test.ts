// A signal ends a process with unread output, or with an endless jq expression: a handler of the signal may not run then.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { afterFile } from '../support/cleanup.js';
import { exit } from '../support/exit.js';
import { fifo } from '../support/fifo.js';
import { until } from '../support/limit.js';
import { respondJson } from '../support/scripted-server.js';
import { stubUser } from '../support/users.js';

const bin = path.resolve(import.meta.dirname, '../../bin/tuk.cjs');

/** A FIFO that is open for reading, and is never read: a write to it blocks the process, unlike one to the socket that Node makes for a child. */
function unreadFifo(folder: string): number {
  const fd = openSync(fifo(path.join(folder, 'fifo')), constants.O_RDWR | constants.O_NONBLOCK);
  afterFile(() => closeSync(fd));
  return fd;
}

/** Whether the process has used so many seconds of CPU time: its start takes half a second, an endless expression goes on. */
function hasUsed(seconds: number, pid: number): boolean {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100 >= seconds;
}

/** Whether a FIFO is full, which blocks its writer. */
function isFull(pipe: number): boolean {
  try {
    return writeSync(pipe, 'x') === 0;
  } catch {
    return true; // EAGAIN
  }
}

test.runIf(process.platform === 'linux').each([
  ['a socket that nobody reads', 'socket', [], 'SIGTERM'],
  ['a FIFO that nobody reads', 'fifo', [], 'SIGINT'],
  ['a jq expression that never ends', 'socket', ['--jq', 'def f: f; f'], 'SIGINT'],
] as const)('%s: a signal ends the process (%4$s)', async (_, stdout, options, signal) => {
  // the process has installed its signal handlers before it sends the request
  const { home, server } = await stubUser(respondJson({ text: 'x'.repeat(3_000_000) }));
  const pipe = stdout === 'fifo' ? unreadFifo(home) : undefined;
  const of = { cwd: home, env: { ...process.env, TUK_HOME: home } };
  const argv = [bin, 'api', 'user', 'get-current', '-o', 'json', ...options];
  const child = spawn(process.execPath, argv, { ...of, stdio: ['ignore', pipe ?? 'pipe', 'ignore'] });
  afterFile(() => child.kill('SIGKILL'));
  const exited = new Promise((resolve) => child.once('exit', (code, by) => resolve([code, by])));
  await until(() => server.requests.length === 1);
  if (options.length > 0) await until(() => hasUsed(1.5, child.pid!));
  else if (pipe !== undefined) await until(() => isFull(pipe));
  else await once(child.stdout!, 'readable'); // it writes more than the socket takes
  expect([child.exitCode, child.signalCode]).toEqual([null, null]); // it is blocked
  child.kill(signal);
  expect([
    [null, signal],
    [signal === 'SIGINT' ? exit.interrupted : exit.terminated, null],
  ]).toContainEqual(await exited);
});
