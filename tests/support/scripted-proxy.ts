// A loopback proxy whose answer to CONNECT is scripted: it opens a tunnel to one server, refuses, or sends any bytes.
import { connect, createServer, type Socket } from 'node:net';
import { afterFile } from './cleanup.js';

/** One CONNECT: the host with its port, and the credentials that came with it. */
interface Connect {
  readonly target: string;
  readonly authorization: string | undefined;
}
/** What the proxy does with a CONNECT: it owns the socket. */
export type ProxyScript = (socket: Socket, connect: Connect) => void;

/** Starts a proxy; it ends with the tests of the file. `connects` fills as they come in. */
export async function scriptedProxy(
  script: ProxyScript,
): Promise<{ address: string; port: number; connects: Connect[] }> {
  const connects: Connect[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let head = '';
    const read = (data: Buffer) => {
      head += data.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      socket.off('data', read);
      const [, target = ''] = /^CONNECT (\S+)/.exec(head) ?? [];
      const [, authorization] = /^proxy-authorization: (.*)$/im.exec(head) ?? [];
      connects.push({ target, authorization: authorization?.trim() });
      script(socket, connects.at(-1)!);
    };
    socket.on('data', read);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  afterFile(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((closed) => server.close(() => closed()));
  });
  const { port } = server.address() as { port: number };
  return { address: `http://127.0.0.1:${port}`, port, connects };
}

/** Opens a tunnel to a server of this machine, whatever host was asked for. */
export const tunnelTo =
  (url: string): ProxyScript =>
  (socket) => {
    const upstream = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
  };
/** Sends exactly these bytes and closes the connection. */
export const proxySays =
  (bytes: string): ProxyScript =>
  (socket) =>
    socket.end(bytes);
/** Takes the CONNECT and never answers. */
export const proxyHangs: ProxyScript = () => {};
