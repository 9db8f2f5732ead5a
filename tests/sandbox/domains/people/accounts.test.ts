// Accounts in all versions, and the state of an app.

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

it('reports whether an app must be updated', async () => {
  const { accessToken } = await sandbox.signIn('mina');
  const report = (appVersion: string) =>
    post('v2/app-event/state', { os: 'IOS', appVersion, appState: 'ACTIVE' }, accessToken);
  const reports = await Promise.all(['1', '5.0.1', '9.2'].map(async (version) => (await report(version)).body));
  expect(reports.map(({ updateState }) => updateState)).toEqual([...AppUpdateState]);
  expect(reports[0]).toEqual({ updateState: 'REQUIRED', minimumVersion: '5.0.0', latestVersion: '9.0.0' });
  expect(code(await report('beta'))).toEqual([400, 'INVALID_REQUEST']);
});
