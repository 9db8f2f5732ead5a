// Secrets never come from the command line: fields of secret names are refused by every call, and their values are not repeated.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isSecretField } from '../../src/engine/secret-names.js';
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
];

test.each(names)('%s is refused by every option, before anything is sent, and is not repeated', async (name) => {
  const { run } = newUser();
  for (const line of [
    ['api', 'user', 'set-email', '-f', `${name}=${secret}`, '--yes'],
    ['api', 'user', 'set-email', '-F', `${name}="${secret}"`, '--yes'],
    ['api', 'user', 'set-email', '-F', `${name}=${secret}`, '--yes'],
    ['api', 'user', 'set-email', '-F', `body={"deep":[{"${name.replace('a.', '')}":"${secret}"}]}`, '--yes'],
    ['api', 'user', 'get-current', '--query', `${name}=${secret}`],
    ['api', 'GET', 'user', `/users/current?${name}=${secret}`],
    ['api', 'POST', 'user', '/users/email/me', '-f', `${name}=${secret}`, '--yes'],
    ['points', 'transfer', '--to', 'dara', '--amount', '1', '-f', `${name}=${secret}`, '--yes'],
  ]) {
    const { code, stdout, stderr } = await run(line);
    expect([line, code, stdout]).toEqual([line, 2, '']);
    expect(stderr).toContain('never comes from the command line');
    expect(stderr).not.toMatch(/hunter22|nothing here is real/);
  }
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
  ['shareCount', '7'],
  ['pinned', 'true'],
  ['secretary', 'Mina'],
  ['passenger', 'Dara'],
  ['compass', 'north'],
])('%s=%s is no secret', (name, value) => {
  expect(isSecretField(name, value)).toBe(false);
});
