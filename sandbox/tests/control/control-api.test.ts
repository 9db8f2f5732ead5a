// The controls: scenarios, until, check, seeds, sizes, sessions and tokens of other identity providers.
import { describe, expect, it } from 'vitest';
import { allCalls } from '../../../tests/support/catalogue.js';
import { code, requestRide, sandboxOfTheFile, startTestSandbox, type TestSandbox } from '../support.js';

const sandbox = sandboxOfTheFile();

const statusOf = async (own: TestSandbox, token: string, id: string) =>
  (await own.get(`ride-hailing/v1/rides/request/${id}`, { token })).body.status;

describe('scenarios', () => {
  it('are listed with their results', async () => {
    const all = await sandbox.control('scenario');
    expect(all).toContainEqual({
      ...{ scenario: 'ride: driver cancels', kind: 'ride', leads: 'DRIVER_CANCELED_RECALLABLE', armed: [] },
    });
    expect(all.length).toBeGreaterThan(10);
  });
  it('are armed for the next rows, of one user or of any, and disarmed', async () => {
    const own = await startTestSandbox();
    const [mina, dara] = [(await own.signIn('mina')).accessToken, (await own.signIn('dara')).accessToken];
    expect(await own.control('scenario', { name: 'ride: breaks', user: 'dara' })).toEqual({
      ...{ scenario: 'ride: breaks', kinds: ['ride'], times: 1, user: 'dara' },
    });
    expect(
      (await own.control('scenario')).find((one: { scenario: string }) => one.scenario === 'ride: breaks').armed,
    ).toEqual([{ times: 1, user: 'dara' }]);
    expect(await own.control('status')).toMatchObject({ scenarios: 1 });
    const [first, second] = [await requestRide(own, mina), await requestRide(own, dara)];
    await own.advance('1h');
    expect([await statusOf(own, mina, first), await statusOf(own, dara, second)]).toEqual(['FINISHED', 'ERROR']);
    await own.control('scenario', { name: 'ride-no-driver', times: 'always' });
    const third = await requestRide(own, dara);
    await own.advance('90s');
    expect(await statusOf(own, dara, third)).toBe('NOT_MATCHED');
    expect(await own.control('scenario', { off: true })).toEqual({ disarmed: 1 });
    await own.control('scenario', { name: 'ride: no driver', times: '3' });
    await own.control('reset');
    expect(await own.control('status')).toMatchObject({ scenarios: 0 });
    await own.close();
  });
  it('redirect a row that is in progress', async () => {
    const own = await startTestSandbox();
    const token = (await own.signIn('mina')).accessToken;
    const id = await requestRide(own, token);
    await own.advance('12s'); // PENDING or the next status
    const changed = await own.control('scenario', { id: `ride:${id}`, name: 'ride: breaks' });
    expect(changed).toMatchObject({ kind: 'ride', id, scenario: 'breaks', next: { word: expect.any(String) } });
    await own.advance('1h');
    expect(await statusOf(own, token, id)).toBe('ERROR');
    await own.close();
  });
  it('refuse unknown names', async () => {
    const status = async (body: object) => (await sandbox.post('_sandbox/scenario', body)).status;
    for (const body of [{ name: 'ride: teleports' }, { name: 'nothing' }, { name: 'ride: breaks', times: '0' }])
      expect([body, await status(body)]).toEqual([body, 400]);
    for (const of of [{ user: 'nobody' }, { id: 'ride:none' }, { id: 'wheel:1' }])
      expect([of, await status({ name: 'ride: breaks', ...of })]).toEqual([of, 404]);
    expect(await status({ id: 'ride:none' })).toBe(400);
  });
});

describe('until', () => {
  it('runs up to a status and not further', async () => {
    const own = await startTestSandbox();
    const token = (await own.signIn('mina')).accessToken;
    const id = await requestRide(own, token);
    const reached = await own.control('until', { row: `ride:${id}`, word: 'PICKUP' });
    expect(reached).toMatchObject({ kind: 'ride', id, status: 'PICKUP' });
    expect(await statusOf(own, token, id)).toBe('PICKUP');
    expect((await own.control('status')).now).toBe(reached.now);
    expect(Date.parse(reached.now) - Date.parse('2026-06-01T00:00:00.000Z')).toBeLessThan(60_000);
    expect((await own.control('until', { row: id, word: 'PICKUP' })).now).toBe(reached.now); // it is there
    expect((await own.control('until', { row: id, word: 'FINISHED' })).status).toBe('FINISHED');
    await own.close();
  });
  it('changes nothing if the status is never reached', async () => {
    const own = await startTestSandbox();
    const token = (await own.signIn('mina')).accessToken;
    const id = await requestRide(own, token);
    expect(code(await own.post('_sandbox/until', { row: id, word: 'NOT_MATCHED' }))).toEqual([422, 'NOT_REACHED']);
    expect((await own.control('status')).now).toBe('2026-06-01T00:00:00.000Z');
    expect(await statusOf(own, token, id)).toBe('WAITPAY');
    await own.close();
  });
});

it('creates tokens that stand for those of other identity providers', async () => {
  const proof = async (name: string, user: string) => (await sandbox.control('token', { proof: name, user })).token;
  const privy = await sandbox.post('user/auth/privy/signin', { token: await proof('privy', 'lan') });
  expect([privy.status, privy.body.user.name]).toEqual([201, 'Lan Tran']);
  const check = async (type: string, token: string) =>
    (await sandbox.post('user/v2/accounts/check', { type, token })).body;
  expect(await check('GOOGLE', await proof('google', 'mina'))).toEqual({ exists: true });
  expect(await check('APPLE', await proof('apple', 'dara'))).toEqual({ exists: true });
  expect((await sandbox.post('_sandbox/token', { proof: 'google', user: 'lan' })).status).toBe(422);
  expect((await sandbox.post('_sandbox/token', { proof: 'nothing', user: 'lan' })).status).toBe(400);
});

it('lists all controls in the error of an unknown one', async () => {
  const { status, body } = await sandbox.get('_sandbox/nothing');
  expect(status).toBe(404);
  for (const name of ['scenario', 'until', 'fault/add', 'log', 'seed', 'shapes/...'])
    expect(body.message).toContain(name);
});

describe('the catalogue', () => {
  it('as a list of shapes', async () => {
    const all = await sandbox.control('shapes');
    expect(all).toHaveLength((await allCalls()).length);
    expect(all).toContainEqual({ service: 'user', call: 'listWallets', source: 'partial', shape: 'WalletsV3' });
  });
});
