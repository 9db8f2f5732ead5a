// Sizes as faults have them: `100`, `2kB`, `64MB`, `1GiB`.

const units: Readonly<Record<string, number>> = { '': 1, B: 1, kB: 1e3, MB: 1e6, GB: 1e9, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

/** A number of bytes, or nothing for what is none or lies outside. */
export function byteCount(value: string, low: number, high: number): number | undefined {
  const [, count, unit = ''] = /^(\d{1,10})(B|kB|MB|GB|KiB|MiB|GiB)?$/.exec(value) ?? [];
  return count === undefined ? undefined : within(Number(count) * units[unit]!, low, high);
}

/** A number that lies between two others, or nothing. */
export const within = (value: number, low: number, high: number): number | undefined => (value >= low && value <= high ? value : undefined);
