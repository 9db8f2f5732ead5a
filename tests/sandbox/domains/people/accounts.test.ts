// Accounts in all versions, key shares, devices and profiles.

import { describe, expect, it } from 'vitest';
import { AppUpdateState } from '../../../../src/services/catalogue/words.js';
import { code, sandboxOfEachTest } from '../../support.js';
import { accountKey, walletAt, walletKeyHeader } from '../../wallet-key.js';

const sandbox = sandboxOfEachTest();

const post = (path: string, body?: unknown, token?: string, headers = {}) =>
  sandbox.post(`user/${path}`, body, { headers, token });
const get = (path: string, token?: string, headers = {}) => sandbox.get(`user/${path}`, { headers, token });
const shareOf = (name: string, more = {}) =>
  JSON.stringify({ share: { share: `${name}01`, shareIndex: '02' }, polynomialID: `${name}03`, ...more });
const basic = { authorization: `Basic ${Buffer.from('sandbox:sandbox').toString('base64')}` };
const ana = { type: 'GOOGLE', token: 'sns:GOOGLE:ana@example.invalid' };

describe.each(['v2', 'v2.1'])('the accounts of version %s', (version) => {
  it('are created, requested, deleted and restored', async () => {
    const check = async () => (await post(`${version}/accounts/check`, ana)).body;
    expect(await check()).toEqual({ exists: false });
    const created = await post(`${version}/accounts`, {
      ...ana,
      identifier: 'ana@example.invalid',
      share: shareOf('a'),
    });
    expect([created.status, Object.keys(created.body)]).toEqual([201, ['id', 'accessToken', 'refreshToken']]);
    expect(await check()).toEqual({ exists: true });
    const token = created.body.accessToken as string;
    const output = (await get(`${version}/accounts`, token)).body;
    expect(output).toMatchObject({ id: created.body.id, email: 'ana@example.invalid', name: 'ana', deletedAt: null });
    expect(output.identifiers.map((way: { type: string }) => way.type)).toEqual(['GOOGLE']);
    const again = await post(`${version}/accounts`, { ...ana, share: shareOf('b') });
    expect([again.status, again.body]).toEqual([409, { message: 'already existing user!', code: 'ALREADY_EXIST' }]);

    const other = (await sandbox.control('token', { user: created.body.id })).accessToken as string;
    const deleted = await post(`${version}/accounts/delete`, undefined, token);
    expect([deleted.status, deleted.body]).toEqual([201, { status: 'ok' }]);
    for (const ended of [token, other])
      expect(code(await get('users/current', ended))).toEqual([401, 'EXPIRED_SESSION']);
    expect(code(await post('v2/accounts/sessions/refresh', undefined, created.body.refreshToken))).toEqual([
      401,
      'INVALID_SESSION',
    ]);
    expect(await check()).toEqual({ exists: true });
    expect(code(await get(`${version}/accounts/ss?${new URLSearchParams(ana)}`))).toEqual([404, 'NOT_FOUND_USER']);

    const restored = await post(`${version}/accounts/restore`, {
      ...ana,
      share: shareOf('c'),
      walletAddress0: walletAt(9).address,
    });
    expect([restored.status, restored.body]).toEqual([201, { status: 'ok' }]);
    expect(code(await get('users/current', token))).toEqual([401, 'EXPIRED_SESSION']);
    const back = (await sandbox.control('token', { user: created.body.id })).accessToken;
    expect((await get(`${version}/accounts`, back)).body).toMatchObject({ id: created.body.id, deletedAt: null });
    expect((await get(`${version}/accounts/ss?${new URLSearchParams(ana)}`)).body).toEqual({
      jsonString: shareOf('c'),
      polynomialId: 'c03',
    });
  });

  it('are refused for invalid requests', async () => {
    const create = (body: object, headers = {}) =>
      post(`${version}/accounts`, { ...ana, share: shareOf('a'), ...body }, undefined, headers);
    expect((await create({}, { 'x-auth-client-id': 'Nobody' })).body).toEqual({
      message: 'Invalid auth client!',
      code: 'INVALID_CLIENT',
    });
    expect(code(await create({}, { 'x-auth-client-id': 'DemocopterApp', 'x-auth-client-version': '1' }))).toEqual([
      426,
      'REQUIRED_CLIENT_VERSION_UPDATE',
    ]);
    expect(code(await create({ token: 'sns:GOOGLE:unsigned' }))).toEqual([422, 'MUST_BE_SIGNED_UP']);
    for (const wrong of [{ token: 'ana' }, { type: 'APPLE' }, { identifier: 'bo' }, { token: 'sns:GOOGLE:' }])
      expect(code(await create(wrong)), JSON.stringify(wrong)).toEqual([401, 'INVALID_TOKEN']);
    for (const share of ['1', 'no JSON', '{}', '{"share":{"share":"1"},"polynomialID":"2"}'])
      expect(code(await create({ share })), share).toEqual([400, 'INVALID_REQUEST']);
    expect((await post(`${version}/accounts/check`, ana)).body).toEqual({ exists: false });
    const restore = (body: object) =>
      post(`${version}/accounts/restore`, {
        ...ana,
        share: shareOf('a'),
        walletAddress0: walletAt(0).address,
        ...body,
      });
    expect(code(await restore({}))).toEqual([404, 'NOT_FOUND_USER']);
    // Mina's linked wallet is the first of the phrase: another address is not hers.
    const mina = { token: 'sns:GOOGLE:mina@sandbox.invalid' };
    expect(code(await restore({ ...mina, walletAddress0: walletAt(1).address }))).toEqual([404, 'NOT_FOUND_USER']);
    expect((await restore({ ...mina, walletAddress0: walletAt(0).address.toLowerCase() })).status).toBe(201);
    expect((await restore({ token: 'sns:GOOGLE:gone@sandbox.invalid' })).status).toBe(201);
    const { accessToken } = await sandbox.signIn('gone');
    expect((await get('users/current', accessToken)).status).toBe(200);
  });
});

it('version 1 creates an account whose wallet key signs in', async () => {
  const key = accountKey('legal winner thank year wave sausage worth useful legal winner thank yellow');
  const pubKey = key.neuter().extendedKey;
  const bo = { type: 'APPLE', accessToken: 'sns:APPLE:bo', identifier: 'bo' };
  const body = { ...bo, share: shareOf('b'), pubKey };
  const signed = (path: string, text: string, body?: unknown) =>
    post(path, body, undefined, { 'x-hmac-sig': walletKeyHeader(key, text, sandbox.clock.wall) });
  expect(code(await post('v1/accounts', body))).toEqual([401, 'UNAUTHORIZED']);
  expect(code(await post('v1/accounts', { ...body, pubKey: 'xpub' }, undefined, basic))).toEqual([
    400,
    'INVALID_REQUEST',
  ]);
  expect(code(await post('v1/accounts', { ...body, accessToken: undefined }, undefined, basic))).toEqual([
    400,
    'INVALID_REQUEST',
  ]);
  expect((await signed('v2/accounts/token/hmac', '{}')).status).toBe(422);
  const created = await post('v1/accounts', body, undefined, basic);
  expect(created.status).toBe(201);
  const { accessToken } = (await signed('v2/accounts/token/hmac', '{}')).body;
  expect((await get('v1/accounts', accessToken)).body.identifiers.map((way: { type: string }) => way.type)).toEqual([
    'APPLE',
    'HMAC',
  ]);
  expect((await post('v1/accounts/check', bo)).body).toEqual({ exists: true });

  const share = shareOf('c', { deviceShareIndex: '7' });
  const put = await sandbox.send('PUT', 'user/v1/accounts/ss', {
    body: { share },
    headers: { 'x-hmac-sig': walletKeyHeader(key, JSON.stringify({ share }), sandbox.clock.wall) },
  });
  expect([put.status, put.body]).toEqual([200, { jsonString: share, polynomialId: 'c03', deviceShareIndex: '7' }]);
  const query = new URLSearchParams({ provider: 'APPLE', accessToken: 'sns:APPLE:bo' });
  expect((await get(`v1/accounts/ss?${query}`, undefined, basic)).body).toEqual(put.body);
  expect(code(await get(`v1/accounts/ss?${query}&polynomialId=other`, undefined, basic))).toEqual([
    404,
    'NOT_FOUND_USER',
  ]);

  expect((await signed('v1/accounts/delete', '{}')).body).toEqual({ status: 'ok' });
  expect((await signed('v1/accounts/delete', '{}')).body).toEqual({ message: 'Invalid Hmac sig!' });
  expect((await signed('v2/accounts/token/hmac', '{}')).status).toBe(422);
  const walletAddress0 = key.derivePath('0/0').address;
  expect((await post('v1/accounts/restore', { ...body, walletAddress0 })).body).toEqual({ status: 'ok' });
  expect((await signed('v2/accounts/token/hmac', '{}')).status).toBe(201);
  const duplicate = { type: 'APPLE', accessToken: 'sns:APPLE:cy', share: shareOf('d'), pubKey };
  expect(code(await post('v1/accounts', duplicate, undefined, basic))).toEqual([409, 'ALREADY_EXIST']);
  expect((await post('v1/accounts/check', duplicate)).body).toEqual({ exists: false });
});

it('stores a key share for the signed-in user', async () => {
  const { accessToken } = await sandbox.signIn('dara');
  const dara = new URLSearchParams({ type: 'APPLE', token: 'sns:APPLE:dara-apple' });
  const seeded = (await get(`v2/accounts/ss?${dara}`)).body;
  expect(JSON.parse(seeded.jsonString).polynomialID).toBe(seeded.polynomialId);
  for (const version of ['v2', 'v2.1']) {
    const share = shareOf(version);
    const put = await sandbox.send('PUT', `user/${version}/accounts/ss`, { token: accessToken, body: { share } });
    expect([put.status, put.body.jsonString]).toEqual([200, share]);
    expect((await get(`${version}/accounts/ss?${dara}`)).body).toEqual(put.body);
  }
  const mina = new URLSearchParams({ type: 'GOOGLE', token: 'sns:GOOGLE:mina@sandbox.invalid' });
  expect((await get(`v2/accounts/ss?${mina}`)).body.jsonString).not.toBe(shareOf('v2.1'));
  expect((await sandbox.send('PUT', 'user/v2/accounts/ss', { body: { share: shareOf('x') } })).status).toBe(401);
});

it('deletes the signed-in user everywhere', async () => {
  const { accessToken, user } = await sandbox.signIn('dara');
  const { accessToken: mina } = await sandbox.signIn('mina');
  expect((await get('users/invitees', mina)).body.count).toBe(1);
  const deleted = await sandbox.send('DELETE', 'user/users/me', { token: accessToken });
  expect([deleted.status, deleted.body]).toEqual([200, { status: 'ok' }]);
  expect(code(await get('users/current', accessToken))).toEqual([401, 'EXPIRED_SESSION']);
  expect((await get('users/invitees', mina)).body).toEqual({ count: 0, data: [] });
  expect((await post(`v2/accounts/uid/${user.id}/check`, undefined, mina)).body).toEqual({ exists: false });
  const web3 = (await post('auth/web3/request', { walletAddress: walletAt(1).address })).body;
  const signature = await walletAt(1).signMessage(web3.msg);
  expect((await post('auth/web3/validate', { walletAddress: walletAt(1).address, signature })).status).toBe(422);
});

it('knows uids, e-mail addresses and inviters', async () => {
  const { accessToken: mina, user } = await sandbox.signIn('mina');
  const { accessToken: kenji } = await sandbox.signIn('kenji');
  const { uid } = (await get('v2/accounts/uid', mina)).body;
  const checked = (await post(`v2/accounts/uid/${uid}/check`, undefined, kenji)).body;
  expect([uid, checked]).toEqual([user.id, { exists: true }]);

  const email = (await get('users/email/me', kenji)).body;
  expect(email).toEqual({ email: 'kenji@sandbox.invalid', verifiedAt: '2025-08-05T00:00:00.000Z' });
  expect((await post('users/email/me', { email: 'k@example.invalid' }, kenji)).body).toEqual({
    email: 'k@example.invalid',
    verifiedAt: null,
  });
  expect((await get('users/current', kenji)).body.user.email).toBe('k@example.invalid');
  expect(code(await post('users/email/me', { email: 'nowhere' }, kenji))).toEqual([400, 'INVALID_REQUEST']);

  const invite = (userId: string, token = kenji) => post('users/referrer', { userId, via: 'TELEGRAM' }, token);
  expect(code(await invite('nobody'))).toEqual([404, 'NOT_FOUND_USER']);
  expect(code(await invite('gone'))).toEqual([404, 'NOT_FOUND_USER']);
  expect(code(await invite(user.id, mina))).toEqual([422, 'NOT_CHANGEABLE']);
  expect((await invite(user.id)).body).toMatchObject({ inviterId: user.id, data: { via: 'TELEGRAM' }, earned: null });
  expect(code(await invite('lan'))).toEqual([409, 'ALREADY_EXIST']);
  const { count, data } = (await get('users/invitees', mina)).body;
  expect([count, data.map(({ name }: { name: string }) => name)]).toEqual([2, ['Dara Sok', 'Kenji Mori']]);
});

it('knows the device that was registered last', async () => {
  const { accessToken: token } = await sandbox.signIn('lan');
  const { accessToken: other } = await sandbox.signIn('kenji');
  const current = async (os: string, fcmToken: string, by = token) =>
    (await get(`v2/mobiles/current?${new URLSearchParams({ os, fcmToken })}`, by)).body.current;
  const first = (await post('v2/mobiles', { os: 'ANDROID', fcmToken: 'one', appVersion: '5.1' }, token)).body;
  expect(first).toMatchObject({ os: 'ANDROID', fcmToken: 'one', appVersion: '5.1', osVersion: '' });
  expect([
    await current('ANDROID', 'one'),
    await current('IOS', 'one'),
    await current('ANDROID', 'one', other),
  ]).toEqual([true, false, false]);
  expect((await post('v1/mobiles', { fcmToken: 'two' }, token)).body).toMatchObject({ os: 'UNKNOWN' });
  expect([await current('ANDROID', 'one'), await current('UNKNOWN', 'two')]).toEqual([false, true]);
  const again = (await post('v2/mobiles', { os: 'ANDROID', fcmToken: 'one', osVersion: '15' }, token)).body;
  expect(again).toMatchObject({ id: first.id, appVersion: '5.1', osVersion: '15' });
  expect((await post('v1/mobiles/current', { os: 'ANDROID', fcmToken: 'one' }, token)).body).toEqual({ current: true });
  expect(code(await post('v2/mobiles', { os: 'WINDOWS', fcmToken: 'one' }, token))).toEqual([400, 'INVALID_REQUEST']);
});

it('reports whether an app must be updated', async () => {
  const { accessToken } = await sandbox.signIn('mina');
  const report = (appVersion: string) =>
    post('v2/app-event/state', { os: 'IOS', appVersion, appState: 'ACTIVE' }, accessToken);
  const reports = await Promise.all(['1', '5.0.1', '9.2'].map(async (version) => (await report(version)).body));
  expect(reports.map(({ updateState }) => updateState)).toEqual([...AppUpdateState]);
  expect(reports[0]).toEqual({ updateState: 'REQUIRED', minimumVersion: '5.0.0', latestVersion: '9.0.0' });
  expect(code(await report('beta'))).toEqual([400, 'INVALID_REQUEST']);
});
