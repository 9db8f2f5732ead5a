// A stub service with scripted responses: complete, truncated, reset, hanging, endless. Runs in this process reach it without a socket (stub-transport.ts),
// real processes at its port on the loopback interface.
import { createServer, type Socket } from 'node:net';
import { afterFile } from './cleanup.js';
import { serveInProcess } from './stub-transport.js';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
/** Handles one request on its socket. */
export type Script = (socket: Socket, request: ReceivedRequest) => void;

/**
 * Starts a server that is closed after the tests of the file. `requests` collects the complete requests.
 * @param way `network`: runs in this process take the network, too; for tests of it
 */
export async function scripted(
  script: Script,
  way: 'in process' | 'network' = 'in process',
): Promise<{ url: string; requests: ReceivedRequest[]; close(): Promise<void> }> {
  const requests: ReceivedRequest[] = [];
  const receive: Script = (socket, request) => {
    requests.push(request);
    script(socket, request);
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
      const request = parseRequest(text);
      if (!request) return;
      text = '';
      receive(socket, request);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  const stopInProcess = way === 'in process' ? serveInProcess(url, receive) : () => {};
  const close = () =>
    new Promise<void>((closed) => {
      stopInProcess();
      for (const socket of sockets) socket.destroy();
      server.close(() => closed());
    });
  afterFile(close);
  return { url, requests, close };
}

/** Parses a request; undefined while it is incomplete. */
function parseRequest(text: string): ReceivedRequest | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line = '', ...lines] = text.slice(0, end).split('\r\n');
  const [method = '', path = ''] = line.split(' ');
  const headers = Object.fromEntries(
    lines.map((one) => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 1).trim()]),
  );
  const body = text.slice(end + 4);
  return body.length < Number(headers['content-length'] ?? 0) ? undefined : { method, path, headers, body };
}

/** Sends a complete response with its content-length. */
export const respond = (
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Script => {
  const bytes = Buffer.from(body as string);
  const length = String(bytes.length);
  const head = { 'content-type': 'application/json', 'content-length': length, connection: 'close', ...headers };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  return (socket) => {
    socket.write(`HTTP/1.1 ${status} X\r\n${lines.join('\r\n')}\r\n\r\n`);
    socket.end(bytes);
  };
};
/** Sends this value as JSON. */
export const respondJson = (value: unknown, status = 200): Script => respond(status, JSON.stringify(value));
/** Sends the value of the longest of these ends of the request's path, without its query, as JSON; `other` if there is none. */
export const respondByPath =
  (values: Readonly<Record<string, unknown>>, other: Script = respondJson({})): Script =>
  (socket, request) => {
    const [pathname = ''] = request.path.split('?');
    const [end] = Object.keys(values)
      .filter((one) => pathname.endsWith(one))
      .sort((one, two) => two.length - one.length);
    (end === undefined ? other : respondJson(values[end]))(socket, request);
  };
/** Sends exactly these bytes, then closes the connection. */
export const raw =
  (bytes: string | Buffer): Script =>
  (socket) =>
    socket.end(bytes);
/** Reads the request and never responds. */
export const neverRespond: Script = () => {};
/** Reads the request and resets the connection. */
export const reset: Script = (socket) => socket.resetAndDestroy();
