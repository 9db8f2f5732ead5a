// The stream of states of a run: its polls, the timer between them, and the failures that are outages.

import type { Context } from '../../cli/context.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import { Failure } from '../../services/http/errors.js';
import type { Redaction } from '../../session/redact.js';
import { pollContext } from '../read/poll-context.js';
import { type PollTimer, pollTimer } from './poll-timer.js';
import { type Ends, type ItemStatuses, type StatusRead, type WatchState, watchStates } from './status-stream.js';

export interface PollSpec {
  readonly statusList: StatusList;
  /** The kind, list and ends of an item, if several kinds are watched. */
  readonly statusesOf?: (id: string) => ItemStatuses & { readonly kind: string };
  readonly onPoll?: () => void;
  readonly ids: readonly string[];
  /** Requests the status of an item, with the context of a poll. @throws {Failure} */
  readonly fetchStatus: (id: string, context: Context) => Promise<StatusRead<unknown>>;
}

export type StateStream = AsyncGenerator<WatchState<unknown>, WatchState<unknown>>;

/** The status stream of a run, and the timer between its polls. */
export function stateStream(
  context: Context,
  { ids, fetchStatus, ...spec }: PollSpec,
  { interval, ends, limit }: { readonly interval: number; readonly ends: Ends; readonly limit?: number },
): { readonly stream: StateStream; readonly timer: PollTimer } {
  const { world } = context;
  const { redact } = context.out;
  const timer = pollTimer(world.signal);
  const now = () => world.clock.now();
  const stream = watchStates(ids, {
    ...spec,
    ends,
    fetchStatus: (id, timeLeft) => fetchStatus(id, pollContext(context, timeLeft)),
    outageOf: (error) => outageOf(error, redact),
    sleep: timer.sleep,
    now,
    interval,
    random: Math.random,
    deadline: limit === undefined ? undefined : now() + limit,
  });
  return { stream, timer };
}

/** Failures that another request would repeat. */
const permanent = new Set(['NO_WORD', 'NO_LIST', 'EMPTY_ANSWER']);

/** The outage of a failure that may pass: no response, an overloaded service, too many requests, a locked session. */
function outageOf(error: unknown, redact: Redaction): { message: string; wait?: number; responds?: true } | undefined {
  if (!(error instanceof Failure) || permanent.has(error.code)) return undefined;
  if (!error.retryable && error.kind !== 'server' && error.code !== 'LOCK_HELD') return undefined;
  const { retryAfter, status } = error.where;
  return {
    message: redact.clean(error.message),
    wait: retryAfter,
    responds: status === undefined ? undefined : true,
  };
}

/**
 * Loads the JSON text of a read with the context of a poll, or returns an outage with its wait in milliseconds.
 * @throws any other failure
 */
export async function loadOrOutage(
  load: (context: Context) => Promise<string | undefined>,
  context: Context,
  timeLeft: number,
): Promise<{ readonly json: string | undefined } | { readonly message: string; readonly wait?: number; readonly failure: Failure }> {
  try {
    return { json: await load(pollContext(context, timeLeft)) };
  } catch (error) {
    const outage = outageOf(error, context.out.redact);
    if (!outage) throw error;
    return { ...outage, failure: error as Failure };
  }
}
