// Keys on the curve secp256k1: their public keys by Node's own cryptography, and trees of keys (BIP-32).
import { createECDH, createHash, createHmac } from 'node:crypto';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { createBase58check } from '@scure/base';

/** The order of the curve. */
const order = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const base58check = createBase58check(sha256);
/** The first bytes of a private and of a public extended key. */
const [privateVersion, publicVersion] = [0x0488_ade4, 0x0488_b21e];

/** The public key of a private key: 33 bytes, or 65 bytes that are not compressed. @throws {Error} out of range */
export function publicKeyOf(privateKey: Uint8Array, form: 'compressed' | 'uncompressed'): Buffer {
  const curve = createECDH('secp256k1');
  curve.setPrivateKey(privateKey);
  return curve.getPublicKey(null, form);
}

/** Whether 32 bytes are a private key: a number from 1 to the order of the curve, without it. */
export function isPrivateKey(bytes: Uint8Array): boolean {
  const value = bytes.length === 32 ? numberOf(bytes) : 0n;
  return value > 0n && value < order;
}

const numberOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

/** A key in a tree of keys. */
export interface ExtendedKey {
  /** 32 bytes, which the caller zeroes. */
  readonly privateKey: Uint8Array;
  readonly chainCode: Uint8Array;
  readonly depth: number;
  readonly index: number;
  /** The first bytes of the hash of the public key above it. */
  readonly parentFingerprint: () => number;
}

/** The root of the tree of a seed. */
export function rootOf(seed: Uint8Array): ExtendedKey {
  const node = createHmac('sha512', 'Bitcoin seed').update(seed).digest();
  return { ...halves(node), depth: 0, index: 0, parentFingerprint: () => 0 };
}

/** Copies the halves of 64 bytes, and zeroes these. */
function halves(bytes: Buffer): { readonly privateKey: Uint8Array; readonly chainCode: Uint8Array } {
  const parts = { privateKey: Uint8Array.from(bytes.subarray(0, 32)), chainCode: Uint8Array.from(bytes.subarray(32)) };
  bytes.fill(0);
  return parts;
}

/** The child of a key. One of 2^127 indices has none: then it is that of the next index. */
export function childOf(parent: ExtendedKey, index: number): ExtendedKey {
  const publicKey = publicKeyOf(parent.privateKey, 'compressed');
  const step = Buffer.alloc(4);
  step.writeUInt32BE(index);
  const data = Buffer.concat([index < 0x8000_0000 ? publicKey : Buffer.from([0, ...parent.privateKey]), step]);
  const { privateKey: tweak, chainCode } = halves(createHmac('sha512', parent.chainCode).update(data).digest());
  data.fill(0);
  const added = numberOf(tweak) + numberOf(parent.privateKey);
  const isInRange = numberOf(tweak) < order && added % order !== 0n;
  tweak.fill(0);
  if (!isInRange) return childOf(parent, index + 1);
  const privateKey = Uint8Array.from(Buffer.from((added % order).toString(16).padStart(64, '0'), 'hex'));
  const parentFingerprint = () => Buffer.from(ripemd160(sha256(publicKey))).readUInt32BE(0);
  return { privateKey, chainCode, depth: parent.depth + 1, index, parentFingerprint };
}

/** Parses a private extended key (xprv). @throws {Error} for another text */
export function parseExtendedKey(text: string): ExtendedKey {
  const bytes = Buffer.from(base58check.decode(text));
  const [depth, parentFingerprint, index] = [bytes[4]!, bytes.readUInt32BE(5), bytes.readUInt32BE(9)];
  const key = { privateKey: Uint8Array.from(bytes.subarray(46)), chainCode: Uint8Array.from(bytes.subarray(13, 45)) };
  const isRoot = depth > 0 || (index === 0 && parentFingerprint === 0);
  const isValid = bytes.length === 78 && bytes.readUInt32BE(0) === privateVersion && bytes[45] === 0 && isRoot;
  bytes.fill(0);
  if (!isValid || !isPrivateKey(key.privateKey)) throw new Error('not a private extended key');
  return { ...key, depth, index, parentFingerprint: () => parentFingerprint };
}

/** The public extended key (xpub) of a key. */
export function publicExtendedKey({ privateKey, chainCode, depth, index, parentFingerprint }: ExtendedKey): string {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(publicVersion, 0);
  head.writeUInt8(depth, 4);
  head.writeUInt32BE(parentFingerprint(), 5);
  head.writeUInt32BE(index, 9);
  return base58check.encode(Buffer.concat([head, chainCode, publicKeyOf(privateKey, 'compressed')]));
}
