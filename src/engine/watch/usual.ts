// How long a status usually lasts, learnt from the histories of earlier things; and whether one lasts longer.

/** A status of a history and its time, epoch milliseconds. */
interface Change {
  readonly status: string;
  readonly at: number;
  /** It was in force already, and nothing states since when. */
  readonly begunBefore?: true;
}
/** How long a status lasted, milliseconds. */
export interface StatusDuration {
  readonly status: string;
  readonly milliseconds: number;
}
/** The statuses of a history that have ended, with their durations, without statuses of an unknown beginning. */
export const durationsIn = (history: readonly Change[]): StatusDuration[] =>
  history.flatMap(({ status, at, begunBefore }, nth) => {
    const next = history[nth + 1];
    if (!next || begunBefore || next.begunBefore || !(next.at >= at)) return [];
    return [{ status, milliseconds: next.at - at }];
  });

/** The least number of samples for a usual duration. */
export const fewest = 3;
/** The usual duration: half of the samples are between `low` and `high`. Milliseconds. */
export interface Usual {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  readonly count: number;
}
/** The usual duration by these samples; undefined for too few. */
export function usualOf(samples: readonly number[]): Usual | undefined {
  const sorted = samples.filter(Number.isFinite).sort((a, b) => a - b);
  if (sorted.length < fewest) return undefined;
  return {
    low: quantile(sorted, 0.25),
    middle: quantile(sorted, 0.5),
    high: quantile(sorted, 0.75),
    count: sorted.length,
  };
}
/** A quantile of sorted numbers, between two of them in proportion. */
function quantile(sorted: readonly number[], part: number): number {
  const place = (sorted.length - 1) * part;
  const [before, after] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return before + (after - before) * (place - Math.floor(place));
}

/** The factor of the middle from which a duration is called longer. */
const leastTimes = 2;
/**
 * How many times as long as usual a duration is, rounded down; undefined unless it is an outlier: beyond
 * the upper quartile by more than one and a half times the range of the quartiles (Tukey), and twice the middle.
 */
export function timesAsLong({ low, middle, high }: Usual, milliseconds: number): number | undefined {
  const isFar = milliseconds > high + 1.5 * (high - low) && milliseconds >= leastTimes * middle;
  return isFar && middle > 0 ? Math.floor(milliseconds / middle) : undefined;
}

/** `1 to 3 min`, `50 s to 2 min`, `about 2 min`. */
export function rangeText({ low, high }: Usual, textOf: (milliseconds: number) => string): string {
  const [from, to] = [textOf(low), textOf(high)];
  if (from === to) return `about ${to}`;
  const [number, ...unit] = from.split(' ');
  return to.endsWith(` ${unit.join(' ')}`) ? `${number} to ${to}` : `${from} to ${to}`;
}
