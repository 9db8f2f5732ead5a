// Secrets never come from the command line: fields of secret names are refused by every call, and their values are not
// repeated.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isSecretField } from '../../../src/engine/request/secret-names.js';
import { assumedOf } from '../../../src/services/catalogue/assumed-fields.js';
import { knownFields } from '../../../src/services/http/params.js';
import { allCalls } from '../../support/catalogue.js';
import { exit } from '../../support/exit.js';
import { newUser } from '../../support/tuk.js';
import { signedIn } from '../../support/users.js';

const secret = 'hunter22-SECRET-value';
const secretNames = [
  'token share refreshToken refresh_token Password a.password a[password] privateKey mnemonic seedPhrase apiKey',
  'clientSecret otp pin fcmToken idtoken jsonString initData ｔoken pässword deviceShare share1 key_share userToken',
  'usertoken tokenValue password1 pass PRIVKEY keystore secretRecoveryPhrase',
]
  .join(' ')
  .split(' ');
test.each([...secretNames, 'to\u200bken', ' token', 'pass\u00adword'])('%s is the name of a secret', (name) => {
  expect(isSecretField(name, secret)).toBe(true);
  expect(isSecretField(name, [secret])).toBe(true);
});

const secrets = ['password', 'share', ' token', 'to\u200bken'];
test.each(secrets)('%j is refused by every option, before anything is sent, and is not repeated', async (name) => {
  const { run } = newUser();
  for (const line of [
    ['api', 'user', 'set-email', '-f', `${name}=${secret}`, '--yes'],
    ['api', 'user', 'set-email', '-F', `${name}="${secret}"`, '--yes'],
    ['api', 'user', 'set-email', '-F', `${name}=${secret}`, '--yes'],
    ['api', 'user', 'set-email', '-F', `body={"deep":[{"${name}":"${secret}"}]}`, '--yes'],
    ['api', 'user', 'get-current', '--query', `${name}=${secret}`],
    ['api', 'GET', 'user', `/users/current?${encodeURIComponent(name)}=${secret}`],
    ['api', 'POST', 'user', '/users/email/me', '-f', `${name}=${secret}`, '--yes'],
    ['points', 'transfer', '--to', 'dara', '--amount', '1', '-f', `${name}=${secret}`, '--yes'],
  ]) {
    const { code, stdout, stderr } = await run(line);
    expect([line, code, stdout, stderr]).toEqual([
      line,
      exit.usage,
      '',
      expect.stringContaining('cannot be typed on the command line'),
    ]);
    expect(stderr).not.toMatch(/hunter22|nothing here is real/);
  }
});

test.each(['a[password]', 'a%5Bpassword%5D', 'x=1;password', 'x=1%3Bpassword', 'x[]=1&deviceShare', 'TOKEN[value]'])(
  'in a query that was typed whole: %s',
  async (start) => {
    const { run } = newUser();
    for (const end of ['', '#x', '&y= ']) {
      const { code, stderr } = await run(['api', 'GET', 'user', `/users/current?${start}=${secret}${end}`]);
      expect([code, stderr]).toEqual([exit.usage, expect.stringContaining('cannot be typed on the command line')]);
      expect(stderr).not.toContain('hunter22');
    }
  },
);

test('no name of the catalogue but those of secrets is one', async () => {
  const names = new Map<string, boolean>();
  for (const call of await allCalls()) {
    for (const [name, { secret }] of Object.entries({ ...knownFields(call.query), ...knownFields(call.body) }))
      names.set(name, names.get(name) === true || secret === true);
    for (const name of Object.values(assumedOf(call.service)[call.name] ?? {}))
      if (!names.has(name)) names.set(name, false);
  }
  expect(names.size).toBeGreaterThan(100);
  const wrong = [...names].filter(([name, isSecret]) => !isSecret && isSecretField(name, 'MVL')).map(([name]) => name);
  expect(wrong).toEqual([]);
});

test('it is taken from a file', async () => {
  const { run, home } = await signedIn();
  writeFileSync(path.join(home, 'body.json'), JSON.stringify({ email: 'a@b.c', password: secret }));
  expect((await run('api user set-email --input body.json --yes')).stderr).not.toContain('cannot be typed');
});

const contract = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const plain = [
  ...`token=USDC token=${contract} tokenAddress=${contract} fromTokenAddress=${contract} tokenId=77 tokenType=ERC20`.split(
    ' ',
  ),
  ...'sellToken=usdc token0=USDC tokensOwned=3 revenueShare=0.5 sharePrice=2 boardingPassUrl=x pinned=true'.split(' '),
  ...'idempotencyKey=march-rent shares=2 shares=2.5 secretary=Mina passenger=Dara compass=north'.split(' '),
  'tokenName=Mass Vehicle Ledger',
].map((pair) => pair.split('=') as [name: string, value: string]);
test.each<[string, string | number]>([...plain, ['shares', 2]])('%s=%s is not a secret', (name, value) => {
  expect(isSecretField(name, value)).toBe(false);
});

test.each([
  ['ｔoken', 'USDC'],
  ['share', '2'],
  ['shares', 'abc'],
  ['shares', '12345678901234567890'],
  ['shares', '0x12'],
  ['keyShares', '2'],
  ['wallet_shares', '2'],
  ['shares', undefined],
])('%s=%s is a secret', (name, value) => expect(isSecretField(name, value)).toBe(true));
