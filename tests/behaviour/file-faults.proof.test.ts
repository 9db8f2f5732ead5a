// Every operation on files fails once: the old file or the new one remains, whole, and nothing unsaved was confirmed.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { type FaultKind, faultHit, faultKinds, fileFault } from '../support/file-faults.js';
import { tukProcess } from '../support/processes.js';
import { secondBackend } from '../support/second-backend.js';
import { realClock } from '../support/time.js';
import { newHome, newUser } from '../support/tuk.js';
import { signedInHome } from '../support/users.js';

/** Runs `attempt` with the fault at operation 1, 2, … until a run has no such operation. @returns the operations that went wrong */
async function atEveryOperation(attempt: (at: number) => Promise<string | undefined>): Promise<string[]> {
  const hit: string[] = [];
  for (;;) {
    const name = await attempt(hit.length + 1);
    if (name === undefined) return hit;
    hit.push(name);
    expect(hit.length).toBeLessThan(200);
  }
}

// to die after an operation is to die before the next one, since nothing is sent between them
test.each(faultKinds.filter((kind) => kind !== 'dies after'))('the configuration: an operation %s', async (kind) => {
  const home = newHome();
  const file = path.join(home, 'config.json');
  const old = JSON.stringify({ profiles: { old: { base: 'https://old.example/{service}' } } });
  const hit = await atEveryOperation(async (at) => {
    writeFileSync(file, old, { mode: 0o600 });
    const add = ['profile', 'add', 'new', '--base', 'https://new.example/{service}'];
    const { code } = await tukProcess(add, { home, env: fileFault(home, at, kind) }).done;
    const text = readFileSync(file, 'utf8');
    const names = Object.keys(JSON.parse(text).profiles);
    expect(names).toEqual(text === old ? ['old'] : ['old', 'new']);
    if (code === exit.ok) expect(names).toContain('new');
    return faultHit(home);
  });
  expect(hit).toEqual(expect.arrayContaining(['openSync', 'writeSync', 'fsyncSync', 'renameSync']));
});

test.each(faultKinds)('a renewal: an operation %s', async (kind: FaultKind) => {
  const backend = await secondBackend({ rotation: 'waits-for-confirm', clock: realClock });
  const hit = await atEveryOperation(async (at) => {
    const home = await signedInHome('box', `${backend.url}/{service}`, backend.signIn());
    const file = path.join(home, 'sessions/box.json');
    const old = readFileSync(file, 'utf8');
    backend.expire();
    const confirms = backend.count('confirm');
    await tukProcess(['whoami', '-p', 'box', '-q'], { home, env: fileFault(home, at, kind) }).done;
    const text = readFileSync(file, 'utf8');
    const isNew = text !== old;
    const { accessToken } = JSON.parse(text) as { accessToken: string };
    expect(accessToken.length).toBeGreaterThan(3);
    if (backend.count('confirm') > confirms) expect(isNew, 'confirmed, so saved').toBe(true);
    // The session outlives the fault: the next command works, and leaves no other file with a token.
    const next = await newUser(home).run('whoami -p box -q');
    expect([next.code, next.stderr]).toEqual([exit.ok, expect.not.stringContaining('ended for good')]);
    return faultHit(home);
  });
  expect(hit.length).toBeGreaterThan(10);
});
