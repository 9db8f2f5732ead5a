// Contexts with limited requests: for polls, and for reads beside the purpose of a command.

import { accessWith } from '../../cli/command/access-with.js';
import { type Context, contextWith } from '../../cli/command/command.js';
import type { RequestContext } from '../../services/http/send.js';

/** The time limit of a poll, or of a read beside the purpose of a command, if the person sets none, milliseconds. */
const patience = 30_000;
/** The limit of such a request: 30 s without `--timeout`, and with `--timeout 0`. */
export const patientTimeout = ({ timeout }: Pick<RequestContext, 'timeout'>): number => timeout || patience;

/** The context with other members, and requests limited to 30 s if the person sets no limit. */
export function patientContext(
  context: Context,
  members: Partial<Context> = {},
  requests: Pick<RequestContext, 'waits'> = {},
): Context {
  const { cancellation } = members;
  return contextWith(context, {
    ...members,
    http: () =>
      accessWith(context.http(), (base) => ({
        ...base,
        cancellation: cancellation ?? base.cancellation,
        timeout: patientTimeout(base),
        ...requests,
      })),
  });
}

/**
 * The context of a poll: a missing response is an outage, and no request outlasts the watch.
 * @param timeLeft milliseconds; infinite without a deadline
 * @param isDrawn whether the result is drawn in place on the terminal: no line may say that a request waits
 */
export const pollContext = (context: Context, timeLeft = Number.POSITIVE_INFINITY, isDrawn = false): Context =>
  patientContext(context, { cancellation: context.cancellation.within(timeLeft) }, isDrawn ? { waits: undefined } : {});
