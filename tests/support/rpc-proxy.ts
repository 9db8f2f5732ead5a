// Nodes that misbehave on demand: a JSON-RPC on the loopback interface, of its own or in front of another, whose answers a test may change, drop, delay or refuse.
import { createServer } from 'node:http';
import { stringify } from 'lossless-json';
import { afterFile, closed } from './cleanup.js';

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
type Rule = (
  request: RpcRequest,
  proxy: {
    // biome-ignore lint/suspicious/noExplicitAny: results of any method
    readonly forward: () => Promise<any>;
    readonly drop: () => never;
    readonly refuse: (message: string, code?: number, data?: unknown) => never;
  },
) => unknown;

type Sent = { readonly id: number } & RpcRequest;

/** What a node answers to one request: `result`, or `error` as JSON-RPC has it. */
export type RawAnswer = {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
};

class RefusedByNode extends Error {
  error: RawAnswer['error'];
  constructor(error: NonNullable<RawAnswer['error']>) {
    super(error.message);
    this.error = error;
  }
}
const refuse = (message: string, code = -32_000, data?: unknown): never => {
  throw new RefusedByNode({ code, message, ...(data === undefined ? {} : { data }) });
};
const drop = (): never => {
  throw new Error('dropped');
};

/** A running server: `rules` by method may be changed at any time, `requests` collects all requests, `rounds` the methods of each HTTP request. */
export interface RpcServer {
  readonly url: string;
  readonly rules: Record<string, Rule | undefined>;
  readonly requests: RpcRequest[];
  readonly rounds: string[][];
}

/** Starts a proxy in front of a JSON-RPC; it is closed after the tests of the file. */
export const rpcProxy = (behind: string): Promise<RpcServer> =>
  rpcServer(async (request) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...request });
    const answer = await fetch(behind, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return (await answer.json()) as RawAnswer;
  });

/**
 * Starts a JSON-RPC on the loopback interface; it is closed after the tests of the file.
 * @param answer the answer of the node itself. An error of it closes the connection without a response.
 */
export async function rpcServer(answer: (request: RpcRequest) => RawAnswer | Promise<RawAnswer>): Promise<RpcServer> {
  const rules: Record<string, Rule | undefined> = {};
  const requests: RpcRequest[] = [];
  const rounds: string[][] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      try {
        const text = await answerToBody(Buffer.concat(chunks).toString());
        response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
        response.end(text);
      } catch {
        request.socket.destroy();
      }
    });
  });
  const answerToBody = async (body: string): Promise<string | undefined> => {
    let sent: Sent | Sent[];
    try {
      sent = JSON.parse(body) as Sent | Sent[];
    } catch {
      return stringify({ jsonrpc: '2.0', error: { code: -32_700, message: 'Parse error' }, id: null });
    }
    rounds.push([sent].flat().map(({ method }) => method));
    const answers: object[] = [];
    for (const one of [sent].flat()) answers.push(await answerTo(one)); // in order: a node that counts sees them as sent
    return stringify(Array.isArray(sent) ? answers : answers[0]);
  };
  /** The answer to one request. @throws for a request whose rule drops it */
  const answerTo = async ({ id, method, params = [] }: Sent): Promise<object> => {
    requests.push({ method, params });
    const rule = rules[method];
    const forward = async () => {
      const { result, error } = await answer({ method, params });
      return error ? refuse(error.message, error.code, error.data) : result;
    };
    try {
      const result = await (rule ? rule({ method, params }, { forward, drop, refuse }) : forward());
      return { jsonrpc: '2.0', result, id };
    } catch (error) {
      if (!(error instanceof RefusedByNode)) throw error;
      return { jsonrpc: '2.0', error: error.error, id };
    }
  };
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };
  afterFile(() => closed(server));
  return { url: `http://127.0.0.1:${port}/`, rules, requests, rounds };
}
