// Shows the stream of a watch on the whole terminal, with the exit code of its plain lines.

import type { Arguments, Context } from '../../cli/command/command.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import type { Deadline } from '../../services/http/deadline.js';
import { Failure, interrupted } from '../../services/http/errors.js';
import { expiryOf as endOfToken } from '../../session/stored-session.js';
import { line } from '../../text/line.js';
import { escapeControls } from '../../text/visible.js';
import { announce } from '../read/announce.js';
import { goesOn, outageOf } from '../read/outage.js';
import { pollContext } from '../request/patient-context.js';
import {
  type ItemStatuses,
  type StatusRead,
  type StatusStreamOptions,
  type WatchedItem,
  type WatchState,
  watchStates,
} from './status-stream.js';
import { plainLine } from './watch-lines.js';

/** The input of a screen: the stream of the plain lines. */
export interface WatchFeed {
  list(): StatusList;
  readonly stream: AsyncIterator<WatchState<unknown>, WatchState<unknown>>;
  readonly bell: boolean;
  /** Ends the pause between two polls. */
  askNow(): void;
  over(): void;
  /** The offset of the service's clock from this machine's, milliseconds. */
  clockOffset(): number;
  /**
   * Subscribes to session events; `ends` is the expiry of the new access token, epoch milliseconds. Undefined
   * unsubscribes.
   */
  onSession(listener: SessionListener | undefined): void;
}
type SessionListener = (kind: string, ends?: number) => void;

interface ScreenOptions {
  readonly onScreen: (feed: WatchFeed) => Promise<'left' | 'interrupted' | 'stopped'>;
  readonly form: 'screen' | 'lines';
  /** The end of the watch. */
  readonly deadline: Deadline;
  readonly stream: StateStream;
}

/**
 * Shows the stream on the whole terminal. Afterwards prints the last line that a pipe would have got.
 * @returns the exit code
 */
export async function showOnScreen(
  context: Context,
  options: Arguments['options'],
  list: () => StatusList,
  { onScreen, form, stream, deadline }: ScreenOptions,
): Promise<number> {
  let unsubscribe = () => {};
  const observation = observed(withUserCommand(stream, context, options, deadline));
  const ending = await onScreen({
    list,
    stream: observation.stream,
    bell: options.bell === true,
    askNow: () => deadline.wake(),
    over: () => {
      observation.isOver = true; // further errors are only its own end
      deadline.end();
    },
    clockOffset: () => context.http().clockOffset,
    onSession: (listener) => {
      unsubscribe();
      if (listener) unsubscribe = subscribeToSession(context, listener);
    },
  }).finally(() => deadline.end());
  const { last, failure } = observation;
  if (failure !== undefined) throw failure;
  if (ending !== 'left') throw interrupted(goesOn);
  const item = last?.items[0];
  if (!last || !item) return exitCode('pending');
  if (item.status !== undefined && form === 'screen') {
    const { at } = item.seen.at(-1)!;
    await context.out.printLines([line(plainLine(list(), item, item.seen.at(-2)?.status, at, false))]);
  }
  if (last.kind === 'ended' || last.kind === 'out of time') return finalExitCode(context, last);
  context.log(`◐ Not yet: ${escapeControls(lastKnown(item))}; it continues.`);
  return exitCode('pending');
}

/** A stream that keeps its last state and its failure. */
function observed(stream: StateStream) {
  const observation: {
    last?: WatchState<unknown>;
    failure?: unknown;
    isOver: boolean;
    readonly stream: AsyncIterator<WatchState<unknown>, WatchState<unknown>>;
  } = {
    isOver: false,
    stream: {
      async next() {
        try {
          const next = await stream.next();
          observation.last = next.value;
          return next;
        } catch (error) {
          if (!observation.isOver) observation.failure = error;
          throw error;
        }
      },
    },
  };
  return observation;
}

/** Calls a listener with each session event, and the expiry of a new JWT. @returns the function that unsubscribes it */
const subscribeToSession = (context: Context, listener: SessionListener): (() => void) =>
  context
    .session()
    .subscribe((event) => listener(event.kind, 'session' in event ? endOfToken(event.session.accessToken) : undefined));

/**
 * The stream with --on-change run before each state. The screen rings the bell; the command's stderr is dropped, since
 * it would overwrite the screen.
 */
async function* withUserCommand(
  stream: StateStream,
  context: Context,
  { bell: _, ...options }: Arguments['options'],
  deadline: Deadline,
): StateStream {
  for (;;) {
    const next = await stream.next();
    const { changed, items } = next.value;
    for (const item of items.filter(({ id }) => changed.includes(id)))
      await announce(context, options, {
        ...changeOf(item, item.seen.at(-2)?.status),
        deadline,
        errors: 'ignore',
      });
    if (next.done) return next.value;
    yield next.value;
  }
}

// The stream of states of a run: its polls, the timer between them, and the failures that are outages.

export interface PollSpec {
  /** The kind, list and ends of an item. */
  readonly statusesOf: (id: string) => ItemStatuses & { readonly kind: string };
  readonly onPoll?: () => void;
  readonly ids: readonly string[];
  /** Requests the status of an item, with the context of a poll. @throws {Failure} */
  readonly fetchStatus: (id: string, context: Context) => Promise<StatusRead<unknown>>;
}

type StateStream = AsyncGenerator<WatchState<unknown>, WatchState<unknown>>;

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

// The result of a watch: the last known state, and the exit code.

/** The state of an item that has not ended: `op-1 is INCOMING`, `op-1 is not seen: 2 rows fit`. */
export const lastKnown = ({ id, status, reason }: WatchedItem<unknown>): string =>
  `${id} is ${status ?? 'not seen'}${reason === undefined ? '' : `: ${reason}`}`;
/**
 * Logs how the watch ended.
 * @returns its exit code.
 * @throws {Failure} NOT_YET at a timeout with JSON errors, since the log is then silent
 */
export function finalExitCode(context: Context, { kind, items, outage }: WatchState<unknown>): number {
  const bad = items.filter(({ ended }) => ended === 'bad');
  if (kind === 'out of time') {
    const open = items.filter(({ ended }) => !ended);
    const what = open.length === 1 ? lastKnown(open[0]!) : `${open.length} of ${items.length} continue`;
    const trouble = outage
      ? ` ${outage.responds ? 'The service fails' : 'The service does not respond'}: ${outage.message}`
      : '';
    if (context.out.jsonErrors)
      throw new Failure('pending', 'NOT_YET', `Not yet: ${what}; the time has run out.${trouble}`);
    context.log(`◐ Not yet: ${escapeControls(what)}; the time has run out.`);
    return exitCode('pending');
  }
  if (bad.length === 0) return 0;
  context.log(
    `✗ ${bad.length === 1 ? escapeControls(`${bad[0]!.id} ended ${bad[0]!.status}`) : `${bad.length} of ${items.length} failed`}.`,
    'failure',
  );
  return exitCode('ended-badly');
}
/** A change of a status, to announce. */
export const changeOf = ({ id, status, row }: WatchedItem<unknown>, previous: string | undefined) => ({
  title: `tuk: ${id}`,
  text: previous === undefined ? status : status && `${status}, was ${previous}`,
  env: { TUK_ID: id, TUK_STATUS: status, TUK_WAS: previous },
  row,
});
