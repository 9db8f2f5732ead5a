// One exchange over HTTP: who may knock, what was sent, and the answer back on the wire.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { iso, worldTime } from './clock.js';
import { dispatch, type Running } from './dispatch.js';
import { seededId } from './ids.js';
import { type Ask, json, type Reply, refusalReply } from './wire.js';

/** The most that a body may hold: 1 MiB. */
const largest = 1024 * 1024;
/** How much of a larger one is read before the connection is closed in its middle. */
const patience = 16 * largest;
const requests = new WeakMap<Running, number>();

/** Answers one request. Throws only where no answer can be sent any more. */
export async function exchange(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = (requests.get(running) ?? 0) + 1;
  requests.set(running, asked);
  const id = request.headers['x-request-id'];
  const reply = await answer(running, request).catch(refusalReply);
  if (reply.latency) await wait(reply.latency, undefined, { ref: false });
  if (response.destroyed) return;
  send(response, reply, {
    'x-sandbox': 'true',
    'x-request-id': typeof id === 'string' ? id : seededId(running.seed, 'request', asked),
    'x-sandbox-now': iso(worldTime(running.state, running.settings.wall())),
  });
}

async function answer(running: Running, request: IncomingMessage): Promise<Reply> {
  const stranger = strangerReply(request);
  if (stranger) return stranger;
  const url = new URL(request.url ?? '/', 'http://sandbox.invalid');
  const ask: Ask = {
    method: request.method ?? 'GET',
    path: (request.url ?? '/').split(/[?#]/, 1)[0]!,
    query: url.searchParams,
    headers: singular(request.headers),
    bytes: await bodyOf(request),
  };
  if (!/^\/_sandbox(\/|$)/.test(ask.path)) return dispatch(running, ask);
  const { control } = await import('./control.js');
  return control(running, ask);
}

/** No web page may drive the sandbox: a foreign `Host` (rebinding), any `Origin`, and what a browser fetches for a page are refused. */
function strangerReply({ headers }: IncomingMessage): Reply | undefined {
  const host = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(headers.host ?? '');
  const forPage = (headers['sec-fetch-site'] ?? 'none') !== 'none';
  if (host && headers.origin === undefined && !forPage) return undefined;
  return json(
    403,
    { message: 'The sandbox answers programs on this machine only, no web page.', code: 'FORBIDDEN' },
    { 'x-sandbox-error': 'sandbox' },
  );
}

const singular = (headers: IncomingMessage['headers']): Ask['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]));

/** The body, or nothing for one that is too large: that is read and forgotten, so that its sender gets to read the refusal. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > patience) break;
    if (size <= largest) parts.push(part);
  }
  return size <= largest ? Buffer.concat(parts) : undefined;
}

function send(response: ServerResponse, reply: Reply, common: Readonly<Record<string, string>>): void {
  const body = reply.body ?? '';
  const unread = !response.req.complete;
  response.writeHead(reply.status, {
    ...common,
    ...reply.headers,
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
    ...(unread && { connection: 'close' }),
  });
  response.end(body);
}
