// The baseline of a smoke run: failures that are known, each until a date.

import type { Context } from '../../cli/context.js';
import { parseInput, readInput } from '../../cli/input-file.js';
import { BadInput } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import { type CaseRow, caseName } from './report.js';

/** A known failure: a call, the last day on which it is known, and why. */
interface KnownFailure {
  readonly call: string;
  readonly until: string;
  readonly why?: string;
}
export type Baseline = readonly KnownFailure[];

const example = '{"known": [{"call": "user GET /v1/games", "until": "2026-12-31", "why": "ticket 12"}]}';

/** Reads a baseline. @throws {BadInput} BAD_BASELINE for another form, or a date that is none */
export async function readBaseline(file: string | undefined, context: Context): Promise<Baseline> {
  if (file === undefined) return [];
  const document = parseInput(await readInput(context.world, file), file);
  const known = isRecord(document) && Array.isArray(document.known) ? document.known : undefined;
  const isEntry = (one: unknown): one is KnownFailure =>
    isRecord(one) && typeof one.call === 'string' && isDay(one.until) && (one.why === undefined || typeof one.why === 'string');
  const bad = known?.findIndex((one) => !isEntry(one)) ?? -1;
  if (known === undefined || bad >= 0)
    throw new BadInput(
      'BAD_BASELINE',
      known === undefined ? `${file} is not a baseline.` : `Entry ${bad + 1} of ${file} is not a known failure with a date.`,
      `Write it like ${example}`,
    );
  return known as Baseline;
}

/** Whether a value is a day of the calendar: `2026-12-31`. */
const isDay = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);

/**
 * Marks the failed cases that a baseline knows, by `service METHOD /path` or `service call-name`; one whose date has passed stays failed, with the date in
 * its reason. A call that cannot be reached, and a session that has ended, are never known.
 * @param now epoch milliseconds
 */
export function withKnown(rows: readonly CaseRow[], baseline: Baseline, now: number): readonly CaseRow[] {
  const today = new Date(now).toISOString().slice(0, 10);
  return rows.map((row) => {
    if (row.outcome !== 'failed' || row.cause === 'unreachable' || row.cause === 'sign-in') return row;
    const entry = baseline.find(({ call }) => [caseName(row), `${row.service} ${row.call}`].includes(call));
    if (!entry) return row;
    if (entry.until < today) return { ...row, why: `${row.why ?? ''} It was a known failure until ${entry.until}.`.trim() };
    return { ...row, outcome: 'known', why: `${row.why ?? ''} Known until ${entry.until}${entry.why ? `: ${entry.why}` : ''}.`.trim() };
  });
}

/** The entries that a run has refuted: their calls pass. */
export const refuted = (rows: readonly CaseRow[], baseline: Baseline): readonly string[] =>
  baseline.flatMap(({ call }) =>
    rows.some((row) => row.outcome === 'passed' && [caseName(row), `${row.service} ${row.call}`].includes(call)) ? [call] : [],
  );
