// Streams the states that a `wait` command waits for to a screen.

import type { Groups } from '../../cli/command.js';
import { pollContext } from '../../engine/poll-context.js';
import { endsFor } from '../../engine/status-stream.js';
import { stateStream } from '../../engine/watch.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import { resolveCommand } from './command-data.js';
import type { OwnedContext } from './owned-context.js';
import type { Throttle } from './throttle.js';

const interval = 5000;

/**
 * Opens the stream of states of a wait command; `throttle` limits its requests, whichever stream sends them.
 * @throws {Error} for a command that does not wait; what the command throws for bad arguments
 */
export async function openWaitStream(line: string, ownedContext: OwnedContext, throttle: Throttle, groups: Groups) {
  const resolved = await resolveCommand(line, groups);
  const waitSpec = resolved?.command.wait;
  if (!resolved || !waitSpec) throw new Error(`tuk ${line} waits for nothing.`);
  const { parseLine } = await import('../../cli/find-command.js');
  const { name: groupName, group, command, words } = resolved;
  const args = await parseLine(words, { groupName, group, command, words: words.slice(1) });
  const { list } = waitSpec;
  const forOwner = ownedContext.forCurrentOwner();
  const { context } = ownedContext;
  const readStatus = waitSpec.fetchStatus(args, context);
  const fetchStatus = (id: string) => throttle(line, () => forOwner((current) => readStatus(id, pollContext(current))));
  const spec = { statusList: list, ids: args.positionals.slice(-1), fetchStatus };
  const { stream, timer } = stateStream(context, spec, { interval, ends: endsFor(list) });
  return {
    list: list satisfies StatusList,
    stream,
    askNow: timer.wake,
    over: timer.stop,
    onSession: () => {}, // the application subscribes itself
  };
}
