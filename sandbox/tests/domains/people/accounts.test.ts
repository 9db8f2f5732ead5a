// Accounts in all versions, and the state of an app.

import { describe, expect, it } from 'vitest';
import { AppUpdateState } from '../../../../src/services/catalogue/words.js';
import { code, sandboxOfEachTest } from '../../support.js';
import { walletAt } from '../../wallet-key.js';

const sandbox = sandboxOfEachTest();

const post = (path: string, body?: unknown, token?: string, headers = {}) =>
  sandbox.post(`user/${path}`, body, { headers, token });
const get = (path: string, token?: string, headers = {}) => sandbox.get(`user/${path}`, { headers, token });
const shareOf = (name: string, more = {}) =>
  JSON.stringify({ share: { share: `${name}01`, shareIndex: '02' }, polynomialID: `${name}03`, ...more });
const ana = { type: 'GOOGLE', token: 'sns:GOOGLE:ana@example.invalid' };

describe.each(['v2', 'v2.1'])('the accounts of version %s', (version) => {
  it('are created, requested, deleted and restored', async () => {
    const check = async () => (await post(`${version}/accounts/check`, ana)).body;
    expect(await check()).toEqual({ exists: false });
    const person = { ...ana, identifier: 'ana@example.invalid', share: shareOf('a') };
    const created = await post(`${version}/accounts`, person);
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
    const refreshed = await post('v2/accounts/sessions/refresh', undefined, created.body.refreshToken);
    expect(code(refreshed)).toEqual([401, 'INVALID_SESSION']);
    expect(await check()).toEqual({ exists: true });
    expect(code(await get(`${version}/accounts/ss?${new URLSearchParams(ana)}`))).toEqual([404, 'NOT_FOUND_USER']);

    const share = { share: shareOf('c'), walletAddress0: walletAt(9).address };
    const restored = await post(`${version}/accounts/restore`, { ...ana, ...share });
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
