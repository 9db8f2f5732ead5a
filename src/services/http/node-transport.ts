// The transport over node:http(s), with connections that stay open for the next call of the run. It has the least start-up cost.
import { Agent, request as requestHttp, STATUS_CODES } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { maxHeaderSize, readBody } from './read-body.js';
import { endAfter, timeLimitOf } from './time-limit.js';
import { type HttpRequest, type HttpResponse, type Pool, TransportError, type TransportFailure } from './transport.js';
import { describeFailure } from './transport-errors.js';

/** The texts of statuses. */
export const statusTexts = STATUS_CODES;

/** The delay after which a read listens to the signal, milliseconds. */
const signalDelay = 20;

/**
 * The time after which an unused connection is closed, milliseconds. Servers close later, which would lose a request.
 */
const idle = 4000;

/** Makes the transport of a run. It opens a connection where none is free, and sends requests without following redirects. */
export function nodeTransport(): Pool {
  const agents = new Map<typeof Agent, Agent>(); // by class: each import makes another module object
  const agentOf = (Kind: typeof Agent): Agent => {
    const agent = agents.get(Kind) ?? new Kind({ keepAlive: true, timeout: idle });
    agents.set(Kind, agent);
    return agent;
  };
  return {
    exchange: async (request) => {
      const state: State = { left: false, responded: false };
      try {
        const url = new URL(request.url);
        const secure = url.protocol === 'https:';
        const agent = request.fresh ? false : agentOf(secure ? HttpsAgent : Agent);
        return await carry(request, url, secure, secure ? requestHttps : requestHttp, agent, state);
      } catch (error) {
        throw error instanceof TransportError
          ? error
          : new TransportError(state.left ? 'no-answer' : 'bug', state.left, (error as Error).message, error);
      }
    },
    // Not at once: a process that ends now has no need of it.
    close: async () =>
      void setImmediate(() => {
        for (const agent of agents.values()) agent.destroy();
      }),
  };
}

/** The progress of a request; `begun`: the status of its response. */
interface State {
  left: boolean;
  responded: boolean;
  begun?: number | undefined;
}

function carry(
  request: HttpRequest,
  url: URL,
  secure: boolean,
  open: typeof requestHttp,
  agent: Agent | false,
  state: State,
): Promise<HttpResponse> {
  const { deadline } = request;
  const limit = timeLimitOf(request);
  // Does not create the signal, for fast reads.
  if (deadline?.isStopped()) throw new TransportError('aborted', false, 'interrupted');
  if (limit.left === 0) throw new TransportError('timeout', false, `no response ${limit.within}`);
  return new Promise<HttpResponse>((resolve, reject) => {
    let signal: AbortSignal | undefined;
    let watching: NodeJS.Timeout | undefined;
    const fail = (reason: TransportFailure, message: string, cause?: unknown, begun?: number) => {
      finish();
      const isStale = reason === 'no-answer' && sent.reusedSocket;
      reject(new TransportError(reason, state.left, message, cause, { isStale, begun, within: limit.within }));
      sent.destroy();
    };
    const broke = (error: unknown) => {
      const reached = { ...state };
      fail(...describeFailure(error, reached), error);
    };
    const cancelEnd = endAfter(
      limit.left,
      () => sent.socket?.bytesRead ?? 0,
      () => fail('timeout', `no response ${limit.within}`, undefined, state.begun),
    );
    const aborted = () => fail('aborted', 'interrupted');
    const finish = () => {
      cancelEnd();
      clearTimeout(watching);
      signal?.removeEventListener('abort', aborted);
    };
    const headers: Record<string, string> = { ...request.headers };
    if (request.body !== undefined) headers['Content-Length'] = String(Buffer.byteLength(request.body));
    const sent = open(url, { method: request.method, headers, agent, maxHeaderSize }, (message) => {
      state.responded = true;
      state.begun = message.statusCode;
      readBody(message, message.headers, request.maxBody).then((body) => {
        finish();
        resolve({ status: message.statusCode ?? 0, headers: message.headers, body });
      }, broke);
    });
    const leaves = () => (state.left = true);
    sent.once('socket', (socket: Socket & { readonly secureConnecting?: boolean }) => {
      // a pooled connection may be open
      if (socket.connecting || socket.secureConnecting) socket.once(secure ? 'secureConnect' : 'connect', leaves);
      else leaves();
    });
    sent.once('upgrade', () => fail('malformed', 'the response asks to switch protocols'));
    sent.once('error', broke);
    const watch = () => {
      signal = deadline?.signal;
      if (signal?.aborted) aborted();
      else signal?.addEventListener('abort', aborted, { once: true });
    };
    // Creating the signal takes half a millisecond, which a fast read saves. Until then Ctrl-C ends the process by
    // default.
    // A call that may have an effect listens before its first byte is sent.
    if (request.method === 'GET') watching = setTimeout(watch, signalDelay);
    else watch();
    sent.end(request.body);
  });
}
