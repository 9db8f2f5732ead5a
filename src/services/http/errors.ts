// The failures between a command and a service, as classes. Each has a kind, a stable code and a hint.

import type { CodeOf, ErrorCode } from './error-codes.js';
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
  | 'partial'
  | 'output'
  | 'interrupted';

export interface Where {
  readonly service?: string;
  readonly call?: string;
  readonly status?: number;
  /** The status of a response whose body did not come in time. */
  readonly begun?: number;
  readonly requestId?: string;
  /** The Retry-After of the service, milliseconds. */
  readonly retryAfter?: number;
  /** The platform's `message` (platform 1.4); redacted when printed. */
  readonly said?: string;
  /** Whether it is certain that nothing was sent; default: a rule, or a judgement of a transfer or of lines, refuses. */
  readonly unsent?: boolean | undefined;
  /** The reason in the error body, in any form; redacted and shortened when printed. */
  readonly reason?: string;
  /**
   * The operation in the ledger, its reference, and the command line that reads its outcome. Set for unknown outcomes,
   * and for the steps before a failure.
   */
  readonly operation?: string;
  readonly clientRef?: string;
  readonly look?: string;
  /** The allowance that remains after a failed swap, and the command line that revokes it. */
  readonly allowance?: StandingAllowance;
  readonly revoke?: string;
}
interface StandingAllowance {
  readonly spender: string;
  readonly token: string;
  readonly contract: string;
  /** In whole tokens. */
  readonly amount: string;
  /** In base units. */
  readonly rawAmount: string;
}

/** Another failure, whose code this one keeps. */
type SameCode = { readonly code: ErrorCode };

/** The base of all expected failures. `message` is one sentence, `hint` the next step. */
export class Failure extends Error {
  readonly kind: Kind;
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly where: Where;
  /** All refusals of a verdict, this one included. Printed with their codes, sentences and hints. */
  readonly refusals: readonly Failure[] | undefined;
  constructor(
    kind: Kind,
    code: ErrorCode | SameCode,
    message: string,
    hint?: string,
    where: Where = {},
    cause?: unknown,
    refusals?: readonly Failure[],
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.kind = kind;
    this.code = typeof code === 'string' ? code : code.code;
    this.hint = hint;
    this.where = where;
    this.refusals = refusals;
  }
  /** Whether to say that nothing was sent. No message has these words: they are said where a failure is printed. */
  get isUnsent(): boolean {
    return this.where.unsent ?? (this.kind === 'guarded' || this.refusals !== undefined);
  }
  /** Whether the call can be retried without harm. */
  get retryable(): boolean {
    const overloaded = this.kind === 'server' && [502, 503, 504].includes(this.where.status ?? 0);
    return overloaded || this.kind === 'unreachable' || this.kind === 'rate-limited';
  }
}

/** The command was used wrongly; nothing was sent. */
export class BadInput extends Failure {
  constructor(code: CodeOf<'usage'> | SameCode, message: string, hint?: string, refusals?: readonly Failure[]) {
    super('usage', code, message, hint, undefined, undefined, refusals);
  }
}
/** A safety rule of tuk stopped the call; nothing was sent. */
export class Guarded extends Failure {
  constructor(code: CodeOf<'guarded'> | SameCode, message: string, hint?: string, refusals?: readonly Failure[]) {
    super('guarded', code, message, hint, undefined, undefined, refusals);
  }
}
export class LocalFailure extends Failure {
  constructor(code: CodeOf<'local'> | SameCode, message: string, hint?: string, cause?: unknown) {
    super('local', code, message, hint, {}, cause);
  }
}
export class SignInNeeded extends Failure {
  constructor(code: CodeOf<'sign-in'> | SameCode, message: string, hint = 'Sign in: tuk login', where: Where = {}) {
    super('sign-in', code, message, hint, where);
  }
}
/** No response, and no effect: the call can be repeated. */
export class Unreachable extends Failure {
  constructor(
    code: CodeOf<'unreachable'> | SameCode,
    message: string,
    where: Where,
    cause?: unknown,
    hint = 'It is safe to try again.',
  ) {
    super('unreachable', code, message, hint, where, cause);
  }
}
/** A call with an effect was sent; its outcome is unknown. */
export class OutcomeUnknown extends Failure {
  constructor(
    code: CodeOf<'unknown'> | SameCode,
    message: string,
    where: Where,
    cause?: unknown,
    hint = 'It may have taken effect. It was not sent again: check its outcome before you repeat it.',
  ) {
    super('unknown', code, message, hint, where, cause);
  }
}
/** An unusable response, a refused redirect, or a 5xx. */
export class ServerFailure extends Failure {
  constructor(code: CodeOf<'server'> | SameCode, message: string, where: Where, hint?: string) {
    super('server', code, message, hint, where);
  }
}
export class Refused extends Failure {}
/** What a service or a chain would refuse: nothing was sent. */
export const refusedUnsent = (code: CodeOf<'refused'>, message: string, hint?: string): Refused =>
  new Refused('refused', code, message, hint, { unsent: true });
/** The next step after a service does not know the id of a request; undefined for a path without one. */
export const idHint = (path: string): string | undefined =>
  path.includes('{') ? 'Check the id, or look it up: tuk find ID' : undefined;

/** The failure for an unexpected error, which is a bug in tuk; printed without a stack trace. */
export function bug(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const hint = 'Run the command again with TUK_DEBUG=1 and report what it prints.';
  return new Failure('failed', 'BUG', `A bug in tuk: ${message}.`, hint, {}, error);
}
/** What a person or a response has typed, in quotes, for a message; cut after 60 characters. */
export const cited = (text: unknown): string => JSON.stringify(String(text).slice(0, 60));
/** A signal ended the command before anything was sent. */
export const interrupted = (message = 'Interrupted.'): Failure => new Failure('interrupted', 'INTERRUPTED', message);

/**
 * The failure of a part that the command can do without.
 * @throws an interruption, a failure of one of the `fatal` kinds, and anything that is no failure
 */
export function partFailure(error: unknown, ...fatal: readonly Kind[]): Failure {
  if (!(error instanceof Failure) || error.kind === 'interrupted' || fatal.includes(error.kind)) throw error;
  return error;
}
