// The context of a poll: a request that is not answered is seen as an outage, and none outlasts the deadline of the watch.

import { type Context, contextWith } from '../cli/context.js';

/** The time limit of a poll without --timeout, milliseconds. */
const pollTimeout = 30_000;

/** The same context for polls. Its requests have a time limit, and end at the deadline. @param timeLeft the time left, milliseconds; infinite without a deadline */
export function pollContext(context: Context, timeLeft = Number.POSITIVE_INFINITY): Context {
  const cancellation = context.cancellation.within(timeLeft);
  return contextWith(context, {
    cancellation,
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
          const requestContext = await http.requestContext();
          return { ...requestContext, cancellation, timeout: requestContext.timeout || pollTimeout };
        },
      };
    },
  });
}
