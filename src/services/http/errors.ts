// What can go wrong between a command and a service, as classes: each has a stable code, a kind and the next step to take.

/** The kinds of failure; `cli/exit-codes.ts` gives each its exit code. */
export type Kind =
  | 'failed'
  | 'usage'
  | 'refused'
  | 'sign-in'
  | 'not-found'
  | 'unreachable'
  | 'guarded'
  | 'pending'
  | 'local'
  | 'unknown'
  | 'server'
  | 'rate-limited'
  | 'ended-badly'
  | 'output'
  | 'interrupted';

/** Where a failure happened, as far as it is known. */
export interface Where {
  readonly service?: string;
  readonly call?: string;
  readonly status?: number;
  readonly requestId?: string;
  /** How long the service asks to wait before another try, milliseconds. */
  readonly retryAfter?: number;
  /** The service's own words, cleaned only where they are printed. */
  readonly said?: string;
}

/** The base of all expected failures. `message` is one sentence; `hint` says what to do next. */
export class Failure extends Error {
  readonly kind: Kind;
  readonly code: string;
  readonly hint: string | undefined;
  readonly where: Where;
  constructor(kind: Kind, code: string, message: string, hint?: string, where: Where = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.kind = kind;
    this.code = code;
    this.hint = hint;
    this.where = where;
  }
  /** Whether the same thing may be tried again without harm. */
  get retryable(): boolean {
    const overloaded = this.kind === 'server' && [502, 503, 504].includes(this.where.status ?? 0);
    return overloaded || this.kind === 'unreachable' || this.kind === 'rate-limited';
  }
}

/** The command was used wrongly; nothing was sent. */
export class BadInput extends Failure {
  constructor(code: string, message: string, hint?: string) {
    super('usage', code, message, hint);
  }
}
/** A safety rule of ours stopped the call; nothing was sent. */
export class Guarded extends Failure {
  constructor(code: string, message: string, hint?: string) {
    super('guarded', code, message, hint);
  }
}
/** Something on this machine: a file, a disk, a lock. */
export class LocalFailure extends Failure {
  constructor(code: string, message: string, hint?: string, cause?: unknown) {
    super('local', code, message, hint, {}, cause);
  }
}
/** Not signed in, or the session has ended. */
export class SignInNeeded extends Failure {
  constructor(code: string, message: string, hint = 'Sign in: tuk login', where: Where = {}) {
    super('sign-in', code, message, hint, where);
  }
}
/** No answer, and nothing can have changed: safe to repeat. */
export class Unreachable extends Failure {
  constructor(code: string, message: string, where: Where, cause?: unknown, hint = 'It is safe to try again.') {
    super('unreachable', code, message, hint, where, cause);
  }
}
/** A call with an effect has left and its outcome is not known. */
export class OutcomeUnknown extends Failure {
  /** The command line that may tell what became of it. */
  readonly look: string | undefined;
  constructor(
    code: string,
    message: string,
    where: Where,
    cause?: unknown,
    hint = 'It may have taken effect. It was not sent again: look before you repeat it.',
    look?: string,
  ) {
    super('unknown', code, message, hint, where, cause);
    this.look = look;
  }
}
/** An answer that cannot be used, a refused redirect, or a 5xx. */
export class ServerFailure extends Failure {
  constructor(code: string, message: string, where: Where, hint?: string) {
    super('server', code, message, hint, where);
  }
}
/** The service refused the call with a 4xx. */
export class Refused extends Failure {}

/** What is not one of our failures is a bug in tuk: named without a stack trace. */
export function bug(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const hint = 'Run the command again with TUK_DEBUG=1 and report what it prints.';
  return new Failure('failed', 'BUG', `A bug in tuk: ${message}.`, hint, {}, error);
}
/** Ctrl-C, or another signal, ended it before anything left. */
export const interrupted = (): Failure => new Failure('interrupted', 'INTERRUPTED', 'Interrupted.');
