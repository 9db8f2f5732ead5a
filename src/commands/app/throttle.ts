// Throttles the requests of the application: at most one a second for each read.

/** The clock of the throttle; times in milliseconds. */
export interface ThrottleClock {
  now(): number;
  /** @throws if the wait is aborted */
  pause(milliseconds: number): Promise<void>;
}
/** Sends the request of a read as soon as possible. */
export type Throttle = <Value>(key: string, request: () => Promise<Value>) => Promise<Value>;

const minimumInterval = 1000;

/**
 * Makes a throttle: a second passes between two requests of one read. Only the newest waiting caller sends the request.
 * @throws {Error} from the throttle if a newer request has replaced this one; the errors of `request` and `pause`
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
