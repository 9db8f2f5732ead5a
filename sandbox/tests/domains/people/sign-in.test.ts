// Sign-in and linking with a wallet and a wallet key, with signatures of another library.

import { Wallet } from 'ethers';
import { describe, expect, it } from 'vitest';
import { askForRide, sandboxOfEachTest } from '../../support.js';
import { accountKey, testPhrase, walletAt, walletKeyHeader } from '../../wallet-key.js';

const sandbox = sandboxOfEachTest();

const request = (walletAddress: string, headers = {}) =>
  sandbox.post('user/auth/web3/request', { walletAddress }, { headers });
const validate = (walletAddress: string, signature: string) =>
  sandbox.post('user/auth/web3/validate', { walletAddress, signature });
const current = async (token: string) => (await sandbox.get('user/users/current', { token })).body;
const statusAndCode = ({ status, body }: { status: number; body: { code?: string; accessToken?: string } }) => {
  expect(body.accessToken).toBeUndefined();
  return `${status} ${body.code}`;
};
const minute = 60_000;

describe('the web3 sign-in', () => {
  it('signs in whoever signs it, once', async () => {
    const wallet = walletAt(0);
    const { msg } = (await request(wallet.address.toLowerCase())).body;
    const signature = await wallet.signMessage(msg);
    const signedIn = await validate(wallet.address, signature);
    expect([signedIn.status, signedIn.body.type, signedIn.body.user.name]).toEqual([201, 'WEB3', 'Mina Park']);
    const user = { wallet: { verified: true } };
    expect(await current(signedIn.body.accessToken)).toMatchObject({ identifier: wallet.address, user });
    const renewed = await sandbox.post('user/v2/accounts/sessions/refresh', undefined, {
      token: signedIn.body.authSession.refreshToken,
    });
    expect(renewed.status).toBe(201);
    expect(statusAndCode(await validate(wallet.address, signature))).toBe('401 EXPIRED_NONCE');
  });

  it('refuses other keys, other texts, older messages and invalid signatures', async () => {
    const wallet = walletAt(0);
    const { address } = wallet;
    expect(statusAndCode(await validate(address, await wallet.signMessage('anything')))).toBe('401 EXPIRED_NONCE');
    const { msg: older } = (await request(address)).body;
    const { msg } = (await request(address)).body;
    const forged = [
      await walletAt(1).signMessage(msg),
      await wallet.signMessage(`${msg} `),
      await wallet.signMessage(older),
      '0x',
      `0x${'00'.repeat(65)}`,
      `${(await wallet.signMessage(msg)).slice(0, -2)}1d`,
    ];
    for (const signature of forged)
      expect(statusAndCode(await validate(address, signature)), signature).toBe('401 INVALID_SIGNATURE');
    // The message of one address does not sign in another.
    expect(statusAndCode(await validate(walletAt(1).address, await wallet.signMessage(msg)))).toBe('401 EXPIRED_NONCE');
    const good = await wallet.signMessage(msg);
    await sandbox.advance('1h'); // world time is not the wall clock
    sandbox.clock.wall += 5 * minute - 1;
    expect((await validate(address, good)).status).toBe(201);
    const { msg: last } = (await request(address)).body;
    sandbox.clock.wall += 5 * minute;
    expect(statusAndCode(await validate(address, await wallet.signMessage(last)))).toBe('401 EXPIRED_NONCE');
    for (const malformed of ['0x12', address.slice(2), `${address}0`, address.replace('F', 'f'), 'mina'])
      expect(statusAndCode(await request(malformed)), malformed).toBe('400 INVALID_REQUEST');
  });
});

describe('linking a wallet', () => {
  const link = (token: string, address: string) => sandbox.post('user/users/current/wallet', { address }, { token });
  const sign = (token: string, signature: string) =>
    sandbox.post('user/users/current/wallet/sign', { signature }, { token });

  it('changes the main wallet after the new one has signed', async () => {
    const { accessToken: token, user } = await sandbox.signIn('lan');
    const wallet = Wallet.createRandom();
    const challenge = await link(token, wallet.address);
    expect(challenge.body.wallet).toMatchObject({
      ...{ address: wallet.address, verified: false, userId: user.id, authNonce: challenge.body.nonce },
    });
    const main = async () => (await sandbox.get('user/users/current/wallet/main', { token })).body;
    expect(await main()).toMatchObject({ address: walletAt(3).address, verified: true });
    expect(statusAndCode(await sign(token, await walletAt(3).signMessage(challenge.body.msg)))).toBe(
      '401 INVALID_SIGNATURE',
    );
    const signature = await wallet.signMessage(challenge.body.msg);
    const linked = await sign(token, signature);
    expect([linked.status, linked.body.type, linked.body.userId]).toEqual([201, 'WEB3', user.id]);
    expect((await current(linked.body.accessToken)).user.name).toBe('Lan Tran');
    expect(await main()).toMatchObject({ address: wallet.address, verified: true, authNonce: null });
    const onEthereum = (await sandbox.get('user/v3/wallets?network=ETHEREUM', { token })).body;
    expect(onEthereum.map((one: { address: string; main: boolean }) => [one.address, one.main])).toEqual([
      [walletAt(3).address, false],
      [wallet.address, true],
    ]);
    expect(statusAndCode(await sign(token, signature))).toBe('401 EXPIRED_NONCE');
    const { msg } = (await request(wallet.address)).body;
    expect((await validate(wallet.address, await wallet.signMessage(msg))).body.userId).toBe(user.id);
  });

  it('is refused for the wallet of somebody else, and a link message signs nobody in', async () => {
    const { accessToken: token } = await sandbox.signIn('partner');
    const wallet = walletAt(0);
    const { msg } = (await link(token, wallet.address)).body;
    expect((await sandbox.get('user/users/current/wallet/main', { token })).body).toMatchObject({ verified: false });
    expect(statusAndCode(await validate(wallet.address, await wallet.signMessage(msg)))).toBe('401 EXPIRED_NONCE');
    expect(statusAndCode(await sign(token, await wallet.signMessage(msg)))).toBe('409 ALREADY_EXIST');
    expect((await link('', wallet.address)).status).toBe(401);
  });

  it('grants nothing before it is signed: no session, no money', async () => {
    const { accessToken: token, user } = await sandbox.signIn('partner');
    const wallet = Wallet.createRandom();
    await link(token, wallet.address);
    const { msg } = (await request(wallet.address)).body;
    const signedIn = (await validate(wallet.address, await wallet.signMessage(msg))).body;
    expect(signedIn.userId).not.toBe(user.id);
    await link(token, walletAt(0).address);
    const challenge = await askForRide(sandbox, token, {}, 'USDC_BASE_SEPOLIA');
    expect(challenge.status, challenge.text).toBe(201);
    await sandbox.advance('4m');
    const { body } = await sandbox.get(`ride-hailing/v1/rides/request/${challenge.body.rideRequestId}`, { token });
    expect(body.status).toBe('EXPIRED_BEFORE_PAY');
  });
});

describe('wallet-key signatures', () => {
  const signed = (path: string, header: string, body?: unknown, headers = {}) =>
    sandbox.post(`user/${path}`, body, { headers: { 'x-hmac-sig': header, ...headers } });
  const invalid = { message: 'Invalid Hmac sig!' };

  it('of the reference implementation equal the known vector', () => {
    const phrase =
      'antenna guess solve guard cross scrap leg check three art galaxy sail jacket fade tool frost false tree relief mule sock future rail abuse';
    expect(
      walletKeyHeader(accountKey(phrase), 'This is the test for signing and verifying message', 1659172820501),
    ).toBe(
      'xpub6Cx5TLCAQgi6JXxqZ3tK6QrzyQiweafUQJ267e6M2XiZ7am2wXhwEa6Go18ScekXdN1DTazvUCu87sJESH6AWHLacQTRUYVcYAUgvUJkCFA:1659172820501:H6oM3YyW5k0FB5dQYymrjDPWouJsrAH2UUZBnmWmIUJ3KDv3Q3UXK1hQiJnB6/2GAlIapytoH1UEUF4K9FMxvSc=',
    );
  });

  it('start a session', async () => {
    const key = accountKey(testPhrase);
    const tokens = (header: string, headers = {}) => signed('v2/accounts/token/hmac', header, undefined, headers);
    const header = walletKeyHeader(key, '{}', sandbox.clock.wall);
    const { status, body } = await tokens(header);
    expect([status, Object.keys(body)]).toEqual([201, ['accessToken', 'refreshToken']]);
    expect(await current(body.accessToken)).toMatchObject({
      ...{ type: 'HMAC', identifier: walletAt(0).address, user: { name: 'Mina Park' } },
    });
    expect((await tokens(header, { 'x-auth-client-id': 'Nobody' })).body).toEqual({
      message: 'Invalid auth client!',
      code: 'INVALID_CLIENT',
    });
    expect(statusAndCode(await tokens(header, { 'x-auth-client-id': 'DemocopterApp' }))).toBe(
      '426 REQUIRED_CLIENT_VERSION_UPDATE',
    );
    const strange = accountKey(Wallet.createRandom().mnemonic!.phrase);
    expect(statusAndCode(await tokens(walletKeyHeader(strange, '{}', sandbox.clock.wall)))).toBe(
      '422 MUST_BE_SIGNED_UP',
    );
    expect((await sandbox.post('user/v2/accounts/token/hmac')).body).toEqual(invalid);
  });

  it('are refused when they are stale, of another text, or incomplete', async () => {
    const key = accountKey(testPhrase);
    const { wall } = sandbox.clock;
    const header = walletKeyHeader(key, '{}', wall);
    const [xpub, time, signature] = header.split(':') as [string, string, string];
    const bytes = Buffer.from(signature, 'base64');
    const otherRecovery = Buffer.concat([Buffer.of(bytes[0]! ^ 0b11), bytes.subarray(1)]).toString('base64');
    const bad = [
      walletKeyHeader(key, '{"a":1}', wall),
      walletKeyHeader(key, '{}', wall - 5 * minute - 1),
      walletKeyHeader(key, '{}', wall + 5 * minute + 1),
      `${xpub}:${wall + 1}:${signature}`,
      `${accountKey(Wallet.createRandom().mnemonic!.phrase).neuter().extendedKey}:${time}:${signature}`,
      `${xpub.slice(0, -1)}${xpub.endsWith('x') ? 'y' : 'x'}:${time}:${signature}`,
      `${xpub}:${time}:${otherRecovery}`,
      `${xpub}:${time}:${signature.slice(0, -4)}`,
      `${xpub}:${time}`,
      'x',
    ];
    for (const one of bad) {
      const { status, body } = await signed('v2/accounts/token/hmac', one);
      expect([status, body], one).toEqual([401, invalid]);
    }
    expect((await signed('v2/accounts/token/hmac', walletKeyHeader(key, '{}', wall - 5 * minute))).status).toBe(201);
  });
});
