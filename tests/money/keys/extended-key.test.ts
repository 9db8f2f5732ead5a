// Keys on secp256k1 and their trees: the published vectors of BIP-32, and other libraries for random keys.
import { HDKey } from '@scure/bip32';
import fc from 'fast-check';
import { addr } from 'micro-eth-signer';
import { describe, expect, test } from 'vitest';
import {
  childOf,
  isPrivateKey,
  parseExtendedKey,
  publicExtendedKey,
  publicKeyOf,
  rootOf,
} from '../../../src/money/keys/extended-key.js';
import { readKey } from '../../../src/money/keys/keys.js';
import { asyncProperty, property } from '../../support/runs.js';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const hex = (text: string) => Buffer.from(text, 'hex');
const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';

/** BIP-32, test vectors 1 to 4: a seed, the indices below it, the public extended key there. */
const vectors: readonly (readonly [seed: string, path: readonly number[], xpub: string])[] = [
  [
    '000102030405060708090a0b0c0d0e0f',
    [],
    'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
  ],
  [
    '000102030405060708090a0b0c0d0e0f',
    [0x8000_0000, 1, 0x8000_0002, 2, 1_000_000_000],
    'xpub6H1LXWLaKsWFhvm6RVpEL9P4KfRZSW7abD2ttkWP3SSQvnyA8FSVqNTEcYFgJS2UaFcxupHiYkro49S8yGasTvXEYBVPamhGW6cFJodrTHy',
  ],
  [
    'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542',
    [0, 0xffff_ffff, 1, 0xffff_fffe, 2],
    'xpub6FnCn6nSzZAw5Tw7cgR9bi15UV96gLZhjDstkXXxvCLsUXBGXPdSnLFbdpq8p9HmGsApME5hQTZ3emM2rnY5agb9rXpVGyy3bdW6EEgAtqt',
  ],
  [
    '4b381541583be4423346c643850da4b320e46a87ae3d2a4e6da11eba819cd4acba45d239319ac14f863b8d5ab5a0d0c64d2e8a1e7d1457df2e5a3c51c73235be',
    [0x8000_0000],
    'xpub68NZiKmJWnxxS6aaHmn81bvJeTESw724CRDs6HbuccFQN9Ku14VQrADWgqbhhTHBaohPX4CjNLf9fq9MYo6oDaPPLPxSb7gwQN3ih19Zm4Y',
  ],
  [
    '3ddd5602285899a946114506157c7997e5444528f3003f6134712147db19b678',
    [0x8000_0000, 0x8000_0001],
    'xpub6BJA1jSqiukeaesWfxe6sNK9CCGaujFFSJLomWHprUL9DePQ4JDkM5d88n49sMGJxrhpjazuXYWdMf17C9T5XnxkopaeS7jGk1GyyVziaMt',
  ],
];
const at = (seed: Uint8Array, path: readonly number[]) => path.reduce(childOf, rootOf(seed));

test.each(vectors)('the vectors of BIP-32: %s %j', (seed, path, xpub) => {
  expect(publicExtendedKey(at(hex(seed), path))).toBe(xpub);
});

test('random seeds and paths have the keys that another library derives, and its extended keys are read', () => {
  const index = fc.oneof(fc.nat(5), fc.integer({ min: 0x8000_0000, max: 0x8000_0005 }), fc.nat(0xffff_fffe));
  property(20, bytes(64), fc.array(index, { maxLength: 3 }), (seed, path) => {
    const theirs = path.reduce((node, one) => node.deriveChild(one), HDKey.fromMasterSeed(seed));
    const ours = at(seed, path);
    expect(Buffer.from(ours.privateKey)).toEqual(Buffer.from(theirs.privateKey!));
    expect(publicExtendedKey(ours)).toBe(theirs.publicExtendedKey);
    expect(publicExtendedKey(parseExtendedKey(theirs.privateExtendedKey))).toBe(theirs.publicExtendedKey);
  });
});

test('random private keys have the public keys and addresses of another library', async () => {
  await asyncProperty(30, bytes(32), async (key) => {
    fc.pre(addr.isValidPrivateKey(key));
    expect(addr.fromPublicKey(publicKeyOf(key, 'compressed'))).toBe(addr.fromPrivateKey(key));
    expect(addr.fromPublicKey(publicKeyOf(key, 'uncompressed'))).toBe(addr.fromPrivateKey(key));
    const read = await readKey(Buffer.from(key).toString('hex'), async () => undefined);
    expect(read.key.address).toBe(addr.fromPrivateKey(key));
  });
});

describe('the ends of the range of private keys', () => {
  const last = `${order.slice(0, -1)}0`;
  test.each([
    ['00'.repeat(32), false],
    ['00'.repeat(31).concat('01'), true],
    [last, true],
    [order, false],
    ['ff'.repeat(32), false],
    ['01', false],
    ['00'.repeat(32).concat('01'), false],
  ])('%s: %s', (text, expected) => {
    expect([isPrivateKey(hex(text)), addr.isValidPrivateKey(hex(text))]).toEqual([expected, expected]);
    const make = () => publicKeyOf(hex(text), 'compressed');
    if (expected) expect(Buffer.from(make())).toHaveLength(33);
  });
});

test.each([
  ['a changed character', (text: string) => `${text.slice(0, -1)}${text.endsWith('1') ? '2' : '1'}`],
  ['a public key', () => vectors[0]![2]],
  ['another text', () => 'xprv'],
])('%s is no private extended key', (_, change) => {
  const { privateExtendedKey } = HDKey.fromMasterSeed(hex(vectors[0]![0]));
  expect(() => parseExtendedKey(change(privateExtendedKey))).toThrow();
});
