// A possible private key is refused as an address or a recipient: it is not sent, printed or stored.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { base58 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { tokenOf } from '../support/jwt.js';
import { withdrawalResponse } from '../support/platform.js';
import { runs } from '../support/runs.js';
import { type ReceivedRequest, respond, type Script, scripted } from '../support/scripted-server.js';
import { newHome, newUser } from '../support/tuk.js';
import { confirmFieldNames } from '../support/users.js';

const mine = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const daras = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const digits = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318';
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const keyFile = `{"version":3,"crypto":{"cipher":"aes-128-ctr","ciphertext":"${digits}","kdf":"scrypt","mac":"00"}}`;
const forms: Readonly<Record<string, string>> = {
  'hexadecimal digits': digits,
  'with 0x': `0x${digits}`,
  'in capitals': `0X${digits.toUpperCase()}`,
  WIF: '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
  'an extended key': 'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
  'a key of Solana': base58.encode(Buffer.alloc(64, 99)),
  'a phrase': phrase,
  'a key file': keyFile,
};

const tokens = [
  { symbol: 'MVL', network: 'ETHEREUM', decimals: 18 },
  { symbol: 'bMVL', network: 'BSC', decimals: 18 },
];
/** The response body by request path. */
function responseFor({ path: at, method, body }: ReceivedRequest): unknown {
  if (at.includes('/currencies/')) return { name: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18 };
  return at.includes('/token') ? tokens : method === 'GET' ? [] : { id: 't', ...withdrawalResponse({ body }) };
}

/** A user with a profile for a stub server, and a check for leaks of a text in any output. */
async function limitedProfile(script?: Script) {
  const server = await scripted(script ?? ((socket, request) => respond(200, JSON.stringify(responseFor(request)))(socket, request)));
  const user = newUser(newHome('empty'));
  await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmFieldNames(user.home, 'box');
  await user.run('profile use box');
  await user.run('login --tokens-stdin', { stdin: JSON.stringify({ accessToken: tokenOf('u-1') }) });
  const stored = (): string =>
    (readdirSync(user.home, { recursive: true }) as string[])
      .filter((file) => !/\.(in|json)\.test$/.test(file) && statSync(path.join(user.home, file)).isFile())
      .map((file) => readFileSync(path.join(user.home, file), 'latin1'))
      .join('\n');
  return { ...user, server, stored };
}
type Box = Awaited<ReturnType<typeof limitedProfile>>;

/** A part of a key that occurs nowhere else. */
const canary = (key: string): string =>
  key === keyFile ? digits.slice(8, 40) : key.startsWith('0X') ? digits.slice(8, 40).toUpperCase() : key.slice(8, 36);
async function refused({ run, server, stored }: Box, argv: readonly string[], key: string, stdin = ''): Promise<void> {
  const before = server.requests.length;
  const result = await run(argv, { stdin });
  const of = argv.slice(0, 4).join(' ');
  expect([of, result.code, result.stdout]).toEqual([of, exit.guarded, '']);
  expect(result.stderr).toContain('a private key');
  const sent = server.requests.slice(before).map(({ path: at, body }) => `${decodeURIComponent(at)} ${body}`);
  for (const text of [result.stderr, stored(), ...sent]) expect(text.toLowerCase()).not.toContain(canary(key).toLowerCase());
}

const yes = ['--new-recipient', '--yes'];
/** Command lines with a recipient, by every way to make the request. */
const recipients: Readonly<Record<string, (key: string) => readonly string[]>> = {
  'a withdrawal': (key) => ['wallet', 'withdraw', 'create', '--currency', 'MVL', '--amount', '5', '--to', key],
  'a call by its name': (key) => ['api', 'user', 'create-withdrawal', '-f', 'amount=5', '-f', 'currencyId=MVL', '-f', `toAddress=${key}`],
  'its own option': (key) => ['api', 'user', 'create-withdrawal', '--amount', '5', '--currency-id', 'MVL', '--to-address', key],
  'a path': (key) => ['api', 'POST', 'user', '/balance/withdrawals', '-f', 'amount=5', '-f', 'currencyId=MVL', '-f', `toAddress=${key}`],
  'a field as JSON': (key) => ['api', 'POST', 'user', '/balance/withdrawals', '-f', 'amount=5', '-F', `toAddress=${JSON.stringify(key)}`],
  'a field inside of it': (key) => ['api', 'POST', 'user', '/balance/withdrawals', '-f', 'amount=5', '-f', `toAddress.value=${key}`],
  'a path that nobody lists': (key) => ['api', 'POST', 'user', '/v9/send', '-f', `recipient=${key}`],
  'points to a user': (key) => ['points', 'transfer', '--to', key, '--amount', '5'],
  'points to an address': (key) => ['points', 'withdraw', '--amount', '5', '-f', 'currencyId=MVL', '-f', `address=${key}`],
  'a field of another name': (key) => ['api', 'user', 'transfer-points', '-f', `payee=${key}`, '-f', 'amount=5'],
  'an item': (key) => ['store', 'inventory', 'give', 'i', '--to', key],
  'the bridge': (key) => ['swap', 'bridge', 'create', '--type', 'TO_BEP20', '--amount', '20', '-f', `toAddress=${key}`],
  'where it is sent from': (key) => [
    'swap',
    'bridge',
    'create',
    '--type',
    'TO_BEP20',
    '--amount',
    '20',
    '-f',
    `toAddress=${mine}`,
    '-f',
    `fromAddress=${key}`,
  ],
  'a claim': (key) => ['points', 'earn', 'claim', 'e', '--to', key],
  'a migration': (key) => ['wallet', 'migration', 'start', key, '-f', 'network=BSC'],
};
/** Command lines with an address that is read or stored. */
const addresses: Readonly<Record<string, (key: string) => readonly string[]>> = {
  'a balance': (key) => ['wallet', 'balance', key, '--network', 'ETHEREUM'],
  'a balance of no network': (key) => ['wallet', 'balance', key],
  'a history': (key) => ['wallet', 'history', '--network', 'TON', '--address', key],
  'the list of wallets': (key) => ['wallet', 'add', '--network', 'BASE', '--address', key, '--index', '1', '--name', 'Savings', '--yes'],
  'a name on it': (key) => ['wallet', 'add', '--network', 'BASE', '--address', daras, '--index', '1', '--name', key, '--yes'],
  'a linked wallet': (key) => ['wallet', 'link', key, '--key-file', 'none.txt', '--yes'],
  'a contract': (key) => ['depin', 'tx-count', 'BASE_SEPOLIA', key],
  'a token that is sold': (key) => ['swap', 'quote', '--network', 'BSC', '--from', key, '--to', 'BNB', '--amount', '1'],
  'a place in a sale': (key) => ['store', 'waiting-list', key, '--yes'],
  'the tokens of a wallet': (key) => ['store', 'forms', 'inventory', '3', '--wallet-address', key],
  'a transfer by link': (key) => ['wallet', 'link-transfer', '--log', '--network', 'BSC', '--address', key, '--value', '5', '--yes'],
  'a query by name': (key) => ['api', 'user', 'get-balance-v2', '--address', key, '--network', 'BSC'],
  'a query by path': (key) => ['api', 'GET', 'user', `/v2/wallets/balance?network=BSC&address=${encodeURIComponent(key)}`],
  'a query of nobody’s': (key) => ['api', 'GET', 'user', '/v9/look', '--query', `walletAddress=${key}`],
  'a value of a path': (key) => ['api', 'wallet', 'get-migration', key],
  'a path': (key) => ['api', 'GET', 'wallet', `/asset-migration/${encodeURIComponent(key)}`],
  'a limit': (key) => ['profile', 'set', 'box', 'limits.recipients', key],
  'a key of the key folder': (key) => ['login', '--web3', '--key', key],
};

describe.each(Object.entries(forms))('%s', (_, key) => {
  test.each(Object.entries(recipients))('is refused as a recipient: %s', async (_door, line) => {
    const one = await limitedProfile();
    await refused(one, [...line(key), ...yes], key);
    await refused(one, [...line(key), ...yes, '-vv'], key);
    await refused(one, [...line(key), '--dry-run'], key);
    await refused(one, [...line(key), '--print-curl'], key);
    const requests = one.server.requests.map(({ method, path: at }) => `${method} ${at}`);
    expect(requests.filter((call) => !/^GET \S*\/token/.test(call))).toEqual([]); // the bridge reads its tokens before a request is made
  });

  test.each(Object.entries(addresses))('is refused as an address: %s', async (_door, line) => {
    const one = await limitedProfile();
    await refused(one, [...line(key), '-vv'], key);
    if (!/limit|folder|history/.test(_door)) await refused(one, [...line(key), '--dry-run'], key);
    expect(one.server.requests).toEqual([]);
  });

  test('is refused in a whole body, in any JSON encoding', async () => {
    const one = await limitedProfile();
    const escaped = `"${[...key].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
    for (const value of [JSON.stringify(key), escaped]) {
      const withdrawal = `{"amount":"5","currencyId":"MVL","toAddress":${value}}`;
      await refused(one, ['points', 'withdraw', '--input', '-', ...yes], key, withdrawal.replace('toAddress', 'address'));
      await refused(one, ['api', 'user', 'create-withdrawal', '--input', '-', ...yes], key, withdrawal);
      await refused(one, ['api', 'user', 'create-withdrawal', '--input', '-', '--dry-run'], key, withdrawal);
      await refused(
        one,
        ['api', 'user', 'create-wallet', '--input', '-', '--yes'],
        key,
        `{"network":"BSC","wallets":[{"address":${value}}]}`,
      );
    }
    expect(one.server.requests).toEqual([]);
  });
});

test('a key as bytes or as an object is refused, too', async () => {
  const one = await limitedProfile();
  const bytes = JSON.stringify([...Buffer.from(digits + digits, 'hex')]);
  const withdrawal = (value: string) => `{"amount":"5","currencyId":"MVL","toAddress":${value}}`;
  for (const body of [withdrawal(bytes), withdrawal(keyFile), `{"amount":"5","toAddress":"${mine}","${digits}":1}`])
    await refused(one, ['api', 'user', 'create-withdrawal', '--input', '-', ...yes], digits, body);
  expect(one.server.requests).toEqual([]);
});

test.each(Object.entries(forms).filter(([name]) => !/file/.test(name)))(
  '%s in a wrong place is not repeated by the error',
  async (_, key) => {
    const one = await limitedProfile();
    for (const argv of [
      ['wallet', 'withdraw', 'create', '--currency', 'MVL', '--to', mine, '--amount', key],
      ['wallet', 'withdraw', 'create', '--currency', 'MVL', '--to', mine, '--amount', '5', key],
      ['wallet', 'balance', mine, '--network', key],
      ['api', 'user', 'get-balance-v2', mine, key],
      ['wallet', key],
    ]) {
      const result = await one.run([...argv, '--yes']);
      expect([exit.usage, exit.guarded]).toContain(result.code);
      expect(result.stdout).toBe('');
      expect(result.stderr.toLowerCase()).not.toContain(key.slice(8, 28).toLowerCase());
    }
    expect(one.server.requests).toEqual([]);
  },
);

test('64 hexadecimal digits typed as a recipient are never printed', { timeout: 120_000 }, async () => {
  const one = await limitedProfile();
  const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
  await fc.assert(
    fc.asyncProperty(hex, fc.constantFrom('', '0x'), fc.constantFrom(...Object.values(recipients)), async (key, before, line) => {
      await refused(one, [...line(before + key), ...yes], key);
    }),
    { seed: 20_261_122, numRuns: runs(40) },
  );
});

describe('other values are accepted', () => {
  const hash = `0x${digits}`;
  test.each([
    ['a transaction by its hash', ['wallet', 'tx', 'show', hash, '--network', 'ETHEREUM'], `hash=${hash}`],
    ['one brought up to date', ['wallet', 'tx', 'refresh', hash, '--network', 'ETHEREUM'], `hash=${hash}`],
    ['one by plumbing', ['api', 'wallet', 'get-transaction', '--hash', digits, '--network', 'ETHEREUM'], `hash=${digits}`],
    ['one by a path', ['api', 'GET', 'wallet', `/v1/transactions?hash=${hash}&network=BSC`], `hash=${hash}`],
    ['a raw address of TON', ['wallet', 'balance', `0:${digits}`, '--network', 'TON'], `0%3A${digits}`],
    ['an address in small letters', ['wallet', 'balance', mine.toLowerCase(), '--network', 'BSC'], mine.toLowerCase()],
  ])('%s', async (_, argv, sent) => {
    const { run, server } = await limitedProfile(respond(200, '{"hash":"0x1"}'));
    await run(argv);
    expect(server.requests.map(({ path: at }) => at)).toContainEqual(expect.stringContaining(sent));
  });

  test('a hash beside an address, a signature, calldata, a note of twelve words', async () => {
    const { run, server, home } = await limitedProfile();
    const sent = {
      network: 'BSC',
      hash,
      from: mine,
      to: daras,
      data: `0x${digits.repeat(4)}`,
      value: '0',
      nonce: 1,
      description: 'this is a note of twelve words that nobody would take for anything',
    };
    writeFileSync(path.join(home, 'sent.json'), JSON.stringify(sent));
    const result = await run('api wallet record-transaction --input sent.json --yes');
    expect([result.code, server.requests.map(({ body }) => body)]).toEqual([exit.ok, [JSON.stringify(sent)]]);
  });

  test('a street of twelve words as the start of a ride', async () => {
    const { run, server, home } = await limitedProfile();
    const address = 'The National Museum of Cambodia beside the Royal Palace in Phnom Penh';
    writeFileSync(path.join(home, 'ride.json'), JSON.stringify({ locations: [{ address }], searchId: 's-1' }));
    const result = await run('api ride-hailing request-ride --input ride.json --yes');
    expect([result.code, server.requests.length]).toEqual([exit.ok, 1]);
  });
});

describe('on an EVM network a recipient is 0x and 40 hexadecimal digits with a valid checksum', () => {
  const withdraw = (to: string) => ['wallet', 'withdraw', 'create', '--currency', 'MVL', '--amount', '5', '--to', to, ...yes];
  const call = (to: string) => [
    'api',
    'user',
    'create-withdrawal',
    '-f',
    'amount=5',
    '-f',
    'currencyId=MVL',
    '-f',
    `toAddress=${to}`,
    ...yes,
  ];
  test.each([
    ['an address of Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'BAD_ADDRESS', exit.guarded],
    ['the letter O for a zero', `O${daras.slice(1)}`, 'BAD_ADDRESS', exit.usage],
    ['a capital X', `0X${daras.slice(2)}`, 'BAD_ADDRESS', exit.usage],
    ['a digit too few', daras.slice(0, -1), 'BAD_ADDRESS', exit.usage],
    ['a wrong checksum', daras.replace('dc79', 'Dc79'), 'BAD_CHECKSUM', exit.guarded],
    ['an address of Solana', '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU', 'BAD_ADDRESS', exit.guarded],
    ['an address of TON', 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N', 'BAD_ADDRESS', exit.guarded],
    ['a raw address of TON', `0:${digits}`, 'BAD_ADDRESS', exit.guarded],
    ['a name', 'vitalik.eth', 'BAD_ADDRESS', exit.usage],
    ['a word', 'hello', 'BAD_ADDRESS', exit.usage],
  ])('%s is refused, without a ledger entry', async (_, to, code, exit) => {
    for (const line of [withdraw(to), call(to)]) {
      const { run, server } = await limitedProfile();
      const result = await run([...line, '--error-format', 'json']);
      expect([result.code, JSON.parse(result.stderr.trim().split('\n').at(-1)!).error.code]).toEqual([exit, code]);
      expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
      expect(JSON.parse((await run('ops list')).stdout)).toEqual([]);
    }
  });

  test('an address in lower or upper case has no checksum and passes', async () => {
    const { run, server } = await limitedProfile();
    for (const to of [daras, daras.toLowerCase(), `0x${mine.slice(2).toUpperCase()}`]) expect((await run(call(to))).code).toBe(exit.ok);
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(3);
  });

  test('if the network cannot be read, an address of any network passes, with its checks', async () => {
    const { run, server } = await limitedProfile((socket, request) =>
      respond(request.method === 'GET' ? 500 : 201, JSON.stringify(withdrawalResponse(request)))(socket, request),
    );
    expect((await run(call('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'))).code).toBe(exit.ok);
    expect((await run(call('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'))).code).toBe(exit.guarded);
    expect((await run(call(digits))).code).toBe(exit.guarded);
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('a network whose form is not known is named, and an address still has the checks of its form', async () => {
    const { run, server } = await limitedProfile((socket, request) =>
      respond(
        request.method === 'GET' ? 200 : 201,
        request.method === 'GET' ? '{"network":"MOON","tokenDecimal":18}' : JSON.stringify(withdrawalResponse(request)),
      )(socket, request),
    );
    const result = await run(call(daras));
    expect([result.code, result.stderr]).toEqual([exit.ok, expect.stringContaining('The form of addresses on "MOON" is not known here')]);
    expect((await run(call(daras.replace('dc79', 'Dc79')))).code).toBe(exit.guarded);
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('the network of another currency has its own address format', async () => {
    const { run, server } = await limitedProfile((socket, request) =>
      respond(
        request.method === 'GET' ? 200 : 201,
        request.method === 'GET' ? '{"network":"BITCOIN","tokenDecimal":18}' : JSON.stringify(withdrawalResponse(request)),
      )(socket, request),
    );
    expect((await run(call(daras))).code).toBe(exit.guarded);
    expect((await run(call('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'))).code).toBe(exit.ok);
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});
