// Private keys in every form and their signatures, compared with another library and a published vector.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { base58 } from '@scure/base';
import { encryptKeystoreJsonSync, HDNodeWallet, verifyMessage, Wallet } from 'ethers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signText, walletKeyHeader } from '../../../src/engine/chain/key-process.js';
import { isEd25519Signature } from '../../../src/money/keys/ed25519.js';
import { publicExtendedKey } from '../../../src/money/keys/extended-key.js';
import { lockedKeyFile, parseKeyFile } from '../../../src/money/keys/key-file.js';
import { randomKey, readKey } from '../../../src/money/keys/keys.js';
import { failureOf } from '../../support/failure.js';
import { asyncProperty, property } from '../../support/runs.js';

const noPassword = async () => undefined;
const phrase = 'test test test test test test test test test test test junk';
const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** A new random key. */
const fresh = () => new Wallet(Wallet.createRandom().privateKey);
const light = { scrypt: { N: 1024, r: 8, p: 1 } };

describe('reading a key', () => {
  test('accepts a phrase, an extended key of the root or the account, and hex with or without prefix', async () => {
    const root = HDNodeWallet.fromPhrase(phrase, undefined, 'm');
    const account = HDNodeWallet.fromPhrase(phrase, undefined, "m/44'/60'/0'");
    const { privateKey } = HDNodeWallet.fromPhrase(phrase);
    for (const text of [phrase, `  ${phrase.replaceAll(' ', '\n ')}\n`, root.extendedKey, account.extendedKey]) {
      const { key, account: tree } = await readKey(text, noPassword);
      expect(key.address).toBe(first);
      expect(publicExtendedKey(tree!)).toBe(account.neuter().extendedKey);
    }
    for (const text of [privateKey, privateKey.slice(2), `${privateKey}\n`]) {
      const { key, account: tree } = await readKey(text, noPassword);
      expect({ address: key.address, tree }).toEqual({ address: first, tree: undefined });
    }
  });

  test('a key store that was changed in any place never opens with another key', async () => {
    const account = fresh();
    const store = JSON.parse(encryptKeystoreJsonSync(account, 'p', light));
    const crypto = store.Crypto ?? store.crypto;
    await asyncProperty(20, fc.nat(31), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
      const bytes = Buffer.from(crypto.ciphertext, 'hex');
      bytes[at]! ^= flip;
      const other = { ...crypto, ciphertext: bytes.toString('hex') };
      const changed = JSON.stringify({ ...store, Crypto: undefined, crypto: other });
      await expect(readKey(changed, async () => 'p')).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
    });
  });

  test.each([
    ...'key 0x12 xprv123 { {} {"version":1} {"version":3} []'.split(' '),
    ...['', '0'.repeat(64), 'f'.repeat(64), phrase.replace('junk', 'test'), `${phrase} test`],
    HDNodeWallet.fromPhrase(phrase, undefined, 'm').neuter().extendedKey,
    HDNodeWallet.fromPhrase(phrase, undefined, "m/44'/60'").extendedKey,
  ])('an invalid key is one sentence that does not repeat it: %s', async (text) => {
    const { kind, message } = await failureOf(() => readKey(text, async () => 'p'));
    expect(kind).toBe('usage');
    if (text.length > 3) expect(message).not.toContain(text);
  });
});

describe('keys of Solana', () => {
  const pairOf = (key: { privateKey: Uint8Array; address: string }) =>
    Buffer.concat([key.privateKey, base58.decode(key.address)]);

  test('a key pair is read as a list and in base58, locked and unlocked again', async () => {
    await asyncProperty(20, fc.uint8Array({ minLength: 32, maxLength: 32 }), async (seed) => {
      const { address } = (await readKey(pairTextOf(seed), noPassword)).key;
      const key = { family: 'solana', address, privateKey: seed } as const;
      const locked = await lockedKeyFile(key, 'p', { n: 2 });
      expect(parseKeyFile(locked)).toMatchObject({ family: 'solana', address });
      for (const text of [base58.encode(pairOf(key)), JSON.stringify([...pairOf(key)], undefined, 1), locked])
        expect((await readKey(text, async () => 'p', 'solana')).key).toEqual(key);
      for (const text of [base58.encode(pairOf(key)), locked])
        await expect(readKey(text, async () => 'p', 'evm')).rejects.toMatchObject({ code: 'WRONG_KEY' });
    });
  });

  test('a key pair whose halves do not belong together is no key', async () => {
    const pair = pairOf({ ...randomKey('solana'), address: randomKey('solana').address });
    for (const text of [base58.encode(pair), JSON.stringify([...pair])])
      await expect(readKey(text, noPassword)).rejects.toMatchObject({ code: 'BAD_KEY' });
  });

  test('a locked file without its family, or with the family of the other curve, does not open', async () => {
    const locked = JSON.parse(await lockedKeyFile(randomKey('solana'), 'p', { n: 2 }));
    const evm = JSON.parse(await lockedKeyFile(randomKey(), 'p', { n: 2 }));
    for (const file of [
      { ...locked, family: undefined },
      { ...locked, family: 'evm' },
      { ...locked, family: undefined, address: undefined },
      { ...locked, family: 'bitcoin' },
      { ...evm, family: 'solana' },
      { ...evm, family: 'solana', address: locked.address },
    ])
      for (const checksum of [{}, { 'x-tuk': undefined }])
        await expect(readKey(JSON.stringify({ ...file, ...checksum }), async () => 'p')).rejects.toMatchObject({
          code: 'BAD_KEY',
        });
  });

  test('signs a text by its UTF-8 bytes', () => {
    property(40, fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const key = randomKey('solana');
      const signature = Buffer.from(signText(text, key).slice(2), 'hex');
      expect(isEd25519Signature(Buffer.from(text), signature, key.address)).toBe(true);
      expect(isEd25519Signature(Buffer.from(`${text}.`), signature, key.address)).toBe(false);
      expect(isEd25519Signature(Buffer.from(text), signature, randomKey('solana').address)).toBe(false);
    });
  });
});

/** The key pair of a seed as solana-keygen writes it. */
function pairTextOf(seed: Uint8Array): string {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const key = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
  return JSON.stringify([...seed, ...key.export({ format: 'der', type: 'spki' }).subarray(-32)]);
}

describe('signing', () => {
  test('signs a text that another library verifies', async () => {
    const { key } = await readKey(phrase, noPassword);
    property(40, fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      expect(verifyMessage(text, signText(text, key))).toBe(first);
    });
    expect(signText('same', key)).toBe(signText('same', key));
  });

  test('the header of wallet-key calls equals the published vector byte for byte (platform 2.3)', async () => {
    const words =
      'antenna guess solve guard cross scrap leg check three art galaxy sail jacket fade tool frost false tree relief mule sock future rail abuse';
    const { account } = await readKey(words, noPassword);
    expect(walletKeyHeader(account!, 'This is the test for signing and verifying message', 1_659_172_820_501)).toBe(
      'xpub6Cx5TLCAQgi6JXxqZ3tK6QrzyQiweafUQJ267e6M2XiZ7am2wXhwEa6Go18ScekXdN1DTazvUCu87sJESH6AWHLacQTRUYVcYAUgvUJkCFA:1659172820501:H6oM3YyW5k0FB5dQYymrjDPWouJsrAH2UUZBnmWmIUJ3KDv3Q3UXK1hQiJnB6/2GAlIapytoH1UEUF4K9FMxvSc=',
    );
  });

  test('without a body the header signs an empty object', async () => {
    const { account } = await readKey(phrase, noPassword);
    expect(walletKeyHeader(account!, undefined, 5)).toBe(walletKeyHeader(account!, '{}', 5));
    expect(walletKeyHeader(account!, '{}', 5)).not.toBe(walletKeyHeader(account!, '{}', 6));
  });
});
