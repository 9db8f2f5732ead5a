// Recordings without secrets, replays, several sandboxes side by side, and durable commits.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonLines } from '../../../tests/support/streams.js';
import { temporaryFile } from '../files.js';
import { startTestSandbox, type TestSandbox } from '../support.js';

const recordingFile = () => path.join(path.dirname(temporaryFile()), 'exchanges.ndjson');
const linesOf = (file: string) => jsonLines(readFileSync(file, 'utf8'));

/** Sends reads, a change, a refused call, a renewal, a redirect, a picture and a page of bytes. */
async function sendRequests(own: TestSandbox, token: string, refreshToken: string) {
  const responses = [
    await own.get('user/users/current', { token }),
    await own.get('musubi/v1/offering/public?status=OPEN&page=1'),
    await own.post('user/v3/wallets', { network: 'BSC', address: `0x${'3'.padStart(40, '0')}` }, { token }),
    await own.get('musubi/v1/offering/public/99'),
    await own.post('user/auth/privy/signin', { token: 'privy:lan-privy' }),
    await own.post('user/v2/accounts/sessions/refresh', undefined, { token: refreshToken }),
    await own.get('user/health'),
    await own.get('wallet/metrics'),
    await own.get('user/auth/google?redirectUrl=http://127.0.0.1:5000/done&as=mina'),
  ];
  return responses.map(({ status, text, headers }) => ({
    ...{ status, text, shape: headers.get('x-sandbox-shape'), total: headers.get('x-sandbox-total') },
  }));
}

describe('a recording', () => {
  it('contains every exchange and no secret', async () => {
    const file = recordingFile();
    const own = await startTestSandbox({ record: file });
    const { accessToken, refreshToken } = await own.signIn('mina');
    const responses = await sendRequests(own, accessToken, refreshToken);
    const headers = { 'x-auth-client-id': 'MusubiWeb' };
    const deferred = await own.post('user/auth/deferred', undefined, { token: accessToken, headers });
    const share = '{"share":{"share":"canary-share","shareIndex":"1"},"polynomialID":"b2"}';
    await own.post('user/v2/accounts', { type: 'GOOGLE', token: 'sns:GOOGLE:canary@example.invalid', share });
    await own.get('user/v2/accounts/ss?type=GOOGLE&token=sns:GOOGLE:canary@example.invalid');
    await own.post('user/v3/wallets', { network: 'BSC', address: accessToken }, { token: accessToken }); // a token in a wrong field
    await own.close();
    const text = readFileSync(file, 'utf8');
    const lines = linesOf(file);
    expect(lines).toHaveLength(responses.length + 4); // without the requests of the control
    expect(lines[0]).toMatchObject({
      ...{ method: 'GET', path: '/user/users/current', query: '', status: 200 },
      answer: { user: { name: 'Mina Park' } },
    });
    expect(lines[4]).toMatchObject({
      path: '/user/auth/privy/signin',
      status: 201,
      answer: { accessToken: '[hidden]', user: { name: '[hidden]' } },
    });
    expect(lines[3]).toMatchObject({ status: 404, answer: { code: 'NOT_FOUND_OFFERING' } });
    const created =
      [...responses.map(({ text }) => text), deferred.text]
        .join()
        .match(/"(?:accessToken|refreshToken|code)":"([^"]{20,})"/g) ?? [];
    expect(created.length).toBeGreaterThan(2);
    for (const secret of [
      accessToken,
      refreshToken,
      'canary-share',
      'privy:lan-privy',
      'sns:GOOGLE',
      deferred.body.code,
      ...created.map((one) => one.split('"')[3]!),
    ])
      expect(text.includes(secret), secret.slice(0, 30)).toBe(false);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('responds by method, path, query and body, and to nothing else', async () => {
    const file = recordingFile();
    const first = await startTestSandbox({ record: file });
    const { accessToken, refreshToken } = await first.signIn('mina');
    const wanted = await sendRequests(first, accessToken, refreshToken);
    await first.close();
    const second = await startTestSandbox({ replay: file });
    const tokens = await second.signIn('mina');
    const got = await sendRequests(second, tokens.accessToken, tokens.refreshToken);
    const same = (one: (typeof wanted)[number]) => ({ ...one, text: one.text.replace(/:"[^"]*"/g, ':""') });
    expect(got.slice(0, 4)).toEqual(wanted.slice(0, 4));
    expect(got.map(same)).toEqual(wanted.map(same));
    const wallet = (address: string) => second.post('user/v3/wallets', { address, network: 'BSC' });
    expect((await wallet(`0x${'3'.padStart(40, '0')}`)).status).toBe(201); // fields in another order
    for (const other of [
      await wallet(`0x${'4'.padStart(40, '0')}`),
      await second.get('musubi/v1/offering/public?page=1'),
      await second.get('user/nothing'),
    ])
      expect([other.status, other.body.code]).toEqual([404, 'NOT_RECORDED']);
    expect((await second.get('musubi/v1/offering/public?page=1&status=OPEN')).status).toBe(200);
    expect((await second.get('_sandbox/status')).status).toBe(200);
    await second.close();
  });

  it('returns several responses to one request in order, and then repeats the last', async () => {
    const file = recordingFile();
    const of = { method: 'GET', path: '/user/health', query: '', status: 200 };
    const headers = { 'content-type': 'application/json' };
    const line = (n: number) => JSON.stringify({ ...of, headers, answer: { n } });
    writeFileSync(file, `${line(1)}\n\n${line(2)}\n`);
    const own = await startTestSandbox({ replay: file });
    const outputs = [];
    for (let n = 0; n < 3; n++) outputs.push((await own.get('user/health')).body.n);
    expect(outputs).toEqual([1, 2, 2]);
    await own.close();
  });

  it('that cannot be read, or written, starts no sandbox', async () => {
    const file = recordingFile();
    writeFileSync(file, '{"method":"GET","path":"/x","status":200}\nno line\n');
    await expect(startTestSandbox({ replay: file })).rejects.toThrow('line 2 is not an exchange');
    await expect(startTestSandbox({ record: path.join(path.dirname(file), 'missing/x') })).rejects.toThrow('ENOENT');
  });
});

it('two worlds run side by side with separate ports and files', async () => {
  const [one, two] = await Promise.all([
    startTestSandbox({ state: temporaryFile(), seed: 1, durable: true }),
    startTestSandbox({ state: temporaryFile(), seed: 2 }),
  ]);
  expect(one.sandbox.url).not.toBe(two.sandbox.url);
  const [mina, other] = [await one.signIn('mina'), await two.signIn('mina')];
  expect(mina.user.id).not.toBe(other.user.id);
  expect((await two.get('user/users/current', { token: mina.accessToken })).body.code).toBe('INVALID_TOKEN');
  await one.advance('5d');
  expect((await two.control('status')).now).toBe('2026-06-01T00:00:00.000Z');
  await one.post('_sandbox/fault/add', { spec: 'status=503' });
  expect([(await one.get('user/health')).status, (await two.get('user/health')).status]).toEqual([503, 200]);
  expect(Object.values(one.sandbox.rpc)).toContain(`${one.sandbox.url}/rpc/BSC_TEST`);
  await Promise.all([one.close(), two.close()]);
});
