// The interface of transports: the request, the response, and the error of a request without a complete response.
import type { Deadline } from './deadline.js';

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  /** Whether path and query are secrets: a node's address has its access key there. A service's path is a call's. */
  readonly isPathSecret: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The time limit of request and response, milliseconds; 0 for no limit. */
  readonly timeout: number;
  /** The maximum size of the response, bytes after inflating. */
  readonly maxBody: number;
  /** Ends the request, by signal or deadline. A request is not sent after that. */
  readonly deadline?: Deadline;
  /** Whether the request must have a new connection: a server may have closed an old one. */
  readonly fresh?: boolean;
}
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** The time from the written request to the end of the response, milliseconds, if the transport measures it. */
  readonly milliseconds?: number;
}
/** A request for traces and lists of requests, which have no other address of it than one that may be shown. */
export interface ShownRequest extends Omit<HttpRequest, 'url'> {
  readonly shownUrl: string;
}
/** The request as it may be shown: of an address with secrets the origin alone. */
export function shownRequest({ url, ...request }: HttpRequest): ShownRequest {
  return { ...request, shownUrl: request.isPathSecret ? new URL(url).origin : url };
}
/** Sends one request. @throws {TransportError} without a complete response */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;
/** A transport with shared connections; `close` ends them. */
export interface Pool {
  readonly exchange: Transport;
  close(): Promise<void>;
}

/** The reason of a missing response; `bug`: the transport failed before anything was sent. */
export type TransportFailure =
  | 'no-connection'
  | 'no-answer'
  | 'timeout'
  | 'aborted'
  | 'cut'
  | 'too-big'
  | 'malformed'
  | 'bug';

/**
 * A request without a complete response. `mayHaveArrived`: bytes of it may have reached the server. `remedy`: what to
 * set if a proxy failed. `isStale`: an old connection ended before a byte of the response, so the server may have
 * closed it before the request came. `begun`: the status of a response whose body did not come in time.
 */
export class TransportError extends Error {
  readonly reason: TransportFailure;
  readonly mayHaveArrived: boolean;
  readonly remedy: string | undefined;
  readonly isStale: boolean;
  readonly begun: number | undefined;
  readonly within: string | undefined;
  constructor(
    reason: TransportFailure,
    mayHaveArrived: boolean,
    message: string,
    cause?: unknown,
    {
      remedy,
      isStale = false,
      begun,
      within,
    }: { readonly remedy?: string; readonly isStale?: boolean; readonly begun?: number; readonly within?: string } = {},
  ) {
    super(message, { cause });
    this.remedy = remedy;
    this.isStale = isStale;
    this.begun = begun;
    this.within = within;
    this.name = 'Broken';
    this.reason = reason;
    this.mayHaveArrived = mayHaveArrived;
  }
}
