// A stream that keeps its text: the output of a command that runs inside another one.

import { Writable } from 'node:stream';

/** Makes a stream; `text` returns everything that was written to it. */
export function collector(): Writable & { text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer | string, _, done) {
      chunks.push(Buffer.from(chunk as string));
      done();
    },
  });
  return Object.assign(stream, { text: () => Buffer.concat(chunks).toString('utf8') });
}
