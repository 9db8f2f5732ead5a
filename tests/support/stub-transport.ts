// The transport of runs in this process: requests to a stub service call its script, all others take the network.
import { EventEmitter } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { nodeTransport } from '../../src/services/http/node-transport.js';
import { endAfter, timeLimitOf } from '../../src/services/http/time-limit.js';
import {
  type HttpRequest,
  type HttpResponse,
  type Transport,
  TransportError,
} from '../../src/services/http/transport.js';
import type { ReceivedRequest, Script } from './scripted-server.js';

const overNetwork = nodeTransport();
const scripts = new Map<string, Script>();

/** Answers the requests to this origin in this process. @returns the function that ends that */
export function serveInProcess(origin: string, script: Script): () => void {
  scripts.set(origin, script);
  return () => void scripts.delete(origin);
}

/** Sends a request to a stub service of this process, or over the network. @throws {TransportError} */
export const stubTransport: Transport = (request) => {
  const script = scripts.get(new URL(request.url).origin);
  return script ? callScript(script, request) : overNetwork.exchange({ ...request, fresh: true });
};

async function callScript(script: Script, request: HttpRequest): Promise<HttpResponse> {
  const { deadline } = request;
  const limit = timeLimitOf(request);
  if (deadline?.isStopped()) throw new TransportError('aborted', false, 'interrupted');
  if (limit.left === 0) throw new TransportError('timeout', false, `no response ${limit.within}`);
  const socket = new StubSocket();
  return new Promise<HttpResponse>((resolve, reject) => {
    const signal = deadline?.signal;
    const finish = () => {
      cancelEnd();
      signal?.removeEventListener('abort', abort);
      socket.close();
    };
    const fail = (reason: 'aborted' | 'timeout', message: string) => {
      finish();
      reject(
        new TransportError(reason, true, message, undefined, {
          begun: reason === 'timeout' ? socket.begun : undefined,
          within: limit.within,
        }),
      );
    };
    const abort = () => fail('aborted', 'interrupted');
    const cancelEnd = endAfter(
      limit.left,
      () => socket.size,
      () => fail('timeout', `no response ${limit.within}`),
    );
    signal?.addEventListener('abort', abort, { once: true });
    socket.once('finished', () => {
      finish();
      resolve(socket.response(request.maxBody) ?? sendOverNetwork(socket, request));
    });
    setImmediate(() => script(socket as unknown as Socket, receivedRequest(request)));
  });
}

function receivedRequest({ method, url, headers, body = '' }: HttpRequest): ReceivedRequest {
  const { pathname, search, host } = new URL(url);
  const bytes = Buffer.from(body);
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const length = body === '' ? {} : { 'content-length': String(bytes.length) };
  return {
    ...{ method, path: pathname + search, headers: { ...Object.fromEntries(lowerCase), ...length, host } },
    body: bytes.toString('latin1'),
  };
}

/** What a script writes to, in place of a socket. */
class StubSocket extends EventEmitter {
  readonly #parts: Buffer[] = [];
  size = 0;
  destroyed = false;
  isReset = false;
  write(part: string | Buffer): boolean {
    const bytes = Buffer.from(part as string);
    this.#parts.push(bytes);
    this.size += bytes.length;
    return true;
  }
  end(part: string | Buffer = ''): void {
    this.write(part);
    this.emit('finished');
  }
  destroy(): void {
    this.emit('finished');
  }
  resetAndDestroy(): void {
    this.isReset = true;
    this.emit('finished');
  }
  close(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('close');
  }
  /** The status of a response that has begun: its headers are complete. */
  get begun(): number | undefined {
    const [, status] = /^HTTP\/1\.1 ([2-5]\d\d) [\s\S]*?\r\n\r\n/.exec(this.bytes.toString('latin1')) ?? [];
    return status === undefined ? undefined : Number(status);
  }
  get bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
  /** The response, if it is complete and its body has a content-length alone; undefined for any that a client of the network has to judge. */
  response(maxBody: number): HttpResponse | undefined {
    const { bytes } = this;
    const end = bytes.indexOf('\r\n\r\n');
    const [, status] = /^HTTP\/1\.1 ([2-5]\d\d) /.exec(bytes.subarray(0, 40).toString('latin1')) ?? [];
    if (this.isReset || end < 0 || status === undefined) return undefined;
    const lines = bytes.subarray(0, end).toString('latin1').split('\r\n').slice(1);
    const pairs = lines
      .map((line) => /^([\w-]+): *([^\r\n]*?) *$/.exec(line))
      .map((found) => [found?.[1]?.toLowerCase(), found?.[2]] as const);
    const headers = Object.fromEntries(pairs);
    const body = bytes.subarray(end + 4);
    const isPlain =
      pairs.every(([name]) => name !== undefined) &&
      new Set(pairs.map(([name]) => name)).size === pairs.length &&
      headers['transfer-encoding'] === undefined &&
      headers['content-encoding'] === undefined &&
      headers['set-cookie'] === undefined &&
      headers['content-length'] === String(body.length) &&
      body.length <= maxBody;
    return isPlain ? { status: Number(status), headers, body } : undefined;
  }
}

/** Sends what a script has written through a socket, so that its faults are those which a client of a network sees. */
async function sendOverNetwork({ bytes, isReset }: StubSocket, request: HttpRequest): Promise<HttpResponse> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => (isReset ? socket.resetAndDestroy() : socket.end(bytes)));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { pathname, search } = new URL(request.url);
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}${pathname}${search}`;
  return overNetwork.exchange({ ...request, url, fresh: true }).finally(() => server.close());
}
