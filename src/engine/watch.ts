// `watch` and `wait`: prints the stream of states as plain lines for people and pipes, as JSON lines for programs; the last state is the exit code.
import type { Arguments } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { duration, intervalOf } from '../cli/duration.js';
import { exitCode } from '../cli/exit-codes.js';
import { suggestion } from '../cli/suggest.js';
import { type StatusList, wordsOf } from '../services/catalogue/statuses.js';
import { BadInput, Failure } from '../services/http/errors.js';
import { compact } from '../services/json-value.js';
import type { Redaction } from '../session/redact.js';
import { expiryOf as endOfToken } from '../session/store.js';
import { line } from '../ui/format/line.js';
import { escapeControls } from '../ui/format/visible.js';
import { pollContext } from './poll-context.js';
import { type PollTimer, pollTimer, watchInterrupted } from './poll-timer.js';
import {
  type Ends,
  endsFor,
  type ItemStatuses,
  isStatusOf,
  type Outage,
  type StatusRead,
  type WatchedItem,
  type WatchState,
  watchStates,
} from './status-stream.js';
import { itemPrinter, plainLine } from './watch-lines.js';

/** The items to watch, and how their statuses are read. */
export interface WatchSpec {
  readonly statusList: StatusList;
  /** Where several kinds are watched: the kind of an item, its list and its ends. */
  readonly statusesOf?: (id: string) => ItemStatuses & { readonly kind: string };
  /** Called before each poll. */
  readonly onPoll?: () => void;
  readonly ids: readonly string[];
  /** Requests the status of one item, with the context of a poll. @throws {Failure} */
  readonly fetchStatus: (id: string, context: Context) => Promise<StatusRead<unknown>>;
  /** The time limit without --max-wait, milliseconds; undefined is no limit. */
  readonly defaultMaxWait?: number;
  /** The time limit where some of --max-wait has passed. */
  readonly maxWait?: number;
  /** Shows the stream on the whole terminal instead, to a person at a terminal who has chosen no other output. @returns how the screen was left */
  readonly onScreen?: (feed: WatchFeed) => Promise<'left' | 'interrupted' | 'stopped'>;
}
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
type StateStream = AsyncGenerator<WatchState<unknown>, WatchState<unknown>>;

/** Watches items until they end, and prints each change. @returns the exit code. @throws {BadInput} {Failure} */
export async function watchStatus(
  context: Context,
  options: Arguments['options'],
  { statusList, statusesOf, onPoll, ids, fetchStatus, defaultMaxWait, maxWait, onScreen }: WatchSpec,
): Promise<number> {
  const interval = intervalOf(options.interval, '2s', context.world);
  const ends = statusesOf
    ? { good: new Set<string>(), bad: new Set<string>() }
    : endsFor(statusList, statusesIn(statusList, options.for, '--for'), statusesIn(statusList, options.failOn, '--fail-on'));
  const limit = maxWait ?? maxWaitOf(context, defaultMaxWait);
  const { stream, timer } = stateStream(
    context,
    { statusList, ids, fetchStatus, ...(statusesOf ? { statusesOf } : {}), ...(onPoll ? { onPoll } : {}) },
    { interval, ends, ...(limit === undefined || limit === Number.POSITIVE_INFINITY ? {} : { limit }) },
  );
  const form = onScreen && ids.length === 1 ? (await import('../cli/screen-form.js')).formFor(context) : undefined;
  if (onScreen && form) return showOnScreen(context, options, statusList, { onScreen, form, stream, timer });
  const printer = await itemPrinter(context, { withId: ids.length > 1, withKind: statusesOf !== undefined });
  logSession(context);
  let previous = new Map<string, string | undefined>();
  let outage: Outage | undefined;
  const silent = new Map<string, string>();
  for (;;) {
    const { value: state, done } = await stream.next();
    outage = logOutage(context, state, outage);
    logSilence(context, state, silent);
    for (const id of state.changed) {
      const item = state.items.find((one) => one.id === id)!;
      await printer.print(item, { previous: previous.get(id), at: state.at, ...(statusesOf?.(id) ?? { statusList }) });
      await announceChange(context, options, item, previous.get(id));
    }
    previous = new Map(state.items.map(({ id, status }) => [id, status]));
    if (!done) continue;
    if (printer.isData && state.kind === 'out of time')
      for (const item of state.items.filter(({ seen }) => seen.length === 0))
        await printer.print(item, { previous: undefined, at: state.at, ...(statusesOf?.(item.id) ?? { statusList }) });
    return finalExitCode(context, state);
  }
}

/** Logs what happens to the session; that it has ended is the failure of the run. */
export function logSession(context: Context): void {
  context.session().subscribe(({ kind }) => {
    if (kind !== 'refresh-token-expired') context.log(`  The session was ${kind}.`);
  });
}

/** The time limit of a watch: --max-wait, where 0 is none. Milliseconds. @throws {BadInput} */
export function maxWaitOf({ flags: { maxWait } }: Context, byDefault?: number): number | undefined {
  return maxWait === undefined ? byDefault : duration(maxWait, '--max-wait') || undefined;
}

/** The status stream of a run, and the timer between its polls. */
export function stateStream(
  context: Context,
  { statusList, statusesOf, onPoll, ids, fetchStatus }: Pick<WatchSpec, 'statusList' | 'statusesOf' | 'onPoll' | 'ids' | 'fetchStatus'>,
  { interval, ends, limit }: { readonly interval: number; readonly ends: Ends; readonly limit?: number },
): { readonly stream: StateStream; readonly timer: PollTimer } {
  const { world } = context;
  const redact = context.out.redact;
  const timer = pollTimer(world.signal);
  const now = () => world.clock.now();
  const stream = watchStates(ids, {
    statusList,
    ends,
    ...(statusesOf ? { statusesOf } : {}),
    ...(onPoll ? { onPoll } : {}),
    fetchStatus: (id, timeLeft) => fetchStatus(id, pollContext(context, timeLeft)),
    outageOf: (error) => outageOf(error, redact),
    sleep: timer.sleep,
    now,
    interval,
    random: Math.random,
    ...(limit === undefined ? {} : { deadline: now() + limit }),
  });
  return { stream, timer };
}

interface ScreenOptions extends Required<Pick<WatchSpec, 'onScreen'>> {
  readonly form: 'screen' | 'lines';
  readonly timer: PollTimer;
  readonly stream: StateStream;
}

/** Shows the stream on the whole terminal; when the screen is left, prints the line that a pipe would have got last. @returns the exit code */
async function showOnScreen(
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

/** The ends of a list by --for and --fail-on, whose words `KIND=` may precede. @throws {BadInput} for a word that is on none of the lists */
export function endsOfKinds(
  options: Arguments['options'],
  kinds: readonly { readonly kind: string; readonly statusList: StatusList }[],
): (kind: string, list: StatusList) => Ends {
  const wordsOfFlag = (value: Arguments['options'][string], flag: string) =>
    (value === undefined ? [] : ([value].flat() as string[])).map((text) => {
      const [, name, word = ''] = /^(?:([\w-]+)=)?(.*)$/s.exec(text) ?? [];
      const kind = name === 'status' ? undefined : name;
      const lists = kinds.filter((one) => kind === undefined || one.kind === kind).map(({ statusList }) => statusList);
      if (lists.some((list) => isStatusOf(list, word))) return { kind, word };
      const of = [...new Set(lists)].join(', ') || kinds.map((one) => one.kind).join(', ');
      throw new BadInput(
        'UNKNOWN_WORD',
        `${JSON.stringify(text)} is not a status of ${of} (${flag}).`,
        suggestion(word, lists.flatMap(wordsOf), 'Words are spelt as the services spell them, in capitals.'),
      );
    });
  const [wanted, failing] = [wordsOfFlag(options.for, '--for'), wordsOfFlag(options.failOn, '--fail-on')];
  const own = (words: typeof wanted, kind: string, list: StatusList) =>
    words.filter((one) => (one.kind === undefined || one.kind === kind) && isStatusOf(list, one.word)).map(({ word }) => word);
  return (kind, list) => endsFor(list, own(wanted, kind, list), own(failing, kind, list));
}

/** The statuses of an option such as `--for status=FINISHED`. @throws {BadInput} for one that is on no list */
function statusesIn(list: StatusList, value: Arguments['options'][string], flag: string): string[] {
  const words = value === undefined ? [] : ([value].flat() as string[]).map((text) => text.replace(/^status=/, ''));
  for (const status of words)
    if (!isStatusOf(list, status))
      throw new BadInput(
        'UNKNOWN_WORD',
        `${JSON.stringify(status)} is not a status of ${list} (${flag}).`,
        suggestion(status, [], 'Words are spelt as the services spell them, in capitals.'),
      );
  return words;
}

/** Failures of responses that came and cannot be used: another request would return the same. */
const permanent = new Set(['NO_WORD', 'NO_LIST', 'EMPTY_ANSWER']);

/** The outage that a failure is: no response, an overloaded service, too many requests, a locked session; nothing for one that does not pass by itself. */
function outageOf(error: unknown, redact: Redaction): { message: string; wait?: number } | undefined {
  if (!(error instanceof Failure) || permanent.has(error.code)) return undefined;
  if (!error.retryable && error.kind !== 'server' && error.code !== 'LOCK_HELD') return undefined;
  const { retryAfter } = error.where;
  return { message: redact.clean(error.message), ...(retryAfter === undefined ? {} : { wait: retryAfter }) };
}

/** Loads the JSON text of a read with the context of a poll, or returns its failure where that is an outage; `wait` in milliseconds. @throws any other failure */
export async function loadOrOutage(
  load: (context: Context) => Promise<string | undefined>,
  context: Context,
  timeLeft: number,
): Promise<{ readonly json: string | undefined } | { readonly message: string; readonly wait?: number; readonly failure: Failure }> {
  const redact = context.out.redact;
  try {
    return { json: await load(pollContext(context, timeLeft)) };
  } catch (error) {
    const outage = outageOf(error, redact);
    if (!outage) throw error;
    return { ...outage, failure: error as Failure };
  }
}

/** Logs the begin and the end of an outage, and not each poll between. @returns the outage that goes on */
function logOutage(context: Context, { kind, outage }: WatchState<unknown>, current: Outage | undefined): Outage | undefined {
  if (outage && !current) {
    const next = kind === 'out of time' ? '' : ` Retrying in ${(outage.wait / 1000).toFixed(1)} s, until it responds.`;
    context.log(`◌ ${outage.message}${next}`);
  }
  if (kind === 'back' && current) context.log(`● It responds again, after ${((Date.now() - current.since) / 1000).toFixed(0)} s.`);
  return outage ?? (kind === 'back' || kind === 'ended' ? undefined : current);
}

/** Logs once that a service does not respond while others do, and once that it responds again. `silent` has the messages by item, and is kept up. */
function logSilence(context: Context, { items }: WatchState<unknown>, silent: Map<string, string>): void {
  for (const { id, silent: message } of items) {
    const before = silent.get(id);
    if (message !== undefined && before === undefined && ![...silent.values()].includes(message))
      context.log(`◌ ${message} The others go on; ${escapeControls(id)} waits for it.`);
    if (message === undefined && before !== undefined) context.log(`● ${escapeControls(id)} is read again.`);
    if (message === undefined) silent.delete(id);
    else silent.set(id, message);
  }
}

/** A status as the value of an environment variable, which cannot hold a NUL. */
const withoutNul = (status: string | undefined): string => (status ?? '').replaceAll('\0', '');

/** Rings the terminal bell (--bell), shows a desktop notification (--notify) and runs the command of --on-change. */
async function announceChange(
  context: Context,
  options: Arguments['options'],
  { id, status, row }: WatchedItem<unknown>,
  previous: string | undefined,
  errors: 'inherit' | 'ignore' = 'inherit',
): Promise<void> {
  if (options.bell && context.world.stderr.isTTY) context.out.writeError('\u0007');
  if (options.notify && status !== undefined)
    (await import('../cli/output/desktop-note.js')).showDesktopNote(
      context,
      `tuk: ${id}`,
      previous === undefined ? status : `${status}, was ${previous}`,
    );
  if (typeof options.onChange !== 'string') return;
  const env = { TUK_ID: id, TUK_STATUS: withoutNul(status), TUK_WAS: withoutNul(previous) };
  await runUserCommand(context, options.onChange, { option: '--on-change', env, input: compact(row), errors });
}

/** Runs a shell command of the user to its end, or until the run is stopped. Its failure is only logged. */
export async function runUserCommand(
  context: Context,
  command: string,
  settings: {
    /** The option that named the command, for the message. */
    readonly option: string;
    readonly env: Readonly<Record<string, string>>;
    /** Its standard input. */
    readonly input: string;
    readonly errors?: 'inherit' | 'ignore';
  },
): Promise<void> {
  const { option, env, input, errors = 'inherit' } = settings;
  const { signal } = context.cancellation;
  if (signal?.aborted) return; // a signal that has fired fires no more: nothing would end the command
  const { spawn } = await import('node:child_process');
  const child = spawn(command, { shell: true, env: { ...context.world.env, ...env }, stdio: ['pipe', 'ignore', errors] });
  child.stdin.on('error', () => {}); // it need not read
  child.stdin.end(`${input}\n`);
  const end = () => child.kill();
  signal?.addEventListener('abort', end, { once: true });
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  signal?.removeEventListener('abort', end);
  if (code !== 0) context.log(`  The command of ${option} ended with ${code ?? 'no exit code'}.`);
}

/** What is known of an item that has not ended: `op-1 is INCOMING`, `op-1 is not seen: 2 rows fit`. */
const lastKnown = ({ id, status, reason }: WatchedItem<unknown>): string =>
  `${id} is ${status ?? 'not seen'}${reason === undefined ? '' : `: ${reason}`}`;

/** Logs how the watching ended. @returns its exit code. @throws {Failure} NOT_YET where the time has run out and errors are JSON, since the log is silent then */
function finalExitCode(context: Context, { kind, items, outage }: WatchState<unknown>): number {
  const bad = items.filter(({ ended }) => ended === 'bad');
  if (kind === 'out of time') {
    const open = items.filter(({ ended }) => !ended);
    const what = open.length === 1 ? lastKnown(open[0]!) : `${open.length} of ${items.length} go on`;
    const trouble = outage ? ` The service does not respond: ${outage.message}` : '';
    if (context.out.jsonErrors) throw new Failure('pending', 'NOT_YET', `Not yet: ${what}; the time has run out.${trouble}`);
    context.log(`◐ Not yet: ${escapeControls(what)}; the time has run out.`);
    return exitCode('pending');
  }
  if (bad.length === 0) return 0;
  context.log(
    `✗ ${bad.length === 1 ? escapeControls(`${bad[0]!.id} ended ${bad[0]!.status}`) : `${bad.length} of ${items.length} ended badly`}.`,
  );
  return exitCode('ended-badly');
}
