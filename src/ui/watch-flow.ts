// Pulls the states of watched items from their streams, holds them while the screen is paused, and asks at once.

import type { SeenState } from '../cli/settings/world.js';
import type { WatchState } from '../engine/watch/status-stream.js';
import type { StatusList } from '../services/catalogue/statuses.js';
import { failureOf } from './state/core/responses.js';
import type { AppEvent, StreamEffect } from './state/core/state.js';

/** The states of a watched item, and the list that its statuses are of. */
export interface WatchSource {
  list(): StatusList;
  /** What an earlier response of this run has shown, and how long the last things of its kind took, milliseconds. */
  readonly known?: SeenState;
  readonly took?: readonly number[];
  readonly stream: AsyncIterator<WatchState<unknown>, WatchState<unknown>>;
  /** Ends the pause between two polls. */
  askNow(): void;
  /** Ends the requests. */
  over(): void;
  /** How far the clock of the service is ahead of this machine's, milliseconds; undefined before the first response. */
  clockOffset(): number | undefined;
}

/** The flow of one stream. `begin` ends and fails with the stream; after `end` nothing is reported. */
function flowOf(
  { list, known, took, stream, askNow, clockOffset, over: stop }: WatchSource,
  line: string,
  send: (event: AppEvent) => void,
) {
  let over = false;
  let resume: (() => void) | undefined;
  let paused: Promise<void> | undefined;
  return {
    async begin(): Promise<void> {
      if (known) send({ what: 'known', line, list: list(), known, took, clockOffset: known.clockOffset });
      for (;;) {
        await paused;
        if (over) return;
        const { value: state, done } = await stream.next();
        await paused; // a paused screen does not change
        if (over) return;
        send({ what: 'watched', line, list: list(), state, last: done === true, clockOffset: clockOffset() });
        if (done) return;
      }
    },
    perform(effect: StreamEffect): void {
      if (effect.do === 'ask now') {
        askNow();
        return;
      }
      resume?.();
      paused = effect.on
        ? new Promise((resolve) => {
            resume = resolve;
          })
        : undefined;
    },
    end(): void {
      over = true;
      resume?.();
      stop();
    },
  };
}

/** The streams of watched items, by their command lines. @param open opens the stream of a line */
export function watchFlows(open: (line: string) => Promise<WatchSource>) {
  interface OpenFlow {
    flow?: ReturnType<typeof flowOf>;
  }
  const watched = new Map<string, OpenFlow>();
  const end = (line: string) => {
    watched.get(line)?.flow?.end();
    watched.delete(line);
  };
  return {
    /** Watches exactly these lines: other streams end, and an open one stays. */
    watch(lines: readonly string[], send: (event: AppEvent) => void): void {
      for (const line of [...watched.keys()]) if (!lines.includes(line)) end(line);
      for (const line of lines) {
        if (watched.has(line)) continue;
        const item: OpenFlow = {};
        watched.set(line, item);
        const isWatched = () => watched.get(line) === item;
        open(line)
          .then((source) => {
            if (!isWatched()) return source.over();
            item.flow = flowOf(source, line, send);
            return item.flow.begin();
          })
          .catch((error: unknown) => {
            if (!isWatched()) return;
            send({ what: 'watch failed', line, failure: failureOf(error) });
          });
      }
    },
    perform(effect: StreamEffect): void {
      const { lines } = effect.do === 'pause' ? effect : {};
      for (const [line, { flow }] of watched) if (lines?.includes(line) !== false) flow?.perform(effect);
    },
  };
}
