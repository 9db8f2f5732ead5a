// A loopback server with scripted responses: whole, cut, reset, hanging, endless.
import { createServer, type Socket } from 'node:net';
import { afterFile } from './cleanup.js';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
/** What the server does with one request: it owns the socket. */
export type Script = (socket: Socket, asked: Asked) => void;

/** Starts a server; it ends with the tests of the file. `requests` fills as they come in whole. */
export async function scripted(script: Script): Promise<{ url: string; requests: Asked[]; close(): Promise<void> }> {
  const requests: Asked[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
      const asked = whole(text);
      if (!asked) return;
      text = '';
      requests.push(asked);
      script(socket, asked);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };
  const close = () =>
    new Promise<void>((closed) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => closed());
    });
  afterFile(close);
  return { url: `http://127.0.0.1:${port}`, requests, close };
}

/** A request once all of it is there. */
function whole(text: string): Asked | undefined {
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

/** A whole answer with its length. */
export const answer = (status: number, body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Script => {
  const bytes = Buffer.from(body as string);
  const head = { 'content-type': 'application/json', 'content-length': String(bytes.length), connection: 'close', ...headers };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  return (socket) => {
    socket.write(`HTTP/1.1 ${status} X\r\n${lines.join('\r\n')}\r\n\r\n`);
    socket.end(bytes);
  };
};
/** Exactly these bytes, then the end of the connection. */
export const raw =
  (bytes: string | Buffer): Script =>
  (socket) =>
    socket.end(bytes);
/** Takes the request and never answers. */
export const hang: Script = () => {};
/** Takes the request and resets the connection. */
export const reset: Script = (socket) => socket.resetAndDestroy();
