// Tests of the second back end: sign-in methods, accounts, infrastructure, clock. Its sessions and faults: processes.test.ts.
import { concat, HDNodeWallet, hexlify, Signature, type SigningKey, sha256, toUtf8Bytes, Wallet } from 'ethers';
import { afterEach, expect, test, vi } from 'vitest';
import { signerOf } from './second-backend/hmac.js';
import { type SecondBackend, secondBackend } from './second-backend.js';

afterEach(async () => {
  vi.useRealTimers();
});
async function started(options?: Parameters<typeof secondBackend>[0]): Promise<SecondBackend> {
  const backend = await secondBackend(options);
  return backend;
}

interface Sent {
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}
async function sendRequest({ url }: SecondBackend, method: string, path: string, { token, headers = {}, body }: Sent = {}) {
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: the tests check the content of a response
  const answer = { status: response.status, body: text && (JSON.parse(text) as any) };
  return { ...answer, headers: response.headers };
}
const client = { 'x-auth-client-id': 'Clutch', 'x-auth-client-version': '1' };
const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

async function worksAs(backend: SecondBackend, tokens: { accessToken: string; refreshToken: string }, expected: object): Promise<void> {
  expect(await sendRequest(backend, 'GET', '/user/users/current', { token: tokens.accessToken })).toMatchObject({
    status: 200,
    body: expected,
  });
  expect(await sendRequest(backend, 'POST', '/user/v2/accounts/sessions/refresh', { token: tokens.refreshToken })).toMatchObject({
    status: 201,
  });
}
const pairIn = (signedIn: { accessToken: string; authSession: { refreshToken: string } }) => ({
  accessToken: signedIn.accessToken,
  refreshToken: signedIn.authSession.refreshToken,
});

const wallet = new Wallet(`0x${'11'.repeat(32)}`);
const web3 = (backend: SecondBackend, call: 'request' | 'validate', body: object) =>
  sendRequest(backend, 'POST', `/user/auth/web3/${call}`, { body: { walletAddress: wallet.address.toLowerCase(), ...body } });

test('by wallet: the message of EIP-4361, signed, signs in once', async () => {
  const backend = await started();
  const { status, body } = await web3(backend, 'request', {});
  expect(status).toBe(201);
  const { host } = new URL(backend.url);
  expect(body.msg).toMatch(
    new RegExp(
      `^${host} wants you to sign in with your Ethereum account:\n${wallet.address}\n\n[^\n]+\n\nURI: http://${host}\nVersion: 1\n` +
        `Chain ID: 84532\nNonce: ${body.nonce}\nIssued At: [^\n]+Z\nExpiration Time: [^\n]+Z$`,
    ),
  );
  expect(body.nonce).toMatch(/^[a-z0-9]{8,}$/);
  const at = (name: string) => Date.parse(new RegExp(`${name}: (.+)`).exec(body.msg)?.[1] ?? '');
  expect(at('Expiration Time') - at('Issued At')).toBe(300_000);
  expect(Math.abs(at('Issued At') - Date.now())).toBeLessThan(10_000);

  const signature = await wallet.signMessage(body.msg);
  const entered = await web3(backend, 'validate', { signature });
  expect(entered).toMatchObject({ status: 201, body: { type: 'WEB3', identifier: wallet.address, user: { wallet: null } } });
  await worksAs(backend, pairIn(entered.body), { identifier: wallet.address, userId: entered.body.userId });
  expect(await web3(backend, 'validate', { signature })).toMatchObject({ status: 401, body: { message: 'Invalid signature!' } });
});

test('by wallet: another key, another text, a malformed signature, a late one, and no address are refused', async () => {
  const backend = await started();
  const signed = async (by: Wallet, change = (text: string) => text) =>
    by.signMessage(change((await web3(backend, 'request', {})).body.msg));
  const refused = async (signature: string) => expect((await web3(backend, 'validate', { signature })).status).toBe(401);
  await refused(await signed(new Wallet(`0x${'22'.repeat(32)}`)));
  await refused(await signed(wallet, (text) => `${text} `));
  await refused(Signature.from(await signed(wallet)).compactSerialized);
  await refused('0x');
  const late = await signed(wallet);
  later(300_001);
  await refused(late);
  expect((await web3(backend, 'request', { walletAddress: '0x12' })).status).toBe(400);
  expect((await web3(backend, 'validate', {})).status).toBe(400);
});

test('by wallet: a test sets the message to sign', async () => {
  const backend = await started();
  backend.web3Message(({ text, address, nonce }) => text.replace(/^\S+/, 'evil.example').replace(nonce, `${address}\u202e`));
  const { body } = await web3(backend, 'request', {});
  expect(body.msg).toMatch(/^evil\.example wants .*\u202e/s);
  expect((await web3(backend, 'validate', { signature: await wallet.signMessage(body.msg) })).status).toBe(201);
  backend.web3Message();
  expect((await web3(backend, 'request', {})).body.msg.startsWith(new URL(backend.url).host)).toBe(true);
});

test('from another device: a code signs in once, within five minutes, while the session that made it is valid', async () => {
  const backend = await started();
  const first = backend.signIn('Ada');
  const code = async () => (await sendRequest(backend, 'POST', '/user/auth/deferred', { token: first.accessToken, headers: client })).body;
  const validate = (body: object, headers: Record<string, string> = client) =>
    sendRequest(backend, 'POST', '/user/auth/deferred/validate', { headers, body });

  const share = await code();
  expect(share).toEqual({ type: 'GOOGLE', code: expect.stringMatching(/^\w{16,}$/) });
  expect(backend.calls.at(-1)).toMatchObject({ headers: client, body: undefined });
  const entered = await validate(share);
  expect(entered).toMatchObject({ status: 201, body: { name: 'Ada', authSession: { authClient: null } } });
  expect(backend.calls.at(-1)).toMatchObject({ headers: client, body: share });
  await worksAs(backend, pairIn(entered.body), { name: 'Ada' });
  expect(pairIn(entered.body).refreshToken).not.toBe(first.refreshToken);
  expect((await validate(share)).status).toBe(401);
  expect((await validate({ ...(await code()), type: 'WEB3' })).status).toBe(401);

  const unused = await code();
  expect((await validate(unused, { 'x-auth-client-id': 'Clutch' })).status).toBe(426);
  expect((await validate(unused, { ...client, 'x-auth-client-version': '0' })).status).toBe(426);
  expect((await validate(unused, { 'x-auth-client-version': '1' })).status).toBe(426);
  expect((await validate(unused, { ...client, 'x-auth-client-id': 'Nobody' })).status).toBe(404);
  expect((await validate(unused)).status).toBe(201); // a refused attempt does not use it up
  const [late, ended] = [await code(), await code()];
  later(300_001);
  expect((await validate(late)).status).toBe(401);
  vi.useRealTimers();
  await sendRequest(backend, 'POST', '/user/auth/sign-out', { token: first.accessToken });
  expect((await validate(ended)).status).toBe(401);

  const statusFor = (sent: Sent) => sendRequest(backend, 'POST', '/user/auth/deferred', sent).then(({ status }) => status);
  const token = backend.signIn().accessToken;
  expect([await statusFor({ headers: client }), await statusFor({ token: first.accessToken, headers: client })]).toEqual([401, 401]);
  expect([await statusFor({ token }), await statusFor({ token, headers: { 'x-auth-client-id': 'clutch' } })]).toEqual([426, 404]);
  expect(await statusFor({ token, headers: { 'x-auth-client-id': 'MusubiWeb' } })).toBe(201);
});

test('the published vector of the header is accepted', () => {
  const xpub = 'xpub6Cx5TLCAQgi6JXxqZ3tK6QrzyQiweafUQJ267e6M2XiZ7am2wXhwEa6Go18ScekXdN1DTazvUCu87sJESH6AWHLacQTRUYVcYAUgvUJkCFA';
  const header = `${xpub}:1659172820501:H6oM3YyW5k0FB5dQYymrjDPWouJsrAH2UUZBnmWmIUJ3KDv3Q3UXK1hQiJnB6/2GAlIapytoH1UEUF4K9FMxvSc=`;
  const body = 'This is the test for signing and verifying message';
  expect(signerOf(header, body)).toBe(xpub);
  for (const [other, text] of [
    [header, `${body}.`],
    [header.replace('501:', '502:'), body],
    [header.replace(':H6oM', ':IKoM'), body],
    [header.replace(':H6oM', ':G6oM'), body],
    [header.replace(xpub, account().xpub), body],
    [header.slice(0, -1), body],
  ])
    expect(signerOf(other, text ?? ''), other).toBeUndefined();
});

/** A key of a public test phrase, and its signatures. */
function account(path = "m/44'/60'/0'") {
  const node = HDNodeWallet.fromPhrase('test test test test test test test test test test test junk', '', path);
  return { xpub: node.neuter().extendedKey, xprv: node.extendedKey, sign: (message: string) => bitcoinSigned(node.signingKey, message) };
}
function bitcoinSigned(key: SigningKey, message: string): string {
  const text = toUtf8Bytes(message);
  const length = text.length < 253 ? [text.length] : [253, text.length & 255, text.length >> 8];
  const digest = sha256(sha256(concat([toUtf8Bytes('\x18Bitcoin Signed Message:\n'), hexlify(new Uint8Array(length)), text])));
  const { r, s, yParity } = Signature.from(key.sign(digest));
  return Buffer.from(concat([hexlify(new Uint8Array([31 + yParity])), r, s]).slice(2), 'hex').toString('base64');
}

test('by wallet key: the header of CONTRACT.md 7.3 returns a pair, any other is refused', async () => {
  const backend = await started();
  const { xpub, xprv, sign } = account();
  const ms = String(Date.now());
  const enter = (signature: string | undefined, body?: unknown, headers: Record<string, string> = client) =>
    sendRequest(backend, 'POST', '/user/v2/accounts/token/hmac', {
      headers: { ...headers, ...(signature && { 'x-hmac-sig': signature }) },
      ...(body !== undefined && { body }),
    });
  const good = `${xpub}:${ms}:${sign(`{}|${ms}`)}`;
  const entered = await enter(good);
  expect(entered).toMatchObject({ status: 201, body: { accessToken: expect.any(String), refreshToken: expect.any(String) } });
  expect(backend.calls.at(-1)?.headers).toEqual({ ...client, 'x-hmac-sig': good });
  await worksAs(backend, entered.body, { type: 'HMAC', identifier: xpub });
  const long = { text: 'x'.repeat(300) };
  expect((await enter(`${xpub}:${ms}:${sign(`${JSON.stringify(long)}|${ms}`)}`, long)).status).toBe(201);

  const seconds = ms.slice(0, 10);
  const [child, shallow] = [account("m/44'/60'/0'/0"), account("m/0'")];
  for (const bad of [
    undefined,
    `${xpub}:${Number(ms) + 1}:${sign(`{}|${ms}`)}`,
    `${xpub}:${ms}:${sign(`|${ms}`)}`,
    `${xpub}:${seconds}:${sign(`{}|${seconds}`)}`,
    `${xpub}:${ms}:${sign(`{}|${ms}`).slice(0, -2)}`,
    `${xpub}:${ms}:${child.sign(`{}|${ms}`)}`,
    `${child.xpub}:${ms}:${child.sign(`{}|${ms}`)}`,
    `${shallow.xpub}:${ms}:${shallow.sign(`{}|${ms}`)}`,
    `${xprv}:${ms}:${sign(`{}|${ms}`)}`,
    `${good}:`,
  ])
    expect(await enter(bad), bad ?? 'none').toMatchObject({ status: 401, body: { message: 'Invalid Hmac sig!' } });
  expect(await enter(good, { other: true })).toMatchObject({ status: 401 });
  expect(await enter(good, undefined, { ...client, 'x-auth-client-id': 'Nobody' })).toMatchObject({
    status: 403,
    body: { code: 'INVALID_CLIENT' },
  });
  expect(await enter(good, undefined, {})).toMatchObject({ status: 426, body: { code: 'REQUIRED_CLIENT_VERSION_UPDATE' } });
});

test('from Telegram and Privy: the same proof is the same user, and is never returned', async () => {
  const backend = await started();
  const ride = (initData?: unknown) => sendRequest(backend, 'POST', '/ride-hailing/v1/auth/login', { body: { initData } });
  const entered = await ride('user=1&hash=secret');
  expect(entered.status).toBe(201);
  expect(Object.keys(entered.body)).toEqual(['accessToken', 'refreshToken']);
  await worksAs(backend, entered.body, { type: 'TELEGRAM_MINIAPP' });
  expect([(await ride()).status, (await ride('')).status, (await ride(1)).status]).toEqual([400, 400, 400]);

  const privy = (body?: unknown) => sendRequest(backend, 'POST', '/user/auth/privy/signin', { body });
  const one = await privy({ name: 1, proof: 'private' });
  expect(one).toMatchObject({ status: 201, body: { type: 'PRIVY' } });
  expect(JSON.stringify(one.body)).not.toContain('private');
  await worksAs(backend, pairIn(one.body), { userId: one.body.userId });
  expect((await privy({ token: 'private' })).body.userId).toBe(one.body.userId);
  expect((await privy({ token: 'another' })).body.userId).not.toBe(one.body.userId);
  for (const nothing of [undefined, {}, { token: '' }, 'private', null]) expect((await privy(nothing)).status).toBe(400);
});

test('through other providers: the browser is redirected to the configured address', async () => {
  const backend = await started();
  const lead = async (from: SecondBackend, path: string) => {
    const { status, headers } = await sendRequest(from, 'GET', `/user/auth/${path}`);
    return [status, headers.get('location')];
  };
  const back = 'http://127.0.0.1:9/done?a=1&b=2';
  for (const provider of ['google', 'discord', 'facebook', 'twitter'])
    expect(await lead(backend, `${provider}?redirectUrl=${encodeURIComponent(back)}`)).toEqual([
      302,
      `https://accounts.example/${provider}?redirect=http%3A%2F%2F127.0.0.1%3A9%2Fdone%3Fa%3D1%26b%3D2`,
    ]);
  expect(await lead(backend, 'google')).toEqual([400, null]);
  expect(await lead(backend, 'apple?redirectUrl=x')).toEqual([404, null]);
  const own = await started({ redirect: (provider, redirectUrl) => `${redirectUrl}&from=${provider}` });
  expect(await lead(own, `twitter?redirectUrl=${encodeURIComponent(back)}`)).toEqual([302, `${back}&from=twitter`]);
});

const share = (polynomialID: string, more = {}) => JSON.stringify({ share: { share: 'ab', shareIndex: '1' }, polynomialID, ...more });
const ada = { type: 'GOOGLE', identifier: 'ada@example.com', token: 'of-google' };

test('an account: created once, found, restored, its share read and replaced, deleted with its sessions', async () => {
  const backend = await started();
  const accounts = (path: string, sent: Sent = {}) =>
    sendRequest(backend, 'POST', `/user/v2/accounts${path}`, { headers: client, ...sent });
  const exists = async (body: object) => (await accounts('/check', { body })).body;
  const shareOf = (more = {}) => sendRequest(backend, 'GET', `/user/v2/accounts/ss?${new URLSearchParams({ ...ada, ...more })}`);
  const noUser = { status: 404, body: { message: expect.stringContaining('There is no user'), code: 'NOT_FOUND_USER' } };

  expect(await exists(ada)).toEqual({ exists: false });
  expect(await accounts('/restore', { body: { ...ada, share: share('p'), walletAddress0: '0x1' } })).toMatchObject(noUser);
  expect(await shareOf()).toMatchObject(noUser);
  const created = await accounts('', { body: { ...ada, share: share('p1') } });
  expect(created.status).toBe(201);
  await worksAs(backend, created.body, { type: 'GOOGLE', userId: created.body.id, user: { email: ada.identifier } });
  expect(await exists(ada)).toEqual({ exists: true });
  expect([await exists({ ...ada, type: 'APPLE' }), await exists({ type: 'GOOGLE', token: 'of-google' })]).toEqual(
    [false, false].map((no) => ({ exists: no })),
  );
  expect(await accounts('', { body: { ...ada, share: share('p2') } })).toMatchObject({ status: 409, body: { code: 'ALREADY_EXIST' } });
  expect(await shareOf()).toMatchObject({ status: 200, body: { jsonString: share('p1'), polynomialId: 'p1' } });

  expect(await accounts('/restore', { body: { ...ada, share: share('p2'), walletAddress0: '0x1' } })).toMatchObject({
    status: 201,
    body: { status: 'ok' },
  });
  expect((await accounts('/restore', { body: { ...ada, share: share('p3') } })).status).toBe(400);
  expect([(await shareOf({ polynomialId: 'p2' })).status, (await shareOf({ polynomialId: 'p1' })).status]).toEqual([200, 404]);
  const put = (sent: Sent) => sendRequest(backend, 'PUT', '/user/v2/accounts/ss', sent);
  const third = share('p3', { deviceShareIndex: '2' });
  expect(await put({ token: created.body.accessToken, body: { share: third } })).toMatchObject({
    status: 200,
    body: { jsonString: third, polynomialId: 'p3', deviceShareIndex: '2' },
  });
  expect((await put({ body: { share: third } })).status).toBe(401);

  const other = backend.signIn();
  expect((await accounts('/delete', { token: created.body.accessToken })).body).toEqual({ status: 'ok' });
  expect([created.body.refreshToken, other.refreshToken].map(backend.alive)).toEqual([false, true]);
  expect(await exists(ada)).toEqual({ exists: false });
  expect(await accounts('/delete', { token: created.body.accessToken })).toMatchObject({ status: 401, body: { code: 'EXPIRED_SESSION' } });
});

test('an account is identified by its token; missing fields are 400, the client is checked', async () => {
  const backend = await started();
  const accounts = (body: unknown, headers: Record<string, string> = client) =>
    sendRequest(backend, 'POST', '/user/v2/accounts', { headers, body });
  const apple = { type: 'APPLE', token: 'of-apple', share: share('p') };
  const created = await accounts(apple);
  await worksAs(backend, created.body, { type: 'APPLE', identifier: expect.not.stringContaining('of-apple') });
  expect((await accounts({ ...apple, identifier: '' })).status).toBe(409);
  expect((await accounts({ ...apple, token: 'another' })).status).toBe(201);
  for (const wrong of [
    { type: 'WEB3' },
    { token: '' },
    { share: JSON.stringify({ share: { share: 'ab', shareIndex: '1' } }) },
    { share: 'text' },
    { share: '{"polynomialID":"p"}' },
    { share: { share: 'ab' } },
  ])
    expect((await accounts({ ...apple, token: 'new', ...wrong })).status, JSON.stringify(wrong)).toBe(400);
  expect((await accounts({ ...apple, token: 'new' }, { ...client, 'x-auth-client-id': 'Nobody' })).body.code).toBe('INVALID_CLIENT');
  expect((await accounts({ ...apple, token: 'new' }, { 'x-auth-client-id': 'Clutch' })).status).toBe(426);
});

test('several users: each sees and ends only their own sessions', async () => {
  const backend = await started();
  const [ada1, ada2, bob, deleted] = [backend.signIn('Ada'), backend.signIn('Ada'), backend.signIn('Bob'), backend.signIn()];
  const idsOf = async ({ accessToken: token }: typeof bob) =>
    (await sendRequest(backend, 'GET', '/user/auth/sessions', { token })).body.map(({ id }: { id: string }) => id);
  expect((await idsOf(ada1)).length).toBe(2);
  expect(await idsOf(ada2)).toEqual(await idsOf(ada1));
  const [bobs] = await idsOf(bob);
  expect((await sendRequest(backend, 'DELETE', `/user/auth/sessions/${bobs}`, { token: ada1.accessToken })).status).toBe(404);
  expect(backend.alive(bob.refreshToken)).toBe(true);
  await worksAs(backend, bob, { name: 'Bob', identifier: 'Bob@example.com' });
  await worksAs(backend, deleted, { name: 'Second Person', identifier: 'second@example.com' });
});

test('infrastructure: metrics of every service, health of three', async () => {
  const backend = await started();
  const get = async (path: string) => {
    const response = await fetch(`${backend.url}${path}`, { headers: { authorization: 'Bearer over' } });
    return [response.status, response.headers.get('content-type')?.split(';')[0], await response.text()];
  };
  for (const service of ['user', 'push', 'ride-hailing'])
    expect(await get(`/${service}/metrics`)).toEqual([200, 'text/plain', 'process_cpu_seconds_total 1.5\n']);
  for (const service of ['push', 'watcher-worker', 'statistics'])
    expect(await get(`/${service}/health`)).toEqual([200, 'application/json', '{"status":"ok"}']);
  expect((await sendRequest(backend, 'GET', '/user/health')).status).toBe(404);
  expect((await sendRequest(backend, 'POST', '/user/metrics')).status).toBe(404);
});

test('the clock in the Date header is set wrong and right again, also for faults', async () => {
  const backend = await started();
  const off = async () => Date.parse((await sendRequest(backend, 'GET', '/push/health')).headers.get('date') ?? '') - Date.now();
  expect(Math.abs(await off())).toBeLessThan(5000);
  backend.clock(-3_600_000);
  expect(Math.abs((await off()) + 3_600_000)).toBeLessThan(5000);
  backend.injectFaults(() => ({ status: 500, body: {} }));
  expect(Math.abs((await off()) + 3_600_000)).toBeLessThan(5000);
  backend.injectFaults(() => ({ status: 500, body: {}, headers: { Date: 'Thu, 01 Jan 1970 00:00:00 GMT' } }));
  expect((await off()) + Date.now()).toBeLessThan(5000);
  backend.injectFaults();
  backend.clock(0);
  expect(Math.abs(await off())).toBeLessThan(5000);
});

test('a body that is not JSON is kept as text', async () => {
  const backend = await started();
  const response = await fetch(`${backend.url}/user/auth/web3/request?a=1`, { method: 'POST', body: '{"walletAddress":' });
  expect(response.status).toBe(400);
  expect(backend.calls.at(-1)).toMatchObject({ path: '/user/auth/web3/request?a=1', body: '{"walletAddress":', status: 400 });
});
