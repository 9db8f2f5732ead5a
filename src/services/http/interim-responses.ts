// Removes interim responses (1xx) from connections of undici, which takes 100 Continue for a broken connection. A
// client passes over the ones that it does not expect (RFC 9110, 15.2).
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { maxHeaderSize } from './read-body.js';

/** A connector whose sockets have no interim responses. */
export const withoutInterim =
  (connect: buildConnector.connector): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...result) => {
      if (result[1]) removeInterim(result[1]);
      callback(...result);
    });

/**
 * Makes the `read` of a socket skip interim responses. Each request is written before its response begins, and what
 * follows the head of the response is not looked at.
 */
function removeInterim(socket: Pick<Socket, 'read' | 'write'>): void {
  const [read, write] = [socket.read.bind(socket), socket.write.bind(socket) as (...written: unknown[]) => boolean];
  let isAwaited = false;
  let buffer: Buffer = Buffer.alloc(0);
  socket.write = (...written: unknown[]) => {
    isAwaited = true;
    return write(...written);
  };
  socket.read = (size?: number): Buffer | null => {
    for (let chunk = read(size); ; chunk = read(size)) {
      if (chunk === null || !isAwaited) return chunk;
      buffer = afterInterim(Buffer.concat([buffer, chunk]));
      if (buffer.length === 0 || (mayBeInterim(buffer) && buffer.length < maxHeaderSize)) continue;
      const response = buffer;
      isAwaited = false;
      buffer = Buffer.alloc(0);
      return response;
    }
  };
}

/**
 * The bytes after the complete interim responses. 101 is not an interim response: the connection then has another
 * protocol.
 */
function afterInterim(bytes: Buffer): Buffer {
  let rest = bytes;
  while (/^HTTP\/1\.\d 1(?!01)\d\d/.test(start(rest))) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) break;
    rest = rest.subarray(end + 4);
  }
  return rest;
}
/** Whether bytes may begin an incomplete interim response. */
const mayBeInterim = (bytes: Buffer): boolean =>
  /^(H|HT|HTT|HTTP|HTTP\/|HTTP\/1|HTTP\/1\.|HTTP\/1\.\d|HTTP\/1\.\d |HTTP\/1\.\d 1(?!01)\d{0,2}.*)$/s.test(
    start(bytes),
  );
const start = (bytes: Buffer): string => bytes.toString('latin1', 0, 'HTTP/1.1 100'.length);
