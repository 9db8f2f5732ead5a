// A body that came compressed.
import { createBrotliDecompress, createUnzip } from 'node:zlib';

/** The stream behind a content encoding. @throws {Error} with the code `Z_UNKNOWN` for one that we do not know */
export function inflated(stream: NodeJS.ReadableStream, encoding: string): NodeJS.ReadableStream {
  const inflate = encoding === 'br' ? createBrotliDecompress() : /^(x-)?gzip$|^deflate$/.test(encoding) ? createUnzip() : undefined;
  if (!inflate) throw Object.assign(new Error("the answer's content encoding is not one we know"), { code: 'Z_UNKNOWN' });
  stream.on('error', (error) => inflate.destroy(error));
  return stream.pipe(inflate);
}
