// Reads and inflates the body of a response within a size limit, for both transports.

import type { Readable } from 'node:stream';
import { inflated } from './inflate.js';

/** The maximum size of the headers of a response, bytes. Node's default, 16 KiB, is less than large cookies need. */
export const maxHeaderSize = 128 * 1024;

export class BodyTooLarge extends Error {}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Reads a body. Throws errors of the stream unchanged; ECONNRESET if the stream closes early.
 * @param received called for each part
 * @throws {BodyTooLarge} for more than `maxBytes`, counted after inflating, or by Content-Length
 */
export async function readBody(
  stream: Readable,
  headers: Headers,
  maxBytes: number,
  received: () => void = () => {},
): Promise<Buffer> {
  const tooBig = () => new BodyTooLarge(`the response is larger than ${maxBytes} bytes`);
  const encoding =
    String(headers['content-encoding'] ?? '')
      .trim()
      .toLowerCase() || 'identity';
  if (encoding === 'identity' && Number(headers['content-length']) > maxBytes) throw tooBig();
  const source = encoding === 'identity' ? stream : inflated(stream, encoding);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    source.on('data', (chunk: Buffer) => {
      size += chunk.length;
      received();
      if (size > maxBytes) reject(tooBig());
      else chunks.push(chunk);
    });
    source.once('error', reject);
    source.once('end', () => resolve(Buffer.concat(chunks, size)));
    source.once('close', () => {
      // errors are slow to make
      if (!source.readableEnded) reject(Object.assign(new Error('cut'), { code: 'ECONNRESET' }));
    });
  });
}
