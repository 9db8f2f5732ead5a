// Opens tunnels through an HTTP proxy, as a connector of undici. Undici's own connector repeats a closed CONNECT for
// ever.
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { ChosenProxy } from './proxies.js';

/** A response to CONNECT with another status than 2xx. */
class ProxyRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the proxy refused to connect (${status})`);
    this.status = status;
  }
}

/**
 * The time limit of a CONNECT, milliseconds: abandoned connections must not accumulate. Requests have their own limit.
 */
const connectLimit = 60_000;

/**
 * A connector that opens a tunnel per connection, with TLS inside for an https origin. `openSockets` collects the
 * sockets to the proxy.
 */
export function tunnelConnector(
  proxy: ChosenProxy,
  openSockets: Set<{ destroy(): unknown }>,
): buildConnector.connector {
  const startTls = buildConnector({ timeout: 0 });
  return (options, callback) => {
    openTunnel(proxy, options, openSockets).then(
      (socket) =>
        options.protocol === 'https:' ? startTls({ ...options, httpSocket: socket }, callback) : callback(null, socket),
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
  const headers: Record<string, string> = { Host: target };
  if (username || password)
    headers['Proxy-Authorization'] = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return new Promise((resolve, reject) => {
    const open = (url.protocol === 'https:' ? requestHttps : requestHttp)({
      ...url,
      method: 'CONNECT',
      path: target,
      agent: false,
      headers,
    });
    openSockets.add(open);
    const timer = setTimeout(
      () => open.destroy(new Error(`no response within ${connectLimit / 1000} s`)),
      connectLimit,
    );
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

/** The parts of a proxy's address for a request, with decoded name and password. */
function parts(address: string) {
  const { protocol, hostname, port, username, password } = new URL(address);
  return {
    protocol,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: port || undefined,
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
}
