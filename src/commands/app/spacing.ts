// The least time between two requests of one read of the application, whoever asks: a timer, a key, a screen that is opened again, a stream that begins anew.

/** What the spacing works with; times in milliseconds. */
export interface SpacingClock {
  now(): number;
  /** @throws where the wait is ended from outside. */
  pause(milliseconds: number): Promise<void>;
}
/** Requests a read once it may be requested again. */
export type Spaced = <Value>(read: string, request: () => Promise<Value>) => Promise<Value>;

const leastGap = 1000;

/**
 * Gives a function that requests a read a second after its last request has begun and ended, at the earliest. Of those who wait for the same
 * read the newest one requests it, so that nothing queues.
 * @throws {Error} from that function, where a newer request of the read has taken the place of this one; what `request` and `pause` throw
 */
export function spacing({ now, pause }: SpacingClock): Spaced {
  const requested = new Map<string, number>();
  const newest = new Map<string, symbol>();
  return async (read, request) => {
    const own = Symbol(read);
    newest.set(read, own);
    for (;;) {
      const rest = (requested.get(read) ?? Number.NEGATIVE_INFINITY) + leastGap - now();
      if (rest <= 0) break;
      await pause(rest);
      if (newest.get(read) !== own) throw new Error('It was asked for again meanwhile.');
    }
    requested.set(read, now());
    try {
      return await request();
    } finally {
      requested.set(read, now());
    }
  };
}
