// The one parser of durations: for options, settings, ages in --match, and the sandbox's clock.

const unitMs: Readonly<Record<string, number>> = {
  w: 604_800_000,
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  min: 60_000,
  s: 1000,
  ms: 1,
};

/** The forms of a duration, for messages. */
export const durationForms = 'Write it with its unit, like 500ms, 10s, 5m, 1h30m, 1.5h, 2d or PT5M';

/**
 * Parses `500ms`, `10s`, `1h30m`, `1.5h`, `2d` or `PT1H30M` (ISO 8601 without years and months) to milliseconds.
 * @returns undefined for another text: a number without a unit, a unit twice, or a smaller unit before a greater one
 */
export function durationMs(typed: string): number | undefined {
  const text = /^P(?=.)/.test(typed) ? isoParts(typed) : typed;
  const parts = [...(text ?? '').matchAll(/(\d+(?:\.\d+)?)(ms|min|[wdhms])/g)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== text) return undefined;
  const units = parts.map(([, , unit]) => unitMs[unit!]!);
  if (units.some((unit, at) => at > 0 && unit >= units[at - 1]!)) return undefined;
  return Math.round(parts.reduce((sum, [, count], at) => sum + Number(count) * units[at]!, 0));
}

/** The parts of an ISO 8601 duration in the units of this file; undefined for another text. */
function isoParts(typed: string): string | undefined {
  const [whole, weeks = '', days = '', time = ''] =
    /^P(\d+(?:\.\d+)?W)?(\d+(?:\.\d+)?D)?(?:T((?:\d+(?:\.\d+)?[HMS])+))?$/.exec(typed) ?? [];
  return whole === undefined ? undefined : `${weeks}${days}${time}`.toLowerCase();
}
