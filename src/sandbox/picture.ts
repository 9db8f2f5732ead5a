// A PNG made by hand: one plain card. The picture of a text comes with the image factory's own fonts, later.
import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, check]);
}

/** A card of one grey with a lighter border, eight bits a pixel. Sizes in pixels. */
export function plainCard(width: number, height: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8; // bits a sample; colour type 0 is grey
  const lines = Array.from({ length: height }, (_, y) => {
    const line = Buffer.alloc(width + 1, y === 0 || y === height - 1 ? 0xd0 : 0x40);
    line[0] = 0; // no filter
    line[1] = line[width] = 0xd0;
    return line;
  });
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
