// Turns the failure of a command into an error that a screen shows: what failed, why, what to do next, the request id.

import type { Context } from '../../cli/context.js';
import { Failure } from '../../services/http/errors.js';

/**
 * Runs an action, and turns its failure into a redacted message with its hint. `passes`: a retry may succeed.
 * @throws {Error} with the fields of `Failed` (`ui/state/responses`); what is no `Failure` unchanged
 */
export async function withScreenError<Value>(context: Context, action: () => Promise<Value>): Promise<Value> {
  const redact = context.out.redact;
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, hint, kind, retryable } = error;
    const text = redact.clean([message, hint].filter(Boolean).join(' '));
    const { retryAfter: wait, status, requestId } = error.where;
    const next = hint === undefined ? undefined : redact.clean(hint);
    throw Object.assign(new Error(text), {
      what: redact.clean(message),
      hint: next,
      kind,
      passes: retryable || undefined,
      wait,
      status,
      requestId,
    });
  }
}
