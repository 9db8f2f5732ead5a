// Contexts whose requests end after a while: those of polls, and of reads beside the purpose of a command.

import { type Context, contextWith } from '../../cli/context.js';
import type { RequestContext } from '../../services/http/send.js';

/** How long a poll, or a read beside the purpose of a command, waits for a response if the person sets no limit, milliseconds. */
const patience = 30_000;
/** The time limit of such a request: 30 s without `--timeout`, and with `--timeout 0`. */
export const patientTimeout = ({ timeout }: Pick<RequestContext, 'timeout'>): number => timeout || patience;

/** The same context with other members, whose requests end after 30 s without a response if the person sets no limit. */
export function patientContext(context: Context, members: Partial<Context> = {}): Context {
  const { cancellation } = members;
  return contextWith(context, {
    ...members,
    http: () => {
      const http = context.http();
      return {
        get clockOffset() {
          return http.clockOffset;
        },
        get timed() {
          return http.timed;
        },
        pool: (connections) => http.pool(connections),
        reachesSandbox: (service) => http.reachesSandbox(service),
        clockAhead: (url) => http.clockAhead(url),
        requestContext: async () => {
          const own = await http.requestContext();
          return { ...own, ...(cancellation ? { cancellation } : {}), timeout: patientTimeout(own) };
        },
      };
    },
  });
}

/** The context of a poll: a request without a response is an outage, and none outlasts the watch. @param timeLeft milliseconds; infinite without a deadline */
export const pollContext = (context: Context, timeLeft = Number.POSITIVE_INFINITY): Context =>
  patientContext(context, { cancellation: context.cancellation.within(timeLeft) });
