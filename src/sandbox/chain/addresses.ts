// Makes well-formed addresses and transaction hashes from a hash, for the chains that the test phrase does not cover. Nobody holds a key to any of them.
import { createHash } from 'node:crypto';
import type { Network } from '../../services/catalogue/words.js';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function base58(bytes: Uint8Array): string {
  let left = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; left > 0n; left /= 58n) text = alphabet[Number(left % 58n)] + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}
const checked = (bytes: Buffer): string => base58(Buffer.concat([bytes, sha256(sha256(bytes)).subarray(0, 4)]));

/** CRC-16/XMODEM, which TON's addresses end with. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}
function ton(hash: Buffer, test: boolean): string {
  const body = Buffer.concat([Buffer.from([test ? 0x91 : 0x11, 0]), hash]);
  const crc = crc16(body);
  return Buffer.concat([body, Buffer.from([crc >> 8, crc & 0xff])]).toString('base64url');
}

/** An address on a network, the same each time for a name; undefined where the sandbox makes none. */
export function madeAddress(network: (typeof Network)[number], name: string): string | undefined {
  const hash = sha256(`tuk-sandbox:${network}:${name}`);
  if (network === 'XTZ') return checked(Buffer.concat([Buffer.from([6, 161, 159]), hash.subarray(0, 20)])); // tz1
  if (network === 'BITCOIN') return checked(Buffer.concat([Buffer.from([0]), hash.subarray(0, 20)]));
  if (network === 'SOLANA') return base58(hash);
  if (network === 'TON' || network === 'TON_TEST') return ton(hash, network === 'TON_TEST');
  return undefined;
}

/** An address of the house on any network, made for one purpose. */
export const ownAddressOf = (network: (typeof Network)[number], purpose: string): string =>
  madeAddress(network, purpose) ?? `0x${sha256(`tuk-sandbox:${network}:${purpose}`).subarray(0, 20).toString('hex')}`;
/** The address that payments to the house go to. */
export const houseAddress = (network: (typeof Network)[number]): string => ownAddressOf(network, 'house');

const hex = (text: string): string => sha256(text).toString('hex');
/** The hash of a synthetic transaction, in its network's form. */
export const madeHash = (network: (typeof Network)[number], name: string): string =>
  network === 'XTZ'
    ? `o${madeAddress('XTZ', name)!.slice(3)}${hex(name).slice(0, 17)}`
    : network === 'BITCOIN'
      ? hex(`${network}:${name}`)
      : `0x${hex(`${network}:${name}`)}`;
