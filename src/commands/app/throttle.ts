// Throttles the application's requests: at most one a second for each read, whatever triggers it (a timer, a key, a screen, a stream).

/** The clock of the throttle; times in milliseconds. */
export interface ThrottleClock {
  now(): number;
  /** @throws where the wait is aborted */
  pause(milliseconds: number): Promise<void>;
}
/** Sends the request of a read as soon as the throttle allows it. */
export type Throttle = <Value>(key: string, request: () => Promise<Value>) => Promise<Value>;

const minimumInterval = 1000;

/**
 * Returns a throttle: a read is requested at least a second after the start and the end of its last request. Of several callers that wait
 * for one read the newest sends it, so that nothing queues.
 * @throws {Error} from that function, where a newer request of the read replaces this one; what `request` and `pause` throw
 */
export function createThrottle({ now, pause }: ThrottleClock): Throttle {
  const lastRequest = new Map<string, number>();
  const newest = new Map<string, symbol>();
  return async (key, request) => {
    const ticket = Symbol(key);
    newest.set(key, ticket);
    for (;;) {
      const remaining = (lastRequest.get(key) ?? Number.NEGATIVE_INFINITY) + minimumInterval - now();
      if (remaining <= 0) break;
      await pause(remaining);
      if (newest.get(key) !== ticket) throw new Error('A newer request has replaced this one.');
    }
    lastRequest.set(key, now());
    try {
      return await request();
    } finally {
      lastRequest.set(key, now());
    }
  };
}
