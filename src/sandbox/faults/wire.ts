// An answer put on the wire badly: late, slowly, in part, or not at all.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Reply } from '../core/wire.js';
import type { Manner } from './request-faults.js';

/** The longest that a connection hangs, in milliseconds. */
const longestHang = 600_000;

/** Sends an answer in its manner, as far as that goes. */
export async function sendBadly(response: ServerResponse, reply: Reply, headers: Readonly<Record<string, string | number>>): Promise<void> {
  const { manner = {} } = reply;
  const over = new AbortController();
  response.once('close', () => over.abort());
  const gone = over.signal;
  if (manner.hang) {
    await pause(longestHang, gone);
    response.destroy();
    return;
  }
  if (manner.latency) await pause(manner.latency, gone);
  if (manner.reset === 'before' || response.destroyed) return reset(response);
  const bytes = reply.stream ? reply.stream.bytes : Buffer.byteLength(reply.body ?? '');
  response.writeHead(reply.status, { ...headers, ...(bytes !== undefined && { 'content-length': bytes }) });
  if (manner.reset === 'headers') {
    await flushed(response);
    return reset(response);
  }
  await sendBody(response, reply, { manner, bytes: bytes ?? Number.POSITIVE_INFINITY, gone });
}

interface Sending {
  readonly manner: Manner;
  /** How many there are. */
  readonly bytes: number;
  /** Aborted when the connection ends. */
  readonly gone: AbortSignal;
}

async function sendBody(response: ServerResponse, reply: Reply, { manner, bytes, gone }: Sending): Promise<void> {
  const most = Math.min(typeof manner.reset === 'number' ? manner.reset : bytes, manner.truncate ?? bytes);
  let left = most;
  for await (const piece of pieces(reply, manner)) {
    if (left <= 0 || response.destroyed) break;
    if (piece.rest) await pause(piece.rest, gone);
    if (response.destroyed) break;
    const part = piece.bytes.subarray(0, left);
    left -= part.length;
    if (!response.write(part)) await once(response, 'drain', { signal: gone }).catch(() => {});
  }
  if (response.destroyed) return;
  if (typeof manner.reset === 'number') {
    await flushed(response);
    return reset(response);
  }
  if (most >= bytes) response.end();
  else {
    await flushed(response);
    response.socket?.end(); // an honest end in the wrong place
    response.destroy();
  }
}

interface Piece {
  readonly bytes: Uint8Array;
  /** Milliseconds to wait before it. */
  readonly rest: number;
}

/** A body cut as the manner has it. */
async function* pieces({ stream, body = '' }: Reply, { bandwidth, pause: rest = 0 }: Manner): AsyncGenerator<Piece> {
  const parts = stream ? stream.parts() : [typeof body === 'string' ? Buffer.from(body) : body];
  const tenths = 10;
  for await (const part of parts) {
    const size = bandwidth === undefined ? (rest > 0 ? Math.ceil(part.length / tenths) : part.length) : Math.ceil(bandwidth / tenths);
    for (let at = 0; at < part.length; at += Math.max(1, size)) {
      const bytes = part.subarray(at, at + Math.max(1, size));
      yield { bytes, rest: rest + (bandwidth === undefined ? 0 : (bytes.length / bandwidth) * 1000) };
    }
  }
}

/** Waits, but no longer than the connection lasts. */
const pause = (ms: number, gone: AbortSignal): Promise<void> => wait(ms, undefined, { ref: false, signal: gone }).catch(() => {});

/** What was written has reached the system. */
const flushed = (response: ServerResponse): Promise<void> =>
  new Promise((done) => {
    response.once('close', () => done());
    response.flushHeaders();
    response.write('', () => setImmediate(done));
  });

/** Ends the connection with a reset, as a crashed peer does. */
function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
  response.destroy();
}
