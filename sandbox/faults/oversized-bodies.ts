// Streams oversized bodies. Memory never holds one.
import { constants, crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';
import type { BodyStream } from '../core/http-messages.js';

const piece = 64 * 2 ** 10;
const ofSize = (size: number, fill: string): Uint8Array => Buffer.alloc(size, fill);

function* repeated(count: number, fill: string): Generator<Uint8Array> {
  const full = ofSize(Math.min(piece, count), fill);
  for (let rest = count; rest > 0; rest -= full.length) yield rest >= full.length ? full : full.subarray(0, rest);
}

/** A JSON object with one long text. */
export const huge = (bytes: number): BodyStream => {
  const [head, tail] = [Buffer.from('{"huge":"'), Buffer.from('"}')];
  return {
    bytes,
    *parts() {
      yield head;
      yield* repeated(bytes - head.length - tail.length, 'x');
      yield tail;
    },
  };
};

/** Nested lists. */
export const deep = (levels: number): BodyStream => ({
  bytes: 2 * levels,
  *parts() {
    yield* repeated(levels, '[');
    yield* repeated(levels, ']');
  },
});

const unit = 2 ** 20;
/** A gzip member's head: deflate, no name, no time (RFC 1952 section 2.3). */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/**
 * A few kilobytes of gzip that open to a JSON text of blanks, in whole MiB. One MiB is deflated once up to a full
 * flush, so nothing refers to earlier bytes, and sent repeatedly.
 */
export const bomb = (bytes: number): BodyStream => ({
  async *parts() {
    const blanks = ofSize(unit, ' ');
    const block = await deflatedBlock(blanks);
    const count = Math.ceil(bytes / unit);
    const last = Buffer.from('{}');
    let check = 0;
    yield gzipHead;
    for (let n = 0; n < count; n++) {
      check = crc32(blanks, check);
      // the checksum takes time: lets other requests run
      if (n % 32 === 0) await new Promise((others) => setImmediate(others));
      yield block;
    }
    yield deflateRawSync(last);
    const tail = Buffer.alloc(8);
    tail.writeUInt32LE(crc32(last, check) >>> 0, 0);
    tail.writeUInt32LE((count * unit + last.length) % 2 ** 32, 4);
    yield tail;
  },
});

/** A deflate block that ends at a byte and is not the last. */
function deflatedBlock(bytes: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const deflate = createDeflateRaw({ level: 9 });
    const parts: Uint8Array[] = [];
    deflate.on('data', (part: Uint8Array) => parts.push(part)).on('error', reject);
    deflate.write(bytes);
    deflate.flush(constants.Z_FULL_FLUSH, () => {
      resolve(Buffer.concat(parts));
      deflate.close();
    });
  });
}
