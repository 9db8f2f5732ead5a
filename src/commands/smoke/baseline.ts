// The baseline of a smoke run: known failures, each until a date.

import type { Context } from '../../cli/command/command.js';
import { parseInput, readInput } from '../../cli/files/input-file.js';
import { BadInput } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import { localDay, ofTime } from '../../text/time.js';
import { type CaseRow, caseName } from './report.js';

interface KnownFailure {
  readonly call: string;
  readonly until: string;
  readonly why?: string;
}
export type Baseline = readonly KnownFailure[];

const example = '{"known": [{"call": "user GET /v1/games", "until": "2026-12-31", "why": "ticket 12"}]}';

/** Reads a baseline. @throws {BadInput} BAD_BASELINE for another form, or a date that does not exist */
export async function readBaseline(file: string | undefined, context: Context): Promise<Baseline> {
  if (file === undefined) return [];
  const document = parseInput(await readInput(context.world, file), file);
  const entries = isRecord(document) && Array.isArray(document.known) ? document.known : undefined;
  const isEntry = (entry: unknown): entry is KnownFailure =>
    isRecord(entry) &&
    typeof entry.call === 'string' &&
    isDay(entry.until) &&
    (entry.why === undefined || typeof entry.why === 'string');
  if (entries?.every(isEntry)) return entries;
  const bad = entries?.findIndex((entry) => !isEntry(entry)) ?? -1;
  throw new BadInput(
    'BAD_BASELINE',
    entries === undefined
      ? `${file} is not a baseline.`
      : `Entry ${bad + 1} of ${file} is not a known failure with a date.`,
    `Write it like ${example}`,
  );
}

const isDay = (value: unknown) => typeof value === 'string' && value.length === 10 && ofTime(value) !== undefined;

/**
 * Whether an entry names a case, by `service METHOD /path` or `service call-name`; one of --negative by its own name.
 */
const isOf = (row: CaseRow, { call }: KnownFailure) =>
  caseName(row) === call || (!row.withoutToken && `${row.service} ${row.call}` === call);

/**
 * Marks the failed cases that a baseline knows. After the date of its entry a case stays failed, with the date in its
 * reason. An unreachable service and an ended session are never known failures.
 * @param now epoch milliseconds
 */
export function withKnown(rows: readonly CaseRow[], baseline: Baseline, now: number): readonly CaseRow[] {
  const today = localDay(now);
  return rows.map((row) => {
    if (row.outcome !== 'failed' || row.cause === 'unreachable' || row.cause === 'sign-in') return row;
    const entry = baseline.find((failure) => isOf(row, failure));
    if (!entry) return row;
    const withNote = (note: string) => ({ ...row, why: `${row.why ?? ''} ${note}`.trim() });
    return entry.until < today
      ? withNote(`It was a known failure until ${entry.until}.`)
      : { ...withNote(`Known until ${entry.until}${entry.why ? `: ${entry.why}` : ''}.`), outcome: 'known' };
  });
}

/** The calls of entries that passed in a run. */
export const refuted = (rows: readonly CaseRow[], baseline: Baseline): readonly string[] =>
  baseline.filter((entry) => rows.some((row) => row.outcome === 'passed' && isOf(row, entry))).map(({ call }) => call);
