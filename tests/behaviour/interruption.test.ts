// Ctrl-C at each stage of a call: nothing more is sent, the exit code is 130, and the ledger records no unknown outcome for what was not sent.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { everything } from '../../src/money/ledger/records.js';
import { catalogue } from '../../src/services/catalogue/index.js';
import { type RequestContext, sendRequest } from '../../src/services/http/send.js';
import { takeLock } from '../../src/session/lock.js';
import { countContinuations } from '../support/abort-at.js';
import { exit } from '../support/exit.js';
import { inFakeTime } from '../support/fake-time.js';
import { until } from '../support/limit.js';
import { withLedger } from '../support/operations.js';
import { respond, type Script } from '../support/scripted-server.js';
import { stubUser } from '../support/users.js';

const expired = respond(401, '{"message":"Session expired or deleted","code":"EXPIRED_SESSION"}');
const renewed = respond(201, '{"accessToken":"new.access","refreshToken":"new.refresh"}');
const refresh = '/user/v2/accounts/sessions/refresh';

/** A user with an expired session, and a server that responds EXPIRED_SESSION to the old token and runs the script of `at` for a path. */
async function setup(at: Readonly<Record<string, Script>> = {}) {
  const user = await stubUser(
    (socket, request) => {
      const old = request.headers.authorization === 'Bearer old.access';
      const script =
        at[request.path] ?? (old ? expired : request.path === refresh ? renewed : respond(201, '{"id":"1"}'));
      script(socket, request);
    },
    { signIn: false },
  );
  await user.run('login --tokens-stdin', { stdin: '{"accessToken":"old.access","refreshToken":"old.refresh"}' });
  const outcomes = async () => (await withLedger(user.home, everything)).map(({ outcome }) => outcome);
  const stored = () => JSON.parse(readFileSync(path.join(user.home, 'sessions/box.json'), 'utf8'));
  return {
    ...user,
    outcomes,
    stored,
    requests: () => user.server.requests.map(({ method, path: to }) => `${method} ${to}`),
  };
}

const calls: readonly (readonly [what: string, line: string])[] = [
  ['a read', 'api user get-current'],
  ['a read that may be tried again', 'api user get-current -p box --retry 3'],
  ['a change', 'api user set-email -f email=a@b.c --yes'],
  ['what moves value', 'api user transfer-points -F body.amount=1 --new-recipient --yes'],
];

describe.each(calls)('%s', (_, line) => {
  const isTransfer = line.includes('transfer-points');
  const together = isTransfer ? 2 : 1; // the facts of a transfer are read together, before it is sent
  test('Ctrl-C during a renewal: the renewed session is saved, and nothing more is sent', async () => {
    const stop = new AbortController();
    const one = await setup({
      [refresh]: (socket, request) => {
        stop.abort('SIGINT');
        renewed(socket, request);
      },
    });
    const { code, stderr } = await one.run(line, { signal: stop.signal });
    expect(`${code} ${stderr}`).toMatch(/^130 ([^✗]*)✗ Interrupted/);
    expect(one.requests().slice(together)).toEqual([`POST ${refresh}`]);
    expect(await one.outcomes()).toEqual([]);
    expect(one.stored()).toMatchObject({ accessToken: 'new.access', refreshToken: 'new.refresh', confirm: 'pending' });
    expect((await one.run(line)).code).toBe(exit.ok);
    expect(one.requests().slice(together + 1, together + 3)).toEqual([`POST ${refresh}/confirm`, one.requests()[0]]);
    expect(one.requests()).toHaveLength(isTransfer ? 7 : 4);
  });

  test('Ctrl-C at the EXPIRED_SESSION response: the refresh token is not used', async () => {
    const stop = new AbortController();
    const one = await setup();
    const lock = await takeLock(path.join(one.home, 'locks/box.db'), 1000, Date.now);
    await inFakeTime(async ({ pass, finish }) => {
      const running = one.run(line, { signal: stop.signal });
      await until(() => one.requests().length === together);
      await pass(100); // it waits for the lock
      stop.abort('SIGTERM');
      const { code, stderr } = await finish(running);
      expect(`${code} ${stderr}`).toMatch(/^143 ([^✗]*)✗ Interrupted/);
    }).finally(lock.release);
    expect(one.requests()).toHaveLength(together);
    expect(await one.outcomes()).toEqual([]);
    expect(one.stored()).toMatchObject({ accessToken: 'old.access', refreshToken: 'old.refresh' });
  });
});

test('Ctrl-C before the start, behind a proxy: nothing is sent', async () => {
  const one = await setup();
  const options = { signal: AbortSignal.abort('SIGINT'), env: { HTTPS_PROXY: 'http://127.0.0.1:9' } };
  const { code, stderr } = await one.run('api user get-current', options);
  expect(`${code} ${stderr}`).toMatch(/^130 ([^✗]*)✗ Interrupted/);
  expect(one.requests()).toEqual([]);
});

/** The facts of a points transfer that are read together: currency, fee, user. */
const factReads = 3;
/** The number of continuations, spread over a run, at which the signal is fired. */
const points = Number(process.env.ABORT_POINTS ?? 60);
test.each(calls)(
  '%s: Ctrl-C before, at and after each await keeps session and ledger true, and nothing more is sent',
  async (_, line) => {
    const [, total] = await countContinuations(async () => (await setup()).run(line));
    for (let point = 1; point <= points; point++) {
      const stop = new AbortController();
      const one = await setup();
      let sentBefore = 0;
      const abort = () => {
        sentBefore = one.requests().length;
        stop.abort('SIGINT');
      };
      const at = Math.ceil((point * total) / points);
      const [{ code, stderr }] = await countContinuations(() => one.run(line, { signal: stop.signal }), at, abort);
      const seen = { at, code, stderr, requests: one.requests(), outcomes: await one.outcomes(), stored: one.stored() };
      const refreshes = seen.requests.filter((request) => request === `POST ${refresh}`).length;
      const [first] = seen.requests;
      const sent = seen.requests.filter((request) => request === first).length;
      const expectSeen = (actual: unknown) => expect(actual, JSON.stringify(seen));
      expectSeen([0, 10, 130]).toContain(code);
      expectSeen(stderr).not.toContain('A bug in tuk');
      const together = line.includes('transfer') ? factReads : 1; // requests that had begun when the signal came
      if (stop.signal.aborted) expectSeen(seen.requests.length).toBeLessThanOrEqual(sentBefore + together);
      expectSeen(refreshes).toBeLessThanOrEqual(1);
      expectSeen(seen.stored.accessToken).toBe(refreshes === 0 ? 'old.access' : 'new.access');
      if (code === exit.interrupted && line.includes('transfer')) expectSeen(seen.outcomes).not.toContain('unknown');
      if (sent === 0) expectSeen(seen.outcomes.filter((outcome) => outcome !== 'not-sent')).toEqual([]);
      const changes = seen.requests.filter(
        (request) => /^(POST|PUT|DELETE) /.test(request) && !request.includes(refresh),
      );
      if (stderr.includes('Nothing was sent') && refreshes === 0) expectSeen(changes).toEqual([]);
      if (code === exit.interrupted && line.includes('transfer') && changes.length === 0)
        expectSeen(stderr).toContain('Interrupted. Nothing was sent.');
      if (code === exit.unknown) expectSeen([sent > 0, seen.outcomes]).toEqual([true, ['unknown']]);

      // a transfer whose outcome is unknown is not sent again (--despite)
      expectSeen((await one.run(line)).code).toBe(code === exit.unknown ? exit.guarded : exit.ok);
      expectSeen(one.requests().filter((request) => request === `POST ${refresh}`)).toHaveLength(1);
    }
  },
);

test('a bug in a renewal is reported as a bug, not as an unknown outcome, since the call itself was refused', async () => {
  const { calls: own } = await catalogue('user');
  const url = { method: 'POST', url: 'http://127.0.0.1:1/', isPathSecret: false };
  const request = { ...url, headers: { Authorization: 'Bearer a' }, timeout: 0, maxBody: 1000 };
  const renew = () => Promise.reject(new TypeError('nonsense'));
  const body = Buffer.from('{"message":"Session expired or deleted","code":"EXPIRED_SESSION"}');
  const transport = async () => ({ status: 401, headers: {}, body });
  const reach = { credentials: { renew }, transport } as unknown as RequestContext;
  const bug = { kind: 'failed', message: 'A bug in tuk: nonsense.' };
  await expect(sendRequest(own.transferPoints!, request, reach)).rejects.toMatchObject(bug);
});
