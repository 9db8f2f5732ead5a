// A signal ends a process that is blocked by a pipe nobody reads, or by a jq expression that never ends: no handler could run then.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { afterFile } from '../support/cleanup.js';
import { signedInHome } from '../support/processes.js';
import { respond, scripted } from '../support/scripted-server.js';

const bin = path.resolve(import.meta.dirname, '../../bin/tuk.cjs');

test.skipIf(process.platform === 'win32').each([
  ['a pipe that nobody reads', [], 'SIGINT'],
  ['a pipe that nobody reads', [], 'SIGTERM'],
  ['a jq expression that never ends', ['--jq', 'def f: f; f'], 'SIGINT'],
] as const)('%s: a signal ends the process', { timeout: 20_000 }, async (_, options, signal) => {
  const big = JSON.stringify({ text: 'x'.repeat(3_000_000) });
  const server = await scripted(respond(200, big));
  const home = await signedInHome('box', `${server.url}/{service}`, { accessToken: 'aaaa', refreshToken: 'rrrr' });
  // --retry makes the signal handlers before the response is printed
  const line = ['api', 'user', 'get-current', '-p', 'box', '--retry', '1', '-o', 'json', ...options];
  const child = spawn(process.execPath, [bin, ...line], {
    cwd: home,
    env: { ...process.env, TUK_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  afterFile(() => child.kill('SIGKILL'));
  const exited = new Promise((resolve) => child.once('exit', (code, by) => resolve([code, by])));
  await pause(1500);
  expect(server.requests).toHaveLength(1);
  expect([child.exitCode, child.signalCode]).toEqual([null, null]); // it is blocked
  child.kill(signal);
  expect(await exited).toEqual([null, signal]);
});
