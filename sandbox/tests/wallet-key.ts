// A reference implementation of `x-hmac-sig` headers: Bitcoin's signed-message format, with other libraries than the sandbox uses.
import { createHash } from 'node:crypto';
import { HDNodeWallet, SigningKey } from 'ethers';

/** The published test phrase of Ethereum tools. */
export const testPhrase = 'test test test test test test test test test test test junk';

/** The account key at m/44'/60'/0'. */
export const accountKey = (phrase: string): HDNodeWallet => HDNodeWallet.fromPhrase(phrase, '', "m/44'/60'/0'");
/** The wallet of an index below it. */
export const walletAt = (index: number): HDNodeWallet =>
  HDNodeWallet.fromPhrase(testPhrase, '', `m/44'/60'/0'/0/${index}`);

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest();
function lengthOf(bytes: Uint8Array): Buffer {
  if (bytes.length < 253) return Buffer.of(bytes.length);
  if (bytes.length < 65_536) return Buffer.of(253, bytes.length % 256, Math.floor(bytes.length / 256));
  const high = [Math.floor(bytes.length / 256) % 256, Math.floor(bytes.length / 65_536) % 256];
  return Buffer.of(254, bytes.length % 256, ...high, 0);
}

/** The header over a text at a time, epoch milliseconds. */
export function walletKeyHeader(key: HDNodeWallet, text: string, at: number): string {
  const message = Buffer.from(`${text}|${at}`);
  const hash = sha256(
    sha256(Buffer.concat([Buffer.from('\x18Bitcoin Signed Message:\n'), lengthOf(message), message])),
  );
  const { r, s, yParity } = new SigningKey(key.privateKey).sign(hash);
  const [rBytes, sBytes] = [r, s].map((part) => Buffer.from(part.slice(2), 'hex'));
  const bytes = Buffer.concat([Buffer.of(31 + yParity), rBytes!, sBytes!]);
  return `${key.neuter().extendedKey}:${at}:${bytes.toString('base64')}`;
}
