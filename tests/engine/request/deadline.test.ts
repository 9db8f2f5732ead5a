// Deadlines: --timeout and --max-wait hold while a session is locked, between retries and in polls, and a renewal under
// way is finished before the end.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { takeLock } from '../../../src/session/lock.js';
import { ends, exit } from '../../support/exit.js';
import { inFakeTime, whileTimePasses } from '../../support/fake-time.js';
import { until } from '../../support/limit.js';
import { neverRespond, respond, type Script, scripted } from '../../support/scripted-server.js';
import { now } from '../../support/time.js';
import { newUser } from '../../support/tuk.js';
import { signedInHome } from '../../support/users.js';

const expired = respond(401, '{"message":"Session expired or deleted","code":"EXPIRED_SESSION"}');
const renewed = respond(201, '{"accessToken":"new.access","refreshToken":"new.refresh"}');

/** A user with an expired session at a server that runs a script for each request. */
async function setup(script: Script) {
  const server = await scripted(script);
  const user = newUser(
    await signedInHome('box', `${server.url}/{service}`, { accessToken: 'old.access', refreshToken: 'old.refresh' }),
  );
  const stored = () => JSON.parse(readFileSync(path.join(user.home, 'sessions/box.json'), 'utf8')).accessToken;
  return { ...user, stored, requests: () => server.requests.map((request) => request.path) };
}

async function whileLocked<Result>(home: string, action: () => Promise<Result>): Promise<Result> {
  const lock = await takeLock(path.join(home, 'locks/box.db'), 1000, () => now);
  return whileTimePasses(action).finally(lock.release);
}

test.each([
  ['whoami --timeout 5s', exit.local],
  ['wait ride:r1 --max-wait 5s', exit.pending],
  ['watch ride:r1 --max-wait 5s', exit.pending],
  ['watch ride --max-wait 5s', exit.local],
  ['notify list -w --max-wait 5s', exit.local],
  ['points history -w --max-wait 5s', exit.local],
])('%s ends while the session is locked, and names the process', async (line, expectedCode) => {
  const user = await setup(expired);
  expect(await whileLocked(user.home, () => user.run(`${line} -p box`))).toMatchObject(
    ends(expectedCode, `locked by process ${process.pid}`),
  );
  expect(user.stored()).toBe('old.access');
});

const lines = ['watch ride', 'notify list -w', 'assets offerings -w'];
test.each(lines)('%s --max-wait ends without any response: exit 6', async (line) => {
  const user = await setup(neverRespond);
  const end = await whileTimePasses(() => user.run(`${line} --max-wait 10s -p box`));
  expect(end).toMatchObject(ends(exit.unreachable, 'gave no response before the time ran out'));
  expect(end.stderr).not.toMatch(/Retrying|Cannot reach/);
});

test.each([
  ['wait ride:r1', '', /no response before the time ran out[\s\S]*the time has run out/],
  ['watch ride:r1', '', /no response before the time ran out[\s\S]*the time has run out/],
  ['wait order:o1', '', /no response before the time ran out[\s\S]*the time has run out/],
  ['wait ride:r1', '--timeout 5s', /no response within 5000 ms\. Retrying in/],
])(
  '%s --max-wait %s ends while a request waits for a response: that is an outage, and exit 8',
  async (line, timeout, said) => {
    const user = await setup(neverRespond);
    const { code, stderr } = await whileTimePasses(() => user.run(`${line} ${timeout} --max-wait 20s -p box`));
    expect([code, stderr]).toEqual([exit.pending, expect.stringMatching(said)]);
    if (timeout === '') expect(stderr).not.toContain('Retrying');
  },
);

test('--max-wait limits a retried request as well as the waits, and the response that came before is the failure', async () => {
  let count = 0;
  const user = await setup((...exchange) =>
    count++ === 0 ? respond(503, '{}')(...exchange) : neverRespond(...exchange),
  );
  expect(await whileTimePasses(() => user.run('assets offerings --retry 3 --max-wait 10s -p box'))).toMatchObject(
    ends(exit.server, '✗ musubi answered 503'),
  );
  expect(user.requests()).toHaveLength(2);
});

test('--timeout covers a call with its renewal: the session is renewed, and the call is not sent again', async () => {
  let answerRefresh: (() => void) | undefined;
  const user = await setup((socket, request) => {
    if (!request.path.endsWith('/refresh')) return expired(socket, request);
    answerRefresh = () => renewed(socket, request);
  });
  await inFakeTime(async ({ pass, finish }) => {
    const running = user.run('whoami -p box --timeout 5s');
    await until(() => answerRefresh !== undefined);
    await pass(5000);
    answerRefresh!();
    expect(await finish(running)).toMatchObject(ends(6, 'no response within 5000 ms'));
  });
  expect(user.stored()).toBe('new.access');
  expect(user.requests().filter((one) => !/refresh$|confirm$/.test(one))).toHaveLength(1);
});

test('a run that ends while another of its requests renews the session saves the new tokens first', async () => {
  let answerRefresh: (() => void) | undefined;
  const user = await setup((socket, request) => {
    if (request.path.endsWith('/refresh')) answerRefresh = () => renewed(socket, request);
    else if (request.path.endsWith('/b')) (answerRefresh === undefined ? expired : neverRespond)(socket, request);
    else
      until(() => answerRefresh !== undefined).then(() => respond(404, '{"message":"no such ride"}')(socket, request));
  });
  let ended = false;
  await inFakeTime(async ({ pass, finish }) => {
    const running = user.run('wait ride:a ride:b -p box').finally(() => {
      ended = true;
    });
    await until(() => answerRefresh !== undefined);
    await pass(1000); // the first request has failed
    expect(ended).toBe(false);
    answerRefresh!();
    expect((await finish(running)).code).toBe(5);
  });
  expect(user.stored()).toBe('new.access');
});
