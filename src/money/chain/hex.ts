// Bytes of transactions as hexadecimal texts.

/** Bytes of `0x` text. @throws {RangeError} for anything else */
export function hexToBytes(text: string): Uint8Array {
  if (!/^0x([0-9a-fA-F]{2})*$/.test(text)) throw new RangeError('no hexadecimal text of whole bytes');
  return Uint8Array.from(Buffer.from(text.slice(2), 'hex'));
}
/** `0x` text in lower case. */
export const bytesToHex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
