// Address formats and checksums of every network, and the detection of possible private keys.

import { createHash } from 'node:crypto';
import { base58, bech32, bech32m } from '@scure/base';
import { getAddress } from 'ethers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caught } from '../../../src/money/facts/request-problems.js';
import { mayBeListed, parseListLimit } from '../../../src/money/policy/limits.js';
import { addressProblem, checkAddress, requireAddress } from '../../../src/money/values/address.js';
import { familyOf } from '../../../src/money/values/networks.js';
import { Network } from '../../../src/services/catalogue/words.js';
import { BadInput, Guarded } from '../../../src/services/http/errors.js';
import { mayBeKey } from '../../../src/services/http/may-be-key.js';
import { runs } from '../../support/runs.js';
import { tonAddress } from '../../support/ton.js';

const seed = { seed: 20_261_122 };
const problem = (typed: string, network?: string) => addressProblem(typed, 'It', network)?.code;
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest();
const checked58 = (payload: Uint8Array): string =>
  base58.encode(Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)]));

const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'; // EIP-55's own
const one = {
  ETHEREUM: evm,
  BITCOIN: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', // BIP-173's own
  BITCOIN_TEST: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  SOLANA: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  TON: 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N', // TEP-2's own
  XTZ: 'tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb',
} as const;

describe('every network', () => {
  test('every real network has an address family', () => {
    expect(Network.filter((network) => familyOf(network) === undefined)).toEqual(['SERVERED', 'IN_MIGRATION']);
    expect(Network.filter((network) => familyOf(network) === 'evm')).toHaveLength(23);
  });

  test('accepts its own addresses and none of another family', () => {
    for (const network of Network.filter((name) => familyOf(name) !== undefined))
      for (const [other, address] of Object.entries(one)) {
        const same = familyOf(network) === familyOf(other) && (familyOf(network) !== 'bitcoin' || network === other);
        expect([address, problem(address, network)]).toEqual([address, same ? undefined : 'BAD_ADDRESS']);
      }
  });

  test('an unknown network accepts an address of any family, with its checks', () => {
    for (const network of [undefined, 'SERVERED', 'MOON'])
      for (const address of Object.values(one))
        expect([address, problem(address, network)]).toEqual([address, undefined]);
    expect(problem(evm.replace('aA', 'Aa'))).toBe('BAD_CHECKSUM');
    expect(problem(one.TON.replace('2N', '2M'))).toBe('BAD_CHECKSUM');
    const names = ['', 'Savings', '3', 'vitalik.eth', '0x'];
    for (const typed of [...names, `0x${'g'.repeat(40)}`, `ethereum:${evm}`, ` ${evm}`, `${evm}\n`])
      expect([typed, problem(typed)]).toEqual([typed, 'BAD_ADDRESS']);
  });
});

describe('EVM', () => {
  test.each([
    [evm, undefined],
    [evm.toLowerCase(), undefined],
    [`0x${evm.slice(2).toUpperCase()}`, undefined],
    [`0X${evm.slice(2)}`, 'BAD_ADDRESS'],
    [evm.slice(2), 'BAD_ADDRESS'],
    [`${evm}0`, 'BAD_ADDRESS'],
    [evm.replace('5aA', '5Aa'), 'BAD_CHECKSUM'],
  ])('%s: %s', (typed, code) => {
    expect(problem(typed, 'BSC')).toBe(code);
  });

  test('the checksum equals that of another library, and one letter of another case is refused', () => {
    fc.assert(
      fc.property(bytes(20), fc.nat(), (raw, at) => {
        const address = getAddress(`0x${Buffer.from(raw).toString('hex')}`);
        expect(problem(address, 'ETHEREUM')).toBeUndefined();
        const letters = [...address].flatMap((sign, place) => (place > 1 && /[a-f]/i.test(sign) ? [place] : []));
        const digits = address.slice(2);
        const place = letters[at % letters.length]!;
        const sign = address[place]!;
        const other = sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase();
        const changed = address.slice(0, place) + other + address.slice(place + 1);
        const oneSize = [digits.toLowerCase(), digits.toUpperCase()].includes(changed.slice(2));
        expect(problem(changed, 'ETHEREUM')).toBe(oneSize ? undefined : 'BAD_CHECKSUM');
      }),
      seed,
    );
  });
});

const alphabet58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const alphabet32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const prefixed =
  (...bytes: readonly number[]) =>
  (payload: Uint8Array) =>
    checked58(Buffer.concat([Buffer.from(bytes), payload]));
const alphabet64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const bech = (payload: Uint8Array) => bech32.encode('bc', [0, ...bech32.toWords(payload)]);
const bechTest = (payload: Uint8Array) => bech32m.encode('tb', [1, ...bech32m.toWords(payload)]);
const made: readonly [string, network: string, alphabet: string, length: number, from: (of: Uint8Array) => string][] = [
  ['base58check of Bitcoin', 'BITCOIN', alphabet58, 20, prefixed(5)],
  ['base58check of its test network', 'BITCOIN_TEST', alphabet58, 20, prefixed(0x6f)],
  ['bech32', 'BITCOIN', alphabet32, 20, bech],
  ['bech32m', 'BITCOIN_TEST', alphabet32, 32, bechTest],
  ['TON', 'TON', alphabet64, 32, (payload) => tonAddress(0x51, payload)],
  ['Tezos', 'XTZ_GHOST', alphabet58, 20, prefixed(2, 90, 121)], // KT1
];
describe('addresses with a checksum', () => {
  test.each(made)(
    '%s: accepted unchanged, refused with any one character changed',
    (_, network, alphabet, length, from) => {
      fc.assert(
        fc.property(bytes(length), fc.nat(), fc.nat({ max: alphabet.length - 2 }), (payload, at, by) => {
          const address = from(payload);
          expect([address, problem(address, network), problem(address)]).toEqual([address, undefined, undefined]);
          const place = at % address.length;
          const others = [...alphabet].filter((sign) => sign !== address[place]);
          const changed = address.slice(0, place) + others[by % others.length] + address.slice(place + 1);
          expect([changed, problem(changed, network)]).toEqual([changed, expect.stringMatching(/^BAD_/)]);
        }),
        { ...seed, numRuns: runs(300) },
      );
    },
  );

  test('another network of the same kind, another version and mixed case are refused', () => {
    expect(problem(one.BITCOIN.toUpperCase(), 'BITCOIN')).toBeUndefined();
    expect(problem(`BC${one.BITCOIN.slice(2)}`, 'BITCOIN')).toBe('BAD_ADDRESS');
    const body = Buffer.alloc(32, 7);
    expect(problem(bech32.encode('bc', [1, ...bech32.toWords(body)]), 'BITCOIN')).toBe('BAD_ADDRESS'); // version 1 takes bech32m
    expect(problem(bech32m.encode('bc', [0, ...bech32m.toWords(body)]), 'BITCOIN')).toBe('BAD_ADDRESS');
    expect(problem(bech32m.encode('bc', [2, ...bech32m.toWords(body)]), 'BITCOIN')).toBe('BAD_ADDRESS'); // anyone could spend it in the future
    expect(problem(bech32.encode('bc', [0, ...bech32.toWords(body.subarray(1))]), 'BITCOIN')).toBe('BAD_ADDRESS');
    const ofTest = `kQ${one.TON.slice(2, -3)}`;
    expect(problem(`${ofTest}aaa`, 'TON_TEST')).toBe('BAD_CHECKSUM');
    expect(problem(one.TON, 'TON_TEST')).toBeUndefined();
    expect(problem(`0:${'1f'.repeat(32)}`, 'TON')).toBeUndefined();
    expect(problem(base58.encode(Buffer.alloc(31, 9)), 'SOLANA')).toBe('BAD_ADDRESS');
  });
});

test('a burn address is refused as a recipient on any network, but not in a read', () => {
  const zeros = checked58(Buffer.alloc(21));
  for (const [address, network] of [
    [`0x${'0'.repeat(40)}`, 'BSC'],
    [zeros, 'BITCOIN'],
    [prefixed(0x6f)(Buffer.alloc(20)), 'BITCOIN_TEST'],
    [bech(Buffer.alloc(20)), 'BITCOIN'],
    ['1'.repeat(32), 'SOLANA'],
    ['tz1burnburnburnburnburnburnburjAYjjX', 'XTZ'],
    [`0:${'0'.repeat(64)}`, 'TON'],
  ] as const) {
    expect(() => checkAddress(address, 'It', network)).toThrow(/without a key/);
    requireAddress(address, 'It', network);
  }
});

test.each([
  ...[1, 2, 9, 0x0a, 0x11, 0x64, 0xff, 0x100, 0x3fd, 0x400, 0x1000, 0x1010, 0x2005].map(
    (number) => `0x${number.toString(16).padStart(40, '0')}`,
  ),
  '0x4200000000000000000000000000000000000016',
  '0x00000000219ab540356cBB839Cbe05303d7705Fa',
  '0x000F3df6D732807Ef1319fB7B8bB8522d0Beac02',
  '0x0000F90827F1C53a10cb7A02335B175320002935',
  '0x00000961Ef480Eb55e80D19ad83579A64c007002',
  '0x0000BBdDc7CE488642fb579F8B00f3a590007251',
  `0x${'f'.repeat(39)}e`,
  'So11111111111111111111111111111111111111112',
  'Vote111111111111111111111111111111111111111',
  one.SOLANA,
])('%s, which the chain reserves for itself, is refused as a recipient, but not in a read', (address) => {
  const network = address.startsWith('0x') ? 'BASE' : 'SOLANA';
  expect(() => checkAddress(address, 'It', network)).toThrow(/the chain reserves/);
  requireAddress(address, 'It', network);
});

test.each([
  '0xdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef',
  '0xdead000000000000000042069420694206942069',
  `0x${'1234567890'.repeat(4)}`,
  `0x${'e'.repeat(40)}`,
])('%s, a pattern without a key, is refused as a recipient', (address) =>
  expect(() => checkAddress(address, 'It', 'BSC')).toThrow(/without a key/),
);

test('an address of a person is none that a chain keeps, whatever its bytes', () => {
  fc.assert(
    fc.property(bytes(20), bytes(32), (raw, other) => {
      checkAddress(`0x${Buffer.from(raw).toString('hex')}`, 'It', 'BSC');
      checkAddress(base58.encode(other), 'It', 'SOLANA');
    }),
    {
      ...seed,
      numRuns: runs(1000),
      examples: [[Buffer.from('00000000000000000000ab'.padEnd(40, '7'), 'hex'), Buffer.alloc(32, 9)]],
    },
  );
});

test('no address of any network exits 2, one that is mistyped or of another network exits 7 where something is sent, a key always exits 7', () => {
  const thrown = (of: () => void) => caught(of)[0];
  expect(thrown(() => checkAddress('0x1', 'It', 'BSC'))).toBeInstanceOf(BadInput);
  expect(thrown(() => checkAddress(one.BITCOIN, 'It', 'BSC'))).toBeInstanceOf(Guarded);
  const failed = { kind: 'guarded', code: 'BAD_CHECKSUM' };
  expect(thrown(() => checkAddress(evm.replace('d', 'D'), 'It', 'BSC'))).toMatchObject(failed);
  expect(thrown(() => requireAddress('0x1', 'It', 'BSC'))).toBeInstanceOf(BadInput);
  for (const check of [checkAddress, requireAddress])
    expect(thrown(() => check('a'.repeat(64), 'It'))).toMatchObject({ code: 'MAY_BE_KEY' });
  expect(thrown(() => requireAddress('a'.repeat(64), 'It'))).toBeInstanceOf(Guarded);
});

describe('possible private keys', () => {
  const phrase = 'test test test test test test test test test test test junk';
  const keyFile = '{"version":3,"crypto":{"cipher":"aes-128-ctr","ciphertext":"00","kdf":"scrypt"}}';
  const keys = [
    'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn',
    '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
    'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA',
    'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
    '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg',
    'edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh',
    base58.encode(Buffer.alloc(64, 77)),
    Buffer.alloc(32, 200).toString('base64'),
    'ab'.repeat(64),
    '-----BEGIN EC PRIVATE KEY-----',
    phrase,
    phrase.replaceAll(' ', ','),
    '的 一 是 在 不 了 有 和 人 这 中 大',
    keyFile,
  ];
  test.each(keys)('%s is refused on any network, in limits too, and no message repeats it', (key) => {
    for (const network of [undefined, ...Network]) {
      const found = addressProblem(key, 'It', network)!;
      expect(found.code).toBe('MAY_BE_KEY');
      expect(found.message).not.toContain(key.slice(0, 12));
    }
    if (!key.includes(',')) expect(() => parseListLimit('recipients', `u-1,${key}`)).toThrow(Guarded);
    expect(mayBeListed(key) && !key.includes(',')).toBe(false);
  });

  test('64 hexadecimal digits in any notation are refused and never repeated', () => {
    const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 64, maxLength: 64 });
    const grouping = fc.constantFrom('', ' ', '\u200b', '\u00a0', ':', '-');
    fc.assert(
      fc.property(
        hex,
        fc.constantFrom('', '0x', '0X', 'Ox', 'ethereum:0x', '"'),
        grouping,
        fc.integer({ min: 1, max: 64 }),
        (digits, before, between, every) => {
          const typed = before + digits.match(new RegExp(`.{1,${every}}`, 'g'))!.join(between);
          fc.pre(!/^(0|-1):[0-9a-f]{64}$/i.test(typed));
          expect([typed, mayBeKey(typed)]).toEqual([typed, true]);
          expect(addressProblem(typed, 'It', 'BSC')!.message).not.toContain(digits.slice(0, 16));
          const cut = addressProblem(`0x${digits.slice(0, 63)}`, 'It', 'BSC')!;
          expect([cut.code, cut.message.includes(digits.slice(0, 16))]).toEqual(['MAY_BE_KEY', false]);
          const half = addressProblem(digits.slice(0, 34), 'It', 'BSC')!;
          expect([half.code, half.message.includes(digits.slice(0, 16))]).toEqual(['BAD_ADDRESS', false]);
        },
      ),
      seed,
    );
  });

  test('neither an address nor a name is mistaken for a key', () => {
    const names = ['u-1', 'Wallet 1', 'app-1/2f0c7a9e-43a8-4c6c-9f5d-0d1e6f6c9a11', 'my long term savings for a house'];
    const taproot = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
    for (const text of [...Object.values(one), `0:${'1f'.repeat(32)}`, `-1:${'1F'.repeat(32)}`, taproot, ...names])
      expect([text, mayBeKey(text)]).toEqual([text, false]);
    fc.assert(
      fc.property(fc.constantFrom(...made), bytes(32), ([, , , length, from], payload) => {
        expect(mayBeKey(from(payload.subarray(0, length)))).toBe(false);
      }),
      seed,
    );
  });
});

test('limits.recipients accepts addresses of any network and names, each address with its checks', () => {
  const solana = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
  const list = [...Object.values({ ...one, SOLANA: solana }), 'u-1', 'app/u-2', '2NxkWzqFq7dQYvjmEiZ8TQRd5cP'];
  expect(parseListLimit('recipients', list.join(','))).toEqual(list);
  for (const bad of [
    evm.replace('aA', 'Aa'),
    `Ox${evm.slice(2)}`,
    '0x7099',
    `${one.BITCOIN.slice(0, -1)}5`,
    `${one.TON.slice(0, -1)}M`,
  ])
    expect(() => parseListLimit('recipients', bad)).toThrow(BadInput);
  expect(() => parseListLimit('recipients', `0x${'0'.repeat(40)}`)).toThrow(Guarded);
});
