// `tuk sandbox`: controls the embedded sandbox and a served one.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openState } from '../../../sandbox/core/state.js';
import { startSandbox } from '../../../sandbox/server.js';
import { serviceNames } from '../../../src/services/catalogue/index.js';
import { allCalls } from '../../support/catalogue.js';
import { exit } from '../../support/exit.js';
import { inFakeTime } from '../../support/fake-time.js';
import { afterTurns } from '../../support/later.js';
import { until } from '../../support/limit.js';
import { jsonLines } from '../../support/streams.js';
import { newUser } from '../../support/tuk.js';
import { signedIn } from '../../support/users.js';

/** A user whose profile `box` is a served sandbox. */
async function served(options: Partial<Parameters<typeof startSandbox>[0]> = {}) {
  const sandbox = await startSandbox({ state: ':memory:', log: true, ...options });
  onTestFinished(() => sandbox.close());
  const user = newUser();
  await user.run(['profile', 'add', 'box', '--base', `${sandbox.url}/{service}`]);
  return { sandbox, user };
}

test('a sandbox of another version is moved aside once, and the line says where it is and how it comes back', async () => {
  const { home, run } = await signedIn('mina');
  const file = path.join(home, 'sandbox.db');
  const state = openState(file, () => {});
  state.write(() => state.setMeta('version', '3'));
  state.close();
  const { stderr } = await run('assets offerings --jq length');
  expect(stderr).toContain(`moved to ${file}.version-3, and a new sandbox begins.`);
  expect(stderr).toContain(`: mv ${file}.version-3 ${file}`);
  expect(existsSync(`${file}.version-3`)).toBe(true);
  expect(await run('assets offerings --jq length')).toMatchObject({ code: exit.ok, stderr: '' });
});

describe('scenarios and faults', () => {
  test('a scenario armed in one run applies in the next', async () => {
    const mina = newUser();
    const all = await mina.json('sandbox scenario');
    expect(all.map((one: { scenario: string }) => one.scenario)).toContain('ride: driver cancels');
    await mina.json(['sandbox', 'scenario', 'ride: breaks', '--times', 'always', '--for', 'mina']);
    expect((await mina.json('sandbox status')).scenarios).toBe(1);
    expect(await mina.json('sandbox scenario --off')).toEqual({ disarmed: 1 });
    const wrong = await mina.run(['sandbox', 'scenario', 'ride: teleports']);
    expect([wrong.code, wrong.stderr.includes('ride: breaks')]).toEqual([exit.refused, true]);
    expect((await mina.run('sandbox scenario ride-breaks --times never')).code).toBe(exit.usage);
    expect((await mina.run('sandbox scenario ride:x ride-breaks --off')).code).toBe(exit.usage);
  });

  test('a planned fault affects the next runs, as often as configured', async () => {
    const mina = await signedIn();
    await mina.json(['sandbox', 'fault', 'add', 'status=503', '--on', 'GET user /users/current', '--times', '1']);
    expect((await mina.run('whoami')).code).toBe(exit.server);
    expect((await mina.run('whoami')).code).toBe(exit.ok);
    expect(await mina.json('sandbox fault list')).toMatchObject([{ done: 1, on: 'GET user getCurrent' }]);
    await mina.json('sandbox fault add truncate=5 --on user');
    expect((await mina.run('whoami')).code).not.toBe(exit.ok);
    expect(await mina.json('sandbox fault clear 2')).toEqual({ cleared: 1 });
    expect((await mina.run('whoami')).code).toBe(exit.ok);
    expect(await mina.json('sandbox fault clear')).toEqual({ cleared: 1 });
    for (const invalid of ['add teleport', 'add neverRespond --times x', 'add neverRespond --chance 2', 'clear x'])
      expect([exit.usage, exit.refused], invalid).toContain((await mina.run(`sandbox fault ${invalid}`)).code);
  });
});

test('advance moves to a status, and reports an unreachable one', async () => {
  const mina = newUser();
  const offering = 'offering:4da20f98-8dc4-427c-88b7-8703b349db9f';
  expect((await mina.json(`sandbox advance ${offering} CLOSED`)).status).toBe('CLOSED');
  const never = await mina.run(`sandbox advance ${offering} TELEPORTING`);
  expect([never.code, never.stderr.includes('Nothing was moved')]).toEqual([exit.refused, true]);
  expect((await mina.run('sandbox advance offering:none CLOSED')).code).toBe(exit.notFound);
});

test('reset creates another world, and restores it', async () => {
  const mina = newUser();
  expect(await mina.json('sandbox reset --seed 7 --size hostile')).toMatchObject({ seed: 7, size: 'hostile' });
  await mina.run('login');
  const { code, stdout } = await mina.run('whoami', { terminal: true });
  expect(code).toBe(exit.ok);
  expect(stdout).not.toContain('\u001b[2J'); // hostile names are escaped
  expect(await mina.json('sandbox reset')).toMatchObject({ seed: 7, size: 'hostile' });
  expect((await mina.run('sandbox reset --seed x')).code).toBe(exit.usage);
  expect((await mina.run('sandbox reset --size huge')).code).toBe(exit.usage);
});

test('tokens of other identity providers, shapes, OpenAPI', async () => {
  const mina = newUser();
  expect(await mina.json('sandbox token privy lan')).toEqual({ token: 'privy:lan-privy' });
  expect(await mina.json('sandbox token google mina')).toEqual({ token: 'sns:GOOGLE:mina@sandbox.invalid' });
  expect((await mina.run('sandbox token nowhere lan')).code).toBe(exit.usage);
  expect(await mina.json('sandbox shapes')).toHaveLength((await allCalls()).length);
  expect((await mina.json('sandbox shapes user list-wallets')).source).toBe('partial');
  expect((await mina.run('sandbox shapes user')).code).toBe(exit.usage);
  expect((await mina.run('sandbox shapes nobody x')).code).toBe(exit.usage);
  expect((await mina.json('sandbox openapi')).openapi).toBe('3.1.0');
});

describe('the log', () => {
  test('of a served sandbox: one line per request, filtered and counted, without secrets', async () => {
    const { sandbox, user } = await served();
    const token = await fetch(`${sandbox.url}/_sandbox/token?user=mina`);
    const { accessToken, refreshToken } = (await token.json()) as Record<string, string>;
    const send = (where: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`${sandbox.url}/${where}`, { method, headers });
    await send('user/users/current', { authorization: `Bearer ${accessToken}` });
    await send('user/users/current');
    const signIn = 'user/auth/google?redirectUrl=http://127.0.0.1:1/&code=canary-code';
    await send(signIn, { 'x-sandbox-fault': 'status=503' });
    await send('user/nothing/canary-path?token=canary-query');
    await send('user/v2/accounts/sessions/refresh', { authorization: `Bearer ${refreshToken}` }, 'POST');
    const lines = await user.json('sandbox log -p box');
    expect(lines.map(({ call, status, who, fault }: Record<string, unknown>) => [call, status, who, fault])).toEqual([
      ['user getCurrent', 200, 'mina', null],
      ['user getCurrent', 401, null, null],
      ['user signInWithGoogle', 503, null, 'status=503'],
      [null, 404, null, null],
      ['user refreshSession', 201, null, null],
    ]);
    const match = 'GET user getCurrent';
    expect(await user.json(['sandbox', 'log', '-p', 'box', '--count', match])).toEqual({ match, count: 2 });
    expect((await user.json('sandbox log -p box --status 401')).length).toBe(1);
    expect((await user.json('sandbox log -p box --service activity')).length).toBe(0);
    const text = JSON.stringify(lines);
    for (const secret of ['canary', accessToken!, refreshToken!, 'Bearer']) expect(text).not.toContain(secret);
    expect((await fetch(`${sandbox.url}/_sandbox/reset`)).status).toBe(405);
    expect(await user.json('sandbox log -p box')).not.toEqual([]);
    await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' });
    expect(await user.json('sandbox log -p box')).toEqual([]);
  });

  test('is followed until it is interrupted', async () => {
    const { sandbox, user } = await served();
    const stop = new AbortController();
    await fetch(`${sandbox.url}/user/health`);
    const { stdout } = await inFakeTime(async ({ pass, finish }) => {
      const following = user.run('sandbox log -f -p box', { signal: stop.signal });
      await pass(700);
      await fetch(`${sandbox.url}/activity/health`);
      await pass(700);
      stop.abort();
      return finish(following);
    });
    expect(jsonLines(stdout).map(({ call }) => call)).toEqual(['user getHealth', 'activity getHealth']);
  });

  test('of the embedded sandbox is empty: it writes none', async () => {
    expect(await (await signedIn()).json('sandbox log')).toEqual([]);
  });
});

test('serve with invalid arguments exits 2 or 9, and nothing listens', async () => {
  const mina = newUser();
  writeFileSync(path.join(mina.home, 'broken.ndjson'), '{"method":"GET"}\n');
  const exclusive = ['--record a --replay b', '--memory --state x'];
  for (const invalid of [...exclusive, '--size huge', '--port 99999', '--at soon', '--clock fast'])
    expect((await mina.run(`sandbox serve ${invalid}`)).code, invalid).toBe(exit.usage);
  const broken = await mina.run('sandbox serve --memory --replay broken.ndjson');
  expect([broken.code, broken.stderr.includes('line 1')]).toEqual([exit.local, true]);
  expect((await mina.run('sandbox serve --memory --replay missing.ndjson')).code).toBe(exit.local);
});

test('the ready line has all addresses, and everything requested is recorded', async () => {
  const mina = newUser();
  const stop = new AbortController();
  const line = 'sandbox serve --memory --size empty --record exchanges.ndjson --durable';
  const serving = mina.run(line, { signal: stop.signal });
  await until(() => existsSync(path.join(mina.home, 'exchanges.ndjson')));
  await afterTurns(100, () => stop.abort());
  const { code, stdout } = await serving;
  expect(code).toBe(exit.ok);
  const ready = JSON.parse(stdout);
  const networks = ['ETHEREUM_SEPOLIA', 'BSC_TEST', 'BASE_SEPOLIA', 'OP_SEPOLIA', 'SOLANA_DEV'];
  expect(ready.rpc).toEqual(Object.fromEntries(networks.map((name) => [name, `${ready.url}/rpc/${name}`])));
  expect([Object.keys(ready.services), ready.control]).toEqual([serviceNames, `${ready.url}/_sandbox`]);
  expect(readFileSync(path.join(mina.home, 'exchanges.ndjson'), 'utf8')).toBe('');
});
