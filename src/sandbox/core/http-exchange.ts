// One exchange over HTTP: who may knock, what was sent, and the answer back on the wire.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { iso, worldTime } from './clock.js';
import { dispatch, type Running } from './dispatch.js';
import { seededId } from './ids.js';
import { type Ask, json, type Note, type Reply, refusalReply } from './wire.js';

/** The most that a body may hold: 1 MiB. */
const largest = 1024 * 1024;
/** How much of a larger one is read before the connection is closed in its middle. */
const patience = 16 * largest;
const requests = new WeakMap<Running, number>();

/** Answers one request. Throws only where no answer can be sent any more. */
export async function exchange(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const asked = (requests.get(running) ?? 0) + 1;
  requests.set(running, asked);
  const began = performance.now();
  const id = request.headers['x-request-id'];
  const note: Note = {};
  const reply = await answer(running, request, note).catch(refusalReply);
  const at = worldTime(running.state, running.settings.wall());
  if (running.log && !isControl(request.url ?? ''))
    running.log.add({ ...note, ...kept(request, reply), at, ms: performance.now() - began });
  if (response.destroyed) return;
  await send(response, reply, {
    'x-sandbox': 'true',
    'x-request-id': typeof id === 'string' ? id : seededId(running.seed, 'request', asked),
    'x-sandbox-now': iso(at),
  });
}

const kept = ({ method = 'GET' }: IncomingMessage, { status }: Reply) => ({ method: method.slice(0, 20), status });
const isControl = (path: string): boolean => /^\/_sandbox(\/|\?|$)/.test(path);

async function answer(running: Running, request: IncomingMessage, note: Note): Promise<Reply> {
  const stranger = strangerReply(request);
  if (stranger) return stranger;
  const url = new URL(request.url ?? '/', 'http://sandbox.invalid');
  const ask: Ask = {
    method: request.method ?? 'GET',
    path: (request.url ?? '/').split(/[?#]/, 1)[0]!,
    query: url.searchParams,
    headers: singular(request.headers),
    bytes: await bodyOf(request),
    note,
  };
  if (ask.path.startsWith('/rpc/')) return (await import('../chain/rpc.js')).rpc(running, ask);
  if (!isControl(ask.path)) return running.tape ? running.tape(running, ask) : dispatch(running, ask);
  const { control } = await import('../control/calls.js');
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

async function send(response: ServerResponse, reply: Reply, common: Readonly<Record<string, string>>): Promise<void> {
  const body = reply.body ?? '';
  const unread = !response.req.complete;
  const headers = { ...common, ...reply.headers, 'cache-control': 'no-store', ...(unread && { connection: 'close' }) };
  if (reply.manner || reply.stream) return (await import('../faults/wire.js')).sendBadly(response, reply, headers);
  response.writeHead(reply.status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
