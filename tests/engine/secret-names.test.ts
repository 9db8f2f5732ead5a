// Secrets never come from the command line: fields of secret names are refused by every call, and their values are not repeated.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isSecretField } from '../../src/engine/secret-names.js';
import { knownFields } from '../../src/services/http/params.js';
import { allCalls } from '../support/catalogue.js';
import { exit } from '../support/exit.js';
import { newUser } from '../support/tuk.js';

const secret = 'hunter22-SECRET-value';
const names = [
  'token',
  'share',
  'refreshToken',
  'refresh_token',
  'access-token',
  'password',
  'Password',
  'newPassword',
  'a.password',
  'privateKey',
  'mnemonic',
  'seedPhrase',
  'apiKey',
  'clientSecret',
  'otp',
  'pin',
  'fcmToken',
  'idtoken',
  'jsonString',
  'initData',
  'ｔoken',
  'to\u200bken',
  ' token',
  'pässword',
  'pass\u00adword',
  'deviceShare',
  'serverShare',
  'share1',
  'key_share',
  'privyToken',
  'googleToken',
  'userToken',
  'usertoken',
  'tokenValue',
  'token_string',
  'password1',
  'passwordConfirm',
  'passwordConfirmation',
  'pass',
  'privKey',
  'PRIVKEY',
  'keystore',
  'secretRecoveryPhrase',
];

test.each(names)('%s is refused by every option, before anything is sent, and is not repeated', async (name) => {
  const { run } = newUser();
  for (const line of [
    ['api', 'user', 'set-email', '-f', `${name}=${secret}`, '--yes'],
    ['api', 'user', 'set-email', '-F', `${name}="${secret}"`, '--yes'],
    ['api', 'user', 'set-email', '-F', `${name}=${secret}`, '--yes'],
    ['api', 'user', 'set-email', '-F', `body={"deep":[{"${name.replace('a.', '')}":"${secret}"}]}`, '--yes'],
    ['api', 'user', 'get-current', '--query', `${name}=${secret}`],
    ['api', 'GET', 'user', `/users/current?${encodeURIComponent(name)}=${secret}`],
    ['api', 'POST', 'user', '/users/email/me', '-f', `${name}=${secret}`, '--yes'],
    ['points', 'transfer', '--to', 'dara', '--amount', '1', '-f', `${name}=${secret}`, '--yes'],
  ]) {
    const { code, stdout, stderr } = await run(line);
    expect([line, code, stdout, stderr]).toEqual([line, exit.usage, '', expect.stringContaining('never comes from the command line')]);
    expect(stderr).not.toMatch(/hunter22|nothing here is real/);
  }
});

test.each(['a[password]', 'a%5Bpassword%5D', 'x=1;password', 'x=1%3Bpassword', 'x[]=1&deviceShare', 'TOKEN[value]'])(
  'in a query that was typed whole: %s',
  async (start) => {
    const { run } = newUser();
    for (const end of ['', '#x', '&y= ']) {
      const { code, stderr } = await run(['api', 'GET', 'user', `/users/current?${start}=${secret}${end}`]);
      expect([code, stderr]).toEqual([exit.usage, expect.stringContaining('never comes from the command line')]);
      expect(stderr).not.toContain('hunter22');
    }
  },
);

test('a list, an object within a known field, and another spelling of token are checked', async () => {
  expect(isSecretField('token', [secret])).toBe(true);
  expect(isSecretField('ｔoken', 'USDC')).toBe(true);
  expect(isSecretField('meta.password', 'x')).toBe(true);
});

test('no name of the catalogue but those of secrets is one', async () => {
  const { assumedOf } = await import('../../src/services/catalogue/assumed-fields.js');
  const names = new Map<string, boolean>();
  for (const call of await allCalls()) {
    for (const [name, { secret }] of Object.entries({ ...knownFields(call.query), ...knownFields(call.body) }))
      names.set(name, names.get(name) === true || secret === true);
    for (const name of Object.values((await assumedOf(call.service))[call.name] ?? {})) if (!names.has(name)) names.set(name, false);
  }
  expect(names.size).toBeGreaterThan(100);
  const wrong = [...names].filter(([name, isSecret]) => !isSecret && isSecretField(name, 'MVL')).map(([name]) => name);
  expect(wrong).toEqual([]);
});

test('it is taken from a file', async () => {
  const { run, home } = newUser();
  await run('login --as mina');
  writeFileSync(path.join(home, 'body.json'), JSON.stringify({ email: 'a@b.c', password: secret }));
  expect((await run(`api user set-email --input ${path.join(home, 'body.json')} --yes`)).stderr).not.toContain('never comes');
});

test.each([
  ['token', 'USDC'],
  ['token', 'bMVL'],
  ['token', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  ['tokenAddress', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  ['tokenId', '77'],
  ['tokenType', 'ERC20'],
  ['tokenSymbol', 'mvl'],
  ['tokenName', 'Mass Vehicle Ledger'],
  ['sellToken', 'usdc'],
  ['buyToken', 'MVL'],
  ['toToken', 'MVL'],
  ['fromTokenAddress', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  ['token_id', '77'],
  ['token0', 'USDC'],
  ['tokensOwned', '3'],
  ['revenueShare', '0.5'],
  ['sharePrice', '2'],
  ['passengerName', 'Dara'],
  ['boardingPassUrl', 'x'],
  ['idempotencyKey', 'march-rent'],
  ['shareCount', '7'],
  ['shares', '2'],
  ['shares', '2.5'],
  ['orderShares', '10'],
  ['pinned', 'true'],
  ['secretary', 'Mina'],
  ['passenger', 'Dara'],
  ['compass', 'north'],
])('%s=%s is no secret', (name, value) => {
  expect(isSecretField(name, value)).toBe(false);
});

test.each([
  ['share', '2'],
  ['shares', 'abc'],
  ['shares', '12345678901234567890'],
  ['shares', '0x12'],
  ['keyShares', '2'],
  ['wallet_shares', '2'],
  ['shares', undefined],
])('%s=%s is a secret', (name, value) => {
  expect(isSecretField(name, value)).toBe(true);
});
