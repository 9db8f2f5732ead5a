// Formats times for people, in the zone in use, and durations in one or two units.

const two = (value: number): string => String(value).padStart(2, '0');

/** `14:03:05`; `–` for an invalid time. */
export function clockTime(at: number | undefined): string {
  if (at === undefined || Number.isNaN(at)) return '–';
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** `20 Nov 14:02:11`; `–` for an invalid time. */
export function dayAndTime(at: number | undefined): string {
  if (at === undefined || Number.isNaN(at)) return '–';
  const date = new Date(at);
  return `${date.getDate()} ${months[date.getMonth()]} ${clockTime(at)}`;
}

/** `20 Nov 2026 14:02:11`. */
export const momentOf = (at: number): string => dayAndTime(at).replace(/ (\d\d:)/, ` ${new Date(at).getFullYear()} $1`);

/** `20 Nov`, with the year unless it is the current one. */
export function dayOf(at: number, now: number): string {
  const [date, year] = [new Date(at), new Date(now).getFullYear()];
  return `${date.getDate()} ${months[date.getMonth()]}${date.getFullYear() === year ? '' : ` ${date.getFullYear()}`}`;
}

/** A duration in one unit: `12 s`, `6 min`, `3 h`, `2 d`. */
export function spanOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`;
}

/** A duration in two units: `5 min 20 s`. */
export function exactSpan(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** A duration: its largest unit, and the next one unless zero: `7 d`, `1 d 6 h`, `5 min 20 s`, `0.25 s`. */
export function lengthOf(milliseconds: number): string {
  if (Math.abs(milliseconds) < 1000) return `${milliseconds / 1000} s`;
  const seconds = Math.round(milliseconds / 1000);
  const at = units.findIndex(([size]) => Math.abs(seconds) >= size);
  const [size, name] = units[at]!;
  const rest = units[at + 1] && Math.floor((seconds % size) / units[at + 1]![0]);
  return `${Math.floor(seconds / size)} ${name}${rest ? ` ${rest} ${units[at + 1]![1]}` : ''}`;
}
const units = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/**
 * Parses an ISO time of a response into epoch milliseconds; undefined for other text. A date alone is that day in the
 * zone in use.
 */
export function ofTime(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d([T ]|$)/.test(text)) return undefined;
  const at = Date.parse(text.length === 10 ? `${text}T00:00` : text);
  return Number.isNaN(at) ? undefined : at;
}
