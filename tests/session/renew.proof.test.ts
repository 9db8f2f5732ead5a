// Renewal across processes: a single refresh, and no session lost to a kill. Within a process: renew.test.ts; many processes at once:
// behaviour/process.test.ts; a fault at every operation on files: behaviour/file-faults.proof.test.ts.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { event } from '../support/event.js';
import { exit } from '../support/exit.js';
import { inFakeTime, whileTimePasses } from '../support/fake-time.js';
import { fileFault } from '../support/file-faults.js';
import { until } from '../support/limit.js';
import { tukProcess } from '../support/processes.js';
import { expiredSession, whoami } from '../support/second-backend.js';
import { realClock } from '../support/time.js';
import { newUser } from '../support/tuk.js';

const rotations = ['waits-for-confirm', 'at-once'] as const;
const ended = (rotation: (typeof rotations)[number] = 'waits-for-confirm') =>
  expiredSession({ rotation, clock: realClock });

describe.each(rotations)('a server with rotation: %s', (rotation) => {
  test('kills at operation 1 to 25 on files, five processes at a time: no torn file, and with a confirming server no lost session', async () => {
    const { backend, home, file, run, stored } = await ended(rotation);
    for (let round = 0; round < 5; round++) {
      backend.expire();
      // each round has early and late kills: 1, 6, 11, 16, 21; 2, 7, 12, …
      const points = [0, 5, 10, 15, 20].map((first) => first + round + 1);
      const killed = points.map((at, n) => fileFault(home, at, (round + n) % 2 === 0 ? 'dies before' : 'dies after'));
      await Promise.all(killed.map((env) => tukProcess(whoami, { home, env }).done));
      if (!existsSync(file)) {
        expect(rotation).toBe('at-once'); // no client can keep a session if the response is lost with its process
        return;
      }
      expect(stored()).toMatchObject({ version: 1, accessToken: expect.any(String), refreshToken: expect.any(String) });
      if (rotation === 'waits-for-confirm') expect(backend.alive(stored().refreshToken)).toBe(true);
    }
    if (rotation === 'waits-for-confirm') expect(await run()).toMatchObject({ code: exit.ok });
    expect(readdirSync(path.dirname(file)).filter((name) => name.endsWith('.json'))).toEqual(['box.json']);
  });
});

test('killed between the response and the save without a confirming server: exit 4, with a message about an interrupted renewal', async () => {
  const { backend, home, run } = await ended('at-once');
  backend.injectFaults(({ path: at }) => (at.endsWith('/refresh') ? { hang: 'after' } : undefined));
  const killed = tukProcess(whoami, { home });
  await until(() => backend.count('refresh') === 1);
  killed.kill();
  await killed.done;
  backend.injectFaults();
  const { code, stderr } = await run();
  expect(code).toBe(exit.signIn);
  expect(stderr).toMatch(/A renewal was cut off at \d{4}-\d\d-\d\dT/);
  // Every later command says it, too, until somebody signs in.
  for (const argv of [whoami, ['-p', 'box', 'auth', 'status'], whoami]) {
    const later = await run(argv);
    expect(`${later.code} ${later.stderr}`).toMatch(
      /^4 .*The last session ended for good at \d{4}-.*; a renewal was cut off at \d{4}-/s,
    );
  }
  const signIn = await newUser(home).run('login --tokens-stdin -p box', { stdin: JSON.stringify(backend.signIn()) });
  expect(signIn.code).toBe(exit.ok);
  expect((await run('logout -p box')).code).toBe(exit.ok);
  expect((await run()).stderr).not.toContain('last session');
});

test('a sign-out during a renewal: deleted tokens never come back', async () => {
  const { backend, home, file, run } = await ended();
  const release = event();
  backend.injectFaults(({ path: at }) => (at.endsWith('/refresh') ? { after: release.happened } : undefined));
  const renewing = tukProcess(whoami, { home });
  await until(() => backend.count('refresh') === 1);
  await inFakeTime(async ({ pass, finish }) => {
    const leaving = run('logout -p box');
    await pass(500); // it waits for the lock
    release.happen();
    await renewing.done;
    expect((await finish(leaving)).code).toBe(exit.ok);
  });
  expect(existsSync(file)).toBe(false);
});

test('a session file that is deleted during a renewal never comes back', async () => {
  const { backend, home, file } = await ended();
  backend.injectFaults(({ path: at }) => void (at.endsWith('/refresh') && rmSync(file)));
  const { code, stderr } = await tukProcess(whoami, { home }).done;
  expect(code).toBe(exit.signIn);
  expect(stderr).toContain('signed out in the meantime');
  expect(existsSync(file)).toBe(false);
});

test('a suspended lock holder keeps the lock and is named: exit 9, and the other process uses no token', async () => {
  const { backend, home, run } = await ended();
  backend.injectFaults(({ path: at }) => (at.endsWith('/refresh') ? { hang: true } : undefined));
  const holder = tukProcess(whoami, { home });
  await until(() => backend.count('refresh') === 1);
  holder.kill('SIGSTOP');
  const { code, stderr } = await whileTimePasses(run);
  expect(code).toBe(exit.local);
  expect(stderr).toContain(`process ${holder.child.pid}`);
  expect(backend.count('refresh')).toBe(1);
  holder.kill();
  await holder.done;
});

test('a lock file that is removed during a renewal: the other process waits, and spends no token twice', async () => {
  const { backend, home } = await ended('at-once');
  const release = event();
  backend.injectFaults(({ path: at }) => (at.endsWith('/refresh') ? { after: release.happened } : undefined));
  const renewing = tukProcess(whoami, { home });
  await until(() => backend.count('refresh') === 1);
  const locks = path.join(home, 'locks');
  for (const name of readdirSync(locks)) if (!name.endsWith('.holder')) rmSync(path.join(locks, name));
  const at = realClock();
  await inFakeTime(async ({ pass, finish }) => {
    const second = newUser(home).run(whoami, { now: at }); // by the clock of the other process
    await pass(1_000);
    expect(backend.count('refresh')).toBe(1);
    release.happen();
    expect((await renewing.done).code).toBe(exit.ok);
    expect((await finish(second)).code).toBe(exit.ok);
  });
  expect(backend.count('refresh')).toBe(1);
});
