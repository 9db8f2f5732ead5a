// A node that misbehaves on demand: a loopback server in front of a JSON-RPC, which may change, drop, delay or refuse what it answers.
import { createServer } from 'node:http';
import { afterFile } from './cleanup.js';

/** A request that the proxy has received. */
export interface RpcRequest {
  readonly method: string;
  // biome-ignore lint/suspicious/noExplicitAny: parameters of any method
  readonly params: any[];
}
/**
 * What the proxy does with a method. It may forward the request and change the result. `drop` closes the connection without a response; `refuse` answers with a
 * JSON-RPC error.
 */
export type Rule = (
  request: RpcRequest,
  proxy: {
    // biome-ignore lint/suspicious/noExplicitAny: results of any method
    readonly forward: () => Promise<any>;
    readonly drop: () => never;
    readonly refuse: (message: string, code?: number, data?: unknown) => never;
  },
) => unknown;

type Sent = { readonly id: number } & RpcRequest;

class RefusedByNode extends Error {
  code = -32_000;
  data: unknown;
}
const refuse = (message: string, code = -32_000, data?: unknown): never => {
  throw Object.assign(new RefusedByNode(message), { code, data });
};

/**
 * Starts a proxy in front of a JSON-RPC; it is closed after the tests of the file. `rules` by method may be changed at any time; `requests` collects all requests,
 * `rounds` the methods of each HTTP request.
 */
export async function rpcProxy(
  behind: string,
): Promise<{ url: string; rules: Record<string, Rule | undefined>; requests: RpcRequest[]; rounds: string[][] }> {
  const rules: Record<string, Rule | undefined> = {};
  const requests: RpcRequest[] = [];
  const rounds: string[][] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const sent = JSON.parse(Buffer.concat(chunks).toString()) as Sent | Sent[];
      rounds.push([sent].flat().map(({ method }) => method));
      try {
        const answers = await Promise.all([sent].flat().map(answerTo));
        response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
        response.end(JSON.stringify(Array.isArray(sent) ? answers : answers[0]));
      } catch {
        request.socket.destroy();
      }
    });
  });
  /** The answer to one request. @throws for a request whose rule drops it */
  const answerTo = async ({ id, method, params }: Sent): Promise<object> => {
    requests.push({ method, params });
    const forwardRaw = async () => {
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
      const answer = await fetch(behind, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      return (await answer.json()) as Record<string, unknown>;
    };
    const rule = rules[method];
    if (!rule) return forwardRaw();
    const forward = async () => {
      const { result, error } = await forwardRaw();
      if (error) refuse((error as Error).message, (error as { code: number }).code);
      return result;
    };
    const drop = () => {
      throw new Error('dropped');
    };
    try {
      return { jsonrpc: '2.0', id, result: await rule({ method, params }, { forward, drop, refuse }) };
    } catch (error) {
      if (!(error instanceof RefusedByNode)) throw error;
      return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message, data: error.data } };
    }
  };
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };
  afterFile(
    () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  );
  return { url: `http://127.0.0.1:${port}/`, rules, requests, rounds };
}
