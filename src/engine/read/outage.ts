// Tells a failure that passes by itself, an outage, from one that the next request would meet again.

import type { Context } from '../../cli/command/command.js';
import type { Loaded } from '../../cli/print/loaded.js';
import type { Deadline } from '../../services/http/deadline.js';
import { Failure } from '../../services/http/errors.js';
import type { Redaction } from '../../session/redact.js';
import { pollContext } from '../request/patient-context.js';

/** The message of a stop of a wait. */
export const goesOn = 'Interrupted; the watched things continue.';

/** Failures of responses that came and cannot be used: if no earlier one could be used, the next one cannot either. */
const permanent = new Set(['NO_WORD', 'NO_LIST', 'EMPTY_ANSWER', 'OTHER_THING']);

/**
 * The outage that a failure is: no response, an overloaded service, too many requests, a locked session; nothing for
 * one that does not pass by itself.
 * @param hasWorked an earlier response of the run could be used
 */
export function outageOf(
  error: unknown,
  redact: Redaction,
  hasWorked: boolean,
): { message: string; wait?: number; responds?: true } | undefined {
  if (!(error instanceof Failure) || (!hasWorked && permanent.has(error.code))) return undefined;
  if (!error.retryable && error.kind !== 'server' && error.code !== 'LOCK_HELD') return undefined;
  const { retryAfter, status } = error.where;
  return {
    message: redact.clean(error.message),
    wait: retryAfter,
    responds: status === undefined ? undefined : true,
  };
}

/**
 * Loads a read with the context of a poll, or returns its failure, or that of a part, where that is an outage; `wait` in
 * milliseconds.
 * @throws any other failure
 */
export async function loadOrOutage(
  load: (context: Context) => Promise<Loaded>,
  context: Context,
  deadline: Deadline,
  hasWorked: boolean,
): Promise<
  { readonly loaded: Loaded } | { readonly message: string; readonly wait?: number; readonly failure: Failure }
> {
  try {
    const loaded = await load(pollContext(context, deadline));
    if (loaded.failures[0] && !loaded.shown.rowsTellFailures) throw loaded.failures[0];
    return { loaded };
  } catch (error) {
    const outage = outageOf(error, context.out.redact, hasWorked);
    if (!outage) throw error;
    return { ...outage, failure: error as Failure };
  }
}
