// One state file in several processes, which create it at once and are killed while they write.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, expect, it } from 'vitest';
import { newHome } from '../../../tests/support/tuk.js';
import { openState } from '../../core/state.js';
import { temporaryFile } from '../files.js';
import { startTestSandbox } from '../support.js';

const folder = newHome();
beforeAll(async () => {
  await build({
    stdin: {
      contents: `export { startSandbox } from ${JSON.stringify(path.resolve('sandbox/server.ts'))};`,
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
});

/** Writes a program that starts a sandbox on a file and runs `work` with `sandbox` and `ask`. Returns its path. */
function program(name: string, state: string, work: string): string {
  const script = path.join(folder, `${name}.mjs`);
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
  const script = program(
    'creates',
    state,
    `const { accessToken } = await ask('GET', '_sandbox/token?user=mina');
     console.log((await ask('GET', 'user/users/current', accessToken)).user.id);
     await sandbox.close();`,
  );
  const run = () => promisify(execFile)(process.execPath, [script]);
  const outputs = await Promise.all([run(), run(), run(), run()]);
  expect(outputs.map(({ stdout }) => stdout.trim())).toEqual(
    Array.from({ length: 4 }, () => '2dac6521-3744-47dd-a259-6538fb9b2266'),
  );
  const opened = openState(state, () => {});
  expect(opened.all('SELECT id FROM user')).toHaveLength(18);
  expect(opened.all('SELECT id FROM session')).toHaveLength(4);
  opened.close();
});

it('the file is consistent after eight writing processes were killed', async () => {
  const state = temporaryFile();
  const script = program(
    'writes',
    state,
    `const who = process.argv[2];
     const { accessToken: token } = await ask('GET', '_sandbox/token?user=' + who);
     const locations = [{ latitude: 11.564, longitude: 104.931, name: 'a', address: 'b' }, { latitude: 11.5695, longitude: 104.921, name: 'c', address: 'd' }];
     for (;;) {
       const { searchId } = await ask('POST', 'ride-hailing/v1/rides/base-search', token, { region: 'KH', locations });
       const asked = { searchId, productCode: 'STANDARD', payCurrency: 'POINT', rider: { name: who, phone: '+6590000001' } };
       console.log('searched');
       const { rideRequestId } = await ask('POST', 'ride-hailing/v1/rides/pre-request', token, asked);
       console.log('requested');
       await ask('POST', '_sandbox/advance', undefined, { by: '20s' });
       console.log('advanced');
       if (rideRequestId) await ask('POST', 'ride-hailing/v1/rides/request/' + rideRequestId + '/cancel', token, {});
       console.log('cancelled');
     }`,
  );
  const people = ['mina', 'dara', 'mina', 'dara', 'mina', 'dara', 'mina', 'dara'];
  const writers = people.map((who) => spawn(process.execPath, [script, who], { stdio: ['ignore', 'pipe', 'inherit'] }));
  // Each is killed after another number of requests, while its next one is under way.
  const ends = writers.map(async (writer, index) => {
    let requests = 0;
    writer.stdout.on('data', (output: Buffer) => {
      requests += output.toString().match(/\n/g)?.length ?? 0;
      if (requests >= 4 + index) writer.kill('SIGKILL');
    });
    const [, signal] = await once(writer, 'exit');
    expect(signal).toBe('SIGKILL');
  });
  await Promise.all(ends);
  const fresh = await startTestSandbox();
  const ridesBefore = (await fresh.control('status')).counts.ride ?? 0;
  await fresh.close();
  const after = await startTestSandbox({ state });
  expect((await after.check()).findings).toEqual([]);
  expect((await after.control('status')).counts.ride).toBeGreaterThan(ridesBefore);
  await after.control('advance', { by: '2h' });
  expect((await after.check()).findings).toEqual([]);
  await after.close();
});
