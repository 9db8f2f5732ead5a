// `watch` and `wait`: prints the stream of states, as plain lines for people and pipes, as JSON lines for programs. The
// last state is the exit code.

import type { Arguments, Context } from '../../cli/command/command.js';
import { formFor } from '../../cli/command/screen-form.js';
import { duration, intervalOf } from '../../cli/settings/duration.js';
import { suggestion } from '../../cli/settings/suggest.js';
import { type StatusList, wordsOf } from '../../services/catalogue/statuses.js';
import type { Deadline } from '../../services/http/deadline.js';
import { BadInput } from '../../services/http/errors.js';
import { escapeControls } from '../../text/visible.js';
import { announce } from '../read/announce.js';
import { type Ends, endsFor, isStatusOf, type Outage, type WatchState } from './status-stream.js';
import { itemPrinter } from './watch-lines.js';
import {
  changeOf,
  finalExitCode,
  type PollSpec,
  showOnScreen,
  stateStream,
  type WatchFeed,
} from './watch-on-screen.js';

export interface WatchSpec extends PollSpec {
  /** The end of the watch, which can be ended alone. */
  readonly deadline: Deadline;
  /**
   * Shows the stream on the whole terminal instead, if the person chose no other output.
   * @returns how the screen was left
   */
  readonly onScreen?: (feed: WatchFeed) => Promise<'left' | 'interrupted' | 'stopped'>;
}
/** Watches items until they end, and prints each change. @returns the exit code. @throws {BadInput} {Failure} */
export async function watchStatus(
  context: Context,
  options: Arguments['options'],
  { deadline, onScreen, ...spec }: WatchSpec,
): Promise<number> {
  const { statusesOf, ids } = spec;
  const interval = intervalOf(options.interval, '2s', context.world);
  const form = onScreen && ids.length === 1 ? formFor(context) : undefined;
  if (onScreen && form) {
    deadline.root.startSign = undefined; // the screen shows it
    return showOnScreen(context, options, () => statusesOf(ids[0]!).statusList, {
      onScreen,
      form,
      stream: stateStream(context, spec, { interval, deadline }),
      deadline,
    });
  }
  const printer = await itemPrinter(context, { withId: ids.length > 1 });
  logSession(context);
  let previous = new Map<string, string | undefined>();
  let outage: Outage | undefined;
  const silent = new Map<string, string>();
  const lastSeen = () => ids.map((id) => escapeControls(`${id} is ${previous.get(id) ?? 'not seen yet'}`)).join(', ');
  const stream = stateStream(context, spec, { interval, deadline, waits: { says: lastSeen, prints: true } });
  for (;;) {
    const { value: state, done } = await stream.next();
    outage = logOutage(context, state, outage);
    logSilence(context, state, silent);
    for (const id of state.changed) {
      const item = state.items.find((item) => item.id === id)!;
      await printer.print(item, {
        previous: previous.get(id),
        at: state.at,
        ...statusesOf(id),
      });
      await announce(context, options, {
        ...changeOf(item, previous.get(id)),
        deadline,
      });
    }
    previous = new Map(state.items.map(({ id, status }) => [id, status]));
    if (!done) continue;
    if (printer.isData && state.kind === 'out of time')
      for (const item of state.items.filter(({ seen }) => seen.length === 0))
        await printer.print(item, {
          previous: undefined,
          at: state.at,
          ...statusesOf(item.id),
        });
    return finalExitCode(context, state);
  }
}

/** Logs session events, except its end, which is the failure of the run. */
function logSession(context: Context) {
  context.session().subscribe(({ kind }) => {
    if (kind !== 'refresh-token-expired') context.log(`  The session was ${kind}.`);
  });
}

/** The time limit of a watch: --max-wait, with 0 for no limit. Milliseconds. @throws {BadInput} */
export function maxWaitOf({ flags: { maxWait } }: Context, byDefault?: number): number | undefined {
  return maxWait === undefined ? byDefault : duration(maxWait, '--max-wait') || undefined;
}

/**
 * The ends of a list by --for and --fail-on, with optional `KIND=` before a status.
 * @throws {BadInput} for a status on none of the lists
 */
export function endsOfKinds(
  options: Arguments['options'],
  kinds: readonly { readonly kind: string; readonly statusList: StatusList }[],
): (kind: string, list: StatusList) => Ends {
  const wordsOfFlag = (value: Arguments['options'][string], flag: string) =>
    (value === undefined ? [] : ([value].flat() as string[])).map((text) => {
      const [, name, typed = ''] = /^(?:([\w-]+)=)?(.*)$/s.exec(text) ?? [];
      const kind = name === 'status' ? undefined : name;
      const lists = kinds
        .filter((candidate) => kind === undefined || candidate.kind === kind)
        .map(({ statusList }) => statusList);
      const word = spelled(lists.flatMap(wordsOf), typed);
      if (lists.some((list) => isStatusOf(list, word))) return { kind, word };
      const of = [...new Set(lists)].join(', ') || kinds.map((candidate) => candidate.kind).join(', ');
      throw new BadInput(
        'UNKNOWN_WORD',
        `${JSON.stringify(text)} is not a status of ${of} (${flag}).`,
        suggestion(word, lists.flatMap(wordsOf), 'Words are spelt as the services spell them, in capitals.'),
      );
    });
  const [targets, failing] = [wordsOfFlag(options.for, '--for'), wordsOfFlag(options.failOn, '--fail-on')];
  const statusesOf = (words: typeof targets, kind: string, list: StatusList) =>
    words
      .filter((entry) => (entry.kind === undefined || entry.kind === kind) && isStatusOf(list, entry.word))
      .map(({ word }) => word);
  return (kind, list) => endsFor(list, statusesOf(targets, kind, list), statusesOf(failing, kind, list));
}

/** A word as its list spells it: `finished` is FINISHED. */
const spelled = (words: readonly string[], typed: string) =>
  words.includes(typed) ? typed : (words.find((word) => word.toLowerCase() === typed.toLowerCase()) ?? typed);

/** Logs the start and the end of an outage, but not each poll between. @returns the continuing outage */
function logOutage(
  context: Context,
  { kind, outage }: WatchState<unknown>,
  current: Outage | undefined,
): Outage | undefined {
  if (outage && !current) {
    const next = kind === 'out of time' ? '' : ` Retrying in ${(outage.wait / 1000).toFixed(1)} s, until it responds.`;
    context.log(`◌ ${outage.message}${next}`);
  }
  if (kind === 'back' && current)
    context.log(`● It responds again, after ${((Date.now() - current.since) / 1000).toFixed(0)} s.`);
  return outage ?? (kind === 'back' || kind === 'ended' ? undefined : current);
}

/**
 * Logs once that a service is silent while others respond, and once that it responds again. `silent` keeps the messages
 * by item.
 */
function logSilence(context: Context, { items }: WatchState<unknown>, silent: Map<string, string>) {
  for (const { id, silent: message } of items) {
    const before = silent.get(id);
    if (message !== undefined && before === undefined && ![...silent.values()].includes(message))
      context.log(`◌ ${message} The others continue; ${escapeControls(id)} waits for it.`);
    if (message === undefined && before !== undefined) context.log(`● ${escapeControls(id)} is read again.`);
    if (message === undefined) silent.delete(id);
    else silent.set(id, message);
  }
}
