// Requests and responses as plain data, and the conversion of results and errors into responses.
import type { Call } from '../../src/services/catalogue/define.js';
import { Refusal, type Rotation } from './context.js';
import { Bytes, Page, Redirect } from './handlers.js';

/** The largest body of a request: 1 MiB. */
export const maxBody = 1024 * 1024;

export interface SandboxRequest {
  readonly method: string;
  /** The path after the origin, percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Undefined if the body is too large. */
  readonly bytes: Uint8Array | undefined;
  /** Filled during the request, for the log. */
  readonly logFields?: LogFields;
  /** From the sandbox itself: no faults apply. */
  readonly internal?: true;
}
export interface LogFields {
  /** As `user getCurrent`. */
  call?: string;
  /** The user's id. */
  who?: string;
  fault?: string;
  scenario?: string;
}
/** A body that is made while it is sent. */
export interface BodyStream {
  /** Undefined if only the end tells the length. */
  readonly bytes?: number;
  readonly parts: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}
export interface SandboxResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Sent instead of `body`. */
  readonly stream?: BodyStream;
  readonly delivery?: DeliveryFault;
}

/** The response of a result: 200 for GET, PUT and DELETE, 201 for POST (platform 1.3). */
export function toResponse(call: Call, result: unknown, headers: Readonly<Record<string, string>>): SandboxResponse {
  const status = call.method === 'POST' ? 201 : 200;
  if (result instanceof Redirect) return { status: 302, headers: { ...headers, location: result.location } };
  if (result instanceof Bytes)
    return { status, headers: { ...headers, ...result.headers, 'content-type': result.type }, body: result.bytes };
  if (result === undefined) return { status, headers };
  if (result instanceof Page)
    return jsonResponse(status, result.rows, { ...headers, 'x-sandbox-total': String(result.total) });
  return jsonResponse(
    status,
    result,
    Array.isArray(result) ? { ...headers, 'x-sandbox-total': String(result.length) } : headers,
  );
}

/** Adds the content type and serializes the body. */
export const jsonResponse = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): SandboxResponse => ({
  status,
  headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

/** The response of an error: the refusal's own, or 500 for a bug of the sandbox. */
export function errorResponse(error: unknown): SandboxResponse {
  if (!(error instanceof Refusal)) {
    const message = `The sandbox failed: ${error instanceof Error ? error.message : String(error)}`;
    return jsonResponse(500, { message, code: 'SANDBOX_FAILED' }, { 'x-sandbox-error': 'sandbox' });
  }
  const { status, message, code, source, headers } = error;
  return jsonResponse(status, code === undefined ? { message } : { message, code }, {
    ...headers,
    'x-sandbox-error': source,
  });
}

/** Faults of the delivery. Times in milliseconds. */
export interface DeliveryFault {
  readonly latency?: number;
  /** No response. The connection ends after ten minutes. */
  readonly hang?: true;
  /** Resets the connection before the response, after its head, or after bytes of its body. */
  readonly reset?: 'before' | 'headers' | number;
  /** Bytes of the body that are sent under the whole content length. */
  readonly truncate?: number;
  /** Bytes per second. */
  readonly bandwidth?: number;
  /** Sends the body in ten pieces, with this pause before each. */
  readonly pause?: number;
}

export interface Faults {
  /** As requested. */
  readonly specs: readonly string[];
  /** Replaces the handler. */
  readonly response?: SandboxResponse;
  /** The access token counts as expired. */
  readonly expiredToken?: true;
  readonly rotation?: Rotation;
  /** Applied to the handler's response in this order. */
  readonly transforms: readonly ((response: SandboxResponse) => SandboxResponse)[];
  readonly delivery?: DeliveryFault;
}
