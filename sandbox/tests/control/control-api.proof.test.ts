// The controls `check`, seeds and sizes: whole worlds are read.
import { describe, expect, it } from 'vitest';
import { openState } from '../../core/state.js';
import { temporaryFile } from '../files.js';
import { requestRide, sandboxOfTheFile, startTestSandbox } from '../support.js';

const sandbox = sandboxOfTheFile();

describe('check', () => {
  it('finds nothing in a consistent world, and does not change it', async () => {
    const before = await sandbox.control('session/list');
    const found = await sandbox.check();
    expect(found.findings).toEqual([]);
    expect(found.sound).toBe(true);
    expect(found.checked.responses).toBeGreaterThan(60);
    expect(found.checked.rows).toBeGreaterThan(100);
    expect(await sandbox.control('session/list')).toEqual(before);
  });
  it('finds an inconsistency', async () => {
    const own = await startTestSandbox();
    const token = (await own.signIn('mina')).accessToken;
    await requestRide(own, token);
    await own.advance('5s');
    expect((await own.check()).sound).toBe(true);
    const state = openState(own.file!, () => {});
    state.write(() => {
      state.run(
        "UPDATE holding SET amount = '7' WHERE account LIKE 'ride:%' AND account = (SELECT min(account) FROM holding WHERE account LIKE 'ride:%')",
      );
      state.run("INSERT INTO due (at, kind, id, word) VALUES (9e15, 'ride', 'nobody', 'FINISHED')");
      state.run("INSERT INTO due (at, kind, id, word) VALUES (9e15, 'wheel', 'x', 'TURNED')");
      state.run("UPDATE ride_request SET body = json_set(body, '$.status', 'TELEPORTING') WHERE ordinal = 1");
      state.run("UPDATE ride_request SET owner = '00000000-0000-4000-8000-000000000000' WHERE ordinal = 2");
      state.run("UPDATE ride_request SET body = json_remove(body, '$.hidden') WHERE ordinal = 3");
      state.run("UPDATE ride_request SET body = '[]' WHERE ordinal = 4");
    });
    state.close();
    const { findings, sound } = await own.check();
    expect(sound).toBe(false);
    const about = (word: string) => findings.filter((one: { about: string }) => one.about === word);
    expect(about('ledger').length).toBeGreaterThan(1);
    expect(about('due').map((one: { what: string }) => one.what)).toEqual(['ride:nobody', 'wheel:x']);
    expect(about('word')).toHaveLength(1);
    expect(about('word')[0]!.why).toContain('"TELEPORTING" is not one of');
    expect(about('row').map((one: { why: string }) => one.why.split(' ')[0])).toEqual(
      expect.arrayContaining(['has', 'belongs', 'cannot']),
    );
    await expect(own.close()).rejects.toThrow('The world is inconsistent'); // the audit of every test
  });
});

describe('seeds and sizes', () => {
  it('a file is reseeded with another seed', async () => {
    const own = await startTestSandbox();
    const id = (await own.signIn('mina')).user.id;
    expect(await own.control('seed', { n: 2 })).toMatchObject({ seed: 2, size: 'standard', counts: {} });
    expect((await own.signIn('mina')).user.id).not.toBe(id);
    await own.control('reset');
    expect(await own.control('status')).toMatchObject({ seed: 2 });
    await own.control('seed', { n: 1 });
    expect((await own.signIn('mina')).user.id).toBe(id);
    expect((await own.post('_sandbox/seed', { n: 1.5 })).status).toBe(400);
    expect((await own.post('_sandbox/seed', { size: 'enormous' })).status).toBe(400);
    await own.close();
  });
  it('empty has no users, and accepts new ones', async () => {
    const own = await startTestSandbox({ size: 'empty' });
    expect((await own.post('_sandbox/token', { user: 'mina' })).status).toBe(404);
    expect((await own.get('musubi/v1/offering/public')).body).toEqual([]);
    const share = '{"share":{"share":"a1","shareIndex":"1"},"polynomialID":"b2"}';
    const created = await own.post('user/v2/accounts', {
      ...{ type: 'GOOGLE', token: 'sns:GOOGLE:ana@example.invalid', share },
    });
    expect(created.status).toBe(201);
    expect((await own.get('user/users/current', { token: created.body.accessToken })).status).toBe(200);
    expect(await own.check()).toMatchObject({ sound: true, findings: [] });
    await own.close();
  });
  it('hostile puts dangerous text into data, and stays consistent', async () => {
    const own = await startTestSandbox({ size: 'hostile' });
    const token = (await own.signIn('mina')).accessToken;
    const ofUser = (await own.get('user/users/current', { token })).text;
    const texts = ofUser + (await own.get('musubi/v1/offering/public')).text;
    for (const hostileText of ['\\u001b[31m', '\u202e', 'long long', '<script>'])
      expect(texts, hostileText).toContain(hostileText);
    expect(texts.length).toBeGreaterThan(20_000);
    expect(await own.check()).toMatchObject({ sound: true, findings: [] });
    expect((await own.get('user/users/current', { token })).body.user.id).toBe('2dac6521-3744-47dd-a259-6538fb9b2266');
    await own.close();
  });
  const worlds = ['standard', 'large', 'empty', 'hostile'] as const;
  it.each(worlds)('%s starts with less than half a second of CPU time', async (size) => {
    const before = process.cpuUsage();
    const own = await startTestSandbox({ size, state: temporaryFile() });
    expect((await own.get('user/health')).status).toBe(200);
    const { user, system } = process.cpuUsage(before); // microseconds
    expect(user + system).toBeLessThan(500_000);
    await own.close();
  });
});

it('large has twenty thousand rows of history, and ten thousand vehicles', async () => {
  const own = await startTestSandbox({ size: 'large' });
  const token = (await own.signIn('mina')).accessToken;
  const history = await own.get('user/v2/balance/mvp/history?page=1&pageSize=5', { token });
  expect(Number(history.headers.get('x-sandbox-total'))).toBeGreaterThan(20_000);
  expect(history.body).toHaveLength(5);
  expect(history.body[0].balanceAfter).toBe('3200');
  expect((await own.get('user/v2/balance/mvp/current', { token })).body.amount).toBe('3200');
  const vehicle = async (num: number) => (await own.get(`vehicle-oracle/v1/depin/vehicles/${num}`, { token })).status;
  expect([await vehicle(10_000), await vehicle(10_001)]).toEqual([200, 404]);
  expect((await own.check()).findings).toEqual([]);
  await own.close();
});
