// The stream of states of one run: its polls, the timer between them, and which failures are outages.

import type { Context } from '../../cli/context.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import { outageOf } from '../read/outage.js';
import { type PollTimer, pollTimer } from '../read/poll-timer.js';
import { pollContext } from '../request/patient-context.js';
import { type Ends, type ItemStatuses, type StatusRead, type WatchState, watchStates } from './status-stream.js';

/** The items to watch, and how their statuses are read. */
export interface PollSpec {
  readonly statusList: StatusList;
  /** Where several kinds are watched: the kind of an item, its list and its ends. */
  readonly statusesOf?: (id: string) => ItemStatuses & { readonly kind: string };
  /** Called before each poll. */
  readonly onPoll?: () => void;
  readonly ids: readonly string[];
  /** Requests the status of one item, with the context of a poll. @throws {Failure} */
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
