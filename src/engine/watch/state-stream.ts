// The stream of states of a run: its polls, the timer between them, and the failures that are outages.

import type { Context } from '../../cli/command/command.js';
import { outageOf } from '../read/outage.js';
import { pollContext } from '../request/patient-context.js';
import {
  type ItemStatuses,
  type StatusRead,
  type StatusStreamOptions,
  type WatchState,
  watchStates,
} from './status-stream.js';

export interface PollSpec {
  /** The kind, list and ends of an item. */
  readonly statusesOf: (id: string) => ItemStatuses & { readonly kind: string };
  readonly onPoll?: () => void;
  readonly ids: readonly string[];
  /** Requests the status of an item, with the context of a poll. @throws {Failure} */
  readonly fetchStatus: (id: string, context: Context) => Promise<StatusRead<unknown>>;
}

export type StateStream = AsyncGenerator<WatchState<unknown>, WatchState<unknown>>;

/** The status stream of a run. */
export function stateStream(
  context: Context,
  { ids, fetchStatus, ...spec }: PollSpec,
  options: Pick<StatusStreamOptions<unknown>, 'interval' | 'deadline' | 'waits'>,
): StateStream {
  const { redact } = context.out;
  return watchStates(ids, {
    ...spec,
    fetchStatus: (id, deadline) => fetchStatus(id, pollContext(context, deadline)),
    outageOf: (error, hasWorked) => outageOf(error, redact, hasWorked),
    now: () => context.world.clock.now(),
    random: Math.random,
    ...options,
  });
}
