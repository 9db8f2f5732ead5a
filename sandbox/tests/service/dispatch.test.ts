// Malformed and hostile requests.

import { request } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import { sandboxOfTheFile } from '../support.js';

const sandbox = sandboxOfTheFile();
let token: string;
beforeAll(async () => {
  token = (await sandbox.signIn('mina')).accessToken;
});

/** Sends requests that `fetch` refuses, and returns status and body. */
const raw = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const sent = request(sandbox.sandbox.url, { path, method, headers }, (response) => {
      let body = '';
      response.on('data', (part) => {
        body += part;
      });
      response.on('end', () => resolve({ status: response.statusCode!, body }));
    });
    sent.on('error', reject).end();
  });

it('responds to local programs only', async () => {
  expect((await raw('/user/health', { host: 'evil.example' })).status).toBe(403);
  expect((await raw('/user/health', { host: '127.0.0.1.evil.example' })).status).toBe(403);
  expect((await raw('/user/health', { host: 'localhost:1' })).status).toBe(200);
  expect((await raw('/user/health', { origin: 'http://127.0.0.1' })).status).toBe(403);
  expect((await raw('/_sandbox/status', { origin: 'null' })).status).toBe(403);
  expect((await raw('/_sandbox/reset', { 'sec-fetch-site': 'cross-site' })).status).toBe(403); // an image on a web page
  expect((await raw('/_sandbox/status', { 'sec-fetch-site': 'none' })).status).toBe(200); // typed into the address bar
});

it('refuses unknown paths and methods', async () => {
  const codes: [path: string, method: string, status: number, code: string][] = [
    ['/', 'GET', 404, 'NOT_FOUND_ROUTE'],
    ['/nothing', 'GET', 404, 'NOT_FOUND_ROUTE'],
    ['/constructor/health', 'GET', 404, 'NOT_FOUND_ROUTE'],
    ['/user/nothing', 'GET', 404, 'NOT_FOUND_ROUTE'],
    ['/user/../user/health', 'GET', 404, 'NOT_FOUND_ROUTE'],
    ['//user/health', 'GET', 404, 'NOT_FOUND_ROUTE'],
    ['/user/health', 'DELETE', 405, 'METHOD_NOT_ALLOWED'],
    ['/user/health', 'OPTIONS', 405, 'METHOD_NOT_ALLOWED'],
    ['/_sandbox/nothing', 'GET', 404, 'NOT_FOUND_ROUTE'],
    ['/_sandbox/constructor', 'GET', 404, 'NOT_FOUND_ROUTE'],
    ['/_sandbox/status', 'DELETE', 405, 'METHOD_NOT_ALLOWED'],
    ['/_sandbox/reset', 'GET', 405, 'METHOD_NOT_ALLOWED'],
    ['/_sandbox/seed?n=7', 'GET', 405, 'METHOD_NOT_ALLOWED'],
    ['/_sandbox/advance?by=1d', 'GET', 405, 'METHOD_NOT_ALLOWED'],
    ['/musubi/v1/offering/public/%zz', 'GET', 400, 'INVALID_REQUEST'],
    ['/musubi/v1/offering/public/%2e%2e%2fuser', 'GET', 404, 'NOT_FOUND_OFFERING'],
    ["/musubi/v1/offering/public/1'%20OR%20'1'='1", 'GET', 404, 'NOT_FOUND_OFFERING'],
    ['/musubi/v1/offering/public/__proto__', 'GET', 404, 'NOT_FOUND_OFFERING'],
    ['/wallet/v3/token/__proto__', 'GET', 404, 'NOT_FOUND_NETWORK'],
  ];
  for (const [path, method, status, code] of codes) {
    const response = await raw(path, {}, method);
    expect([response.status, JSON.parse(response.body).code], `${method} ${path}`).toEqual([status, code]);
  }
});

it('refuses invalid bodies', async () => {
  const send = (body: string, headers: Record<string, string> = {}) =>
    sandbox.send('POST', 'ride-hailing/v1/rides/base-search', { token, body, headers });
  const code = async (body: string, headers?: Record<string, string>) => {
    const response = await send(body, headers);
    return [response.status, response.body.code];
  };
  const deep = `{"region":"KH","locations":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  const coordinate = '{"region":"KH","locations":[{"latitude":1e400,"longitude":1},{}]}';
  const short = ['[]', '"text"', 'null', '{"region":"KH","locations":[1,2]}', '{"__proto__":{}}'];
  for (const body of [...short, deep, coordinate])
    expect([body.slice(0, 40), await code(body)]).toEqual([body.slice(0, 40), [400, 'INVALID_REQUEST']]);
  expect(await code('{"region":')).toEqual([400, 'INVALID_JSON']);
  expect(await code('region=KH', { 'content-type': 'application/x-www-form-urlencoded' })).toEqual([415, 'NOT_JSON']);
  expect(await code(`{"region":"${'x'.repeat(1024 * 1024)}"}`)).toEqual([413, 'TOO_LARGE']);
  // Credentials come before the body: its fields stay unknown without them.
  expect((await sandbox.send('POST', 'ride-hailing/v1/rides/base-search', { body: '{' })).body.code).toBe(
    'UNAUTHORIZED',
  );
});

it('names unknown fields without copying them raw into a header', async () => {
  const response = await sandbox.post('user/v3/wallets/delete', { id: 'x', 'a\r\nb: c': 1, ключ: 2 }, { token });
  expect(response.status).toBe(404);
  const kept = await sandbox.post(
    'ride-hailing/v1/user-log/gps',
    { latitude: 1, longitude: 2, 'a\r\nb: c': 1, ключ: 2, '\ud800': 3 },
    { token },
  );
  expect([kept.status, kept.headers.get('b')]).toEqual([201, null]);
  expect(kept.headers.get('x-sandbox-ignored')).toBe('a%0D%0Ab%3A%20c, %D0%BA%D0%BB%D1%8E%D1%87, %EF%BF%BD');
});

it('identifies itself as the sandbox in every response', async () => {
  for (const path of ['user/health', 'user/nothing', '_sandbox/status', 'user/users/current']) {
    const { headers } = await sandbox.get(path);
    expect([headers.get('x-sandbox'), headers.get('x-request-id')?.length], path).toEqual(['true', 36]);
  }
  expect((await sandbox.get('user/health')).headers.get('x-sandbox-now')).toBe('2026-06-01T00:00:00.000Z');
  expect((await sandbox.get('user/users/current')).headers.get('x-sandbox-error')).toBe('sandbox');
});
