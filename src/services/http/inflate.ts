// Inflates a compressed body.
import { createBrotliDecompress, createUnzip } from 'node:zlib';

/** Decodes a stream by its content encoding. @throws {Error} with the code `Z_UNKNOWN` for an unknown one */
export function inflated(stream: NodeJS.ReadableStream, encoding: string): NodeJS.ReadableStream {
  const inflate = encoding === 'br' ? createBrotliDecompress() : /^(x-)?gzip$|^deflate$/.test(encoding) ? createUnzip() : undefined;
  if (!inflate) throw Object.assign(new Error("the response's content encoding is not one we know"), { code: 'Z_UNKNOWN' });
  stream.on('error', (error) => inflate.destroy(error));
  return stream.pipe(inflate);
}
