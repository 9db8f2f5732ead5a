// Screen reader form: runs the queries of a screen; all of them end with the stage's signal.
import type { ApplicationDependencies } from '../application.js';
import type { Queries } from '../queries.js';
import type { ScreenStage } from '../screen.js';
import type { AppEvent } from '../state/app-events.js';
import type { ObservedQuery } from '../state/responses.js';

const [longWait, whoWait] = [2000, 3000]; // milliseconds

/**
 * The requests of the conversation.
 * @param dispatcher gives the listener for the events of a request
 * @param slow reports a line that takes long
 */
export function requester(
  { signal }: Pick<ScreenStage, 'signal'>,
  dependencies: Pick<ApplicationDependencies, 'who'>,
  {
    queries,
    owner,
    dispatcher,
    slow,
  }: {
    readonly queries: Queries;
    owner(): string | undefined;
    dispatcher(): (event: AppEvent) => void;
    slow(line: string): void;
  },
) {
  /** The first of these: the response, the time limit, the end of all. */
  async function first<Value>(work: Promise<Value>, long = Number.POSITIVE_INFINITY): Promise<Value | undefined> {
    let end = () => {};
    const over = new Promise<undefined>((done) => {
      end = () => done(undefined);
    });
    const timer = Number.isFinite(long) ? setTimeout(end, long) : undefined;
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end, { once: true });
    try {
      return await Promise.race([work, over]);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    }
  }
  return {
    /** All of these queries at once, unless their responses are younger than `oldest` milliseconds. */
    async responses(lines: readonly ObservedQuery[], oldest: number): Promise<void> {
      if (lines.length === 0) return;
      const timer = setTimeout(() => slow(lines[0]!.line), longWait);
      try {
        await first(Promise.all(lines.map((line) => queries.read(owner(), line, oldest))));
      } finally {
        clearTimeout(timer);
      }
    },
    /** The name of the signed-in user, if it comes soon. */
    async who(): Promise<void> {
      const dispatch = dispatcher();
      const name = await first(
        dependencies.who().catch(() => undefined),
        whoWait,
      );
      if (name) dispatch({ what: 'who', name });
    },
  };
}
