// Sessions: sign-in, renewal, confirmation, end; each rotation, its errors, and tokens verified by another library.

import { createLocalJWKSet, jwtVerify, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { code, sandboxOfEachTest, startTestSandbox, type TestSandbox } from '../../support.js';

const sandbox = sandboxOfEachTest();

const clientOf = (own: TestSandbox) => ({
  refresh: (token: string, headers = {}) =>
    own.post('account/v2/accounts/sessions/refresh', undefined, { token, headers }),
  confirm: (token: string) => own.post('account/v2/accounts/sessions/refresh/confirm', undefined, { token }),
  current: (token: string) => own.get('user/users/current', { token }),
});
const { refresh, confirm, current } = clientOf(sandbox);

describe('access tokens', () => {
  it('are verified by jose with the published key set', async () => {
    const { accessToken, user } = await sandbox.signIn('mina');
    const keys = createLocalJWKSet((await sandbox.get('user/.well-known/jwks.json')).body);
    const { payload, protectedHeader } = await jwtVerify(accessToken, keys, {
      currentDate: new Date(sandbox.clock.wall),
    });
    expect(protectedHeader.alg).toBe('ES256');
    expect(payload.sub).toBe('2dac6521-3744-47dd-a259-6538fb9b2266');
    expect(user.id).toBe(payload.sub);
    expect(payload).toMatchObject({ gen: 1, cid: 'TadaTonMiniApp', exp: payload.iat! + 900 });
    const { body } = await current(accessToken);
    const shown = { name: 'Mina Park', wallet: { verified: true } };
    expect(body).toMatchObject({ type: 'WEB3', userId: user.id, user: shown });
  });

  it('of others, changed ones and unsigned ones are refused', async () => {
    const { accessToken, refreshToken } = await sandbox.signIn('mina');
    const [header, claims, signature] = accessToken.split('.') as [string, string, string];
    const other = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: 'someone' };
    const forged = Buffer.from(JSON.stringify(other)).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
    const foreign = await new SignJWT(other).setProtectedHeader({ alg: 'ES256' }).sign(privateKey);
    const changed = [`${header}.${forged}.${signature}`, `${none}.${forged}.`, `${accessToken}.x`];
    for (const token of [...changed, foreign, refreshToken, 'x']) {
      expect(code(await current(token)), token).toEqual([401, 'INVALID_TOKEN']);
    }
    expect((await sandbox.get('user/users/current')).body.code).toBe('UNAUTHORIZED');
    const basic = { headers: { authorization: 'Basic c2FuZGJveDpzYW5kYm94' } };
    expect((await sandbox.get('user/users/current', basic)).body.code).toBe('INVALID_TOKEN');
  });

  it('expire on the wall clock, not on the world clock', async () => {
    const { accessToken } = await sandbox.signIn('mina');
    await sandbox.advance('90d');
    expect((await current(accessToken)).status).toBe(200);
    sandbox.clock.wall += 15 * 60_000 - 1;
    expect((await current(accessToken)).status).toBe(200);
    sandbox.clock.wall += 1;
    const expired = { message: 'Session expired or deleted', code: 'EXPIRED_SESSION' };
    expect((await current(accessToken)).body).toEqual(expired);
    expect((await sandbox.get('activity/v2/missions', { token: accessToken })).body.message).toBe('Expired jwt token!');
    expect((await sandbox.get('activity/activity/v2/missions', { token: accessToken })).status).toBe(401);
  });
});

describe('two-phase rotation', () => {
  it('returns the same pending pair until it is confirmed', async () => {
    const { accessToken, refreshToken } = await sandbox.signIn('mina');
    const first = (await refresh(refreshToken)).body;
    const second = await refresh(refreshToken);
    expect(second.status).toBe(201);
    expect(second.body.refreshToken).toBe(first.refreshToken);
    expect(first.refreshToken).not.toBe(refreshToken);
    expect((await current(accessToken)).status).toBe(200); // a lost response has no effect
    const confirmed = await confirm(first.accessToken);
    expect([confirmed.status, confirmed.text]).toEqual([201, '']);
    expect((await confirm(first.accessToken)).status).toBe(201);
    expect((await current(accessToken)).body.code).toBe('EXPIRED_SESSION');
    expect(code(await refresh(refreshToken))).toEqual([401, 'INVALID_SESSION']);
    const [session] = (await sandbox.get('user/auth/sessions', { token: first.accessToken })).body;
    expect(session.lastRefreshedAt).toBe('2026-06-01T00:00:00.000Z');
    const left = await sandbox.send('DELETE', `user/auth/sessions/${session.id}`, { token: first.accessToken });
    expect([left.status, left.body]).toEqual([200, []]);
    expect((await current(first.accessToken)).body.code).toBe('EXPIRED_SESSION');
  });

  it('accepts the use of the new refresh token as a confirmation', async () => {
    const { refreshToken } = await sandbox.signIn('mina');
    const next = (await refresh(refreshToken)).body;
    expect((await refresh(next.refreshToken)).status).toBe(201);
    expect((await refresh(refreshToken)).body.code).toBe('INVALID_SESSION');
  });
});

it.each(['one-phase', 'strict'] as const)(
  '%s rotation ends the old pair at once, and strict the session when a used token comes again',
  async (rotation) => {
    const own = await startTestSandbox({ rotation });
    const { refresh, confirm, current } = clientOf(own);
    const { accessToken, refreshToken } = await own.signIn('mina');
    const next = (await refresh(refreshToken)).body;
    expect((await current(accessToken)).body.code).toBe('EXPIRED_SESSION');
    expect((await refresh(refreshToken)).body.code).toBe('INVALID_SESSION');
    const lives = rotation === 'one-phase';
    expect((await current(next.accessToken)).status).toBe(lives ? 200 : 401);
    expect((await confirm(next.accessToken)).status).toBe(lives ? 201 : 401);
    expect((await refresh(next.refreshToken)).status).toBe(lives ? 201 : 401);
    await own.close();
  },
);

describe('the control of sessions', () => {
  it('expires access tokens, and a refresh still works', async () => {
    const { accessToken, refreshToken } = await sandbox.signIn('mina');
    const pending = (await refresh(refreshToken)).body;
    expect(await sandbox.control('session/expire', { user: 'mina' })).toEqual({ sessions: 1 });
    expect((await current(accessToken)).body.code).toBe('EXPIRED_SESSION');
    expect((await current(pending.accessToken)).body.code).toBe('EXPIRED_SESSION');
    const again = (await refresh(refreshToken)).body;
    expect(again.refreshToken).toBe(pending.refreshToken);
    expect((await current(again.accessToken)).status).toBe(200);
  });

  it('revokes whole sessions, and lists users', async () => {
    const { accessToken, refreshToken } = await sandbox.signIn('mina');
    await sandbox.control('session/revoke', { user: 'mina' });
    expect((await current(accessToken)).body.code).toBe('EXPIRED_SESSION');
    expect((await refresh(refreshToken)).body.code).toBe('INVALID_SESSION');
    const unknown = await sandbox.post('_sandbox/token', { user: 'nobody' });
    expect(unknown.status).toBe(404);
    expect(unknown.body.message).toContain('mina, dara, kenji');
  });

  it('causes every refusal of a renewal', async () => {
    const redirection = await sandbox.control('token', { user: 'mina', client: 'DemocopterPaymentRedirection' });
    expect((await refresh(redirection.refreshToken)).body.code).toBe('NOT_REFRESHABLE');
    for (const user of ['unsigned', 'gone']) {
      const pair = await sandbox.control('token', { user });
      expect(code(await refresh(pair.refreshToken))).toEqual([422, 'MUST_BE_SIGNED_UP']);
      const call = await current(pair.accessToken);
      expect([call.status, call.body]).toEqual([404, { message: 'UserIdentifier not exists!' }]);
    }
    const app = await sandbox.control('token', { user: 'mina', client: 'DemocopterApp' });
    expect((await refresh(app.refreshToken, { 'x-auth-client-version': '1' })).status).toBe(426);
    expect((await refresh(app.refreshToken, { 'x-auth-client-version': '2' })).status).toBe(201);
  });
});

describe('other sign-in methods', () => {
  it('signs in another client with a code, once', async () => {
    const { accessToken } = await sandbox.signIn('mina');
    const headers = { 'x-auth-client-id': 'MusubiWeb', 'x-auth-client-version': '1' };
    const code = (await sandbox.post('user/auth/deferred', undefined, { token: accessToken, headers })).body;
    expect(code.type).toBe('WEB3');
    expect((await sandbox.post('user/auth/deferred/validate', code)).status).toBe(426);
    const validate = (by: object) =>
      sandbox.post('user/auth/deferred/validate', code, { headers: { ...headers, ...by } });
    expect((await validate({ 'x-auth-client-id': 'Nobody' })).status).toBe(404);
    const signedIn = await validate({});
    expect(signedIn.status).toBe(201);
    expect((await current(signedIn.body.accessToken)).body.user.name).toBe('Mina Park');
    expect(signedIn.body.authSession.authClient.name).toBe('MusubiWeb');
    expect((await validate({})).status).toBe(401);
  });

  it('redirects to this machine only, with a code for any user', async () => {
    const redirectUrl = encodeURIComponent('http://127.0.0.1:5000/done?a=1');
    const there = await sandbox.get(`user/auth/twitter?as=kenji&redirectUrl=${redirectUrl}`);
    expect(there.status).toBe(302);
    const to = new URL(there.headers.get('location')!);
    expect(to.href).toMatch(/^http:\/\/127\.0\.0\.1:5000\/done\?a=1&(.*&)?type=TWITTER(&|$)/);
    const headers = { 'x-auth-client-id': 'MusubiWeb', 'x-auth-client-version': '1' };
    const code = { type: 'TWITTER', code: to.searchParams.get('code') };
    sandbox.clock.wall += 5 * 60_000 - 1;
    expect((await sandbox.post('user/auth/deferred/validate', code, { headers })).body.user.name).toBe('Kenji Mori');
    expect((await sandbox.get('user/auth/google?redirectUrl=https%3A%2F%2Fevil.example')).status).toBe(400);
  });

  it("checks Telegram's data by its published algorithm", async () => {
    const initData =
      'auth_date=1767225600&query_id=AAsandbox&user=%7B%22id%22%3A700000001%2C%22first_name%22%3A%22Mina%22%2C%22last_name%22%3A%22Park%22%2C%22username%22%3A%22mina_sandbox%22%2C%22language_code%22%3A%22en%22%7D&hash=ca78d2ae31ed5abad64e1eee56a04ecf652c4f40d66ffd94a443829a822ec9ed';
    const { status, body } = await sandbox.post('ride-hailing/v1/auth/login', { initData });
    expect(status).toBe(201);
    const type = 'TELEGRAM_MINIAPP';
    expect((await current(body.accessToken)).body).toMatchObject({ type, user: { name: 'Mina Park' } });
    expect(
      code(await sandbox.post('ride-hailing/v1/auth/login', { initData: initData.replace('700000001', '700000002') })),
    ).toEqual([401, 'INVALID_SIGNATURE']);
  });
});
