// What a `wait` command waits for, as states for a screen.

import { endsFor } from '../../engine/status-stream.js';
import { stateStream } from '../../engine/watch.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import { foundBy } from './answers.js';
import type { OwnedContext } from './owned-context.js';
import type { Spaced } from './spacing.js';

const interval = 5000;

/**
 * The states of what a line waits for; `spaced` keeps its requests apart, whichever stream makes them.
 * @throws {Error} for a line that waits for nothing; what its command throws for what was typed
 */
export async function followedBy(line: string, own: OwnedContext, spaced: Spaced) {
  const found = await foundBy(line);
  const following = found?.command.following;
  if (!found || !following) throw new Error(`tuk ${line} waits for nothing.`);
  const { parse } = await import('../../cli/arguments.js');
  const { typed } = await parse(found.name, found.group, found.words, found.words.slice(1));
  const { list } = following;
  const asks = own.asker();
  const { context } = own;
  const ask = following.ask(typed, context);
  const followed = { list, ids: typed.positionals.slice(-1), ask: (id: string) => spaced(line, () => asks(() => ask(id))) };
  const { stream, waiting } = stateStream(context, followed, { interval, ends: endsFor(list) });
  return {
    list: list satisfies StatusList,
    stream,
    askNow: waiting.now,
    over: waiting.over,
    onSession: () => {}, // the application hears of it itself
  };
}
