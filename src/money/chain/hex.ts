// Bytes of transactions as hexadecimal texts.

import { isPrefixedHash } from '../../services/forms.js';

/** Bytes of `0x` text. @throws {RangeError} for anything else */
export function hexToBytes(text: string): Uint8Array {
  if (!/^0x([0-9a-fA-F]{2})*$/.test(text)) throw new RangeError('no hexadecimal text of whole bytes');
  return Uint8Array.from(Buffer.from(text.slice(2), 'hex'));
}
/** `0x` text in lower case. */
export const bytesToHex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

// Hexadecimal texts of JSON-RPC and transactions.

/** A number as JSON-RPC writes it: `0x1f`. */
export const quantity = (value: bigint | number): string => `0x${value.toString(16)}`;
/** Whether two addresses are equal. */
export const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
/** Whether a text has the form of a transaction or block hash. */
export const isHash = (text: unknown): text is string => typeof text === 'string' && isPrefixedHash(text);
/** The address that nobody has a key of: the sender of a simulated call that needs none. */
export const noAccount = `0x${'0'.repeat(40)}`;
