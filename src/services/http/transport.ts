// The interface of transports: the request, the response, and the error of a request without a complete response.

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The time limit for request and response, milliseconds; 0 is none. */
  readonly timeout: number;
  /** The maximum size of a response, bytes after inflating. */
  readonly maxBody: number;
  /** Ends the request. It is not sent where the signal has fired before. Read as late as possible. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the signal has fired. Cheap, unlike the signal, which is made when it is first read; without it the signal is read. */
  readonly isStopped?: (() => boolean) | undefined;
}
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}
/** Sends one request and returns its response. @throws {TransportError} where no complete response came */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

/** The reason why no complete response came; `bug`: the transport itself failed before anything was sent. */
export type TransportFailure = 'no-connection' | 'no-answer' | 'timeout' | 'aborted' | 'cut' | 'too-big' | 'malformed' | 'bug';

/** A request without a complete response. `mayHaveArrived`: bytes of it may have reached the server. `remedy`: what to set where a proxy failed. */
export class TransportError extends Error {
  readonly reason: TransportFailure;
  readonly mayHaveArrived: boolean;
  readonly remedy: string | undefined;
  constructor(reason: TransportFailure, mayHaveArrived: boolean, message: string, cause?: unknown, remedy?: string) {
    super(message, { cause });
    this.remedy = remedy;
    this.name = 'Broken';
    this.reason = reason;
    this.mayHaveArrived = mayHaveArrived;
  }
}
