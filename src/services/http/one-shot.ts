// The transport for commands that make a handful of calls: node:http(s), one connection a call, nothing to warm up.
import { collect } from './body.js';
import { type Break, Broken, type Exchange, type HttpAnswer } from './exchange.js';

/** Milliseconds that a read waits before it watches the signal. */
const patience = 20;

/** Carries one request over a connection of its own. Redirects are not followed. @throws {Broken} */
export const oneShot: Exchange = async (request) => {
  const url = new URL(request.url);
  const secure = url.protocol === 'https:';
  const { request: open } = secure ? await import('node:https') : await import('node:http');
  const state = { left: false, answered: false };
  return new Promise<HttpAnswer>((resolve, reject) => {
    let signal: AbortSignal | undefined;
    const fail = (reason: Break, message: string, cause?: unknown) => {
      finish();
      reject(new Broken(reason, state.left, message, cause));
      sent.destroy();
    };
    const broke = (error: unknown) => {
      const reached = { ...state };
      void import('./broken.js').then(({ breakOf }) => fail(...breakOf(error, reached), error));
    };
    const timer =
      request.timeout > 0 ? setTimeout(() => fail('timeout', `no answer within ${request.timeout} ms`), request.timeout) : undefined;
    const aborted = () => fail('aborted', 'interrupted');
    const finish = () => {
      clearTimeout(timer);
      if (watching) clearTimeout(watching);
      signal?.removeEventListener('abort', aborted);
    };
    const headers: Record<string, string> = { ...request.headers };
    if (request.body !== undefined) headers['Content-Length'] = String(Buffer.byteLength(request.body));
    const sent = open(url, { method: request.method, headers, agent: false }, (message) => {
      state.answered = true;
      collect(message, message.headers, request.maxBody).then((body) => {
        finish();
        resolve({ status: message.statusCode ?? 0, headers: message.headers, body });
      }, broke);
    });
    sent.once('socket', (socket) => socket.once(secure ? 'secureConnect' : 'connect', () => (state.left = true)));
    sent.once('upgrade', () => fail('malformed', 'the answer asks to switch protocols'));
    sent.once('error', broke);
    const watch = () => {
      signal = request.signal;
      if (signal?.aborted) aborted();
      else signal?.addEventListener('abort', aborted, { once: true });
    };
    // A read that is answered at once never pays for the signal, which costs a start half a millisecond; until it is watched Ctrl-C ends
    // the process as it ends any. Whatever else may take effect, so it watches before its first byte leaves.
    const watching = request.method === 'GET' ? setTimeout(watch, patience) : watch();
    sent.end(request.body);
  });
};
