// One state file in several processes: two servers at once, a restart; and the same world from the same seed.

import { execFile, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { openState } from '../../src/sandbox/core/state.js';
import { temporaryFile } from './files.js';
import { startTestSandbox } from './support.js';

it('two servers serve one file and write at the same time', async () => {
  const state = temporaryFile();
  const [one, two] = await Promise.all([startTestSandbox({ state }), startTestSandbox({ state })]);
  const { accessToken } = await one.signIn('dara');
  const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
  const sent = Array.from({ length: 40 }, (_, n) =>
    (n % 2 ? one : two).post('user/v3/wallets', { network: 'ETHEREUM', address: address(n) }, { token: accessToken }),
  );
  const answers = await Promise.all(sent);
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 201));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(40);
  expect((await two.get('user/v3/wallets?network=ETHEREUM', { token: accessToken })).body).toHaveLength(41);
  await Promise.all([one.close(), two.close()]);
});

/** Writes a program that starts a sandbox on a file and runs `work` with `sandbox` and `ask`. Returns its path. */
async function program(state: string, work: string): Promise<string> {
  const folder = path.dirname(state);
  const script = path.join(folder, 'work.mjs');
  await build({
    stdin: {
      contents: `export { startSandbox } from ${JSON.stringify(path.resolve('src/sandbox/core/server.ts'))};`,
      resolveDir: process.cwd(),
    },
    ...{ bundle: true, format: 'esm', platform: 'node', outfile: path.join(folder, 'server.mjs'), logLevel: 'error' },
    plugins: [
      {
        name: 'sqlite-stays-outside',
        setup: (setup) => {
          const found = import.meta.resolve('@photostructure/sqlite');
          setup.onResolve({ filter: /^@photostructure\/sqlite$/ }, () => ({ path: found, external: true }));
        },
      },
    ],
  });
  writeFileSync(
    script,
    `import { startSandbox } from './server.mjs';
     const sandbox = await startSandbox({ state: ${JSON.stringify(state)}, at: '2026-06-01T00:00:00.000Z', clock: 'frozen' });
     const ask = async (method, where, token, body) => (await fetch(sandbox.url + '/' + where, {
       method,
       headers: { ...(token && { authorization: 'Bearer ' + token }), ...(body && { 'content-type': 'application/json' }) },
       ...(body && { body: JSON.stringify(body) }),
     })).json();
     ${work}`,
  );
  return script;
}

it('several processes that start on a missing file create it once', async () => {
  const state = temporaryFile();
  const script = await program(
    state,
    `const { accessToken } = await ask('GET', '_sandbox/token?user=mina');
     console.log((await ask('GET', 'user/users/current', accessToken)).user.id);
     await sandbox.close();`,
  );
  const run = () => promisify(execFile)(process.execPath, [script]);
  const outputs = await Promise.all([run(), run(), run(), run()]);
  expect(outputs.map(({ stdout }) => stdout.trim())).toEqual(Array.from({ length: 4 }, () => '2dac6521-3744-47dd-a259-6538fb9b2266'));
  const opened = openState(state, () => {});
  expect(opened.all('SELECT id FROM user')).toHaveLength(18);
  expect(opened.all('SELECT id FROM session')).toHaveLength(4);
  opened.close();
}, 120_000);

it('the file is consistent after eight writing processes were killed', async () => {
  const state = temporaryFile();
  const script = await program(
    state,
    `const who = process.argv[2];
     const { accessToken: token } = await ask('GET', '_sandbox/token?user=' + who);
     const locations = [{ latitude: 11.564, longitude: 104.931, name: 'a', address: 'b' }, { latitude: 11.5695, longitude: 104.921, name: 'c', address: 'd' }];
     console.log('ready');
     for (let n = 0; ; n++) {
       const { searchId } = await ask('POST', 'ride-hailing/v1/rides/base-search', token, { region: 'KH', locations });
       const asked = { searchId, productCode: 'STANDARD', payCurrency: 'POINT', rider: { name: who, phone: '+6590000001' } };
       const { rideRequestId } = await ask('POST', 'ride-hailing/v1/rides/pre-request', token, asked);
       await ask('POST', '_sandbox/advance', undefined, { by: '20s' });
       if (rideRequestId) await ask('POST', 'ride-hailing/v1/rides/request/' + rideRequestId + '/cancel', token, {});
       console.log('done ' + n);
     }`,
  );
  const people = ['mina', 'dara', 'mina', 'dara', 'mina', 'dara', 'mina', 'dara'];
  const writers = people.map((who) => spawn(process.execPath, [script, who], { stdio: ['ignore', 'pipe', 'inherit'] }));
  // Each is killed after a different number of rounds, at an arbitrary point.
  await Promise.all(
    writers.map(
      (writer, index) =>
        new Promise<void>((ended) => {
          let rounds = 0;
          writer.stdout.on('data', (outputs: Buffer) => {
            rounds += outputs.toString().match(/done/g)?.length ?? 0;
            if (rounds > index % 3) setTimeout(() => writer.kill('SIGKILL'), index * 7);
          });
          writer.on('exit', (_, signal) => {
            expect(signal).toBe('SIGKILL');
            ended();
          });
        }),
    ),
  );
  const after = await startTestSandbox({ state });
  expect(await after.control('check')).toMatchObject({ sound: true, findings: [] });
  expect((await after.control('status')).counts.ride).toBeGreaterThan(40);
  await after.control('advance', { by: '2h' });
  expect((await after.control('check')).findings).toEqual([]);
  await after.close();
}, 60_000);

it('the state continues after a restart', async () => {
  const state = temporaryFile();
  const first = await startTestSandbox({ state, clock: '1x' });
  const { accessToken, refreshToken } = await first.signIn('mina');
  await first.close();
  const second = await startTestSandbox({ state, at: '2030-01-01T00:00:00.000Z', seed: 7 });
  second.clock.wall += 60_000;
  expect((await second.get('user/users/current', { token: accessToken })).status).toBe(200);
  expect((await second.post('user/v2/accounts/sessions/refresh', undefined, { token: refreshToken })).status).toBe(201);
  expect(await second.control('status')).toMatchObject({ now: '2026-06-01T00:00:00.000Z', rate: 0, seed: 1 });
  await second.close();
});

it('a file of another version is moved aside', async () => {
  const state = temporaryFile();
  const first = openState(state, () => {});
  first.write(() => first.setMeta('version', '0'));
  first.close();
  const next = await startTestSandbox({ state });
  expect((await next.signIn('mina')).user.id).toBe('2dac6521-3744-47dd-a259-6538fb9b2266');
  await next.close();
  const old = openState(`${state}.version-0`, () => {});
  expect(old.meta('version')).toMatch(/^\d+$/);
  old.close();
});

it('the same seed, time and requests give the same bytes', async () => {
  const runRequests = async (seed: number) => {
    const own = await startTestSandbox({ seed });
    const token = (await own.signIn('mina')).accessToken;
    const texts: string[] = [];
    const sendRequest = async (method: string, where: string, body?: unknown) =>
      texts.push((await own.send(method, where, { token, body })).text);
    await sendRequest('GET', 'user/users/current');
    await sendRequest('GET', 'musubi/v1/offering/public');
    const locations = [
      { latitude: 11.564, longitude: 104.931, name: 'a', address: 'b' },
      { latitude: 11.5695, longitude: 104.921, name: 'c', address: 'd' },
    ];
    await sendRequest('POST', 'ride-hailing/v1/rides/base-search', { region: 'KH', locations });
    const { searchId } = JSON.parse(texts.at(-1)!);
    const rider = { name: 'Mina', phone: '+6590000001' };
    await sendRequest('POST', 'ride-hailing/v1/rides/pre-request', { searchId, productCode: 'POOL', payCurrency: 'POINT', rider });
    await own.advance('45s');
    await sendRequest('GET', 'ride-hailing/v1/rides/request/active');
    await sendRequest('GET', 'wallet/v1/fee/BSC');
    await sendRequest('GET', 'user/games/1');
    await own.close();
    return texts;
  };
  const [one, two, other] = [await runRequests(1), await runRequests(1), await runRequests(2)];
  expect(two).toEqual(one);
  expect(other).not.toEqual(one);
});
