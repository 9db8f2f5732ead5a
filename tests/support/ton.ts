// Addresses of TON (TEP-2), made by code that the program does not use.
/** The address of an account in base64url: a tag, the workchain 0, its 32 bytes and their checksum. */
export function tonAddress(tag: number, account: Uint8Array): string {
  const body = Buffer.concat([Buffer.from([tag, 0]), account]);
  const crc = body.reduce((sum, byte) => {
    let next = sum ^ (byte << 8);
    for (let bit = 0; bit < 8; bit++) next = next & 0x8000 ? ((next << 1) ^ 0x1021) & 0xffff : (next << 1) & 0xffff;
    return next;
  }, 0);
  return Buffer.concat([body, Buffer.from([crc >> 8, crc & 255])]).toString('base64url');
}
