// Contexts with limited requests: for polls, and for reads beside the purpose of a command.

import { accessWith } from '../../cli/command/access-with.js';
import { type Context, contextWith } from '../../cli/command/command.js';
import type { RequestContext } from '../../services/http/send.js';

/** The time limit of a poll, or of a read beside the purpose of a command, if the person sets none, milliseconds. */
const patience = 30_000;
/** The limit of such a request: 30 s without `--timeout`, and with `--timeout 0`. */
export const patientTimeout = ({ timeout }: Pick<RequestContext, 'timeout'>): number => timeout || patience;

/** The context with other members, and requests limited to 30 s if the person sets no limit. */
export function patientContext(context: Context, members: Partial<Context> = {}): Context {
  const { deadline } = members;
  return contextWith(context, {
    ...members,
    http: () =>
      accessWith(context.http(), (base) => ({
        ...base,
        deadline: deadline ?? base.deadline,
        timeout: patientTimeout(base),
      })),
  });
}

/**
 * The context of a poll: a missing response is an outage, and no request outlasts the watch.
 */
export const pollContext = (context: Context, deadline = context.deadline): Context =>
  patientContext(context, { deadline });
