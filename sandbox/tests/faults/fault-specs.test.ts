// Every fault, by header for one request and planned for later ones.
import { request } from 'node:http';
import { createGunzip } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { afterTurns } from '../../../tests/support/later.js';
import { code, sandboxOfTheFile, startTestSandbox, timed } from '../support.js';

const sandbox = sandboxOfTheFile();
let token: string;
let refreshToken: string;
beforeAll(async () => {
  ({ accessToken: token, refreshToken } = await sandbox.signIn('mina'));
});
afterEach(() => sandbox.control('fault/clear'));

const current = 'user/users/current';
const fault = (spec: string, path = current) => sandbox.get(path, { token, headers: { 'x-sandbox-fault': spec } });

interface Raw {
  readonly status: number | undefined;
  readonly length: string | undefined;
  readonly encoding: string | undefined;
  readonly bytes: Buffer;
  /** The error that ended the connection, if any. */
  readonly error: string | undefined;
}
/** The raw response, also an incomplete one. */
const raw = (spec: string, { path = current, most = Number.POSITIVE_INFINITY } = {}): Promise<Raw> =>
  new Promise((resolve) => {
    const parts: Buffer[] = [];
    let head: Pick<Raw, 'status' | 'length' | 'encoding'> = {
      ...{ status: undefined, length: undefined, encoding: undefined },
    };
    const done = (error?: string) => resolve({ ...head, bytes: Buffer.concat(parts), error });
    const headers = { authorization: `Bearer ${token}`, 'x-sandbox-fault': spec };
    const outgoing = request(`${sandbox.sandbox.url}/${path}`, { headers, agent: false }, (response) => {
      const { 'content-length': length, 'content-encoding': encoding } = response.headers;
      head = { status: response.statusCode, length, encoding };
      let size = 0;
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size <= most) parts.push(part);
        else outgoing.destroy();
      });
      response.on('end', () => done()).on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message)).end();
  });

describe('faults that stop the call', () => {
  it.each([
    ['status=503', 503, undefined],
    ['unauthorized', 401, undefined],
    ['forbidden', 403, undefined],
    ['rate-limit=30', 429, 'TOO_MANY_REQUESTS'],
    ['expired-session', 401, 'EXPIRED_SESSION'],
  ])('%s', async (spec, status, code) => {
    const response = await fault(spec);
    expect([response.status, response.body.code, typeof response.body.message]).toEqual([status, code, 'string']);
    if (status === 429) expect(response.headers.get('retry-after')).toBe('30');
  });
  it('execute nothing else', async () => {
    const wallets = async () => (await sandbox.get('user/v3/wallets?network=BSC', { token })).body.length;
    const before = await wallets();
    const body = { network: 'BSC', address: `0x${'1'.padStart(40, '0')}` };
    const add = (spec: string) =>
      sandbox.post('user/v3/wallets', body, { token, headers: { 'x-sandbox-fault': spec } });
    for (const spec of ['status=500', 'forbidden', 'rate-limit', 'unauthorized'])
      expect((await add(spec)).status).toBeGreaterThan(399);
    await add('reset=before').catch(() => {});
    expect(await wallets()).toBe(before);
  });
  it('hang never responds', async () => {
    const hang = { headers: { 'x-sandbox-fault': 'hang' } };
    const late = fetch(`${sandbox.sandbox.url}/${current}`, { ...hang, signal: AbortSignal.timeout(150) });
    await expect(late).rejects.toThrow(/timeout/i);
    const other = await startTestSandbox();
    const hanging = fetch(`${other.sandbox.url}/user/health`, hang).catch((error) => error);
    await afterTurns(100, other.close); // a hanging request does not prevent closing the sandbox
    expect(await hanging).toBeInstanceOf(Error);
  });
  it('reset=before closes the connection without a response', async () => {
    expect(await raw('reset=before')).toMatchObject({ status: undefined, error: 'ECONNRESET' });
  });
});

describe('faults in the response of an executed call', () => {
  it('lost-answer executes the call', async () => {
    const body = { network: 'BSC', address: `0x${'2'.padStart(40, '0')}` };
    const sent = sandbox.post('user/v3/wallets', body, { token, headers: { 'x-sandbox-fault': 'lost-answer' } });
    await expect(sent).rejects.toThrow();
    const { body: wallets } = await sandbox.get('user/v3/wallets?network=BSC', { token });
    expect(wallets.map((one: { address: string }) => one.address.toLowerCase())).toContain(body.address);
  });
  it('html, empty and redirect replace the body', async () => {
    const page = await fault('html');
    expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<h1>');
    expect((await fault('html=200')).status).toBe(200);
    const nothing = await fault('empty');
    expect([nothing.status, nothing.text, nothing.headers.get('content-type')]).toEqual([200, '', null]);
    const away = await fault('redirect=http://127.0.0.1:1/x');
    expect([away.status, away.headers.get('location')]).toEqual([302, 'http://127.0.0.1:1/x']);
  });
  it('type, missing, null and word change fields at any depth', async () => {
    const path = 'user/v3/wallets';
    const { body: right } = await sandbox.get(path, { token });
    expect((await fault('type=index:text', path)).body.map((one: { index: unknown }) => one.index)).toEqual(
      right.map((one: { index: number }) => String(one.index)),
    );
    expect((await fault('type=user.name:number')).body.user.name).toBe(1);
    expect((await fault('missing=user.name')).body.user).not.toHaveProperty('name');
    expect((await fault('missing=user.name')).body).toHaveProperty('name'); // of the sign-in method
    expect((await fault('null=user')).body.user).toBeNull();
    const { body: words } = await fault('word=network:MARS, missing=address', path);
    expect(new Set(words.map((one: { network: string }) => one.network))).toEqual(new Set(['MARS']));
    expect(words[0]).not.toHaveProperty('address');
  });
  it('rotation=one-phase renews at once', async () => {
    const { refreshToken: own } = await sandbox.signIn('dara');
    const renew = (bearer: string, spec?: string) =>
      sandbox.post('user/v2/accounts/sessions/refresh', undefined, {
        token: bearer,
        ...(spec && { headers: { 'x-sandbox-fault': spec } }),
      });
    expect((await renew(own, 'rotation=one-phase')).status).toBe(201);
    expect((await renew(own)).body.code).toBe('INVALID_SESSION');
    expect((await renew(refreshToken)).body.refreshToken).toBe((await renew(refreshToken)).body.refreshToken); // two-phase as ever
  });
});

describe('faults of the wire', () => {
  it('latency, bandwidth and slow-body delay the response', async () => {
    const fullText = (await sandbox.get(current, { token })).text;
    const [late, latency] = await timed(fault('latency=80ms'));
    expect([late.text, latency > 75]).toEqual([fullText, true]);
    const [slow, spent] = await timed(fault(`bandwidth=${fullText.length * 5}`));
    expect([slow.text, spent > 150]).toEqual([fullText, true]);
    const [dripped, dripping] = await timed(fault('slow-body=15ms'));
    expect([dripped.text, dripping > 120]).toEqual([fullText, true]);
  });
  it('truncate announces more than it sends', async () => {
    const response = await raw('truncate=10');
    expect([response.status, response.bytes.length, response.error]).toEqual([200, 10, 'ECONNRESET']); // Node's code for a connection that ends early
    expect(Number(response.length)).toBeGreaterThan(100);
    expect(await raw('truncate=1000000')).toMatchObject({ status: 200, error: undefined });
  });
  it('reset=headers and reset=body:N close the connection during the response', async () => {
    expect(await raw('reset=headers')).toMatchObject({ status: 200, error: 'ECONNRESET' });
    const cut = await raw('reset=body:20');
    expect([cut.status, cut.error, cut.bytes.length <= 20]).toEqual([200, 'ECONNRESET', true]);
  });
  it('huge and deep have the requested size, and are JSON', async () => {
    const huge = await raw('huge=4MiB');
    expect([huge.length, huge.bytes.length]).toEqual([String(4 * 2 ** 20), 4 * 2 ** 20]);
    expect(JSON.parse(huge.bytes.toString()).huge).toHaveLength(4 * 2 ** 20 - 11);
    const { bytes } = await raw('deep=1000');
    expect(bytes.toString()).toBe('['.repeat(1000) + ']'.repeat(1000));
    expect((await raw('deep=1000000')).bytes.length).toBe(2_000_000);
  });
  it('gzip-bomb inflates to the requested size, and is small', async () => {
    const { bytes, encoding } = await raw('gzip-bomb=256MiB');
    expect(encoding).toBe('gzip');
    expect(bytes.length).toBeLessThan(2 ** 20);
    const gunzip = createGunzip(); // Node's reader checks length and CRC-32
    let size = 0;
    gunzip.end(bytes);
    for await (const part of gunzip as AsyncIterable<Buffer>) size += part.length;
    expect(size).toBe(256 * 2 ** 20 + 2);
  });
  it('an endless body is generated while it is read, never buffered', async () => {
    const before = process.memoryUsage().rss;
    const huge = await raw('huge=1GiB', { most: 2 ** 20 }); // the client disconnects after one MiB
    expect(huge.status).toBe(200);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20);
    expect((await sandbox.get('user/health')).status).toBe(200);
  });
  it('several faults combine', async () => {
    const [response, spent] = await timed(fault('latency=50ms, status=503'));
    expect([response.status, spent > 45]).toEqual([503, true]);
    expect(await raw('html=200, truncate=5')).toMatchObject({ status: 200, bytes: Buffer.from('<!doc') });
  });
});

it('lists all faults in the error of an unknown one', async () => {
  const invalid =
    'teleport status=200 status=x hang=1 huge=9GB type=a:colour reset=sometimes latency=soon word=a __proto__';
  for (const spec of [...invalid.split(' '), 'missing=a b']) {
    expect(code(await fault(spec)), spec).toEqual([400, 'INVALID_REQUEST']);
  }
  expect((await fault('teleport')).body.message).toContain('gzip-bomb=1GB');
});

describe('planned faults', () => {
  const health = () => sandbox.get('user/health');
  const add = (spec: string, more: object = {}) => sandbox.post('_sandbox/fault/add', { spec, ...more });
  const statuses = async (times: number, sendRequest = health) => {
    const all: number[] = [];
    for (let n = 0; n < times; n++) all.push((await sendRequest()).status);
    return all;
  };
  it('apply to their calls, as often as configured', async () => {
    expect((await add('status=503', { on: 'user getHealth', times: 2, after: 1 })).body).toMatchObject({
      ...{ id: 1, spec: 'status=503', on: 'user getHealth', seen: 0 },
    });
    expect(await statuses(5)).toEqual([200, 503, 503, 200, 200]);
    expect((await sandbox.get('activity/health')).status).toBe(200);
    expect(await sandbox.control('fault/list')).toMatchObject([{ id: 1, times: 2, after: 1, done: 2 }]);
    expect(await sandbox.control('fault/clear')).toEqual({ cleared: 1 });
    expect(await sandbox.control('fault/list')).toEqual([]);
  });
  it('match a call by method and path, by service, or by user', async () => {
    await add('status=500', { on: 'POST user /v3/wallets' });
    await add('status=501', { on: 'GET activity' });
    await add('status=502', { user: 'dara', on: 'user' });
    const dara = await sandbox.signIn('dara');
    expect((await sandbox.post('user/v3/wallets', {}, { token })).status).toBe(500);
    expect((await sandbox.get('user/v3/wallets', { token })).status).toBe(200);
    expect((await sandbox.get('activity/health')).status).toBe(501);
    expect((await sandbox.get(current, { token: dara.accessToken })).status).toBe(502);
    const renewal = { token: dara.refreshToken };
    expect((await sandbox.post('user/v2/accounts/sessions/refresh', undefined, renewal)).status).toBe(502);
    expect((await sandbox.get(current, { token })).status).toBe(200);
    await sandbox.control('fault/clear', { id: 3 });
    expect((await sandbox.get(current, { token: dara.accessToken })).status).toBe(200);
  });
  it('draw chances from the seed', async () => {
    await add('status=503', { chance: 0.5, on: 'user' });
    const first = await statuses(30);
    expect([first.includes(200), first.includes(503)]).toEqual([true, true]);
    await sandbox.control('fault/clear');
    await add('status=503', { chance: 0.5, on: 'user' });
    expect(await statuses(30)).toEqual(first);
  });
  it('never affect the control itself, and end with a reset', async () => {
    const own = await startTestSandbox();
    await own.post('_sandbox/fault/add', { spec: 'status=503' });
    expect((await own.get('user/health')).status).toBe(503);
    expect((await own.get('_sandbox/status')).body).toMatchObject({ faults: 1 });
    await own.control('reset');
    expect((await own.get('user/health')).status).toBe(200);
    await own.close();
  });
  it('refuse invalid arguments', async () => {
    const on = ['user nothing', 'nobody'].map((calls) => ({ spec: 'status=503', on: calls }));
    const hangs = [{ times: 0 }, { chance: 2 }, { after: 1.5 }].map((one) => ({ spec: 'hang', ...one }));
    for (const body of [{ spec: '' }, { spec: ',' }, ...on, ...hangs])
      expect((await sandbox.post('_sandbox/fault/add', body)).status, JSON.stringify(body)).toBe(400);
    expect((await sandbox.post('_sandbox/fault/add', { spec: 'hang', user: 'nobody' })).status).toBe(404);
    expect((await sandbox.post('_sandbox/fault/clear', { id: 9 })).status).toBe(404);
  });
});
