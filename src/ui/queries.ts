// The query cache of the application, by react-query: a query for each owner and command line.
import {
  environmentManager,
  focusManager,
  notifyManager,
  type Query,
  QueryClient,
  QueryObserver,
} from '@tanstack/react-query';
import { failureOf, type ObservedQuery, type QueryState, type ReadResult } from './state/core/responses.js';

environmentManager.setIsServer(() => false); // a terminal refreshes by itself, as a window does
notifyManager.setScheduler((notify) => setImmediate(notify)); // keys and signals come first

/**
 * Loads the data of a command line.
 * @param spec the line of the board that it is a variant of
 */
export type Load = (line: string, spec: string | undefined) => Promise<ReadResult>;
/** Hears of each change of a query. */
export type QueryListener = (owner: string | undefined, line: string, state: QueryState) => void;

type Key = readonly [owner: string, line: string];
type Read = Query<ReadResult, Error, ReadResult, Key>;

/** The time for which the response of a closed screen is kept, milliseconds. */
const keptFor = 30 * 60_000;
/** The minimum interval between two automatic requests of one query, milliseconds. */
const leastInterval = 1000;
const longestBackOff = 60_000;
const longestTimer = 2 ** 31 - 1;

/**
 * The wait after consecutive failures, milliseconds: it doubles up to a minute, and is never shorter than the interval
 * or Retry-After.
 * @param failures their number, at least 1
 */
export function backOff(failures: number, interval: number, retryAfter = 0): number {
  return Math.max(interval, Math.min(interval * 2 ** (failures - 1), longestBackOff), retryAfter);
}

export class Queries {
  readonly #client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        structuralSharing: false,
        gcTime: keptFor,
        refetchOnReconnect: false,
      },
    },
  });
  readonly #load: Load;
  readonly #observers = new Map<
    string,
    {
      readonly observer: QueryObserver<ReadResult, Error, ReadResult, ReadResult, Key>;
      end(): void;
    }
  >();
  /** The number of consecutive failures, by command line. */
  readonly #failures = new Map<string, number>();
  /** Queries to request despite their back-off; react-query itself marks each failed query as invalidated. */
  readonly #invalidated = new WeakSet<object>();
  readonly #intervals = new Map<string, number>();
  readonly #requests = new WeakMap<object, number>();
  #owner: string | undefined;
  #listener: QueryListener | undefined;

  constructor(load: Load) {
    this.#load = load;
    this.#client.mount(); // it hears of the focus
    this.#client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return;
      const query = event.query as unknown as Read;
      if (event.action.type === 'fetch') {
        this.#invalidated.delete(query);
        this.#requests.set(query, (this.#requests.get(query) ?? 0) + 1);
      }
      if (query.queryKey[0] === (this.#owner ?? ''))
        this.#listener?.(this.#owner, query.queryKey[1], this.#stateOf(query));
    });
  }

  /** Reports each change from now on; to nobody without a listener. */
  listen(listener: QueryListener | undefined): void {
    this.#listener = listener;
  }

  /**
   * Observes exactly these queries of this owner, and requests each when it is due. Data of another owner are removed.
   */
  observe(owner: string | undefined, queries: readonly ObservedQuery[]): void {
    this.#ownedBy(owner);
    for (const [line, { end }] of this.#observers) if (!queries.some((query) => query.line === line)) end();
    for (const query of queries) {
      const options = this.#options(query);
      const observed = this.#observers.get(query.line);
      if (observed) observed.observer.setOptions(options);
      else {
        const observer = new QueryObserver(this.#client, options);
        const end = () => {
          this.#observers.delete(query.line);
          observer.destroy();
        };
        this.#observers.set(query.line, { observer, end });
        observer.subscribe(() => {}); // the cache reports changes; an observer without a subscription requests nothing
      }
    }
  }

  /**
   * Requests a query once, unless its response is younger than `oldest` milliseconds. It never rejects: the listener
   * hears of a failure.
   */
  async read(owner: string | undefined, { line, spec }: ObservedQuery, oldest: number): Promise<void> {
    this.#ownedBy(owner);
    const { queryKey, queryFn } = this.#options({ line, spec });
    const query = this.#client.getQueryCache().find({ queryKey }) as Read | undefined;
    if (query && this.#mustWait(query)) return;
    await this.#client.fetchQuery({ queryKey, queryFn, staleTime: oldest }).catch(() => {});
  }

  /** Invalidates these queries, or all: observed ones are requested at once, others when they are shown. */
  invalidate(lines?: readonly string[]): void {
    const owner = this.#owner ?? '';
    const predicate = (query: object) => !this.#mustWait(query as Read);
    for (const queryKey of lines?.map((line) => [owner, line]) ?? [[owner]]) {
      for (const query of this.#client.getQueryCache().findAll({ queryKey, predicate })) this.#invalidated.add(query);
      void this.#client.invalidateQueries({ queryKey, predicate });
    }
  }

  /** Whether a Retry-After is still in force: no key and no command makes it shorter. */
  #mustWait({ state: { error, errorUpdatedAt } }: Read): boolean {
    return error !== null && errorUpdatedAt + (failureOf(error).wait ?? 0) > Date.now();
  }

  /** Pauses all intervals while the terminal is not focused; afterwards due queries are requested. */
  setFocused(focused: boolean): void {
    focusManager.setFocused(focused);
  }

  /** Ends all requests and removes all data. */
  close(): void {
    this.#listener = undefined;
    this.observe(this.#owner, []);
    this.#client.unmount();
    this.#client.clear();
    focusManager.setFocused(undefined);
  }

  #ownedBy(owner: string | undefined): void {
    if (owner === this.#owner) return;
    for (const { end } of this.#observers.values()) end();
    this.#client.clear();
    this.#failures.clear();
    this.#owner = owner;
  }

  #options({ line, spec, interval = Number.POSITIVE_INFINITY, paused = false, debounce }: ObservedQuery) {
    this.#intervals.set(line, interval);
    const isDue = (query: Read) => (this.#isDue(query, paused) ? 'always' : false);
    return {
      queryKey: [this.#owner ?? '', line] as Key,
      // react-query cancels a query whose function has read `signal` when nobody observes it, and would request it
      // again later.
      queryFn: async (request: { readonly signal: AbortSignal }) => {
        if (debounce !== undefined) await pause(debounce, request.signal);
        try {
          const loaded = await this.#load(line, spec);
          this.#failures.delete(line);
          return loaded;
        } catch (error) {
          this.#failures.set(line, (this.#failures.get(line) ?? 0) + 1);
          throw error;
        }
      },
      refetchOnMount: isDue,
      refetchOnWindowFocus: isDue,
      retryOnMount: (query: Read) => this.#isDue(query, paused),
      refetchInterval: (query: Read): number | false => {
        const rest = paused || query.state.fetchStatus === 'fetching' ? Number.POSITIVE_INFINITY : this.#restOf(query);
        return Number.isFinite(rest) ? Math.min(longestTimer, Math.max(leastInterval, rest)) : false;
      },
    };
  }

  #isDue(query: Read, paused: boolean): boolean {
    const { data, error } = query.state;
    return (data === undefined && !error) || this.#invalidated.has(query) || (!paused && this.#restOf(query) <= 0);
  }

  /** The time until a query is due, milliseconds; infinity if it is never due by itself. */
  #restOf(query: Read): number {
    const { error, dataUpdatedAt, errorUpdatedAt } = query.state;
    if (this.#invalidated.has(query)) return 0;
    const interval = this.#intervals.get(query.queryKey[1]) ?? Number.POSITIVE_INFINITY;
    if (!error) return dataUpdatedAt + interval - Date.now();
    return (
      errorUpdatedAt + backOff(this.#failures.get(query.queryKey[1]) ?? 1, interval, failureOf(error).wait) - Date.now()
    );
  }

  #stateOf(query: Read): QueryState {
    const { data, error, dataUpdateCount, errorUpdateCount, fetchStatus } = query.state;
    return {
      fetching: fetchStatus === 'fetching',
      request: this.#requests.get(query) ?? 0,
      loaded: data,
      version: dataUpdateCount,
      failure: error ? { ...failureOf(error), version: errorUpdateCount, retryIn: this.#restOf(query) } : undefined,
    };
  }
}

/** Waits before a request. @throws {Error} if nobody observes the query any more */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('no longer wanted'));
    });
  });
}
