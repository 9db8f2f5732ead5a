// The transport for commands that make a handful of calls: node:http(s), one connection a call, nothing to warm up.
import type { IncomingMessage } from 'node:http';
import { type Break, Broken, type Exchange, type HttpAnswer, type HttpRequest } from './exchange.js';

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
    const timer =
      request.timeout > 0 ? setTimeout(() => fail('timeout', `no answer within ${request.timeout} ms`), request.timeout) : undefined;
    const aborted = () => fail('aborted', 'interrupted');
    const finish = () => {
      clearTimeout(timer);
      if (watching) clearImmediate(watching);
      signal?.removeEventListener('abort', aborted);
    };
    const headers: Record<string, string> = { ...request.headers };
    if (request.body !== undefined) headers['Content-Length'] = String(Buffer.byteLength(request.body));
    const sent = open(url, { method: request.method, headers, agent: false }, (message) => {
      state.answered = true;
      collect(message, request).then(
        (body) => {
          finish();
          sent.destroy(); // the connection has served; waiting for its polite end would hold the process
          resolve({ status: message.statusCode ?? 0, headers: message.headers, body });
        },
        (error: unknown) => {
          const [reason, text] = error instanceof TooBig ? (['too-big', error.message] as const) : broken(error, state);
          fail(reason, text, error);
        },
      );
    });
    sent.once('socket', (socket) => socket.once(secure ? 'secureConnect' : 'connect', () => (state.left = true)));
    sent.once('upgrade', () => fail('malformed', 'the answer asks to switch protocols'));
    sent.once('error', (error) => fail(...broken(error, state), error));
    const watch = () => {
      signal = request.signal;
      if (signal?.aborted) aborted();
      else signal?.addEventListener('abort', aborted, { once: true });
    };
    // A read watches while the other side is at work, since making the signal costs a start half a millisecond. Whatever else may
    // take effect, so it watches before its first byte leaves.
    const watching = request.method === 'GET' ? setImmediate(watch) : watch();
    sent.end(request.body);
  });
};

class TooBig extends Error {}

/** Reads an answer to its end, inflated, within the cap. */
async function collect(message: IncomingMessage, { maxBody }: HttpRequest): Promise<Buffer> {
  const tooBig = () => new TooBig(`the answer is larger than ${maxBody} bytes`);
  const encoding = message.headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (encoding === 'identity' && Number(message.headers['content-length']) > maxBody) throw tooBig();
  const source = encoding === 'identity' ? message : await inflated(message, encoding);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    source.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBody) reject(tooBig());
      else chunks.push(chunk);
    });
    source.once('error', reject);
    source.once('end', () => resolve(Buffer.concat(chunks, size)));
    source.once('close', () => reject(Object.assign(new Error('cut'), { code: 'ECONNRESET' })));
  });
}

async function inflated(message: IncomingMessage, encoding: string): Promise<NodeJS.ReadableStream> {
  const { createBrotliDecompress, createUnzip } = await import('node:zlib');
  const inflate = encoding === 'br' ? createBrotliDecompress() : /^(x-)?gzip$|^deflate$/.test(encoding) ? createUnzip() : undefined;
  if (!inflate) throw Object.assign(new Error(`the answer's content encoding is not one we know`), { code: 'Z_UNKNOWN' });
  message.on('error', (error) => inflate.destroy(error));
  return message.pipe(inflate);
}

/** Node's error codes, in our words. */
function broken(error: unknown, { left, answered }: { left: boolean; answered: boolean }): [Break, string] {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code.startsWith('HPE_')) return ['malformed', 'the answer is not HTTP'];
  if (code.startsWith('Z_') || code.startsWith('ERR_Z') || code.startsWith('ERR__ERROR'))
    return ['malformed', 'the answer cannot be inflated'];
  if (answered) return ['cut', 'the answer was cut off'];
  return [left ? 'no-answer' : 'no-connection', plain(code, message)];
}

function plain(code: string, message: string): string {
  const known: Record<string, string> = {
    ECONNREFUSED: 'the connection was refused',
    ECONNRESET: 'the connection was reset',
    ENOTFOUND: 'the host name is not known',
    EAI_AGAIN: 'the host name could not be looked up',
    ETIMEDOUT: 'the connection timed out',
    EHOSTUNREACH: 'the host cannot be reached',
    ENETUNREACH: 'the network cannot be reached',
    EPIPE: 'the connection was closed',
    EPROTO: 'the other side does not speak TLS',
    ERR_SSL_WRONG_VERSION_NUMBER: 'the other side does not speak TLS',
    ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
    CERT_HAS_EXPIRED: 'its certificate has expired',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
    SELF_SIGNED_CERT_IN_CHAIN: 'its certificate chain is self-signed',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified',
  };
  return known[code] ?? (code ? `${message} (${code})` : message);
}
