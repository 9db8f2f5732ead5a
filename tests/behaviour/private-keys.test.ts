// A private key or a recovery phrase is refused in every place of a command line and of a body: it is not sent, printed or stored. Hashes are no keys.
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
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { mine, other, platformUser } from '../support/platform.js';
import { runs } from '../support/runs.js';
import { respondJson } from '../support/scripted-server.js';
import { argvOf } from '../support/tuk.js';

const digits = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318';
const hash = `0x${digits}`;
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const forms: Readonly<Record<string, string>> = {
  'with 0x': `0x${digits}`,
  'a phrase': phrase,
  'hexadecimal digits': digits,
  'in capitals': `0X${digits.toUpperCase()}`,
  WIF: '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
  xprv: 'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
  zprv: 'zprvAWgYBBk7JR8Gjrh4UJQ2uJdG1r3WNRRfURiABBE3RvMXYSrRJL62XuezvGdPvG6GFBZduosCc1YP5wixPox7zhZLfiUm8aunE96BBa4Kei5',
  'a key of Solana': base58.encode(Buffer.alloc(64, 99)),
  'a key file': `{"version":3,"crypto":{"cipher":"aes-128-ctr","ciphertext":"${digits}","kdf":"scrypt","mac":"00"}}`,
};
/** The words of a line with a key in the place of KEY, of IN_URL as a part of a URL, or of AS_JSON as a JSON text. */
const fill = (line: string, key: string): string[] =>
  line.split(' ').map((word) =>
    word
      .replace('IN_URL', () => encodeURIComponent(key))
      .replace('AS_JSON', () => JSON.stringify(key))
      .replace('KEY', () => key),
  );

type User = Awaited<ReturnType<typeof platformUser>>;
/** Runs words that have a key: nothing of it is printed, stored or sent. */
async function runWithKey({ run, server, home }: User, words: readonly string[], key: string, stdin = '') {
  const before = server.requests.length;
  const result = await run(words, { stdin });
  const hidden = (key.includes('ciphertext') ? digits : key).slice(8, 36).toLowerCase();
  const stored = (readdirSync(home, { recursive: true }) as string[])
    .map((file) => path.join(home, file))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'latin1'));
  const sent = server.requests.slice(before).map(({ path: at, body }) => `${decodeURIComponent(at)} ${body}`);
  for (const text of [result.stdout, result.stderr, ...stored, ...sent])
    expect(text.toLowerCase()).not.toContain(hidden);
  return { code: result.code, stdout: result.stdout, isNamed: result.stderr.includes('a private key') };
}
const refused = { code: exit.guarded, stdout: '', isNamed: true };

/** Lines with a recipient, by every way to make the request. */
const recipients = [
  'wallet withdraw create --currency MVL --amount 5 --to KEY',
  'api user create-withdrawal -f amount=5 -f currencyId=MVL -f toAddress=KEY',
  'api POST user /balance/withdrawals -f amount=5 -F toAddress=AS_JSON',
  'api POST user /balance/withdrawals -f amount=5 -f toAddress.value=KEY',
  'api POST user /v9/send -f recipient=KEY',
  'points transfer --to KEY --amount 5',
  'points withdraw --amount 5 -f currencyId=MVL -f address=KEY',
  'api user transfer-points -f payee=KEY -f amount=5',
  'store inventory give i --to KEY',
  'swap bridge create --type TO_BEP20 --amount 20 -f toAddress=KEY',
  `swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${mine} -f fromAddress=KEY`,
  'points earn claim e --to KEY',
  'wallet migration start KEY -f network=BSC',
];
/** Lines with an address that is read or stored. */
const addresses = [
  'wallet balance KEY --network ETHEREUM',
  'wallet history --network TON --address KEY',
  'wallet add --network BASE --address KEY --index 1 --name Savings --yes',
  `wallet add --network BASE --address ${other} --index 1 --name KEY --yes`,
  'wallet link KEY --key-file none.txt --yes',
  'swap quote --network BSC --from KEY --to BNB --amount 1',
  'store forms inventory 3 --wallet KEY',
  'api GET user /v2/wallets/balance?network=BSC&address=IN_URL',
  'api GET user /v9/look --query walletAddress=KEY',
  'api wallet get-migration KEY',
  'api GET wallet /asset-migration/IN_URL',
  'profile set box limits.recipients KEY',
  'login web3 --key KEY',
];
/** Lines with a key in another place. */
const elsewhere = [
  ...['KEY', 'wallet KEY', 'help KEY', 'config show KEY', 'ops show KEY', 'api KEY x', 'api user KEY'],
  'profile add KEY --base https://x.test/{service}',
  'profile add new --base https://x.test/KEY/{service}',
  'profile set box web3Domain KEY',
  ...['--network', '--nope', '--fields', '--jq', '-p', '--timeout'].map((option) => `wallet list ${option} KEY`),
  'points transfer --to u-1 --amount KEY --new-recipient --yes',
  'points transfer --to u-1 --amount 1 --client-ref KEY --new-recipient --yes',
  'points transfer --to u-1 --amount 1 --new-recipient --confirm KEY',
  `wallet withdraw create --currency MVL --to ${mine} --amount 5 KEY --yes`,
  ...['ride places search KEY', 'wallet withdraw show KEY', 'wallet contacts remove KEY'],
  `api user get-balance-v2 ${mine} KEY`,
  'api ride-hailing cancel-request 1 -f reason=KEY --yes',
  'api POST user /v9/x -f note=KEY --yes',
  'api POST user /v9/x -f KEY=1 --yes',
  'api GET user /v9/x?note=IN_URL',
  'api GET user /v9/IN_URL',
];
describe('a key', () => {
  const key = forms['with 0x']!;
  test.each(recipients)('is refused as a recipient: %s', async (line) => {
    const user = await platformUser();
    for (const more of ['--new-recipient --yes', '--new-recipient --yes -vv', '--dry-run', '--print-curl'])
      expect([more, await runWithKey(user, fill(`${line} ${more}`, key), key)]).toEqual([more, refused]);
    const requests = user.server.requests.map(({ method, path: at }) => `${method} ${at}`);
    expect(requests.filter((call) => !/^GET \S*\/token/.test(call))).toEqual([]); // the bridge reads its tokens before a request is made
  });

  test.each(addresses)('is refused as an address: %s', async (line) => {
    const user = await platformUser();
    for (const more of ['-vv', ...(/limits|login|history/.test(line) ? [] : ['--dry-run'])])
      expect([more, await runWithKey(user, fill(`${line} ${more}`, key), key)]).toEqual([more, refused]);
    expect(user.server.requests).toEqual([]);
  });

  test.each(elsewhere)('is refused in another place: %s', async (line) => {
    const user = await platformUser();
    for (const more of ['-vv', '--json', '--dry-run']) {
      const { code, stdout } = await runWithKey(user, fill(`${line} ${more}`, key), key);
      expect([more, [exit.usage, exit.guarded].includes(code), stdout]).toEqual([more, true, '']);
    }
    expect(user.transfers()).toEqual([]);
  });
});

test.each(Object.entries(forms))(
  'a key in any form is refused, on the command line and in a body in any JSON encoding: %s',
  async (_, key) => {
    const user = await platformUser();
    for (const line of [...recipients, ...addresses.filter((one) => !/limits|login|history/.test(one))])
      expect([line, await runWithKey(user, fill(`${line} --dry-run`, key), key)]).toEqual([line, refused]);
    const escaped = `"${[...key].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
    const amount = '"amount":"5","currencyId":"MVL"';
    for (const value of [JSON.stringify(key), escaped])
      for (const [line, body] of [
        ['points withdraw', `{${amount},"address":${value}}`],
        ['api user create-withdrawal', `{${amount},"toAddress":${value}}`],
        ['api user create-wallet', `{"network":"BSC","wallets":[{"address":${value}}]}`],
      ])
        expect(await runWithKey(user, argvOf(`${line} --input - --new-recipient --yes`), key, body), line).toEqual(
          refused,
        );
    expect(user.transfers()).toEqual([]);
  },
);

test('a key as bytes, as an object, as a name, or as a phrase of one word in each value is refused in a body', async () => {
  const user = await platformUser();
  const single = phrase.split(' ');
  const transfer = 'api user create-withdrawal --input - --new-recipient --yes';
  const call = 'api POST user /v9/x --input - --yes';
  for (const [line, body] of [
    [transfer, { amount: '5', toAddress: [...Buffer.from(digits + digits, 'hex')] }],
    [transfer, { amount: '5', toAddress: JSON.parse(forms['a key file']!) }],
    [transfer, { amount: '5', toAddress: mine, [digits]: 1 }],
    [call, { words: single }],
    [call, { a: { b: [single] } }],
    [call, Object.fromEntries(single.map((word, at) => [`w${at}`, word]))],
  ] as const)
    expect(await runWithKey(user, line.split(' '), digits, JSON.stringify(body))).toEqual(refused);
  const fields = single.flatMap((word) => ['-f', `words[]=${word}`]);
  expect(await runWithKey(user, [...'api POST user /v9/x --yes'.split(' '), ...fields], phrase)).toEqual(refused);
  expect(user.transfers()).toEqual([]);
});

test('64 hexadecimal digits typed as a recipient are never printed', { timeout: 120_000 }, async () => {
  const user = await platformUser();
  const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
  await fc.assert(
    fc.asyncProperty(hex, fc.constantFrom('', '0x'), fc.constantFrom(...recipients), async (key, before, line) => {
      expect(await runWithKey(user, fill(`${line} --new-recipient --yes`, before + key), before + key)).toEqual(
        refused,
      );
    }),
    { seed: 20_261_122, numRuns: runs(40) },
  );
});

const latin = { english, spanish, french, italian, portuguese, czech };
const words = { ...latin, korean, japanese, simplifiedChinese, traditionalChinese };
/** Lines in which a text of several words is written; in some of them as a list of its words. */
const written = (text: string): readonly (readonly string[])[] => {
  const single = text.split(/[\s+]+/u);
  return [
    ...[
      'points transfer --to u-1 --amount 1 --client-ref KEY --new-recipient --yes',
      'points transfer --to u-1 --amount 1 -f memo=KEY --new-recipient --yes',
      'api POST user /v9/x -f memo=KEY --yes',
      'api GET user /v9/x?note=IN_URL',
      'api GET user /v9/IN_URL',
    ].map((line) => fill(line, text)),
    ['api', 'POST', 'user', '/v9/x', '-F', `a=${JSON.stringify(single)}`, '--yes'],
    ['api', 'GET', 'user', `/v9/x?${single.map((one) => `w=${encodeURIComponent(one)}`).join('&')}`],
    ['wallet', 'balance', ...single],
  ];
};
test.each(Object.entries(words))('a recovery phrase of %s words is refused wherever it is written', async (_, list) => {
  const user = await platformUser();
  const sample = entropyToMnemonic(Buffer.from('7f3a9c0d51e2b8467f1a9c0d51e2b846', 'hex'), [...list]);
  const unaccented = sample.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  for (const text of [sample, sample.normalize('NFC'), sample.split(/\s/u).join('+'), unaccented])
    for (const line of written(text)) expect([line, await runWithKey(user, line, text)]).toEqual([line, refused]);
  expect(user.server.requests.filter(({ method, path: at }) => method !== 'GET' || at.includes('v9'))).toEqual([]);
});

const grouped = (by: string, size: number) => digits.match(new RegExp(`.{${size}}`, 'g'))!.join(by);
test.each([grouped(':', 2), grouped(' ', 4), grouped(' ', 8), grouped('-', 8), `0x${grouped('_', 4)}`])(
  '64 digits in groups are refused: %s',
  async (key) => {
    const user = await platformUser();
    for (const line of [...written(key).slice(0, 5), ['wallet', 'contacts', 'remove', key]])
      expect([line[1], (await user.run(line)).code]).toEqual([line[1], exit.guarded]);
    expect(user.server.requests.filter(({ method, path: at }) => method !== 'GET' || at.includes('v9'))).toEqual([]);
  },
);

test.each(['orderId', 'request_id', 'id', 'uuid', 'note'])(
  '64 digits as %s are refused, by every call',
  async (name) => {
    const { run, server } = await platformUser();
    for (const key of [digits, hash])
      for (const line of [
        `api POST user /v9/x -f ${name}=${key} --yes`,
        `api POST user /balance/withdrawals -f ${name}=${key} --yes`,
        `api GET user /v9/x?${name}=${key}`,
        `api GET user /users/abstract/${key}`,
      ])
        expect([line, (await run(line)).code]).toEqual([line, exit.guarded]);
    expect(server.requests).toEqual([]);
  },
);

describe('no key is', () => {
  test.each(['txHash', 'hash', 'transactionId', 'transaction_id', 'signature', 'blockHash'])(
    '64 digits as %s',
    async (name) => {
      const { run, transfers } = await platformUser();
      expect((await run(`api POST wallet /v9/x -f ${name}=${hash} --yes`)).code).toBe(exit.ok);
      expect(transfers()).toHaveLength(1);
    },
  );

  test.each([
    ['a transaction', `wallet tx show ${hash} --network ETHEREUM`, `hash=${hash}`],
    ['a transaction without 0x', `wallet tx show ${digits} --network BITCOIN`, `hash=${digits}`],
    ['a transaction of Solana', `wallet tx show ${base58.encode(Buffer.alloc(64, 77))} --network SOLANA`, 'SOLANA'],
    ['several transactions', `wallet tx refresh ${hash} ${hash.replace('4c', '4d')} --network BSC`, `hash=${hash}`],
    ['the state of a swap', `swap status ${hash} --network BSC`, hash],
    ['a call by its hash', `api wallet get-transaction --hash ${digits} --network ETHEREUM`, `hash=${digits}`],
    ['a query by its hash', `api GET wallet /v9/look?txHash=${hash}`, hash],
    ['a path by its hash', `api GET wallet /v9/tx/${hash}`, hash],
    ['a filter of a response', `wallet list --jq '.[] | select(.hash == "${hash}")'`, '/wallets'],
    ['a raw address of TON', `wallet balance 0:${digits} --network TON`, `0%3A${digits}`],
    ['an address in small letters', `wallet balance ${mine.toLowerCase()} --network BSC`, mine.toLowerCase()],
  ])('%s', async (_, line, sent) => {
    const { run, server } = await platformUser();
    expect((await run(line)).stderr).not.toContain('a private key');
    expect(server.requests.map(({ path: at }) => at)).toContainEqual(expect.stringContaining(sent));
  });

  test.each([
    'rent-2026-11',
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301:6ba7b810-9dad-11d1-80b4-00c04fd430c8',
    'invoice-17_of.the-bakery.at.the-corner#paid-in-november',
  ])('a reference: %s', async (ref) => {
    const { run, transfers } = await platformUser();
    const line = `points transfer --to u-1 --amount 1 --client-ref '${ref}' --new-recipient --yes`;
    expect([(await run(line)).code, transfers().length]).toEqual([exit.ok, 1]);
  });

  test('a hash beside an address, a signature, calldata, a note of twelve words; a street of twelve words', async () => {
    const { run, transfers, file } = await platformUser();
    const description = 'this is a note of twelve words that nobody would take for anything';
    const data = `0x${digits.repeat(4)}`;
    const sent = { network: 'BSC', hash, from: mine, to: other, data, value: '0', nonce: 1, description };
    const address = 'The National Museum of Cambodia beside the Royal Palace in Phnom Penh';
    for (const [call, body] of [
      ['wallet record-transaction', sent],
      ['ride-hailing request-ride', { locations: [{ address }], searchId: 's-1' }],
    ] as const) {
      file(body);
      expect((await run(`api ${call} --input body.json --yes`)).code).toBe(exit.ok);
    }
    expect(transfers()[0]!.body).toBe(JSON.stringify(sent));
  });

  test('a sentence of common words; a phrase inside a longer text is found', async () => {
    const { run, transfers } = await platformUser();
    const code = async (text: string) =>
      (await run(['api', 'POST', 'user', '/v9/x', '-f', `note=${text}`, '--yes'])).code;
    expect(await code(`my words: ${phrase}.`)).toBe(exit.guarded);
    expect(await code(phrase.toUpperCase().replaceAll(' ', ', '))).toBe(exit.guarded);
    expect(transfers()).toEqual([]);
    const sentence = 'please call me when the driver is near the gate of the museum because I can not see the car';
    expect(await code(sentence)).toBe(exit.ok);
  });

  test('the digits of an amount; too many are refused as an amount', async () => {
    const { run } = await platformUser();
    const withdraw = `wallet withdraw create --currency MVL --to ${other}`;
    for (const [line, code] of [
      [`points transfer --to u-1 --amount ${'9'.repeat(80)}`, exit.usage],
      [`${withdraw} --amount ${'9'.repeat(64)}`, exit.usage],
      [`${withdraw} --raw-amount ${'9'.repeat(128)}`, exit.usage],
      [`${withdraw} --raw-amount ${'9'.repeat(60)}`, exit.ok],
    ] as const) {
      const result = await run(`${line} --new-recipient --yes`);
      expect([line, result.code, result.stderr]).toEqual([line, code, expect.not.stringContaining('private key')]);
    }
  });

  test('the name of a file', async () => {
    const { run, home } = await platformUser();
    writeFileSync(path.join(home, `${digits}.json`), '{"note":"1"}');
    expect((await run(`api POST user /v9/x --input ${digits}.json --yes`)).code).toBe(exit.ok);
  });
});

describe('an address of a recipient has the form of its network and a valid checksum', () => {
  const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  const [evm, moon, unread] = [{ network: 'ETHEREUM' }, { network: 'MOON' }, respondJson({}, 500)];
  test.each<[what: string, currency: unknown, to: string, code: number, error?: string]>([
    ['lower case has no checksum', evm, other.toLowerCase(), exit.ok],
    ['upper case has none', evm, `0x${mine.slice(2).toUpperCase()}`, exit.ok],
    ['an address of Bitcoin', evm, bitcoin, exit.guarded, 'BAD_ADDRESS'],
    ['a raw address of TON', evm, `0:${digits}`, exit.guarded, 'BAD_ADDRESS'],
    ['the letter O for a zero', evm, `O${other.slice(1)}`, exit.usage, 'BAD_ADDRESS'],
    ['a digit too few', evm, other.slice(0, -1), exit.usage, 'BAD_ADDRESS'],
    ['a wrong checksum', evm, other.replace('dc79', 'Dc79'), exit.guarded, 'BAD_CHECKSUM'],
    ['a name', evm, 'vitalik.eth', exit.usage, 'BAD_ADDRESS'],
    ['the network of another currency has its own form', { network: 'BITCOIN' }, bitcoin, exit.ok],
    ['so that of others is refused', { network: 'BITCOIN' }, other, exit.guarded, 'BAD_ADDRESS'],
    ['a network that cannot be read takes any form', unread, bitcoin, exit.ok],
    ['with its checks', unread, bitcoin.replace(/4$/, '5'), exit.guarded, 'BAD_CHECKSUM'],
    ['but no key', unread, digits, exit.guarded, 'MAY_BE_KEY'],
    ['a network whose form is not known takes any', moon, other, exit.ok],
    ['with its checks, too', moon, other.replace('dc79', 'Dc79'), exit.guarded, 'BAD_CHECKSUM'],
  ])('%s', async (_, currency, to, code, error) => {
    const { run, transfers, lines } = await platformUser({ reads: { '/currencies/MVL': currency } });
    const line = `api user create-withdrawal -f amount=5 -f currencyId=MVL -f toAddress=${to} --new-recipient --yes`;
    const end = await run(error === undefined ? line : `${line} --json`);
    expect(end).toMatchObject(ends(code, error === undefined ? 'Recipient is' : `"code":"${error}"`));
    if (code === exit.ok && currency === moon)
      expect(end.stderr).toContain('The form of addresses on "MOON" is not known here');
    expect([transfers().length, (await lines()).length]).toEqual(code === exit.ok ? [1, 1] : [0, 0]);
  });
});
