// Inflates a compressed body.
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';

/** Decodes a stream by its content encoding. @throws {Error} Z_UNKNOWN for an unknown encoding */
export function inflated(stream: Readable, encoding: string): Readable {
  const inflate =
    encoding === 'br' ? createBrotliDecompress() : /^(x-)?gzip$|^deflate$/.test(encoding) ? createUnzip() : undefined;
  if (!inflate)
    throw Object.assign(new Error("the response's content encoding is not one we know"), { code: 'Z_UNKNOWN' });
  stream.on('error', (error) => inflate.destroy(error));
  return stream.pipe(inflate);
}
