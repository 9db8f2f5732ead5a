// Sends a response with delivery faults: late, slowly, in part, or not at all.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { DeliveryFault, SandboxResponse } from '../core/http-messages.js';

/** In milliseconds. */
const longestHang = 600_000;

/** Delays, cuts or withholds the response as its faults say. */
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
  /** Of the whole body. */
  readonly bytes: number;
  /** Aborted at the end of the connection. */
  readonly closed: AbortSignal;
}

async function sendBody(
  outgoing: ServerResponse,
  response: SandboxResponse,
  { delivery, bytes, closed }: Sending,
): Promise<void> {
  const most = Math.min(typeof delivery.reset === 'number' ? delivery.reset : bytes, delivery.truncate ?? bytes);
  let remaining = most;
  for await (const piece of pieces(response, delivery)) {
    if (remaining <= 0 || outgoing.destroyed) break;
    if (piece.pauseMs) await pause(piece.pauseMs, closed);
    if (outgoing.destroyed) break;
    const part = piece.bytes.subarray(0, remaining);
    remaining -= part.length;
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
  /** Milliseconds before it. */
  readonly pauseMs: number;
}

async function* pieces(
  { stream, body = '' }: SandboxResponse,
  { bandwidth, pause: rest = 0 }: DeliveryFault,
): AsyncGenerator<Piece> {
  const parts = stream ? stream.parts() : [typeof body === 'string' ? Buffer.from(body) : body];
  const tenths = 10;
  for await (const part of parts) {
    const size =
      bandwidth === undefined
        ? rest > 0
          ? Math.ceil(part.length / tenths)
          : part.length
        : Math.ceil(bandwidth / tenths);
    for (let at = 0; at < part.length; at += Math.max(1, size)) {
      const bytes = part.subarray(at, at + Math.max(1, size));
      yield { bytes, pauseMs: rest + (bandwidth === undefined ? 0 : (bytes.length / bandwidth) * 1000) };
    }
  }
}

/** Pauses, at most until the connection ends. */
const pause = (ms: number, gone: AbortSignal): Promise<void> =>
  wait(ms, undefined, { ref: false, signal: gone }).catch(() => {});

/** Resolves when the operating system has the written bytes. */
const flushed = (outgoing: ServerResponse): Promise<void> =>
  new Promise((done) => {
    outgoing.once('close', () => done());
    outgoing.flushHeaders();
    outgoing.write('', () => setImmediate(done));
  });

/** Ends the connection with a reset, like a crashed peer. */
function reset(outgoing: ServerResponse): void {
  outgoing.socket?.resetAndDestroy();
  outgoing.destroy();
}
