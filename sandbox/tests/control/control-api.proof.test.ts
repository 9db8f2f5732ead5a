// The controls of seeds and sizes: whole worlds are read.
import { describe, expect, it } from 'vitest';
import { temporaryFile } from '../files.js';
import { startTestSandbox } from '../support.js';

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
    expect((await own.check()).findings).toEqual([]);
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
    expect((await own.check()).findings).toEqual([]);
    expect((await own.get('user/users/current', { token })).body.user.id).toBe('2dac6521-3744-47dd-a259-6538fb9b2266');
    await own.close();
  });
  const worlds = ['standard', 'large', 'empty', 'hostile'] as const;
  it.each(worlds)('%s seeds nothing at its start that nobody has read', async (size) => {
    const own = await startTestSandbox({ size, state: temporaryFile() });
    expect((await own.get('user/health')).status).toBe(200);
    expect((await own.control('status')).counts).toEqual({});
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
