// Earn events of third-party apps: participations, claims, and points between an app and its users.
import { beforeEach, describe, expect, it } from 'vitest';
import { code, userOfEachTest } from '../../support.js';

const user = userOfEachTest('user');
const { sandbox, get, post } = user;
let partner: string;
beforeEach(async () => {
  partner = (await sandbox.signIn('partner')).accessToken;
});

const tada = '3d100001-ffff-4000-a000-000000000000';
const elsewhere = '0x976EA74026E726554dB657fA54763abd0C3a0aa9';
const timestamp = '1780272000000';
const events = async (): Promise<{ id: string; alias: string }[]> => (await post('/v1/earn-event/list')).body;
const idOf = async (alias: string) => (await events()).find((one) => one.alias === alias)!.id;
const record = (alias: string, body: object, as = partner) =>
  post(`/v1/third-party/${tada}/earn-event/${alias}/participation`, { timestamp, key: 'k0', ...body }, undefined, as);
const connect = () => post(`/v2/third-party/${tada}/connect`, { token: `partner:mina:${tada}` });
const claim = async (alias: string, body: object, scenario?: string) =>
  post(`/v1/earn-event/${await idOf(alias)}/claim/request`, body, scenario);
const statusOf = async (alias: string) => (await post(`/v1/earn-event/${await idOf(alias)}/claim/status`)).body.status;
const balance = async (currencyId: string) => (await get(`/balance/accounts/current?currencyId=${currencyId}`)).amount;
const arrived = () => user.onChain('ETHEREUM', elsewhere, 'MVL');

it('points are earned with an app and claimed', async () => {
  expect(await connect()).toMatchObject({ status: 201, body: { status: 'ok' } });
  const listed = await get('/v2/third-party/apps');
  expect(listed.map(({ name, status }: { name: string; status: string }) => [name, status])).toEqual([
    ['TADA', 'CONNECTED'],
    ['ONION', 'CONNECTED'],
  ]);
  const sent = { identifier: 'mina', value: '10.123456789', requestId: 'r1' };
  for (const _ of [1, 2]) expect((await record('tada-mvp', sent)).body).toEqual({ status: 'ok' });
  const base = `/v1/third-party/${tada}/earn-event/tada-mvp/participation`;
  const found = await get(`${base}/filtered?timestamp=1&requestId=r1`, partner);
  expect(found).toMatchObject({ status: 'COMPLETED', value: '10.12345678', key: 'k0' });
  const all = await get(`${base}?page=1&isContainCanceled=true&identifier=mina&timestamp=1`, partner);
  expect(all.totalCount).toBe(2);
  expect(await get(`${base}/current-point?identifier=mina&timestamp=1`, partner)).toEqual([
    { amount: '35.12345678', key: 'k0', title: 'Points', currency: 'MVL' },
  ]);
  const id = await idOf('tada-mvp');
  expect((await post(`/v1/earn-event/${id}/participation/current`)).body[0].amount).toBe('35.12345678');
  const information = (await post(`/v1/earn-event/${id}/claim/information`)).body;
  expect(information).toMatchObject({
    ...{ currentPoint: '35.12345678', amount: '1.40493827', fee: '0.1', lowerLimitPoint: '5', isClaimable: true },
  });
  expect(await statusOf('tada-mvp')).toBeNull();
  expect((await claim('tada-mvp', { address: elsewhere })).body).toEqual({ status: 'ok' });
  expect(await statusOf('tada-mvp')).toBe('INCOMING');
  await sandbox.advance('5s');
  expect([await statusOf('tada-mvp'), await balance('MVL')]).toEqual(['COMPLETED_TRANSFER', '5001.40493827']);
  const again = await claim('tada-mvp', { address: elsewhere });
  expect([...code(again), again.body.message]).toEqual([400, undefined, expect.stringContaining('Already Claimed')]);
  await sandbox.advance('10s');
  expect([await statusOf('tada-mvp'), await balance('MVL')]).toEqual(['COMPLETED', '5000']);
  expect(await arrived()).toBe('1304938270000000000');
  expect((await get(`${base}/filtered?timestamp=1&requestId=r1`, partner)).status).toBe('CLAIMED');
  // this event continues during the claim: later participations may be claimed again
  expect((await claim('tada-mvp', { address: elsewhere })).body.message).toBe('Not Enough Claim Reward');
  await record('tada-mvp', { ...sent, requestId: 'r2' });
  expect((await claim('tada-mvp', { address: elsewhere })).status).toBe(201);
});

describe('a claim', () => {
  it.each([
    ['claim: transfer fails', 'FAILED_TRANSFER', '5000', '25'],
    ['claim: withdraw fails', 'FAILED_WITHDRAW', '5001', '0'],
    ['claim: cancelled', 'CANCELED', '5000', '25'],
  ])('of %s ends in %s', async (scenario, word, mvl, points) => {
    await claim('tada-mvp', { address: elsewhere }, scenario);
    await sandbox.advance('1m');
    expect([await statusOf('tada-mvp'), await balance('MVL'), await arrived()]).toEqual([word, mvl, '0']);
    expect((await post(`/v1/earn-event/${await idOf('tada-mvp')}/participation/current`)).body[0].amount).toBe(points);
  });
});

describe('a participation', () => {
  const sent = { identifier: 'mina', value: '60', requestId: 'r1' };

  it('can be cancelled until it is claimed, and waits for its user to connect', async () => {
    const cancel = (body: object) =>
      post(
        `/v1/third-party/${tada}/earn-event/tada-mvp/participation/cancel`,
        { timestamp, identifier: 'mina', ...body },
        undefined,
        partner,
      );
    await record('tada-mvp', sent);
    await record('tada-mvp', { ...sent, value: '7', requestId: 'r2' });
    const id = await idOf('tada-mvp');
    const points = async () => (await post(`/v1/earn-event/${id}/participation/current`)).body[0].amount;
    expect(await points()).toBe('25');
    await connect();
    expect(await points()).toBe('92');
    expect((await cancel({ requestId: 'r2' })).body).toEqual({ status: 'ok' });
    expect(await points()).toBe('85');
    expect(code(await cancel({ requestId: 'r9' }))).toEqual([404, 'NOT_FOUND_EVENT_PARTICIPATION_LOG']);
    await claim('tada-mvp', { address: elsewhere });
    expect(code(await cancel({ requestId: 'r1' }))).toEqual([422, 'NOT_CANCELLABLE']);
  });
});

it('points move between an app and its users once per request id', async () => {
  await connect();
  const fields = { appId: tada, identifier: 'mina', currency: 'TADAP', timestamp };
  const ofPartner = (path: string, body: object, as = partner) => post(`/v3/third-party${path}`, body, undefined, as);
  const transfer = (amount: number, requestId: string, as = partner) =>
    ofPartner('/users/balance/transfer', { ...fields, amount, requestId }, as);
  expect((await transfer(20.5, 't1')).body).toEqual({ amount: 500.5 });
  expect((await transfer(20.5, 't1')).body).toEqual({ amount: 500.5 });
  expect((await transfer(-0.5, 't2')).body).toEqual({ amount: 500 });
  expect(await get(`/v2/third-party/${tada}/balance/current`)).toEqual({ amount: 500 });
  expect((await ofPartner('/balance/current', fields)).body).toEqual({ amount: 999_980 });
  expect(await get(`/v1/third-party/${tada}/balance/current?currency=TADAP&timestamp=1`, partner)).toEqual({
    amount: 999_980,
  });
  expect((await ofPartner('/users/balance/current', { ...fields, currency: 'MVP' })).body).toEqual({ amount: 3200 });
  expect(code(await transfer(-5000, 't3'))).toEqual([400, 'NOT_ENOUGH_BALANCE']);
  expect(code(await transfer(0, 't4'))).toEqual([400, 'INVALID_REQUEST']);
  expect(code(await transfer(1, 't5', user.token))).toEqual([403, 'NOT_A_PARTNER']);
  expect(code(await ofPartner('/balance/current', { appId: tada, currency: 'MVP' }))).toEqual([401, 'EMPTY_TIMESTAMP']);
  await ofPartner('/users/balance/transfer', { ...fields, currency: 'MVP', amount: 5, requestId: 't6' });
  expect((await get('/v2/balance/mvp/history'))[0]).toMatchObject({
    ...{ amount: '5', balanceAfter: '3205', description: 'From TADA' },
  });
});
