// A private key or a recovery phrase is refused in every place of a command line: it is not sent, printed or stored. Hashes are no keys.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { base58 } from '@scure/base';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as simplifiedChinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditionalChinese } from '@scure/bip39/wordlists/traditional-chinese.js';
import { describe, expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { platformUser } from '../support/platform.js';

const digits = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318';
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const keys: Readonly<Record<string, string>> = {
  'hexadecimal digits': digits,
  'with 0x': `0x${digits}`,
  WIF: '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
  xprv: 'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
  zprv: 'zprvAWgYBBk7JR8Gjrh4UJQ2uJdG1r3WNRRfURiABBE3RvMXYSrRJL62XuezvGdPvG6GFBZduosCc1YP5wixPox7zhZLfiUm8aunE96BBa4Kei5',
  'a phrase': phrase,
};
const lines: Readonly<Record<string, (key: string) => readonly string[]>> = {
  'a group': (key) => [key],
  'a command': (key) => ['wallet', key],
  'a page of help': (key) => ['help', key],
  'a value too many': (key) => ['config', 'show', key],
  'words that are not quoted': (key) => ['wallet', 'balance', ...key.split(' ')],
  'an operation': (key) => ['ops', 'show', key],
  'a new profile': (key) => ['profile', 'add', key, '--base', 'https://x.test/{service}'],
  'its base address': (key) => ['profile', 'add', 'new', '--base', `https://x.test/${key}/{service}`],
  'a setting': (key) => ['profile', 'set', 'box', 'web3Domain', key],
  'an enum value': (key) => ['wallet', 'list', '--network', key],
  'an unknown option': (key) => ['wallet', 'list', '--nope', key],
  'a column': (key) => ['wallet', 'list', '--fields', key],
  'an expression': (key) => ['wallet', 'list', '--jq', key],
  'a profile': (key) => ['wallet', 'list', '-p', key],
  'a duration': (key) => ['wallet', 'list', '--timeout', key],
  'an amount': (key) => ['points', 'transfer', '--to', 'u-1', '--amount', key, '--new-recipient', '--yes'],
  'a reference': (key) => ['points', 'transfer', '--to', 'u-1', '--amount', '1', '--client-ref', key, '--new-recipient', '--yes'],
  'a reference of a call': (key) => [
    'api',
    'user',
    'transfer-points',
    '-f',
    'toUserId=u',
    '-f',
    'amount=1',
    '--client-ref',
    key,
    '--new-recipient',
    '--yes',
  ],
  'a confirmation': (key) => ['points', 'transfer', '--to', 'u-1', '--amount', '1', '--new-recipient', '--confirm', key],
  'a search': (key) => ['ride', 'places', 'search', key],
  'an id': (key) => ['wallet', 'withdraw', 'show', key],
  'a price': (key) => ['wallet', 'price', key],
  'a contact': (key) => ['wallet', 'contacts', 'remove', key],
  'a service': (key) => ['api', key, 'x'],
  'a call': (key) => ['api', 'user', key],
  'a note': (key) => ['api', 'ride-hailing', 'cancel-request', '1', '-f', `reason=${key}`, '--yes'],
  'a field of a path that nobody lists': (key) => ['api', 'POST', 'user', '/v9/x', '-f', `note=${key}`, '--yes'],
  'the name of a field': (key) => ['api', 'POST', 'user', '/v9/x', '-f', `${key}=1`, '--yes'],
  'a query': (key) => ['api', 'GET', 'user', `/v9/x?note=${encodeURIComponent(key)}`],
  'a path': (key) => ['api', 'GET', 'user', `/v9/${encodeURIComponent(key)}`],
};

describe.each(Object.entries(keys))('%s', (_, key) => {
  test.each(Object.entries(lines))('is refused as %s', async (_place, line) => {
    const { run, home, server } = await platformUser();
    const canary = key.slice(10, 42);
    for (const more of [['-vv'], ['--error-format', 'json'], ['--dry-run']]) {
      const { code, stdout, stderr } = await run([...line(key), ...more]);
      expect([exit.usage, exit.guarded]).toContain(code);
      expect(stdout).toBe('');
      expect(stderr).not.toContain(canary);
    }
    const stored = (readdirSync(home, { recursive: true }) as string[])
      .map((file) => path.join(home, file))
      .filter((file) => statSync(file).isFile());
    for (const file of stored) expect([file, readFileSync(file, 'latin1').includes(canary)]).toEqual([file, false]);
    expect(server.requests.filter(({ path: at, body }) => `${decodeURIComponent(at)}${body}`.includes(canary))).toEqual([]);
    expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

const words: Readonly<Record<string, readonly string[]>> = {
  english,
  spanish,
  french,
  italian,
  portuguese,
  czech,
  korean,
  japanese,
  'simplified chinese': simplifiedChinese,
  'traditional chinese': traditionalChinese,
};
const sampleOf = (list: readonly string[]) => entropyToMnemonic(Buffer.from('7f3a9c0d51e2b8467f1a9c0d51e2b846', 'hex'), [...list]);
const written = (text: string): Readonly<Record<string, readonly string[]>> => ({
  'a reference': ['points', 'transfer', '--to', 'u-1', '--amount', '1', '--client-ref', text, '--new-recipient', '--yes'],
  'a memo': ['api', 'POST', 'user', '/v9/x', '-f', `memo=${text}`, '--yes'],
  'a memo of a transfer': ['points', 'transfer', '--to', 'u-1', '--amount', '1', '-f', `memo=${text}`, '--new-recipient', '--yes'],
  'a list': ['api', 'POST', 'user', '/v9/x', '-F', `a=${JSON.stringify(text.split(/[\s+]+/u))}`, '--yes'],
  'a query': ['api', 'GET', 'user', `/v9/x?note=${encodeURIComponent(text)}`],
  'values of a query': [
    'api',
    'GET',
    'user',
    `/v9/x?${text
      .split(/[\s+]+/u)
      .map((one) => `w=${encodeURIComponent(one)}`)
      .join('&')}`,
  ],
  'a path': ['api', 'GET', 'user', `/v9/${encodeURIComponent(text)}`],
  'words that are not quoted': ['wallet', 'balance', ...text.split(/[\s+]+/u)],
});
test.each(Object.entries(words))('a recovery phrase of %s words is refused wherever it is written', async (_, list) => {
  const { run, server } = await platformUser();
  const sample = sampleOf(list);
  const unaccented = sample.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  for (const text of [sample, sample.normalize('NFC'), sample.split(/\s/u).join('+'), unaccented])
    for (const [place, line] of Object.entries(written(text))) {
      const { code, stdout, stderr } = await run(line);
      expect([place, code, stdout, stderr]).toEqual([place, exit.guarded, '', expect.stringContaining('a private key')]);
      expect(stderr).not.toContain(text.slice(0, 12));
    }
  expect(server.requests.filter(({ method, path: at }) => method !== 'GET' || at.includes('v9'))).toEqual([]);
});

test('a phrase of one word in each value of a body is refused, from a file as well', async () => {
  const { run, sent, home } = await platformUser();
  const single = phrase.split(' ');
  const file = (value: unknown) => writeFileSync(path.join(home, 'words.json'), JSON.stringify(value));
  const refused = async (line: readonly string[]) =>
    expect(await run([...line, '--yes'])).toMatchObject({
      code: exit.guarded,
      stdout: '',
      stderr: expect.stringContaining('a private key'),
    });
  for (const value of [{ words: single }, { a: { b: [single] } }, Object.fromEntries(single.map((word, at) => [`w${at}`, word]))]) {
    file(value);
    await refused(['api', 'POST', 'user', '/v9/x', '--input', 'words.json']);
  }
  await refused(['api', 'POST', 'user', '/v9/x', ...single.flatMap((word) => ['-f', `words[]=${word}`])]);
  expect(sent()).toBe(0);
});

const grouped = (by: string, size: number) => digits.match(new RegExp(`.{${size}}`, 'g'))!.join(by);
test.each([grouped(':', 2), grouped(' ', 4), grouped(' ', 8), grouped('-', 8), `0x${grouped('_', 4)}`])(
  '64 digits in groups: %s',
  async (key) => {
    const { run, server } = await platformUser();
    for (const [place, line] of Object.entries(written(key)).filter(([name]) => !/list|quoted|values/.test(name)))
      expect([place, (await run(line)).code]).toEqual([place, exit.guarded]);
    expect((await run(['wallet', 'contacts', 'remove', key])).code).toBe(exit.guarded);
    expect(server.requests.filter(({ method, path: at }) => method !== 'GET' || at.includes('v9'))).toEqual([]);
  },
);

test.each(['orderId', 'requestId', 'request_id', 'id', 'uuid', 'userId', 'note'])(
  '64 digits as %s are refused, by every call',
  async (name) => {
    const { run, server } = await platformUser();
    for (const key of [digits, `0x${digits}`]) {
      for (const line of [
        ['api', 'POST', 'user', '/v9/x', '-f', `${name}=${key}`, '--yes'],
        ['api', 'POST', 'user', '/balance/withdrawals', '-f', `${name}=${key}`, '--yes'],
        ['api', 'GET', 'user', `/v9/x?${name}=${key}`],
        ['api', 'GET', 'user', `/users/abstract/${key}`],
        ['api', 'GET', 'user', `/v9/orders/${key}`],
      ])
        expect([line[3], (await run(line)).code]).toEqual([line[3], exit.guarded]);
    }
    expect(server.requests).toEqual([]);
  },
);

test.each(['txHash', 'hash', 'transactionId', 'transaction_id', 'txId', 'signature', 'blockHash'])(
  '64 digits as %s are sent',
  async (name) => {
    const { run, sent } = await platformUser();
    expect((await run(['api', 'POST', 'wallet', '/v9/x', '-f', `${name}=0x${digits}`, '--yes'])).code).toBe(exit.ok);
    expect(sent()).toBe(1);
  },
);

test.each([
  'rent-2026-11',
  '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  '3f2504e0-4f89-41d3-9a0c-0305e82c3301:6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  'invoice 17 of the bakery at the corner beside the old market, paid in november',
])('a reference stays usable: %s', async (ref) => {
  const { run, sent } = await platformUser();
  const line = ['points', 'transfer', '--to', 'u-1', '--amount', '1', '--client-ref', ref, '--new-recipient', '--yes'];
  expect((await run(line)).stderr).not.toContain('a private key');
  expect(sent()).toBe(1);
});

test('digits of an amount are no key, and too many are refused as an amount', async () => {
  const { run, sent } = await platformUser();
  const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  const withdraw = `wallet withdraw create --currency MVL --to ${to}`;
  for (const line of [
    `points transfer --to u-1 --amount ${'9'.repeat(80)}`,
    `${withdraw} --amount ${'9'.repeat(80)}`,
    `${withdraw} --amount ${'9'.repeat(64)}`,
    `${withdraw} --raw-amount ${'9'.repeat(128)}`,
  ]) {
    const { code, stderr } = await run(`${line} --new-recipient --yes`);
    expect([line, code, stderr]).toEqual([line, exit.usage, expect.not.stringContaining('private key')]);
  }
  expect((await run(`${withdraw} --raw-amount ${'9'.repeat(64)} --new-recipient --yes`)).stderr).not.toContain('private key');
  expect(sent()).toBeLessThan(2);
});

test('a phrase inside a longer text is found, too; a sentence of common words is none', async () => {
  const { run, sent } = await platformUser();
  const call = (text: string) => ['api', 'POST', 'user', '/v9/x', '-f', `note=${text}`, '--yes'];
  expect((await run(call(`my words: ${phrase}.`))).code).toBe(exit.guarded);
  expect((await run(call(phrase.toUpperCase().replaceAll(' ', ', ')))).code).toBe(exit.guarded);
  expect(sent()).toBe(0);
  expect((await run(call('please call me when the driver is near the gate of the museum because I can not see the car'))).code).toBe(
    exit.ok,
  );
  expect(sent()).toBe(1);
});

test.each([
  ['a transaction', ['wallet', 'tx', 'show', `0x${digits}`, '--network', 'ETHEREUM']],
  ['a transaction without 0x', ['wallet', 'tx', 'show', digits, '--network', 'BITCOIN']],
  ['a transaction of Solana', ['wallet', 'tx', 'show', base58.encode(Buffer.alloc(64, 77)), '--network', 'SOLANA']],
  ['several transactions', ['wallet', 'tx', 'refresh', `0x${digits}`, `0x${digits.replace('4c', '4d')}`, '--network', 'BSC']],
  ['the state of a swap', ['swap', 'status', `0x${digits}`, '--network', 'BSC']],
  ['a call by its hash', ['api', 'wallet', 'get-transaction', '--hash', `0x${digits}`, '--network', 'BSC']],
  ['a query by its hash', ['api', 'GET', 'wallet', `/v9/look?txHash=0x${digits}`]],
  ['a path by its hash', ['api', 'GET', 'wallet', `/v9/tx/0x${digits}`]],
  ['a filter of a response', ['wallet', 'list', '--jq', `.[] | select(.hash == "0x${digits}")`]],
])('a hash stays usable: %s', async (_, line) => {
  const { run } = await platformUser();
  const { code, stderr } = await run(line);
  expect(stderr).not.toContain('a private key');
  expect([exit.ok, exit.notFound, exit.server]).toContain(code);
});

test('a file whose name is a hash stays usable', async () => {
  const { run, home, sent } = await platformUser();
  writeFileSync(path.join(home, `${digits}.json`), '{"note":"1"}');
  expect((await run(['api', 'POST', 'user', '/v9/x', '--input', `${digits}.json`, '--yes'])).code).toBe(exit.ok);
  expect(sent()).toBe(1);
});
