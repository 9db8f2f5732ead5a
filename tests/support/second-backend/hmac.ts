// The x-hmac-sig header (CONTRACT.md 7.3): a Bitcoin signed message by the key of an xpub, verified with ethers and node:crypto.
import { createHash } from 'node:crypto';
import { HDNodeWallet, SigningKey } from 'ethers';

/** The xpub of a header `xpub:timestamp:signature` that is valid for a request with this body, otherwise undefined. */
export function signerOf(header: unknown, body: string): string | undefined {
  const [, xpub, ms, signature] = /^(xpub\w+):(\d{13}):([^:]+)$/.exec(String(header)) ?? [];
  if (!xpub || !signature || !isAccountKey(xpub)) return undefined;
  return signedBy(xpub, `${body || '{}'}|${ms}`, signature) ? xpub : undefined;
}

/** Whether this base64 text is the xpub's signature of a message. */
function signedBy(xpub: string, message: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64');
  const id = (bytes[0] ?? 0) - 31; // 31 to 34: a compressed key and its recovery id; 33 and 34 need r >= n, which is practically impossible
  if (bytes.toString('base64') !== signature || bytes.length !== 65 || (id !== 0 && id !== 1)) return false;
  const [r, s] = [bytes.subarray(1, 33), bytes.subarray(33)].map(hex) as [string, string];
  try {
    const key = SigningKey.recoverPublicKey(hex(digest(message)), { r, s, yParity: id });
    return SigningKey.computePublicKey(key, true) === HDNodeWallet.fromExtendedKey(xpub).publicKey;
  } catch {
    return false; // not a point of the curve, or not an xpub
  }
}

/** A key at m/44'/60'/0' has depth 3 and the hardened child number 0. */
function isAccountKey(xpub: string): boolean {
  try {
    const { depth, index } = HDNodeWallet.fromExtendedKey(xpub);
    return depth === 3 && index === 0x80000000;
  } catch {
    return false;
  }
}

function digest(message: string): Buffer {
  const text = Buffer.from(message);
  return sha256(sha256(Buffer.concat([Buffer.from('\x18Bitcoin Signed Message:\n'), varint(text.length), text])));
}

/** A length in Bitcoin's varint encoding, below 64 KiB. */
function varint(length: number): Buffer {
  return length < 0xfd ? Buffer.of(length) : Buffer.of(0xfd, length & 0xff, length >> 8);
}

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();
const hex = (data: Buffer) => `0x${data.toString('hex')}`;
