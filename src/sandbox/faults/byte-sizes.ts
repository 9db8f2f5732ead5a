// Parses byte sizes of faults: `100`, `2kB`, `64MB`, `1GiB`.

const units: Readonly<Record<string, number>> = { '': 1, B: 1, kB: 1e3, MB: 1e6, GB: 1e9, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

/** Parses a number of bytes; undefined for an invalid one or one out of range. */
export function byteCount(value: string, low: number, high: number): number | undefined {
  const [, count, unit = ''] = /^(\d{1,10})(B|kB|MB|GB|KiB|MiB|GiB)?$/.exec(value) ?? [];
  return count === undefined ? undefined : inRange(Number(count) * units[unit]!, low, high);
}

/** A number if it is in range, or undefined. */
export const inRange = (value: number, low: number, high: number): number | undefined =>
  value >= low && value <= high ? value : undefined;
