// Shows the stream of a watch on the whole terminal, with the exit code of its plain lines.

import type { Arguments, Context } from '../../cli/command/command.js';

import { exitCode } from '../../cli/settings/exit-codes.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import type { Deadline } from '../../services/http/deadline.js';
import { interrupted } from '../../services/http/errors.js';
import { expiryOf as endOfToken } from '../../session/stored-session.js';
import { line } from '../../text/line.js';
import { escapeControls } from '../../text/visible.js';
import { announce } from '../read/announce.js';
import { goesOn } from '../read/outage.js';
import type { StateStream } from './state-stream.js';
import type { WatchState } from './status-stream.js';
import { plainLine } from './watch-lines.js';
import { changeOf, finalExitCode, lastKnown } from './watch-result.js';

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
