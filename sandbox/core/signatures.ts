// Verifies wallet signatures. Heavy: loaded on demand, before the database transaction begins (dispatch.ts).
import { createHash } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { addr, eip191Signer, parseSignature, serializeSignature } from 'micro-eth-signer';
import { initSig, recoverPublicKey } from 'micro-eth-signer/utils.js';

/** An Ethereum address with its checksum (EIP-55); undefined if invalid. */
export const checksummed = (address: string): string | undefined =>
  /^0x[0-9a-fA-F]{40}$/.test(address) && addr.isValid(address) ? addr.addChecksum(address) : undefined;

/** The address that made a personal_sign signature (EIP-191); undefined if invalid. */
export const personalSigner = (message: string, signature: string): string | undefined =>
  attempt(() => eip191Signer.recoverAddress(serializeSignature(parseSignature(signature.toLowerCase())), message));

/** The largest distance from the wall clock, in milliseconds: the sandbox's own. */
const staleMs = 300_000;
const headerForm = /^(xpub\w{100,120}):(\d{1,15}):([A-Za-z0-9+/]{87}=)$/;

/**
 * The address of the first wallet of the key that made an `x-hmac-sig` header; undefined for a stale or invalid one.
 *
 * platform 2.3: `xpub:timestamp:signature`, signed by the key of the xpub itself, over `text|timestamp`.
 *
 * @param text the body as it was sent, `{}` for none
 * @param wall epoch milliseconds
 */
export function walletKeySigner(header: string, text: string, wall: number): string | undefined {
  const [, xpub = '', time = '', signature = ''] = headerForm.exec(header) ?? [];
  if (xpub === '' || Math.abs(wall - Number(time)) > staleMs) return undefined;
  return attempt(() => {
    const key = HDKey.fromExtendedKey(xpub);
    const signer = bitcoinSigner(`${text}|${time}`, Buffer.from(signature, 'base64'));
    return key.publicKey && signer && Buffer.from(key.publicKey).equals(signer) ? firstAddress(key) : undefined;
  });
}

/** The first wallet of an xpub at m/44'/60'/0'; undefined if invalid. */
export const addressOfXpub = (xpub: string): string | undefined =>
  attempt(() => firstAddress(HDKey.fromExtendedKey(xpub)));

const firstAddress = (key: HDKey): string => addr.fromPublicKey(key.deriveChild(0).deriveChild(0).publicKey!);

/** The first byte selects one of four keys; 4 is added for a compressed key. */
const compressed = 27 + 4;
function bitcoinSigner(message: string, signature: Buffer): Uint8Array | undefined {
  const recovery = signature[0]! - compressed;
  return recovery === 0 || recovery === 1
    ? recoverPublicKey(initSig(new Uint8Array(signature.subarray(1)), recovery), bitcoinHash(message))
    : undefined;
}

const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();
function bitcoinHash(message: string): Uint8Array {
  const text = Buffer.from(message);
  return sha256(sha256(Buffer.concat([Buffer.from('\x18Bitcoin Signed Message:\n'), varint(text.length), text])));
}
/** Bitcoin's number of variable length. A body is shorter than four bytes can say. */
function varint(value: number): Buffer {
  if (value < 0xfd) return Buffer.from([value]);
  const wide = value > 0xffff;
  const bytes = Buffer.alloc(wide ? 5 : 3, wide ? 0xfe : 0xfd);
  if (wide) bytes.writeUInt32LE(value, 1);
  else bytes.writeUInt16LE(value, 1);
  return bytes;
}

/** The libraries throw for invalid input. */
function attempt(work: () => string | undefined): string | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
