// Ed25519 keys of Solana: derives them (SLIP-0010), signs and verifies. The seed of 32 bytes is the private key.

import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { base58 } from '@scure/base';
import { isBytes64 } from '../../services/forms.js';

/** The bytes before the seed in PKCS #8, and before the public key in SPKI (RFC 8410). */
const [privatePrefix, publicPrefix] = [
  Buffer.from('302e020100300506032b657004220420', 'hex'),
  Buffer.from('302a300506032b6570032100', 'hex'),
];

function privateKeyOf(seed: Uint8Array): KeyObject {
  const key = Buffer.concat([privatePrefix, seed]);
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  } finally {
    key.fill(0);
  }
}

/** The public key of a seed: 32 bytes. */
export const publicKeyOf = (seed: Uint8Array): Uint8Array =>
  Uint8Array.from(createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' }).subarray(-32));

/** The address of a seed: its public key in base58. */
export const solanaAddressOf = (seed: Uint8Array): string => base58.encode(publicKeyOf(seed));

/** Whether a pair of 32 bytes each is a seed and its public key. */
export const isKeyPair = (pair: Uint8Array): boolean =>
  pair.length === 64 && Buffer.from(publicKeyOf(pair.subarray(0, 32))).equals(pair.subarray(32));

/** Whether a text is the signature of a Solana transaction in base58: 64 bytes that are not a key pair. */
export function isSolanaSignature(text: string): boolean {
  if (!isBytes64(text)) return false;
  const bytes = base58.decode(text);
  return bytes.length === 64 && !isKeyPair(bytes);
}

/** Signs bytes. @returns 64 bytes */
export const signEd25519 = (bytes: Uint8Array, seed: Uint8Array): Uint8Array =>
  Uint8Array.from(sign(null, bytes, privateKeyOf(seed)));

/**
 * The points of small order (RFC 8032 5.1), as 32 bytes without their last bit: anyone can make signatures that such a
 * key seems to have made of any text.
 */
const smallOrder: ReadonlySet<string> = new Set([
  `01${'00'.repeat(31)}`,
  '00'.repeat(32),
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  ...['ec', 'ed', 'ee'].map((first) => `${first}${'ff'.repeat(30)}7f`),
]);
function isSmallOrder(point: Uint8Array) {
  const bytes = Buffer.from(point);
  bytes[31]! &= 0x7f;
  return smallOrder.has(bytes.toString('hex'));
}

/** Whether an address in base58 made a signature of bytes. @throws {Error} for an address of another form */
export function isEd25519Signature(bytes: Uint8Array, signature: Uint8Array, address: string): boolean {
  const point = base58.decode(address);
  if (isSmallOrder(point)) return false;
  const key = Buffer.concat([publicPrefix, point]);
  return verify(null, bytes, createPublicKey({ key, format: 'der', type: 'spki' }), signature);
}

/** The path of the first Solana account of a recovery phrase, as most wallets use it: m/44'/501'/0'/0'. */
export const solanaPath = [44, 501, 0, 0] as const;

/**
 * Derives an ed25519 key by SLIP-0010, which has hardened steps only.
 * @param seed the seed of a recovery phrase
 * @param path the indices, without the bit that hardens them
 * @returns the seed of the key: 32 bytes, which the caller zeroes
 */
export function deriveEd25519(seed: Uint8Array, path: readonly number[]): Uint8Array {
  const hmac = (key: Uint8Array | string, data: Uint8Array) => createHmac('sha512', key).update(data).digest();
  const node = path.reduce(
    (parent, index) => {
      const step = Buffer.alloc(4);
      step.writeUInt32BE(0x8000_0000 + index);
      const data = Buffer.concat([Buffer.of(0), parent.subarray(0, 32), step]);
      const child = hmac(parent.subarray(32), data);
      for (const secret of [data, parent]) secret.fill(0);
      return child;
    },
    hmac('ed25519 seed', seed),
  );
  const key = Uint8Array.from(node.subarray(0, 32));
  node.fill(0);
  return key;
}
