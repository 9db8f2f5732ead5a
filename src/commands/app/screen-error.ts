// Turns the failure of a command into an error for a screen: its message, the next step, the request id.

import type { Context } from '../../cli/context.js';
import { Failure } from '../../services/http/errors.js';
import { timesIn } from '../../text/column.js';

/**
 * Runs an action, and redacts its failure. `passes`: a retry may succeed.
 * @throws {Error} with the fields of `ReadFailure` (`ui/state/responses`); any other error unchanged
 */
export async function withScreenError<Value>(
  { out: { redact } }: Context,
  action: () => Promise<Value>,
): Promise<Value> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, hint, kind, retryable, where } = error;
    const clean = (sentence: string) => timesIn(redact.clean(sentence)); // a screen shows times in its own zone
    const text = clean([message, hint].filter(Boolean).join(' '));
    throw Object.assign(new Error(text), {
      what: clean(message),
      hint: hint === undefined ? undefined : clean(hint),
      kind,
      passes: retryable || undefined,
      wait: where.retryAfter,
      status: where.status,
      requestId: where.requestId,
    });
  }
}
