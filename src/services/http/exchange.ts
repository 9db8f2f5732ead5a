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
  /** Asked for once the request is under way. */
  readonly signal?: AbortSignal | undefined;
}
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}
/** Carries one request and one answer. @throws {Broken} when no whole answer came. */
export type Exchange = (request: HttpRequest) => Promise<HttpAnswer>;

/** Why no whole answer came. */
export type Break = 'no-connection' | 'no-answer' | 'timeout' | 'aborted' | 'cut' | 'too-big' | 'malformed';

/** An exchange that did not end well. `left`: bytes of the request may have reached the other side. */
export class Broken extends Error {
  readonly reason: Break;
  readonly left: boolean;
  constructor(reason: Break, left: boolean, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'Broken';
    this.reason = reason;
    this.left = left;
  }
}
