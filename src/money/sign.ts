// Signs for authentication: texts (EIP-191, or ed25519 on Solana), and the header of wallet-key calls. Nothing here
// signs a transaction.
import { createHash } from 'node:crypto';
import { eip191Signer } from 'micro-eth-signer';
import { sign } from 'micro-eth-signer/utils.js';
import { Guarded } from '../services/http/errors.js';
import { signEd25519 } from './ed25519.js';
import { type ExtendedKey, publicExtendedKey } from './extended-key.js';
import type { Key } from './keys.js';
import { solanaMessageSigners } from './sign-solana.js';

/**
 * Signs a text so that the signed bytes can never be a transaction: with the EIP-191 prefix, on Solana its UTF-8 bytes
 * unless they are a message of a transaction.
 * @returns 0x hex: 65 bytes, on Solana 64
 * @throws {Guarded} BAD_MESSAGE for a text of Solana that is a transaction
 */
export function signText(text: string, { family, privateKey }: Pick<Key, 'family' | 'privateKey'>): string {
  if (family === 'evm') return eip191Signer.sign(text, privateKey, false);
  const bytes = Buffer.from(text);
  if (solanaMessageSigners(bytes))
    throw new Guarded('BAD_MESSAGE', 'The text is the message of a Solana transaction; it was not signed.');
  return `0x${Buffer.from(signEd25519(bytes, privateKey)).toString('hex')}`;
}

/**
 * The value of `x-hmac-sig` for a call signed with the key of an account (platform 2.3): `xpub:timestamp:signature`,
 * over the body text (`{}` without one), a bar and the time, as a Bitcoin signed message of a compressed key.
 * @param now epoch milliseconds
 */
export function walletKeyHeader(account: ExtendedKey, body: string | undefined, now: number): string {
  const signature = sign(bitcoinHash(`${body ?? '{}'}|${now}`), account.privateKey, false);
  const compressed = 27 + 4 + signature.recovery!;
  const text = Buffer.concat([Buffer.of(compressed), signature.toBytes('compact')]).toString('base64');
  return `${publicExtendedKey(account)}:${now}:${text}`;
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
