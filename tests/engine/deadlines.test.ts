// Deadlines: --timeout and --max-wait hold while a session is locked, between retries and in polls, and a renewal under way is finished before the end.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Lock, takeLock } from '../../src/session/lock.js';
import { exit } from '../support/exit.js';
import { signedInHome, tukProcess, until } from '../support/processes.js';
import { neverRespond, respond, type Script, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';

const expired = respond(401, '{"message":"Session expired or deleted","code":"EXPIRED_SESSION"}');
const renewed = respond(201, '{"accessToken":"new.access","refreshToken":"new.refresh"}');

/** A user with an expired session at a server that runs a script for each request. */
async function setup(script: Script) {
  const server = await scripted(script);
  const user = newUser(await signedInHome('box', `${server.url}/{service}`, { accessToken: 'old.access', refreshToken: 'old.refresh' }));
  const stored = () => JSON.parse(readFileSync(path.join(user.home, 'sessions/box.json'), 'utf8')).accessToken;
  return { ...user, stored, requests: () => server.requests.map((request) => request.path) };
}

async function whileLocked<Result>(home: string, action: () => Promise<Result>): Promise<Result> {
  const lock: Lock = await takeLock(path.join(home, 'locks/box.db'), 1000, Date.now);
  try {
    return await action();
  } finally {
    lock.release();
  }
}

// The lock is waited for up to 15 s; a test that waits for it runs out of its own time.
test('--timeout ends the wait for the lock, names its holder, and nothing is renewed', { timeout: 10_000 }, async () => {
  const user = await setup(expired);
  const { code, stderr } = await whileLocked(user.home, () => user.run('whoami -p box --timeout 200ms'));
  expect([code, stderr]).toEqual([exit.local, expect.stringContaining(`locked by process ${process.pid}`)]);
  expect([user.requests().length, user.stored()]).toEqual([1, 'old.access']);
});

test.each([
  ['ride wait r1 --max-wait 500ms', exit.pending],
  ['ride watch r1 --max-wait 500ms', exit.pending],
  ['ride watch --max-wait 500ms', exit.local],
  ['notify watch --max-wait 500ms', exit.local],
  ['points history -w --max-wait 500ms', exit.local],
])('%s ends while the session is locked, and names the process', { timeout: 10_000 }, async (line, expectedCode) => {
  const user = await setup(expired);
  const { code, stderr } = await whileLocked(user.home, () => user.run(`${line} -p box`));
  expect([code, stderr]).toEqual([expectedCode, expect.stringContaining(`locked by process ${process.pid}`)]);
  expect(user.stored()).toBe('old.access');
});

test.each(['ride watch', 'notify watch', 'assets offerings -w'])('%s --max-wait ends without any response: exit 6', async (line) => {
  const user = await setup(neverRespond);
  const { code, stderr } = await user.run(`${line} --max-wait 300ms -p box`);
  expect([code, stderr]).toEqual([exit.unreachable, expect.stringContaining('no response before the time ran out')]);
});

test('--max-wait limits a retried request as well as the waits', { timeout: 10_000 }, async () => {
  let count = 0;
  const user = await setup((...exchange) => (count++ === 0 ? respond(503, '{}')(...exchange) : neverRespond(...exchange)));
  const { code, stderr } = await user.run('assets offerings --retry 3 --max-wait 1500ms -p box');
  expect([code, stderr]).toEqual([exit.unreachable, expect.stringContaining('no response before the time ran out')]);
  expect(user.requests()).toHaveLength(2);
});

test('--timeout covers a call with its renewal: the session is renewed, and the call is not sent again', { timeout: 10_000 }, async () => {
  const user = await setup(async (socket, request) => {
    if (!request.path.endsWith('/refresh')) return expired(socket, request);
    await pause(400);
    renewed(socket, request);
  });
  const { code, stderr } = await user.run('whoami -p box --timeout 300ms');
  expect([code, stderr]).toEqual([exit.unreachable, expect.stringContaining('no response within 300 ms')]);
  expect(user.stored()).toBe('new.access');
  expect(user.requests().filter((one) => !/refresh$|confirm$/.test(one))).toHaveLength(1);
});

test('a run that ends while another of its requests renews the session saves the new tokens first', async () => {
  let answerRefresh = () => {};
  const user = await setup((socket, request) => {
    if (request.path.endsWith('/refresh')) answerRefresh = () => renewed(socket, request);
    else if (request.path.endsWith('/b')) expired(socket, request);
    else setTimeout(() => respond(404, '{"message":"no such ride"}')(socket, request), 300);
  });
  let ended = false;
  const running = user.run('ride wait a b -p box').finally(() => {
    ended = true;
  });
  await until(() => user.requests().some((one) => one.endsWith('/refresh')), 5000);
  await pause(500); // the first request has failed
  expect(ended).toBe(false);
  answerRefresh();
  expect((await running).code).toBe(exit.notFound);
  expect(user.stored()).toBe('new.access');
});

test.skipIf(process.platform === 'win32').each([
  ['one connection per request', {}],
  ['a pool', { HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1' }],
])('a process that was suspended past its time limit reads the response that lies in its socket (%s)', async (_, env) => {
  let answer: (() => void) | undefined;
  const user = await setup((socket, received) => {
    answer = () => respond(200, JSON.stringify({ text: 'x'.repeat(100_000) }))(socket, received);
  });
  const running = tukProcess(['api', 'user', 'get-current', '-p', 'box', '--timeout', '2s'], { home: user.home, env });
  await until(() => answer !== undefined, 10_000);
  running.kill('SIGSTOP');
  answer!();
  await pause(2500);
  running.kill('SIGCONT');
  const { code, stdout, stderr } = await running.done;
  expect([code, stdout.length, stderr]).toEqual([exit.ok, 100_012, '']);
});
