// The session checks of `tuk doctor`: session file, tokens, left-over files, lock and key ring are reported, and not changed.
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { takeLock } from '../../../src/session/lock.js';
import { jwt, keepSession, look, rowOf, saved, stateOf, userOf } from '../../support/doctor.js';
import { exit } from '../../support/exit.js';
import { whileTimePasses } from '../../support/fake-time.js';
import { now } from '../../support/time.js';
import { keyringOf, newUser } from '../../support/tuk.js';

describe('the session', () => {
  const good = saved({ accessToken: jwt({ exp: 4_000_000_000 }), refreshToken: 'refreshrefresh' });

  const makeLink = (file: string) => {
    fs.writeFileSync(`${path.dirname(file)}/../elsewhere`, good, { mode: 0o600 });
    fs.rmSync(file);
    fs.symlinkSync('../elsewhere', file);
  };
  const makeFolder = (file: string) => {
    fs.rmSync(file);
    fs.mkdirSync(file);
  };
  test.each<readonly [what: string, arrange: (file: string) => void, says: RegExp, mend: RegExp]>([
    ['not JSON', (file) => fs.writeFileSync(file, '{'), /is not a session file of tuk/, /tuk login/],
    ['without a token', (file) => fs.writeFileSync(file, saved({})), /is not a session file of tuk/, /tuk login/],
    ['of a newer tuk', (file) => fs.writeFileSync(file, '{"version":9,"accessToken":"x"}'), /newer tuk/, /tuk login/],
    ['too large', (file) => fs.writeFileSync(file, ' '.repeat(1_000_001)), /is not a session file of tuk/, /tuk login/],
    ['readable by others', (file) => fs.chmodSync(file, 0o644), /\(644\)/, /chmod 600 \S+sandbox\.json/],
    ['a link', makeLink, /link/, /^rm \S+sandbox\.json, then sign in again: tuk login$/],
    ['a folder', makeFolder, /./, /^mv (\S+sandbox\.json) \1\.old$/],
    ...(process.getuid?.() === 0
      ? [['another user', (file: string) => fs.chownSync(file, 65_534, 65_534), /another user \(65534\)/, /./] as const]
      : []),
  ])('a session file that is %s is a fault, and is not changed', async (what, arrange, says, mend) => {
    const user = newUser();
    const file = keepSession(user, good);
    arrange(file);
    const before = stateOf(file);
    const { code, row } = await look(user);
    expect(code).toBe(exit.local);
    const said = { says: expect.stringMatching(says), mend: expect.stringMatching(mend) };
    expect(row('session file')).toMatchObject({ result: 'fault', ...said });
    expect(row('token')?.result).toBe(what === 'readable by others' ? 'ok' : undefined);
    expect(stateOf(file)).toEqual(before);
    expect(fs.readdirSync(path.dirname(file))).toEqual(['sandbox.json']);
    expect(row('clutch /health')?.result).toBe('ok');
  });

  test('the token: expired with and without a refresh token, not confirmed, no session', async () => {
    const user = newUser();
    expect(await rowOf(user, 'session file')).toMatchObject({ result: 'note', mend: 'tuk login' });
    const ended = jwt({ exp: 1_600_000_000 });
    keepSession(user, saved({ accessToken: ended, refreshToken: 'refreshrefresh', confirm: 'pending' }));
    const renewable = await look(user);
    expect(renewable.code).toBe(exit.ok);
    expect(renewable.row('session file')?.says).toContain('version 1, generation 3, saved 2026-01-01T00:00:00.000Z');
    expect(renewable.row('token')?.result).toBe('note');
    expect(renewable.row('token')?.says).toContain('the next call renews it');
    expect(renewable.row('confirmation')).toMatchObject({ result: 'note', mend: 'tuk whoami' });
    keepSession(user, saved({ accessToken: ended }));
    expect(await rowOf(user, 'token')).toMatchObject({ code: exit.local, result: 'fault', mend: 'tuk login' });
    expect((await rowOf(user, 'token', { now: 1_500_000_000_000 })).result).toBe('ok');
  });

  test('left-over files are named and kept', async () => {
    const user = newUser();
    const file = keepSession(user, good);
    for (const end of ['77.tmp', '78.probe', 'unreadable']) fs.writeFileSync(`${file}.${end}`, '');
    const mend = `rm ${file}.77.tmp ${file}.78.probe ${file}.unreadable`;
    expect(await rowOf(user, 'left-over files')).toMatchObject({ code: exit.ok, result: 'note', mend });
    expect(fs.readdirSync(path.dirname(file))).toHaveLength(4);
  });

  test('a lock of another process is a note that names it; a broken lock is a fault', async () => {
    const user = newUser();
    const file = path.join(user.home, 'locks/sandbox.db');
    const lock = await takeLock(file, 0, () => now);
    const holder = '{"pid":4321,"since":"2026-01-01T00:00:00.000Z","renewing":"2026-01-01T00:00:01.000Z"}';
    fs.writeFileSync(`${file}.holder`, holder); // as the other process wrote it
    const held = await rowOf(user, 'lock');
    expect(held).toMatchObject({ code: exit.ok, result: 'note', mend: expect.stringContaining('wait') });
    expect(held.says).toContain('Held by process 4321');
    lock.release();
    const says = expect.stringContaining('was interrupted in a renewal');
    expect(await rowOf(user, 'lock')).toMatchObject({ result: 'note', says, mend: 'tuk auth refresh' });
    expect(fs.readFileSync(`${file}.holder`, 'utf8')).toBe(holder);
    fs.writeFileSync(file, 'no database at all, but long enough to be taken for one'.repeat(100));
    const mend = `rm ${file}, while no other tuk runs`;
    expect(await rowOf(user, 'lock')).toMatchObject({ code: exit.local, result: 'fault', mend });
  });
});

describe('the key ring', () => {
  test('a key ring with the session passes; one that lost it is a fault', async () => {
    const user = newUser();
    const file = keepSession(user, saved({ in: 'keyring' }));
    const { held, options } = keyringOf();
    const accessToken = jwt({ exp: 4_000_000_000 });
    const tokens = { generation: 3, savedAt: 'x', accessToken, refreshToken: 'refreshrefresh' };
    held.set(file, JSON.stringify(tokens));
    const well = await look(user, undefined, options);
    expect([well.code, well.row('key ring')?.result, well.row('token')?.result]).toEqual([exit.ok, 'ok', 'ok']);
    held.clear();
    const mend = 'Unlock it, or sign in again: tuk login';
    expect(await rowOf(user, 'key ring', options)).toMatchObject({ code: exit.local, result: 'fault', mend });
  });

  test('a key ring that hangs times out after 3 s: a fault if required, a note if optional', async () => {
    const user = await userOf({}, { secureStorage: 'required' });
    const hangs = keyringOf(() => new Promise(() => {}));
    expect(await whileTimePasses(() => rowOf(user, 'key ring', hangs.options))).toMatchObject({
      ...{ code: exit.local, result: 'fault' },
      ...{ says: expect.stringContaining('within 3 s'), mend: expect.stringContaining('--secure-storage off') },
    });
    await user.run('profile set box secureStorage auto');
    const fails = keyringOf(() => Promise.reject(new Error('no such interface\n  at native')));
    const says = expect.stringContaining('no such interface. A file is used instead.');
    const noted = await rowOf(user, 'key ring', fails.options);
    expect(noted).toMatchObject({ code: exit.ok, result: 'note', says });
    const { held, options } = keyringOf();
    expect((await rowOf(user, 'key ring', options)).result).toBe('ok');
    expect([...held]).toEqual([]);
  });
});
