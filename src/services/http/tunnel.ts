// Tunnels through an HTTP proxy: the CONNECT of a connection, as a connector of undici. Undici's own repeats a CONNECT that the proxy closes, for ever.
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { ChosenProxy } from './proxies.js';

/** The proxy has answered a CONNECT with another status than 2xx. */
class ProxyRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the proxy refused to connect (${status})`);
    this.status = status;
  }
}

/** The time limit of a CONNECT, milliseconds. A request has its own limit; this one keeps connections that no request wants any more from piling up. */
const connectLimit = 60_000;

/** A connector that opens a tunnel for each connection, with TLS inside for an https origin. `openSockets` collects the sockets to the proxy. */
export function tunnelConnector(proxy: ChosenProxy, openSockets: Set<{ destroy(): unknown }>): buildConnector.connector {
  const startTls = buildConnector({ timeout: 0 });
  return (options, callback) => {
    openTunnel(proxy, options, openSockets).then(
      (socket) => (options.protocol === 'https:' ? startTls({ ...options, httpSocket: socket }, callback) : callback(null, socket)),
      (error: Error) => callback(error, null),
    );
  };
}

function openTunnel(
  { address }: ChosenProxy,
  { hostname, port, protocol }: buildConnector.Options,
  openSockets: Set<{ destroy(): unknown }>,
): Promise<Socket> {
  const { username, password, ...url } = parts(address);
  const target = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  const credentials = Buffer.from(`${username}:${password}`).toString('base64');
  return new Promise((resolve, reject) => {
    const open = (url.protocol === 'https:' ? requestHttps : requestHttp)({
      ...url,
      method: 'CONNECT',
      path: target,
      agent: false,
      headers: { Host: target, ...(username || password ? { 'Proxy-Authorization': `Basic ${credentials}` } : {}) },
    });
    openSockets.add(open);
    const timer = setTimeout(() => open.destroy(new Error(`no response within ${connectLimit / 1000} s`)), connectLimit);
    const end = () => {
      clearTimeout(timer);
      openSockets.delete(open);
    };
    open.once('connect', (response, socket, head) => {
      end();
      const { statusCode = 0 } = response;
      if (statusCode < 200 || statusCode >= 300) {
        socket.destroy();
        return reject(new ProxyRefused(statusCode));
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket as Socket);
    });
    open.once('error', (error) => {
      end();
      reject(error);
    });
    open.end();
  });
}

/** The parts of a proxy's address that a request takes; name and password are decoded. */
function parts(address: string) {
  const { protocol, hostname, port, username, password } = new URL(address);
  return {
    protocol,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    ...(port ? { port } : {}),
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
}
