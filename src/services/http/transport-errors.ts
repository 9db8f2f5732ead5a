// Describes the error codes of Node and undici as sentences.

import type { ChosenProxy } from './proxies.js';
import { BodyTooLarge, maxHeaderSize } from './read-body.js';
import type { TransportFailure } from './transport.js';

/** The progress of a failed request. `left`: bytes of it may have reached the server. */
export interface RequestProgress {
  readonly left: boolean;
  readonly responded: boolean;
}

/** The reason of a failed request, and a sentence. */
export function describeFailure(error: unknown, { left, responded }: RequestProgress): [TransportFailure, string] {
  if (error instanceof BodyTooLarge) return ['too-big', error.message];
  const { code = '', message, name } = error as NodeJS.ErrnoException;
  if (code === 'HPE_HEADER_OVERFLOW' || code === 'UND_ERR_HEADERS_OVERFLOW')
    return ['malformed', `its headers are larger than ${maxHeaderSize} bytes`];
  if (code.startsWith('HPE_') || name === 'HTTPParserError') return ['malformed', 'the response is not HTTP'];
  if (code.startsWith('Z_') || code.startsWith('ERR_Z') || code.startsWith('ERR__ERROR'))
    return ['malformed', 'the response cannot be inflated'];
  if (message === 'bad upgrade') return ['malformed', 'the response asks to switch protocols'];
  if (responded) return ['cut', 'the response was cut off'];
  return [left ? 'no-answer' : 'no-connection', plain(code, message)];
}

function plain(code: string, message: string) {
  const messages: Record<string, string> = {
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
  return messages[code] ?? (code ? `${message} (${code})` : message);
}

/** The failure of a proxy that opened no tunnel, in words, and what to set. Nothing of the request was sent. */
export function describeProxyFailure(
  error: unknown,
  { shown, variable }: ChosenProxy,
): { readonly message: string; readonly remedy: string } {
  const { code = '', message, name, status } = error as NodeJS.ErrnoException & { readonly status?: number };
  const proxy = `the proxy ${shown}`;
  const check = `Check ${variable}, or exclude the host with NO_PROXY.`;
  if (status === 407)
    return {
      message: `${proxy} asks for a name and a password (407)`,
      remedy: `Set them: ${variable}=http://name:password@host:port`,
    };
  if (status !== undefined) return { message: `${proxy} refused to connect to it (${status})`, remedy: check };
  if (
    code.startsWith('HPE_') ||
    name === 'HTTPParserError' ||
    code === 'UND_ERR_HEADERS_OVERFLOW' ||
    message === 'bad upgrade'
  )
    return { message: `${proxy} does not answer with HTTP`, remedy: check };
  const words = message === 'socket hang up' ? 'the connection was closed' : plain(code, message);
  return { message: `${words}, through ${proxy}`, remedy: check };
}
