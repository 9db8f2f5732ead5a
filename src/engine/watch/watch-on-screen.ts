// Shows the stream of a watch on the whole terminal, with the same exit code as its plain lines.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { exitCode } from '../../cli/exit-codes.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import { expiryOf as endOfToken } from '../../session/stored-session.js';
import { line } from '../../text/line.js';
import { escapeControls } from '../../text/visible.js';
import { type PollTimer, watchInterrupted } from '../read/poll-timer.js';
import type { StateStream } from './state-stream.js';
import type { WatchState } from './status-stream.js';
import { announceChange } from './watch-changes.js';
import { plainLine } from './watch-lines.js';
import { finalExitCode, lastKnown } from './watch-result.js';

/** The input of a screen: the same stream as the plain lines. */
export interface WatchFeed {
  list(): StatusList;
  readonly stream: AsyncIterator<WatchState<unknown>, WatchState<unknown>>;
  readonly bell: boolean;
  /** Ends the pause between two polls. */
  askNow(): void;
  /** Ends the polls. */
  over(): void;
  /** How far the clock of the service is ahead of this machine's, milliseconds. */
  clockOffset(): number;
  /** Subscribes to the events of the session; `ends` is when the new access token ends, epoch milliseconds. Nothing unsubscribes. */
  onSession(listener: SessionListener | undefined): void;
}
type SessionListener = (kind: string, ends?: number) => void;

interface ScreenOptions {
  /** @returns how the screen was left */
  readonly onScreen: (feed: WatchFeed) => Promise<'left' | 'interrupted' | 'stopped'>;
  readonly form: 'screen' | 'lines';
  readonly timer: PollTimer;
  readonly stream: StateStream;
}

/** Shows the stream on the whole terminal; when the screen is left, prints the line that a pipe would have got last. @returns the exit code */
export async function showOnScreen(
  context: Context,
  options: Arguments['options'],
  statusList: StatusList,
  { onScreen, form, stream, timer }: ScreenOptions,
): Promise<number> {
  let unsubscribe = () => {};
  const seen = observed(withUserCommand(stream, context, options));
  const left = await onScreen({
    list: () => statusList,
    stream: seen.stream,
    bell: options.bell === true,
    askNow: timer.wake,
    over: () => {
      seen.isOver = true; // what the stream throws now is its own end
      timer.stop();
    },
    clockOffset: () => context.http().clockOffset,
    onSession: (listener) => {
      unsubscribe();
      if (listener) unsubscribe = subscribeToSession(context, listener);
    },
  }).finally(timer.stop);
  const { last, failure } = seen;
  if (failure !== undefined) throw failure;
  if (left !== 'left') throw watchInterrupted();
  const item = last?.items[0];
  if (!last || !item) return exitCode('pending');
  if (item.status !== undefined && form === 'screen') {
    const { at } = item.seen.at(-1)!;
    await context.out.printLines([line(plainLine(statusList, item, item.seen.at(-2)?.status, at, false))]);
  }
  if (last.kind === 'ended' || last.kind === 'out of time') return finalExitCode(context, last);
  context.log(`◐ Not yet: ${escapeControls(lastKnown(item))}; it goes on without us.`);
  return exitCode('pending');
}

/** A stream whose last state, and the failure that ended it, are kept. */
function observed(stream: StateStream) {
  const seen: {
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
          seen.last = next.value;
          return next;
        } catch (error) {
          if (!seen.isOver) seen.failure = error;
          throw error;
        }
      },
    },
  };
  return seen;
}

/** Calls a listener with each event of the session, and with the end of its new token, if that is a JWT. @returns what unsubscribes it */
const subscribeToSession = (context: Context, listener: SessionListener): (() => void) =>
  context.session().subscribe((event) => listener(event.kind, 'session' in event ? endOfToken(event.session.accessToken) : undefined));

/** The stream, with --on-change run before each state is shown. The bell is the screen's, and the command's stderr is dropped: it would overwrite the screen. */
async function* withUserCommand(stream: StateStream, context: Context, { bell: _, ...options }: Arguments['options']): StateStream {
  for (;;) {
    const next = await stream.next();
    const { changed, items } = next.value;
    for (const item of items.filter(({ id }) => changed.includes(id)))
      await announceChange(context, options, item, item.seen.at(-2)?.status, 'ignore');
    if (next.done) return next.value;
    yield next.value;
  }
}
