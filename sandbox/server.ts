// Serves a sandbox: an HTTP server on the loopback interface.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ServiceName, serviceNames } from '../src/services/catalogue/index.js';
import type { Network } from '../src/services/catalogue/words.js';
import type { SandboxRuntime } from './core/runtime.js';
import { exchange } from './http-exchange.js';
import { closeSandbox, openSandbox, type SandboxOptions } from './sandbox.js';

export interface ServerOptions extends SandboxOptions {
  /** 0, the default, picks a free port. */
  readonly port?: number;
}

export interface Sandbox {
  /** For readers of its state in this process. */
  readonly runtime: SandboxRuntime;
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The base address of each service. */
  readonly services: Readonly<Record<ServiceName, string>>;
  /** The address of each network with JSON-RPC. */
  readonly rpc: Readonly<Record<string, string>>;
  /** Closes the server, its sockets and the database at once. */
  close(): Promise<void>;
}

/** @throws if the port is taken, if the state file cannot be opened, or for an invalid option */
export async function startSandbox(options: ServerOptions): Promise<Sandbox> {
  let runtime: SandboxRuntime;
  const server = createServer((request, response) => {
    exchange(runtime, request, response).catch(() => response.destroy());
  });
  const url = await listen(server, options.port ?? 0);
  try {
    runtime = await openSandbox(options, url);
  } catch (error) {
    await closeServer(server);
    throw error;
  }
  const services = Object.fromEntries(serviceNames.map((name) => [name, `${url}/${name}`])) as Sandbox['services'];
  const rpc = Object.fromEntries(rpcNetworks.map((name) => [name, `${url}/rpc/${name}`]));
  const close = async () => {
    await closeServer(server);
    closeSandbox(runtime);
  };
  return { runtime, url, services, rpc, close };
}

/** Networks with JSON-RPC at `/rpc/NETWORK`. */
const rpcNetworks = ['ETHEREUM_SEPOLIA', 'BSC_TEST', 'BASE_SEPOLIA', 'OP_SEPOLIA', 'SOLANA_DEV'] satisfies Network[];

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((closed) => {
    server.close(() => closed());
    server.closeAllConnections();
  });
}
