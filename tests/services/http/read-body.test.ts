// The size limit of a response counts all parts of its body together, after inflating; a smaller body arrives whole.
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BodyTooLarge, readBody } from '../../../src/services/http/read-body.js';
import { asyncProperty } from '../../support/runs.js';

const parts = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { minLength: 2, maxLength: 20 });
/** How much less the limit is than the body, bytes. */
const excesses = fc.integer({ min: -2, max: 2 });
const outcome = (read: Promise<Buffer>) => read.catch((error: unknown) => (error as Error).constructor);

const encodings = ['identity', 'gzip'];
test.each(encodings)('a body in parts, %s, is read whole up to the limit, and refused above it', (encoding) =>
  asyncProperty(100, parts, excesses, async (chunks, excess) => {
    const whole = Buffer.concat(chunks);
    const packed = gzipSync(whole);
    const isPacked = encoding === 'gzip';
    const sent = isPacked ? [packed.subarray(0, 5), packed.subarray(5)] : chunks.map((one) => Buffer.from(one));
    const headers: Record<string, string> = isPacked ? { 'content-encoding': 'gzip' } : {};
    const body = readBody(Readable.from(sent, { objectMode: false }), headers, whole.length - excess);
    expect(await outcome(body)).toEqual(excess > 0 ? BodyTooLarge : whole);
  }),
);

test('a body whose stated length is above the limit is refused before it is read', async () => {
  const stream = Readable.from([Buffer.from('a')]);
  expect(await outcome(readBody(stream, { 'content-length': '11' }, 10))).toBe(BodyTooLarge);
});
