// Opens the stream of states of a watched item for a screen.

import { contextWith, type Groups } from '../../cli/command/command.js';
import { parseLine } from '../../cli/lines/find-command.js';
import { pollContext } from '../../engine/request/patient-context.js';
import { seenBy } from '../../engine/watch/seen-states.js';
import { endsFor } from '../../engine/watch/status-stream.js';
import { stateStream } from '../../engine/watch/watch-on-screen.js';
import { Deadline } from '../../services/http/deadline.js';
import { things } from '../../things/index.js';
import type { WatchSource } from '../../ui/watch-flow.js';
import type { OwnedContext } from './owned-context.js';
import { resolveCommand } from './screen-data.js';
import type { Throttle } from './throttle.js';

const defaultInterval = 5; // seconds

/**
 * Opens the stream of a command line. Streams share `throttle`.
 * @throws {Error} for a command that does not wait; the errors of bad arguments
 */
export async function openWaitStream(
  line: string,
  ownedContext: OwnedContext,
  throttle: Throttle,
  groups: Groups,
): Promise<WatchSource> {
  const resolved = await resolveCommand(line, groups);
  const wait = resolved?.command.wait;
  if (!resolved || !wait) throw new Error(`tuk ${line} waits for nothing.`);
  const { name: groupName, group, command, words } = resolved;
  const args = await parseLine(words, { groupName, group, command, words: words.slice(1) });
  let clockOffset: number | undefined;
  const forOwner = ownedContext.forCurrentOwner();
  const { context } = ownedContext;
  // a line would overwrite the screen
  const {
    statuses,
    fetchStatus,
    close,
    every = defaultInterval,
  } = await wait.open(args, contextWith(context, { log: () => {} }));
  const spec = {
    statusesOf: () => ({ kind: '', ends: endsFor(statuses().statusList), ...statuses() }),
    ids: args.positionals.slice(-1),
    fetchStatus: () =>
      throttle(line, () =>
        forOwner(async (current) => {
          const read = await fetchStatus(pollContext(current));
          clockOffset = current.http().clockOffset; // unknown before the first response
          return read;
        }),
      ),
  };
  // the context is replaced when the session or the configuration changes; the screen goes on
  const deadline = new Deadline(context.deadline.source);
  const [, kind, id = ''] = /^([a-z-]+):(.+)$/s.exec(args.positionals.at(-1) ?? '') ?? [];
  const thing = things.find(({ watch }) => watch?.kind === kind);
  const seen = thing && (await seenBy(context));
  return {
    known: seen?.of(thing!, id),
    took: seen?.took(thing!),
    list: () => statuses().statusList,
    stream: stateStream(context, spec, { interval: every * 1000, deadline }),
    askNow: () => deadline.wake(),
    over: () => {
      deadline.end();
      close?.();
    },
    clockOffset: () => clockOffset,
  };
}
