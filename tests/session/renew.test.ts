// Renewal of an expired session: one refresh and one confirm, at the user service, with any gateway response. Across
// processes: renew.proof.test.ts.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { RunContext } from '../../src/cli/run/run-context.js';
import type { World } from '../../src/cli/settings/world.js';
import { sendNow } from '../../src/engine/request/call.js';
import type { Keyring } from '../../src/session/stored-session.js';
import { event } from '../support/event.js';
import { ends, exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { until } from '../support/limit.js';
import { expiredSession, whoami } from '../support/second-backend.js';
import { collector } from '../support/streams.js';
import { now } from '../support/time.js';
import { newUser } from '../support/tuk.js';

/** The context of a run, for calls without a command. */
const contextOf = (home: string, more: Partial<World> = {}): RunContext => {
  const streams = { stdin: process.stdin, stdout: collector(), stderr: collector() };
  const world = { ...streams, env: { TUK_HOME: home }, clock: Date, home, cwd: home, version: '0', ...more };
  return new RunContext(world, { profile: 'box' });
};

test('a late 401 for an older token is repeated with the newer one, without a second refresh', async () => {
  const { backend, home } = await expiredSession({ rotation: 'at-once' });
  const release = event();
  backend.injectFaults(({ path: at, number }) =>
    at === '/user/users/current' && number === 1 ? { after: release.happened } : undefined,
  );
  const context = contextOf(home);
  const late = sendNow(context, 'user', 'getCurrent');
  await until(() => backend.calls.length === 1);
  await sendNow(context, 'user', 'getCurrent');
  expect(backend.count('refresh')).toBe(1);
  release.happen();
  expect((await late).data.user?.name).toBe('Second Person');
  expect(backend.count('refresh')).toBe(1);
  await context.close();
});

test('a call of another service renews at the user service only', async () => {
  const { backend, run } = await expiredSession();
  const { code } = await run('-p box api ride-hailing get-active-request -q');
  expect(code).toBe(exit.notFound); // renewed, repeated, and answered with an unknown route
  expect(backend.calls.map(({ path: at }) => at)).toEqual([
    '/ride-hailing/v1/rides/request/active',
    '/user/v2/accounts/sessions/refresh',
    '/user/v2/accounts/sessions/refresh/confirm',
    '/ride-hailing/v1/rides/request/active',
  ]);
});

const expired = { status: 401, body: '{"message":"Session expired or deleted","code":"EXPIRED_SESSION"}' };
const networks = ['ETHEREUM', 'BSC', 'BASE'].map((network) => ({ network, address: `0x${'ab'.repeat(20)}` }));
test.each<
  [
    when: string,
    line: string,
    late: string,
    statuses: readonly number[],
    answer: (path: string, nth: number) => unknown,
  ]
>([
  [
    'a look of a wait',
    'wait ride:r --interval 50ms',
    '/rides/request/r',
    [200, 401, 200, 200],
    (_, nth) => ({ status: nth < 4 ? 'PENDING' : 'FINISHED' }),
  ],
  [
    'a look of a watch',
    'notify list -w --interval 50ms --max-wait 200ms',
    '/entity-notifications',
    [200, 401, 200, 200],
    (_, nth) => (nth < 3 ? [] : [{ id: 'a' }]),
  ],
  [
    'reads at once',
    'wallet balance',
    '/v2/wallets/balance',
    [401, 401, 401, 200, 200, 200],
    (at) => (at === '/user/v2/wallets' ? networks : []),
  ],
  [
    'a transfer',
    'points transfer --to u --amount 5 --new-recipient --yes',
    '/mvp/transfer',
    [401, 200],
    (at) => (at.endsWith('/mvp/transfer') ? { id: 't' } : { amount: '9', feeAmount: '1', name: 'U' }),
  ],
])(
  'a session that expires before %s is renewed once, and only what was refused is sent again',
  async (_, line, late, statuses, answer) => {
    const { backend, run, renewals } = await expiredSession();
    await run();
    const isLate = ({ path: at }: { path: string }) => at.split('?')[0]!.endsWith(late);
    backend.injectFaults(({ path: at, number, authorization = '' }) => {
      if (isLate({ path: at }) && number === statuses.indexOf(401) + 1) backend.expire();
      const isRenewal = at.includes('/sessions/') || !backend.alive(authorization.replace('Bearer ', ''));
      return isRenewal ? undefined : { status: 200, body: answer(at, number) };
    });
    const { code, stderr } = await whileTimePasses(() => run(`${line} -p box`));
    expect([code, stderr.includes('The session was renewed.')]).toEqual([exit.ok, line.startsWith('wait')]);
    expect(renewals()).toEqual({ refreshes: 2, confirms: 2 }); // one of them by the first run
    expect(backend.calls.filter(isLate).map(({ status }) => status)).toEqual(statuses);
  },
);

test('without an address of the user service renewal is impossible, with the message of the specification', async () => {
  const { backend, home, file, run } = await expiredSession();
  const before = readFileSync(file, 'utf8');
  const config = { profiles: { box: { services: { 'ride-hailing': `${backend.url}/ride-hailing` } } } };
  writeFileSync(path.join(home, 'config.json'), JSON.stringify(config));
  const { code, stderr } = await run('-p box api ride-hailing get-active-request');
  expect(code).toBe(exit.usage);
  expect(stderr).toContain('missing userService baseUrl');
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test.each([
  ['renewed', false],
  ['refresh-token-expired', true],
])('-v reports what happens to the session: %s', async (kind, revoked) => {
  const { backend, run } = await expiredSession();
  if (revoked) backend.revoke();
  expect((await run([...whoami, '-v'])).stderr).toContain(`session of profile box: ${kind}\n`);
});

test.each([
  ['repeated by the next process', 2],
  ['not repeated once it is suppressed', 1],
])('a lost confirmation is %s', async (_, confirms) => {
  const { backend, run, stored, renewals } = await expiredSession();
  backend.injectFaults(({ path: at }) => (at.endsWith('/confirm') ? { reset: 'before' } : undefined));
  expect((await run()).code).toBe(exit.ok);
  expect(stored().confirm).toBe('pending');
  backend.injectFaults();
  if (confirms === 1) await run('profile set box confirmRenewal false');
  expect((await run()).code).toBe(exit.ok);
  if (confirms === 2) expect(stored()).not.toHaveProperty('confirm');
  expect(renewals()).toEqual({ refreshes: 1, confirms });
});

test('confirmRenewal false suppresses the confirmation, and auth status says so', async () => {
  const { run, stored, renewals } = await expiredSession({ rotation: 'at-once' });
  expect((await run('profile set box confirmRenewal perhaps')).code).toBe(exit.usage);
  expect((await run('profile set box confirmRenewal false')).code).toBe(exit.ok);
  expect((await run()).code).toBe(exit.ok);
  expect(stored()).not.toHaveProperty('confirm');
  const status = await run('auth status -o ndjson -p box');
  expect(JSON.parse(status.stdout)).toMatchObject({ usable: true, confirmRenewal: false });
  expect(status.stderr).toContain('not confirmed at the service');
  expect(renewals()).toEqual({ refreshes: 1, confirms: 0 });
  expect((await run('profile set box confirmRenewal')).code).toBe(exit.ok);
  expect(JSON.parse((await run('auth status -o json -p box')).stdout)).toMatchObject({ confirmRenewal: true });
});

test('a 404 from the service to a confirm settles it', async () => {
  const { backend, run, stored } = await expiredSession();
  backend.injectFaults(({ path: at }) =>
    at.endsWith('/confirm') ? { status: 404, body: '{"message":"no such route"}' } : undefined,
  );
  expect((await run()).code).toBe(exit.ok);
  expect(stored()).not.toHaveProperty('confirm');
});

const gateway = '<html>proxy</html>';
test.each([
  ['a gateway answers the refresh in HTML', { status: 200, body: gateway }, exit.server],
  ['a gateway answers 401 in HTML', { status: 401, body: gateway }, exit.signIn],
  ['the refresh answers 500', { status: 500, body: '{"message":"broken"}' }, exit.server],
  ['the refresh answers 429', { status: 429, body: '{"message":"slow down"}' }, exit.rateLimited],
  ['the refresh is redirected', { status: 307, body: '', headers: { location: 'https://evil.example/' } }, exit.server],
  ['the refresh answers 408', { status: 408, body: '' }, exit.refused],
  ['the refresh answers 404, which is no absence', { status: 404, body: '{"message":"no"}' }, exit.refused],
  ['the refresh answers 422', { status: 422, body: '{"message":"no","code":"MUST_BE_SIGNED_UP"}' }, exit.refused],
  ['the refresh answers 200 with no JSON', { status: 200, body: 'OK' }, exit.server],
  ['the answer is a list', { status: 201, body: '["a","b"]' }, exit.server],
  ['the answer holds numbers', { status: 201, body: '{"accessToken":1,"refreshToken":2}' }, exit.server],
  ['not refreshable', { status: 403, body: '{"message":"no","code":"NOT_REFRESHABLE"}' }, exit.refused],
  ['the answer has an empty token', { status: 201, body: '{"accessToken":"","refreshToken":"b"}' }, exit.server],
  ['a line break is in a token', { status: 201, body: '{"accessToken":"a\\r\\nb","refreshToken":"b"}' }, exit.server],
  ['the answer is cut', { cut: 10 }, exit.unreachable],
  ['the answer is lost', { reset: 'after' as const }, exit.unreachable],
  ['the connection is reset', { reset: 'before' as const }, exit.unreachable],
])('%s: the tokens are unchanged', async (_, fault, code) => {
  const { backend, run, file } = await expiredSession();
  const before = readFileSync(file, 'utf8');
  backend.injectFaults(({ path: at }) => (at.endsWith('/refresh') ? fault : undefined));
  const result = await run();
  expect(`${result.code} ${result.stderr}`).toMatch(new RegExp(`^${code} ✗ `));
  expect(result.stderr).not.toMatch(/\n\s+at /);
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(backend.count('confirm')).toBe(0);
  backend.injectFaults();
  expect((await run()).code).toBe(exit.ok);
});

test('another failure of the refresh is passed on as that of any call', async () => {
  const { backend, run } = await expiredSession();
  const body = '{"message":"AuthSession is not refreshable!","code":"NOT_REFRESHABLE"}';
  backend.injectFaults(({ path: at }) => (at.endsWith('/refresh') ? { status: 403, body } : undefined));
  const { stderr } = await run([...whoami, '--json']);
  expect(JSON.parse(stderr).error).toMatchObject({
    ...{ code: 'NOT_REFRESHABLE', category: 'refused' },
    message: 'AuthSession is not refreshable! (user answered 403 to POST /v2/accounts/sessions/refresh).',
    ...{ reason: 'AuthSession is not refreshable!', status: 403 },
  });
  backend.injectFaults(({ path: at }) => (at.endsWith('/refresh') ? { status: 500, body } : undefined));
  const status = JSON.parse((await run('-p box auth status -o json')).stdout);
  expect(status).toMatchObject({ usable: null, notVerified: 'NOT_REFRESHABLE' });
  expect(status).not.toHaveProperty('refusedBy');
});

const featured = 'api sale list-public-featured';
test('a call without sign-in that is answered EXPIRED_SESSION renews the session, and carries the new token', async () => {
  const { backend, run, renewals, stored } = await expiredSession();
  backend.injectFaults(({ path: at, number }) =>
    at.endsWith('/public/featured') ? (number === 1 ? expired : { status: 200, body: '[]' }) : undefined,
  );
  expect(await run(`-p box ${featured} -v`)).toMatchObject(ends(exit.ok, /sessions\/refresh\/confirm 20\d/));
  expect(renewals()).toEqual({ refreshes: 1, confirms: 1 });
  const [first, second] = backend.calls.filter(({ path: at }) => at.endsWith('/public/featured'));
  const { accessToken } = stored() as { accessToken: string };
  expect([first!.authorization, second!.authorization]).toEqual([undefined, `Bearer ${accessToken}`]);
});

test('a call without sign-in and without a session is answered EXPIRED_SESSION: nothing is renewed', async () => {
  const { backend, run, renewals } = await expiredSession();
  backend.injectFaults(({ path: at }) => (at.endsWith('/public/featured') ? expired : undefined));
  await run('-p box logout');
  const { code, stderr } = await run(`-p box ${featured}`);
  expect([code, renewals().refreshes]).toEqual([exit.signIn, 0]);
  expect(stderr).not.toContain('The session has ended');
});

test('a 401 from the service to the refresh deletes the tokens', async () => {
  const { backend, run, file } = await expiredSession();
  backend.revoke();
  const { code, stderr } = await run();
  expect(code).toBe(exit.signIn);
  expect(stderr).toContain('The session has ended for good');
  expect(existsSync(file)).toBe(false);
});

test('refused again after a successful refresh: exit 4, two calls, one refresh', async () => {
  const { backend, run } = await expiredSession();
  backend.injectFaults(({ path: at }) => (at === '/user/users/current' ? expired : undefined));
  expect((await run()).code).toBe(exit.signIn);
  const calls = backend.calls.filter(({ path: at }) => at === '/user/users/current');
  expect([backend.count('refresh'), calls.length]).toEqual([1, 2]);
});

test('the sessions of two profiles are renewed separately', async () => {
  const { backend, home, tokens } = await expiredSession();
  const other = await expiredSession();
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
  const [one, two] = await Promise.all([newUser(home).run(whoami), newUser(home).run('-p other whoami -q')]);
  expect([one.code, two.code]).toEqual([exit.ok, exit.ok]);
  expect([backend.count('refresh'), other.backend.count('refresh')]).toEqual([1, 1]);
  expect(backend.alive(tokens.refreshToken)).toBe(false);
});

test('a renewal without a response is exit 6 after ten seconds, and may have taken effect', async () => {
  const { backend, run, file } = await expiredSession();
  const before = readFileSync(file, 'utf8');
  backend.injectFaults(({ path: at }) => (at.endsWith('/refresh') ? { hang: true } : undefined));
  const { code, stderr } = await whileTimePasses(run);
  expect(code).toBe(exit.unreachable);
  expect(stderr).toContain('may have taken effect');
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('a key ring that truncates long values: exit 9, and the refresh token is not used', async () => {
  const { backend, home } = await expiredSession();
  const held = new Map<string, string>();
  let most = Number.POSITIVE_INFINITY;
  const ring: Keyring = {
    get: async (account) => held.get(account),
    set: async (account, secret) => void held.set(account, secret.slice(0, most)),
    delete: async (account) => void held.delete(account),
  };
  const context = () => contextOf(home, { keyring: async () => ring });
  const session = (await context().session().store.read())!;
  await context().session().store.save(session, session, now, 'keyring');
  const before = [...held];
  most = 100;
  const failed = { kind: 'local', code: 'KEYRING_UNAVAILABLE' };
  await expect(sendNow(context(), 'user', 'getCurrent')).rejects.toMatchObject(failed);
  expect(backend.count('refresh')).toBe(0);
  expect([...held].filter(([account]) => !account.endsWith('#probe'))).toEqual(before);
  most = Number.POSITIVE_INFINITY;
  expect((await sendNow(context(), 'user', 'getCurrent')).status).toBe(200);
});
