// Describes the error codes of Node and undici as sentences.
import { BodyTooLarge } from './read-body.js';
import type { TransportFailure } from './transport.js';

/** The progress of a request when it failed. `left`: bytes of it may have reached the server. */
export interface Reached {
  readonly left: boolean;
  readonly answered: boolean;
}

/** The reason why a request failed, and a sentence. */
export function describeFailure(error: unknown, { left, answered }: Reached): [TransportFailure, string] {
  if (error instanceof BodyTooLarge) return ['too-big', error.message];
  const { code = '', message, name } = error as NodeJS.ErrnoException;
  if (code.startsWith('HPE_') || name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW')
    return ['malformed', 'the response is not HTTP'];
  if (code.startsWith('Z_') || code.startsWith('ERR_Z') || code.startsWith('ERR__ERROR'))
    return ['malformed', 'the response cannot be inflated'];
  if (message === 'bad upgrade') return ['malformed', 'the response asks to switch protocols'];
  if (answered) return ['cut', 'the response was cut off'];
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
