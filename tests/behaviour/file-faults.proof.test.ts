// Every operation on files fails once: the old file or the new one remains, whole, and nothing unsaved was confirmed.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { faultHit, faultKinds, fileFault } from '../support/file-faults.js';
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
    const { code, stderr } = await tukProcess(add, { home, env: fileFault(home, at, kind) }).done;
    const text = readFileSync(file, 'utf8');
    const names = Object.keys(JSON.parse(text).profiles);
    expect(names).toEqual(text === old ? ['old'] : ['old', 'new']);
    if (code === exit.ok) expect(names).toContain('new');
    else if (!kind.startsWith('dies')) {
      expect(`${code} ${stderr}`).toMatch(/^9 ✗ (Cannot write .*config\.json|The lock )/);
      expect(readdirSync(home).filter((name) => name.startsWith('config'))).toEqual(['config.json']);
    }
    return faultHit(home);
  });
  expect(hit).toEqual(expect.arrayContaining(['openSync', 'writeSync', 'fsyncSync', 'renameSync']));
});

const rotations = ['waits-for-confirm', 'at-once'] as const;
test.each(rotations.flatMap((rotation) => faultKinds.map((kind) => [rotation, kind] as const)))(
  'a renewal at a server with rotation %s: an operation %s',
  async (rotation, kind) => {
    const backend = await secondBackend({ rotation, clock: realClock });
    let lost = 0;
    const hit = await atEveryOperation(async (at) => {
      const home = await signedInHome('box', `${backend.url}/{service}`, backend.signIn());
      const file = path.join(home, 'sessions/box.json');
      const old = readFileSync(file, 'utf8');
      backend.expire();
      const confirms = backend.count('confirm');
      await tukProcess(['whoami', '-p', 'box', '-q'], { home, env: fileFault(home, at, kind) }).done;
      const text = readFileSync(file, 'utf8');
      const { accessToken, refreshToken } = JSON.parse(text) as Record<string, string>;
      expect(accessToken!.length).toBeGreaterThan(3);
      if (backend.count('confirm') > confirms) expect(text, 'confirmed, so saved').not.toBe(old);
      const isLost = !backend.alive(refreshToken!);
      const next = await newUser(home).run('whoami -p box -q');
      if (rotation === 'at-once' && isLost) {
        // no client can keep a session whose new tokens are lost with its process
        lost += 1;
        expect(`${next.code} ${next.stderr}`).toMatch(/^4 ✗ The session has ended for good/);
        if (kind.startsWith('dies')) expect(next.stderr).toMatch(/A renewal was cut off at \d{4}-/);
        expect(existsSync(file)).toBe(false);
        return faultHit(home);
      }
      // The session outlives the fault: the next command works, and nothing is left to confirm.
      expect([next.code, next.stderr]).toEqual([exit.ok, expect.not.stringContaining('ended for good')]);
      const stored = JSON.parse(readFileSync(file, 'utf8'));
      expect([backend.alive(stored.refreshToken), 'confirm' in stored]).toEqual([true, false]);
      return faultHit(home);
    });
    expect(hit.length).toBeGreaterThan(10);
    expect(lost > 0).toBe(rotation === 'at-once');
  },
);
