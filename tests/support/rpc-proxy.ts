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
  // biome-ignore lint/suspicious/noExplicitAny: results of any method
  proxy: { readonly forward: () => Promise<any>; readonly drop: () => never; readonly refuse: (message: string, code?: number) => never },
) => unknown;

class RefusedByNode extends Error {
  code = -32_000;
}
const refuse = (message: string, code = -32_000): never => {
  throw Object.assign(new RefusedByNode(message), { code });
};

/** Starts a proxy in front of a JSON-RPC; it is closed after the tests of the file. `rules` by method may be changed at any time; `requests` collects all of them. */
export async function rpcProxy(behind: string): Promise<{ url: string; rules: Record<string, Rule | undefined>; requests: RpcRequest[] }> {
  const rules: Record<string, Rule | undefined> = {};
  const requests: RpcRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString();
      const { id, method, params } = JSON.parse(body) as { id: number } & RpcRequest;
      requests.push({ method, params });
      const forwardRaw = async () =>
        (await (await fetch(behind, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json()) as Record<
          string,
          unknown
        >;
      const answer = (value: object) => {
        response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, ...value }));
      };
      const rule = rules[method];
      try {
        if (!rule) return answer(await forwardRaw());
        const forward = async () => {
          const { result, error } = await forwardRaw();
          if (error) refuse((error as Error).message, (error as { code: number }).code);
          return result;
        };
        const result = await rule(
          { method, params },
          {
            forward,
            drop: () => {
              throw new Error('dropped');
            },
            refuse,
          },
        );
        return answer({ result });
      } catch (error) {
        if (error instanceof RefusedByNode) return answer({ error: { code: error.code, message: error.message } });
        request.socket.destroy();
      }
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };
  afterFile(
    () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  );
  return { url: `http://127.0.0.1:${port}/`, rules, requests };
}
