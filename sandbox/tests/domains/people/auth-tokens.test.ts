// The keys of a sandbox: all parts of a P-256 key have their whole length, and its public part verifies.
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { newKey } from '../../../domains/people/auth-tokens.js';

test('a new key is another one each time, and signs what its public part verifies', () => {
  const keys = Array.from({ length: 600 }, newKey); // about two of them begin with a zero
  expect(new Set(keys.map(({ d }) => d)).size).toBe(keys.length);
  const text = Buffer.from('x');
  for (const key of keys) {
    expect([key.x, key.y, key.d].map((part) => Buffer.from(part, 'base64url').length)).toEqual([32, 32, 32]);
    const signature = sign('sha256', text, createPrivateKey({ key: { ...key }, format: 'jwk' }));
    const { d: _, ...publicPart } = key;
    expect(verify('sha256', text, createPublicKey({ key: publicPart, format: 'jwk' }), signature)).toBe(true);
  }
});
