// The body of an answer, read to its end: inflated, and within the cap. Both transports read theirs here.

/** An answer that is larger than it may be. */
export class TooBig extends Error {}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Reads a body. The stream's own failures come out as they are, a stream that closes before its end as ECONNRESET.
 * @throws {TooBig} past `most` bytes, counted after inflating, or where its length says so beforehand.
 */
export async function collect(stream: NodeJS.ReadableStream, headers: Headers, most: number): Promise<Buffer> {
  const tooBig = () => new TooBig(`the answer is larger than ${most} bytes`);
  const encoding =
    String(headers['content-encoding'] ?? '')
      .trim()
      .toLowerCase() || 'identity';
  if (encoding === 'identity' && Number(headers['content-length']) > most) throw tooBig();
  const source = encoding === 'identity' ? stream : (await import('./inflate.js')).inflated(stream, encoding);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    source.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) reject(tooBig());
      else chunks.push(chunk);
    });
    source.once('error', reject);
    source.once('end', () => resolve(Buffer.concat(chunks, size)));
    source.once('close', () => reject(Object.assign(new Error('cut'), { code: 'ECONNRESET' })));
  });
}
