// A private key or a recovery phrase is refused in every place of a command line: it is not sent, printed or stored. Hashes are no keys.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { limitedProfile } from '../support/platform.js';

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
    const { run, home, server } = await limitedProfile();
    const canary = key.slice(10, 42);
    for (const more of [['-vv'], ['--error-format', 'json'], ['--dry-run']]) {
      const { code, stdout, stderr } = await run([...line(key), ...more]);
      expect([2, 7]).toContain(code);
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

test('a phrase inside a longer text is found, too; a sentence of common words is none', async () => {
  const { run, sent } = await limitedProfile();
  const call = (text: string) => ['api', 'POST', 'user', '/v9/x', '-f', `note=${text}`, '--yes'];
  expect((await run(call(`my words: ${phrase}.`))).code).toBe(7);
  expect((await run(call(phrase.toUpperCase().replaceAll(' ', ', ')))).code).toBe(7);
  expect(sent()).toBe(0);
  expect((await run(call('please call me when the driver is near the gate of the museum because I can not see the car'))).code).toBe(0);
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
  const { run } = await limitedProfile();
  const { code, stderr } = await run(line);
  expect(stderr).not.toContain('a private key');
  expect([0, 5, 11]).toContain(code);
});

test('a file whose name is a hash stays usable', async () => {
  const { run, home, sent } = await limitedProfile();
  writeFileSync(path.join(home, `${digits}.json`), '{"note":"1"}');
  expect((await run(['api', 'POST', 'user', '/v9/x', '--input', `${digits}.json`, '--yes'])).code).toBe(0);
  expect(sent()).toBe(1);
});
