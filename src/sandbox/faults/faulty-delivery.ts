// Sends a response with delivery faults: late, slowly, in part, or not at all.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { DeliveryFault, SandboxResponse } from '../core/http-messages.js';

/** The longest that a connection hangs, in milliseconds. */
const longestHang = 600_000;

/** Sends a response with its delivery faults. */
export async function sendWithFaults(
  outgoing: ServerResponse,
  response: SandboxResponse,
  headers: Readonly<Record<string, string | number>>,
): Promise<void> {
  const { delivery = {} } = response;
  const over = new AbortController();
  outgoing.once('close', () => over.abort());
  const closed = over.signal;
  if (delivery.hang) {
    await pause(longestHang, closed);
    outgoing.destroy();
    return;
  }
  if (delivery.latency) await pause(delivery.latency, closed);
  if (delivery.reset === 'before' || outgoing.destroyed) return reset(outgoing);
  const bytes = response.stream ? response.stream.bytes : Buffer.byteLength(response.body ?? '');
  outgoing.writeHead(response.status, { ...headers, ...(bytes !== undefined && { 'content-length': bytes }) });
  if (delivery.reset === 'headers') {
    await flushed(outgoing);
    return reset(outgoing);
  }
  await sendBody(outgoing, response, { delivery, bytes: bytes ?? Number.POSITIVE_INFINITY, closed });
}

interface Sending {
  readonly delivery: DeliveryFault;
  /** The number of bytes of the whole body. */
  readonly bytes: number;
  /** Aborted when the connection ends. */
  readonly closed: AbortSignal;
}

async function sendBody(outgoing: ServerResponse, response: SandboxResponse, { delivery, bytes, closed }: Sending): Promise<void> {
  const most = Math.min(typeof delivery.reset === 'number' ? delivery.reset : bytes, delivery.truncate ?? bytes);
  let left = most;
  for await (const piece of pieces(response, delivery)) {
    if (left <= 0 || outgoing.destroyed) break;
    if (piece.pauseMs) await pause(piece.pauseMs, closed);
    if (outgoing.destroyed) break;
    const part = piece.bytes.subarray(0, left);
    left -= part.length;
    if (!outgoing.write(part)) await once(outgoing, 'drain', { signal: closed }).catch(() => {});
  }
  if (outgoing.destroyed) return;
  if (typeof delivery.reset === 'number') {
    await flushed(outgoing);
    return reset(outgoing);
  }
  if (most >= bytes) outgoing.end();
  else {
    await flushed(outgoing);
    outgoing.socket?.end(); // a regular end, too early
    outgoing.destroy();
  }
}

interface Piece {
  readonly bytes: Uint8Array;
  /** Milliseconds to wait before it. */
  readonly pauseMs: number;
}

/** Cuts a body into pieces by its delivery faults. */
async function* pieces({ stream, body = '' }: SandboxResponse, { bandwidth, pause: rest = 0 }: DeliveryFault): AsyncGenerator<Piece> {
  const parts = stream ? stream.parts() : [typeof body === 'string' ? Buffer.from(body) : body];
  const tenths = 10;
  for await (const part of parts) {
    const size = bandwidth === undefined ? (rest > 0 ? Math.ceil(part.length / tenths) : part.length) : Math.ceil(bandwidth / tenths);
    for (let at = 0; at < part.length; at += Math.max(1, size)) {
      const bytes = part.subarray(at, at + Math.max(1, size));
      yield { bytes, pauseMs: rest + (bandwidth === undefined ? 0 : (bytes.length / bandwidth) * 1000) };
    }
  }
}

/** Pauses, but no longer than the connection lasts. */
const pause = (ms: number, gone: AbortSignal): Promise<void> => wait(ms, undefined, { ref: false, signal: gone }).catch(() => {});

/** Resolves when the written bytes have reached the operating system. */
const flushed = (outgoing: ServerResponse): Promise<void> =>
  new Promise((done) => {
    outgoing.once('close', () => done());
    outgoing.flushHeaders();
    outgoing.write('', () => setImmediate(done));
  });

/** Ends the connection with a reset, as a crashed peer does. */
function reset(outgoing: ServerResponse): void {
  outgoing.socket?.resetAndDestroy();
  outgoing.destroy();
}
