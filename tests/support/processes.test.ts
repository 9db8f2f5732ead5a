// Tests of test support: the second back end over plain fetch, and child processes of the built program.
import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { signedInHome, tukProcess, tukProcesses, until } from './processes.js';
import { type Fault, type SecondBackend, secondBackend, type TokenPair } from './second-backend.js';

async function started(rotation?: 'waits-for-confirm' | 'at-once'): Promise<SecondBackend> {
  const backend = await secondBackend(rotation && { rotation });
  return backend;
}

async function sendRequest(
  backend: SecondBackend,
  method: string,
  path: string,
  token?: string,
): Promise<{ status: number; body: unknown }> {
  const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
  const response = await fetch(`${backend.url}${path}`, { method, ...(headers && { headers }) });
  const text = await response.text();
  return { status: response.status, body: text && JSON.parse(text) };
}
const whoami = (backend: SecondBackend, token: string) => sendRequest(backend, 'GET', '/user/users/current', token);
const refresh = (backend: SecondBackend, token: string) => sendRequest(backend, 'POST', '/user/v2/accounts/sessions/refresh', token);
const confirm = (backend: SecondBackend, token: string) =>
  sendRequest(backend, 'POST', '/user/v2/accounts/sessions/refresh/confirm', token);
async function renewed(backend: SecondBackend, token: string): Promise<TokenPair> {
  const { status, body } = await refresh(backend, token);
  expect(status).toBe(201);
  return body as TokenPair;
}
const expired = { status: 401, body: { message: 'Session expired or deleted', code: 'EXPIRED_SESSION' } };
const invalid = { status: 401, body: { code: 'INVALID_SESSION' } };

test('waits-for-confirm: the old refresh token returns the same pending pair until the confirm ends the old pair', async () => {
  const backend = await started();
  const old = backend.signIn();
  expect(await whoami(backend, old.accessToken)).toMatchObject({ status: 200, body: { user: { wallet: null } } });
  const pending = await renewed(backend, old.refreshToken);
  expect(await renewed(backend, old.refreshToken)).toEqual(pending);
  expect(pending.accessToken).not.toBe(old.accessToken);
  expect((await whoami(backend, old.accessToken)).status).toBe(200);
  expect((await whoami(backend, pending.accessToken)).status).toBe(200);
  expect(await confirm(backend, old.accessToken)).toMatchObject(invalid);
  expect([old.refreshToken, pending.refreshToken].map(backend.alive)).toEqual([true, true]);

  expect((await confirm(backend, pending.accessToken)).status).toBe(201);
  expect((await confirm(backend, pending.accessToken)).status).toBe(201);
  expect([old.accessToken, old.refreshToken].map(backend.alive)).toEqual([false, false]);
  expect(await whoami(backend, old.accessToken)).toEqual(expired);
  expect(await refresh(backend, old.refreshToken)).toMatchObject(invalid);
  expect([pending.accessToken, pending.refreshToken].map(backend.alive)).toEqual([true, true]);
  expect([backend.count('refresh'), backend.count('confirm'), backend.count('other')]).toEqual([3, 3, 4]);
  expect(backend.calls.at(-1)).toEqual({
    method: 'POST',
    path: '/user/v2/accounts/sessions/refresh',
    authorization: `Bearer ${old.refreshToken}`,
    headers: {},
    status: 401,
  });
});

test('waits-for-confirm: using the new refresh token is a confirm, too', async () => {
  const backend = await started();
  const first = backend.signIn();
  const second = await renewed(backend, first.refreshToken);
  const third = await renewed(backend, second.refreshToken);
  expect(third.refreshToken).not.toBe(second.refreshToken);
  expect([first, second, third].map(({ refreshToken }) => backend.alive(refreshToken))).toEqual([false, true, true]);
});

test('at-once: the old pair ends with the response, and its second use revokes the session', async () => {
  const backend = await started('at-once');
  const other = backend.signIn();
  const old = backend.signIn();
  const fresh = await renewed(backend, old.refreshToken);
  expect([old.accessToken, old.refreshToken, fresh.accessToken, fresh.refreshToken].map(backend.alive)).toEqual([false, false, true, true]);
  expect((await confirm(backend, fresh.accessToken)).status).toBe(201);
  expect(await refresh(backend, old.refreshToken)).toMatchObject(invalid);
  expect(await refresh(backend, fresh.refreshToken)).toMatchObject(invalid);
  expect(await whoami(backend, fresh.accessToken)).toEqual(expired);
  expect([fresh.accessToken, fresh.refreshToken, other.refreshToken].map(backend.alive)).toEqual([false, false, true]);
});

test.each(['waits-for-confirm', 'at-once'] as const)(
  '%s: expired access tokens return 401 and a renewal works; revoked ones have ended',
  async (rotation) => {
    const backend = await started(rotation);
    const old = backend.signIn();
    const lost = rotation === 'at-once' ? old : await renewed(backend, old.refreshToken);
    backend.expire();
    expect(await whoami(backend, old.accessToken)).toEqual(expired);
    expect([lost.accessToken, old.accessToken, old.refreshToken].map(backend.alive)).toEqual([false, false, true]);
    const fresh = await renewed(backend, old.refreshToken);
    expect((await whoami(backend, fresh.accessToken)).status).toBe(200);
    const { exp } = JSON.parse(Buffer.from(fresh.accessToken.split('.')[1]!, 'base64url').toString());
    expect(Math.abs(exp * 1000 - Date.now() - 3_600_000)).toBeLessThan(10_000);
    backend.revoke();
    expect(await whoami(backend, fresh.accessToken)).toEqual(expired);
    expect(await refresh(backend, fresh.refreshToken)).toMatchObject(invalid);
    expect([fresh.accessToken, fresh.refreshToken].map(backend.alive)).toEqual([false, false]);
  },
);

test('sessions are listed, ended one by one, and signed out; other paths are 404, or 401 for an ended token', async () => {
  const backend = await started();
  const [mine, second] = [backend.signIn(), backend.signIn()];
  const { body } = await sendRequest(backend, 'GET', '/user/auth/sessions', mine.accessToken);
  const ids = (body as { id: string }[]).map(({ id }) => id);
  expect(ids).toHaveLength(2);
  const remaining = await sendRequest(backend, 'DELETE', `/user/auth/sessions/${ids[1]}`, mine.accessToken);
  expect(remaining).toMatchObject({ status: 200, body: [{ id: ids[0] }] });
  expect((await sendRequest(backend, 'DELETE', `/user/auth/sessions/${ids[1]}`, mine.accessToken)).status).toBe(404);
  expect(backend.alive(second.refreshToken)).toBe(false);
  expect((await sendRequest(backend, 'GET', '/user/users/current')).status).toBe(401);
  expect((await sendRequest(backend, 'GET', '/clutch/v2/token', mine.accessToken)).status).toBe(404);
  expect((await sendRequest(backend, 'POST', '/clutch/v2/accounts/sessions/refresh', mine.accessToken)).status).toBe(404);
  expect((await sendRequest(backend, 'POST', '/user/auth/sign-out', mine.accessToken)).status).toBe(201);
  expect(backend.alive(mine.refreshToken)).toBe(false);
  expect(await sendRequest(backend, 'GET', '/clutch/v2/token', mine.accessToken)).toEqual(expired);
});

test('faults: another response, a delay, and the end of a fault', async () => {
  const backend = await started();
  const { refreshToken, accessToken } = backend.signIn();
  backend.injectFaults(({ path, number }) =>
    path.endsWith('/refresh') && number === 1 ? { status: 502, body: '<html>', headers: { 'Content-Type': 'text/html' } } : { delay: 60 },
  );
  const response = await fetch(`${backend.url}/user/v2/accounts/sessions/refresh`, {
    method: 'POST',
    headers: { authorization: `Bearer ${refreshToken}` },
  });
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([502, 'text/html', '<html>']);
  const before = performance.now();
  const pending = await renewed(backend, refreshToken);
  expect(performance.now() - before).toBeGreaterThan(50);
  backend.injectFaults();
  expect(await renewed(backend, refreshToken)).toEqual(pending);
  backend.injectFaults(() => ({ status: 200, body: { ok: true } }));
  expect(await whoami(backend, accessToken)).toEqual({ status: 200, body: { ok: true } });
});

test.each<[Fault, boolean]>([
  [{ reset: 'before' }, true],
  [{ reset: 'after' }, false],
  [{ hang: true }, true],
  [{ hang: 'after' }, false],
  [{ cut: 0 }, false],
  [{ cut: 10 }, false],
])('a refresh under %j gets no response; the old token is valid after it: %j', async (fault, alive) => {
  const backend = await started('at-once');
  const { refreshToken } = backend.signIn();
  backend.injectFaults(() => fault);
  const pending = refresh(backend, refreshToken);
  const failed = expect(pending).rejects.toThrow();
  await until(() => backend.count('refresh') === 1, 2000);
  if ('hang' in fault) await backend.close();
  await failed;
  expect(backend.alive(refreshToken)).toBe(alive);
  expect(backend.calls[0]?.status).toBe(alive ? undefined : 201);
});

test('a truncated response has the header of the complete one and exactly these bytes of its body', async () => {
  const backend = await started();
  const { accessToken } = backend.signIn();
  backend.injectFaults(() => ({ cut: 10 }));
  const socket = connect(Number(new URL(backend.url).port), '127.0.0.1');
  socket.write(`GET /user/users/current HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${accessToken}\r\n\r\n`);
  let text = '';
  for await (const data of socket) text += data;
  const [head = '', body] = text.split('\r\n\r\n');
  expect(body).toBe('{"type":"G');
  expect(Number(/content-length: (\d+)/i.exec(head)?.[1])).toBeGreaterThan(300);
});

test('a delayed request is executed although its client has disconnected', async () => {
  const backend = await started('at-once');
  const { refreshToken } = backend.signIn();
  backend.injectFaults(() => ({ delay: 300 }));
  const client = new AbortController();
  const request = fetch(`${backend.url}/user/v2/accounts/sessions/refresh`, {
    method: 'POST',
    headers: { authorization: `Bearer ${refreshToken}` },
    signal: client.signal,
  });
  await until(() => backend.calls.length === 1, 10_000); // the request has arrived
  client.abort();
  await expect(request).rejects.toThrow();
  expect(backend.alive(refreshToken)).toBe(true);
  await until(() => !backend.alive(refreshToken), 2000);
});

test('several processes run in a signed-in home, and one is killed separately', async () => {
  const backend = await started();
  const home = await signedInHome('box', `${backend.url}/{service}`, backend.signIn());
  expect(readdirSync(home)).not.toHaveLength(0);
  for (const result of await tukProcesses(4, ['--version'], { home }))
    expect(result).toEqual({ code: 0, signal: null, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' });
  const { code, stdout } = await tukProcess(['whoami', '-p', 'box', '--jq', '.user.name'], { home }).done;
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Second Person\n' });

  backend.injectFaults(() => ({ hang: true }));
  const hanging = tukProcess(['whoami', '-p', 'box'], { home });
  await until(() => backend.calls.length === 2, 10_000);
  hanging.kill();
  expect(await hanging.done).toMatchObject({ code: null, signal: 'SIGKILL' });
});

test('a home that cannot be created throws the reason; until() times out', async () => {
  await expect(signedInHome('box', 'no address', { accessToken: 'a', refreshToken: 'b' })).rejects.toThrow(
    /profile add .* ended with \d+: ./,
  );
  await expect(until(() => existsSync(`${tmpdir()}/tuk-is-not-there`), 20)).rejects.toThrow(/not so within 20 ms: .*existsSync/);
});
