// The stream of states of a run: its polls, the timer between them, and the failures that are outages.

import type { Context } from '../../cli/command/command.js';
import { outageOf } from '../read/outage.js';
import { type PollTimer, pollTimer } from '../read/poll-timer.js';
import { pollContext } from '../request/patient-context.js';
import { type ItemStatuses, type StatusRead, type WatchState, watchStates } from './status-stream.js';

export interface PollSpec {
  /** The kind, list and ends of an item. */
  readonly statusesOf: (id: string) => ItemStatuses & { readonly kind: string };
  readonly onPoll?: () => void;
  readonly ids: readonly string[];
  /** Requests the status of an item, with the context of a poll. @throws {Failure} */
  readonly fetchStatus: (id: string, context: Context) => Promise<StatusRead<unknown>>;
}

export type StateStream = AsyncGenerator<WatchState<unknown>, WatchState<unknown>>;

/** The status stream of a run, the timer between its polls, and the end of the wait, epoch milliseconds or infinite. */
export function stateStream(
  context: Context,
  { ids, fetchStatus, ...spec }: PollSpec,
  { interval, limit, isDrawn }: { readonly interval: number; readonly limit?: number; readonly isDrawn?: boolean },
): { readonly stream: StateStream; readonly timer: PollTimer; readonly deadline: number } {
  const { world } = context;
  const { redact } = context.out;
  const timer = pollTimer(world.signal);
  const now = () => world.clock.now();
  const deadline = limit === undefined ? undefined : now() + limit;
  const stream = watchStates(ids, {
    ...spec,
    fetchStatus: (id, timeLeft) => fetchStatus(id, pollContext(context, timeLeft, isDrawn)),
    outageOf: (error, hasWorked) => outageOf(error, redact, hasWorked),
    sleep: timer.sleep,
    now,
    interval,
    random: Math.random,
    deadline,
  });
  return { stream, timer, deadline: deadline ?? Number.POSITIVE_INFINITY };
}
