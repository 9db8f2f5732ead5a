// The types of a request and a response as plain data, and the conversion of results and errors into responses.
import type { Call } from '../../services/catalogue/define.js';
import { Refusal, type Rotation } from './context.js';
import { Bytes, Page, PlainText, Redirect } from './handlers.js';

/** The largest body of a request: 1 MiB. */
export const maxBody = 1024 * 1024;

/** A request. */
export interface SandboxRequest {
  readonly method: string;
  /** The path after the origin, percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Undefined for a body that is too large. */
  readonly bytes: Uint8Array | undefined;
  /** Filled while the request is handled, for the log. */
  readonly logFields?: LogFields;
  /** Sent by the sandbox itself: no faults apply. */
  readonly internal?: true;
}
/** The log fields of a request. */
export interface LogFields {
  /** As `user getCurrent`. */
  call?: string | undefined;
  /** The user's id. */
  who?: string | undefined;
  fault?: string | undefined;
  scenario?: string | undefined;
}
/** A body that is made while it is sent. */
export interface BodyStream {
  /** The length; undefined where it is only known at the end. */
  readonly bytes?: number;
  readonly parts: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}
/** A response. */
export interface SandboxResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Sent instead of `body`. */
  readonly stream?: BodyStream;
  /** Faults of the delivery, if any. */
  readonly delivery?: DeliveryFault;
}

/** Makes the response of a result: 200 for GET, PUT and DELETE, 201 for every POST (platform 1.3). */
export function toResponse(call: Call, answer: unknown, headers: Readonly<Record<string, string>>): SandboxResponse {
  const status = call.method === 'POST' ? 201 : 200;
  if (answer instanceof Redirect) return { status: 302, headers: { ...headers, location: answer.location } };
  if (answer instanceof PlainText) return { status, headers: { ...headers, 'content-type': answer.type }, body: answer.text };
  if (answer instanceof Bytes)
    return { status, headers: { ...headers, ...answer.headers, 'content-type': answer.type }, body: answer.bytes };
  if (answer === undefined) return { status, headers };
  if (answer instanceof Page) return jsonResponse(status, answer.rows, { ...headers, 'x-sandbox-total': String(answer.total) });
  return jsonResponse(status, answer, Array.isArray(answer) ? { ...headers, 'x-sandbox-total': String(answer.length) } : headers);
}

/** Makes a JSON response. */
export const jsonResponse = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): SandboxResponse => ({
  status,
  headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

/** Makes the response of an error: the refusal's own, or 500 for a bug of the sandbox. */
export function errorResponse(error: unknown): SandboxResponse {
  if (!(error instanceof Refusal)) {
    const message = `The sandbox failed: ${error instanceof Error ? error.message : String(error)}`;
    return jsonResponse(500, { message, code: 'SANDBOX_FAILED' }, { 'x-sandbox-error': 'sandbox' });
  }
  const { status, message, code, source, headers } = error;
  return jsonResponse(status, code === undefined ? { message } : { message, code }, { ...headers, 'x-sandbox-error': source });
}

/** Faults of the delivery of a response. Times in milliseconds. */
export interface DeliveryFault {
  /** How long the response is delayed. */
  readonly latency?: number;
  /** No response; the connection ends after ten minutes. */
  readonly hang?: true;
  /** The connection is reset before the response, after its head, or after some bytes of its body. */
  readonly reset?: 'before' | 'headers' | number;
  /** How many bytes of the body are sent, under the whole content length. */
  readonly truncate?: number;
  /** Bytes per second. */
  readonly bandwidth?: number;
  /** The body is sent in ten pieces, with this pause before each. */
  readonly pause?: number;
}

/** The faults of one request. */
export interface Faults {
  /** The specs as they were requested. */
  readonly specs: readonly string[];
  /** Sent instead of handling the call. */
  readonly response?: SandboxResponse;
  /** The access token counts as expired. */
  readonly expiredToken?: true;
  readonly rotation?: Rotation;
  /** Transforms the response of the handled call, in this order. */
  readonly transforms: readonly ((response: SandboxResponse) => SandboxResponse)[];
  readonly delivery?: DeliveryFault;
}
