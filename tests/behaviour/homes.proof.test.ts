// Homes that cannot be used: none at all, read-only, absent. Reads work, transfers say the remedy before anything is sent, doctor agrees.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';

/** A user id without an entry of passwd, as containers of some platforms give it. */
const uid = 412_345;
/** A copy of the program in a folder that every user can read: the checkout may be in a private one. */
let launcher: string;
beforeAll(() => {
  const folder = mkdtempSync(path.join(tmpdir(), 'readable-'));
  chmodSync(folder, 0o755);
  for (const part of ['bin', 'dist', 'docs', 'package.json'])
    cpSync(path.resolve(import.meta.dirname, '../..', part), path.join(folder, part), { recursive: true });
  launcher = path.join(folder, 'bin/tuk.cjs');
  return () => rmSync(folder, { recursive: true });
});
/** Runs a line as that user, with these variables alone. */
function run(line: string, env: Readonly<Record<string, string>>, input = '') {
  const of = { encoding: 'utf8', uid, gid: uid, cwd: '/', input, env: { PATH: process.env.PATH, ...env } } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...line.split(' ')], of);
  return { code: status, stdout, stderr };
}
const remedy = /\n {2}(.* )?Set TUK_HOME to a folder that can be written\.\n$/;
const asRoot = test.skipIf(process.getuid?.() !== 0);

asRoot('without a home and an entry of passwd, what needs no file runs, all else names TUK_HOME', () => {
  for (const line of ['completion bash', 'explain 10', 'api list -o name', 'api openapi', 'help exit-codes'])
    expect([line, run(line, {}).code]).toEqual([line, exit.ok]);
  for (const line of ['whoami', 'profile list', 'login', 'ops list', 'points transfer --to dara --amount 1 --yes'])
    expect(run(line, {}), line).toEqual(ends(exit.local, remedy, ''));
  const doctor = run('doctor --service user -o json', {});
  const rows: { check: string; result: string }[] = JSON.parse(doctor.stdout);
  const faults = rows.filter(({ result }) => result === 'fault');
  expect([doctor.code, faults.length]).toEqual([exit.local, 1]);
  expect(faults[0]!.check).toMatch(/^configuration, folders, ledger, /);
});

/** Makes every file and folder below a folder read-only. */
function protect(at: string): void {
  for (const entry of readdirSync(at, { withFileTypes: true })) {
    const inside = path.join(at, entry.name);
    if (entry.isDirectory()) protect(inside);
    else chmodSync(inside, 0o400);
  }
  chmodSync(at, 0o500);
}

asRoot.each(['unused', 'used'])(
  'in a read-only home that is %s, reads work, a transfer is exit 9, and doctor says so',
  (state) => {
    const home = mkdtempSync(path.join(tmpdir(), 'read-only-'));
    chownSync(home, uid, uid);
    const env = { TUK_HOME: home };
    const sandbox = '--profile sandbox';
    if (state === 'used') {
      expect(run(`login ${sandbox}`, env).code).toBe(exit.ok);
      expect(run('points transfer --to dara --amount 1 --new-recipient --yes', env).code).toBe(exit.ok);
    }
    protect(home);
    const before = statSync(home).mtimeMs;
    const ops = run('ops list -o json', env);
    expect([ops.code, (JSON.parse(ops.stdout) as unknown[]).length]).toEqual([exit.ok, state === 'used' ? 1 : 0]);
    expect(run('profile list -o name', env).stdout).toBe('sandbox\n');
    const sent = run('points transfer --to dara --amount 1 --yes', env);
    expect([sent.code, sent.stderr]).toEqual([exit.local, expect.stringMatching(remedy)]);
    const doctor = run('doctor --service user', env);
    const unusable =
      /✗ ledger.*: The ledger .* cannot be used: .*\n {2}Without it tuk sends no transfer\. Set TUK_HOME/;
    expect(doctor.stderr).toMatch(unusable);
    expect(statSync(home).mtimeMs).toBe(before);
  },
);

asRoot('a ledger that was emptied is said where it is listed', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'emptied-'));
  chownSync(home, uid, uid);
  const env = { TUK_HOME: home };
  for (const line of ['login', 'points transfer --to dara --amount 1 --new-recipient --yes'])
    expect(run(line, env).code).toBe(exit.ok);
  writeFileSync(path.join(home, 'ledger.db'), '');
  expect(run('ops list', env)).toMatchObject({ code: exit.ok, stderr: expect.stringContaining('but an empty one') });
});
