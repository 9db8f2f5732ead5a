// In-memory streams: one that collects its output, one that fails, and the two ends of a pipe.
import { Duplex, Writable } from 'node:stream';
import { escapeControls } from '../../src/text/visible.js';

/** A stream that collects its output; `isTTY` and `columns` make it look like a terminal. */
export interface Collector extends Writable {
  isTTY?: boolean;
  columns?: number;
  /** Writes a line as the output of a command does on stderr. */
  writeLine(line: string, style?: (safe: string) => string): void;
  readonly bytes: Buffer;
  readonly text: string;
}

export function collector(like: { isTTY?: boolean; columns?: number } = {}): Collector {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      setImmediate(done);
    },
  });
  Object.defineProperties(stream, {
    bytes: { get: () => Buffer.concat(chunks) },
    text: { get: () => Buffer.concat(chunks).toString('utf8') },
  });
  const writeLine = (line: string, style = (safe: string) => safe) => stream.write(`${style(escapeControls(line))}\n`);
  return Object.assign(stream, like, { writeLine }) as unknown as Collector;
}

/** A stream on which every write fails with this code (`EPIPE`, `ENOSPC`). */
export function failingStream(code: string): Writable {
  return new Writable({
    write(_chunk, _encoding, done) {
      done(Object.assign(new Error(code), { code }));
    },
  });
}

/** The values of JSON lines. */
export const jsonLines = (text: string): ReturnType<typeof JSON.parse>[] =>
  text
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** The two ends of a pipe: what is written to one is read from the other, and each ends with the other. */
export function pipeEnds(): readonly [Duplex, Duplex] {
  const end = (other: () => Duplex): Duplex =>
    new Duplex({
      allowHalfOpen: false,
      read() {},
      write(chunk, _encoding, done) {
        if (!other().destroyed) other().push(chunk);
        done();
      },
      destroy(error, done) {
        if (!other().destroyed) other().push(null);
        done(error);
      },
    });
  const ends: readonly [Duplex, Duplex] = [end(() => ends[1]), end(() => ends[0])];
  return ends;
}
