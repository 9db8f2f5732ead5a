// Hexadecimal texts of JSON-RPC and transactions.

/** Bytes of `0x` text. @throws {RangeError} for anything else */
export function hexToBytes(text: string): Uint8Array {
  if (!/^0x([0-9a-fA-F]{2})*$/.test(text)) throw new RangeError('no hexadecimal text of whole bytes');
  return Uint8Array.from(Buffer.from(text.slice(2), 'hex'));
}
/** `0x` text in lower case. */
export const bytesToHex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
/** A number as JSON-RPC writes it: `0x1f`. */
export const quantity = (value: bigint | number): string => `0x${value.toString(16)}`;
/** Whether two addresses are equal. */
export const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
/** Whether a text has the form of a transaction or block hash. */
export const isHash = (text: unknown): text is string => typeof text === 'string' && /^0x[0-9a-fA-F]{64}$/.test(text);
