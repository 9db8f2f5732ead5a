// The audit file: every reveal is recorded before anything is shown, without the data; what cannot be recorded stays
// masked.
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { conversation } from '../../support/conversation.js';
import { ends, exit } from '../../support/exit.js';
import { argvOf, newUser } from '../../support/tuk.js';
import { signedIn } from '../../support/users.js';

const at = (home: string) => path.join(home, 'audit.jsonl');
const linesOf = (home: string): Record<string, unknown>[] =>
  existsSync(at(home))
    ? readFileSync(at(home), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
describe('--reveal', () => {
  test('adds a line with time, profile, origin, account and command, and no data', async () => {
    const user = await signedIn();
    const now = Date.UTC(2026, 10, 23, 4, 5, 6);
    await user.run('whoami --reveal', { terminal: true, now });
    await user.run(['points', 'referral', 'invitees', '--match', 'Dara Sok', '--reveal'], { terminal: true, now });
    const { sub } = JSON.parse(
      Buffer.from((await user.run('auth token')).stdout.split('.')[1]!, 'base64url').toString(),
    );
    const common = { at: '2026-11-23T04:05:06.000Z', profile: 'sandbox', origin: 'sandbox', account: `sub:${sub}` };
    const made = ['tuk whoami', 'tuk points referral invitees'].map((by) => ({ ...common, by }));
    expect(linesOf(user.home)).toEqual(made);
    expect(readFileSync(at(user.home), 'utf8')).not.toContain('Sok');
    if (process.platform !== 'win32') expect(statSync(at(user.home)).mode & 0o777).toBe(0o600);
  });

  test('without it nothing is recorded', async () => {
    const user = await signedIn();
    for (const line of ['whoami', 'whoami --mask', 'whoami -o json']) await user.run(line, { terminal: true });
    expect(existsSync(at(user.home))).toBe(false);
  });

  test('names the origin of a profile, and that nobody is signed in', async () => {
    const user = newUser();
    await user.run('profile add box --base https://host.example/{service}');
    await user.run('whoami --reveal -p box');
    expect(linesOf(user.home)).toMatchObject([
      { profile: 'box', origin: 'https://host.example', account: 'none', by: 'tuk whoami' },
    ]);
  });

  test.runIf(process.platform !== 'win32')('shows nothing where the line cannot be written', async () => {
    const user = await signedIn();
    const elsewhere = path.join(user.home, 'elsewhere');
    writeFileSync(elsewhere, '');
    symlinkSync(elsewhere, at(user.home));
    const linked = await user.run('whoami --reveal', { terminal: true });
    expect(linked).toMatchObject(ends(exit.local, 'symbolic link', ''));
    expect(readFileSync(elsewhere, 'utf8')).toBe('');
    const other = await signedIn();
    mkdirSync(at(other.home));
    expect(await other.run('whoami --reveal')).toMatchObject({ code: exit.local, stdout: '' });
    expect((await other.run('whoami')).code).toBe(exit.ok);
  });

  test.runIf(process.platform !== 'win32')('repairs a mode that lets others read, which doctor reports', async () => {
    const user = await signedIn();
    await user.run('whoami --reveal', { now: Date.UTC(2026, 10, 23) });
    chmodSync(at(user.home), 0o644);
    const auditOf = async () =>
      (await user.json('doctor --service user -o json')).find((row: { check: string }) => row.check === 'audit file');
    expect(await auditOf()).toMatchObject({ result: 'fault', says: expect.stringContaining('644') });
    await user.run('account show --reveal', { now: Date.UTC(2026, 10, 24) });
    expect(await auditOf()).toMatchObject({ result: 'ok' });
  });
});

test('the application records a reveal with its screen, and only that', async () => {
  const user = await signedIn();
  const talk = conversation(['--linear'], { home: user.home });
  await talk.opening;
  for (const typed of ['points', '1', 'v', 'v', 'q']) await talk.type(typed);
  expect(linesOf(user.home)).toEqual([
    expect.objectContaining({ profile: 'sandbox', by: expect.stringMatching(/^screen tuk points/) }),
  ]);
});

test('a command line is not repeated in the audit file, whatever its values', async () => {
  const user = await signedIn();
  await user.run(argvOf('points apps status 2 --identifier mina-secret --reveal'));
  expect(linesOf(user.home).map(({ by }) => by)).toEqual(['tuk points apps status']);
});
