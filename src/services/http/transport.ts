// The one function type that every transport has, so that a call does not know which one carries it.

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds for the whole exchange; 0 waits for ever. */
  readonly timeout: number;
  /** Most bytes of an answer, counted after inflating. */
  readonly maxBody: number;
  /** Ends the exchange. A request whose signal has fired before it starts is not sent. Asked for as late as can be. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the signal has fired. Costs nothing, unlike the signal, which is made when it is first asked for; without it the signal is asked. */
  readonly stopped?: (() => boolean) | undefined;
}
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}
/** Carries one request and one answer. @throws {TransportError}, and nothing else, when no whole answer came. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

/** Why no whole answer came; `bug`: the transport itself failed before anything left. */
export type TransportFailure = 'no-connection' | 'no-answer' | 'timeout' | 'aborted' | 'cut' | 'too-big' | 'malformed' | 'bug';

/** An exchange that did not end well. `left`: bytes of the request may have reached the other side. */
export class TransportError extends Error {
  readonly reason: TransportFailure;
  readonly left: boolean;
  constructor(reason: TransportFailure, left: boolean, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'Broken';
    this.reason = reason;
    this.left = left;
  }
}
