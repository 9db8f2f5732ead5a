// Protects the derivation and the signatures of ed25519 keys: the published vectors of SLIP-0010 and RFC 8032.
import { base58 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  deriveEd25519,
  isEd25519Signature,
  isKeyPair,
  isSolanaSignature,
  publicKeyOf,
  signEd25519,
  solanaAddressOf,
} from '../../../src/money/keys/ed25519.js';
import { property } from '../../support/runs.js';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (data: Uint8Array) => Buffer.from(data).toString('hex');

describe('SLIP-0010, test vector 1 for ed25519', () => {
  const seed = bytes('000102030405060708090a0b0c0d0e0f');
  test.each<[readonly number[], string, string]>([
    [
      [],
      '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7',
      'a4b2856bfec510abab89753fac1ac0e1112364e7d250545963f135f2a33188ed',
    ],
    [
      [0],
      '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3',
      '8c8a13df77a28f3445213a0f432fde644acaa215fc72dcdf300d5efaa85d350c',
    ],
    [
      [0, 1],
      'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2',
      '1932a5270f335bed617d5b935c80aedb1a35bd9fc1e31acafd5372c30f5c1187',
    ],
    [
      [0, 1, 2, 2, 1_000_000_000],
      '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
      '3c24da049451555d51a7014a37337aa4e12d41e485abccfa46b47dfb2af54b7a',
    ],
  ])('path %j', (path, privateKey, publicKey) => {
    const key = deriveEd25519(seed, path);
    expect([hex(key), hex(publicKeyOf(key))]).toEqual([privateKey, publicKey]);
  });
});

test('RFC 8032, test 2: signs as published, and verifies by the address', () => {
  const seed = bytes('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb');
  const signature = signEd25519(bytes('72'), seed);
  expect(hex(signature)).toBe(
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  );
  expect(isEd25519Signature(bytes('72'), signature, solanaAddressOf(seed))).toBe(true);
  expect(isEd25519Signature(bytes('73'), signature, solanaAddressOf(seed))).toBe(false);
});

test('64 bytes in base58 are a signature, except a seed with its public key', () => {
  property(100, fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.uint8Array({ maxLength: 40 }), (seed, text) => {
    const pair = Buffer.concat([seed, publicKeyOf(seed)]);
    expect(isSolanaSignature(base58.encode(signEd25519(text, seed)))).toBe(true);
    expect([isKeyPair(pair), isSolanaSignature(base58.encode(pair))]).toEqual([true, false]);
    expect(isSolanaSignature(base58.encode(pair.subarray(1)))).toBe(false);
  });
  for (const text of ['', '1'.repeat(65), '0'.repeat(88), solanaAddressOf(Buffer.alloc(32, 1))])
    expect(isSolanaSignature(text)).toBe(false);
});
