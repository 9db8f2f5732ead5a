// Signs for authentication: EIP-191 texts, and the header of wallet-key calls. Nothing here signs a transaction.
import { createHash } from 'node:crypto';
import type { HDKey } from '@scure/bip32';
import { eip191Signer } from 'micro-eth-signer';
import { sign } from 'micro-eth-signer/utils.js';
import type { Key } from './keys.js';

/**
 * Signs a text with the EIP-191 prefix, so that the signed bytes can never be a transaction.
 * @returns 65 bytes as 0x hex.
 */
export const signText = (text: string, { privateKey }: Key): string => eip191Signer.sign(text, privateKey, false);

/**
 * The value of `x-hmac-sig` for a call signed with the key of an account (platform 2.3): `xpub:timestamp:signature`,
 * over the body text (`{}` without one), a bar and the time, as a Bitcoin signed message of a compressed key.
 * @param now epoch milliseconds
 */
export function walletKeyHeader(account: HDKey, body: string | undefined, now: number): string {
  const signature = sign(bitcoinHash(`${body ?? '{}'}|${now}`), account.privateKey!, false);
  const compressed = 27 + 4 + signature.recovery!;
  const text = Buffer.concat([Buffer.of(compressed), signature.toBytes('compact')]).toString('base64');
  return `${account.publicExtendedKey}:${now}:${text}`;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

function bitcoinHash(text: string): Uint8Array {
  const message = Buffer.from(text);
  return sha256(sha256(Buffer.concat([Buffer.from('\x18Bitcoin Signed Message:\n'), varint(message.length), message])));
}

/** A length as Bitcoin writes it; messages here are below 4 GiB. */
function varint(length: number): Uint8Array {
  if (length < 0xfd) return Buffer.of(length);
  const wide = length > 0xffff;
  const bytes = Buffer.alloc(wide ? 5 : 3, wide ? 0xfe : 0xfd);
  if (wide) bytes.writeUInt32LE(length, 1);
  else bytes.writeUInt16LE(length, 1);
  return bytes;
}
