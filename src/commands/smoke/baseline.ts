// The baseline of a smoke run: known failures, each until a date.

import type { Context } from '../../cli/command/command.js';
import { parseInput, readInput } from '../../cli/files/input-file.js';
import { BadInput } from '../../services/http/errors.js';
import { isNothing, isRecord } from '../../services/json-value.js';
import { localDay, ofTime } from '../../text/time.js';
import { type CaseRow, type Cause, caseName } from './report.js';

/** A known failure. Without cause and status it is a response of another shape. */
interface KnownFailure {
  readonly call: string;
  readonly until: string;
  readonly why?: string;
  readonly cause?: Cause;
  readonly status?: number | null;
  /** What is wrong, part by part. */
  readonly fingerprint?: readonly string[];
}
export interface Baseline {
  readonly known: readonly KnownFailure[];
  /** The numbers of rows of lists that had some, by the names of their cases. */
  readonly rows: Readonly<Record<string, unknown>>;
}

const example = '{"known": [{"call": "user GET /v1/games", "until": "2026-12-31", "why": "ticket 12"}]}';

/** Reads a baseline. @throws {BadInput} BAD_BASELINE for another form, or a date that does not exist */
export async function readBaseline(file: string | undefined, context: Context): Promise<Baseline> {
  if (file === undefined) return { known: [], rows: {} };
  const document = parseInput(await readInput(context.world, file), file);
  const known = isRecord(document) && Array.isArray(document.known) ? document.known : undefined;
  const rows = isRecord(document) ? (document.rows ?? {}) : undefined;
  const isText = (value: unknown) => value === undefined || typeof value === 'string';
  const isEntry = (entry: unknown): entry is KnownFailure =>
    isRecord(entry) &&
    typeof entry.call === 'string' &&
    isDay(entry.until) &&
    isText(entry.why) &&
    isText(entry.cause) &&
    (isNothing(entry.status) || typeof entry.status === 'number') &&
    (entry.fingerprint === undefined || (Array.isArray(entry.fingerprint) && entry.fingerprint.every(isText)));
  if (known?.every(isEntry) && isRecord(rows)) return { known, rows };
  const bad = known?.findIndex((entry) => !isEntry(entry)) ?? -1;
  throw new BadInput(
    'BAD_BASELINE',
    bad < 0 ? `${file} is not a baseline.` : `Entry ${bad + 1} of ${file} is not a known failure with a date.`,
    `Write it like ${example}, or with --write-baseline.`,
  );
}

const isDay = (value: unknown) => typeof value === 'string' && value.length === 10 && ofTime(value) !== undefined;

/** Whether an entry names a case, by `service METHOD /path` or `service call-name`; one of --negative by its own name. */
const isOf = (row: CaseRow, { call }: KnownFailure) =>
  caseName(row) === call || `${row.service} ${row.call}${row.withoutToken ? withoutToken : ''}` === call;
export const withoutToken = ' without a token';

/** Whether a failure is the one of an entry: of the same cause and status, and with no part that the entry has not. */
function isSame(row: CaseRow, { cause, status, fingerprint }: KnownFailure): boolean {
  if (cause === undefined && status === undefined)
    return (
      row.status !== null &&
      row.status < 500 &&
      (/^(answer|drift|assertion)$/.test(row.cause ?? '') || (row.withoutToken === true && row.cause === 'status'))
    );
  return (
    (cause === undefined || cause === row.cause) &&
    (status === undefined || status === row.status) &&
    (fingerprint === undefined || row.fingerprint?.every((part) => fingerprint.includes(part)) === true)
  );
}

/** An unreachable service, a limited rate and an ended session are never known failures. */
const mayBeKnown = ({ outcome, cause }: CaseRow) =>
  outcome === 'failed' && !/^(unreachable|rate-limited|sign-in)$/.test(cause ?? '');

/**
 * Marks the failed cases that a baseline knows. After the date of its entry a case stays failed, with the date in its
 * reason; so does one that fails in another way.
 * @param now epoch milliseconds
 */
export function withKnown(rows: readonly CaseRow[], { known }: Baseline, now: number): readonly CaseRow[] {
  const today = localDay(now);
  return rows.map((row) => {
    const entries = mayBeKnown(row) ? known.filter((failure) => isOf(row, failure)) : [];
    const entry = entries.find((failure) => isSame(row, failure));
    const withNote = (note: string) => ({ ...row, why: `${row.why ?? ''} ${note}`.trim() });
    if (!entry) return entries[0] ? withNote(otherFailure(entries[0])) : row;
    return entry.until < today
      ? withNote(`It was a known failure until ${entry.until}.`)
      : { ...withNote(`Known until ${entry.until}${entry.why ? `: ${entry.why}` : ''}.`), outcome: 'known' };
  });
}

const otherFailure = ({ cause, status }: KnownFailure) =>
  cause === undefined && status === undefined
    ? 'Its entry in the baseline has no cause and no status, so it covers only a response of another shape.'
    : `The baseline knows another failure of it: ${[cause, status].filter((part) => !isNothing(part)).join(', ')}.`;

/** The calls of entries that passed in a run. */
export const refuted = (rows: readonly CaseRow[], { known }: Baseline): readonly string[] =>
  known.filter((entry) => rows.some((row) => row.outcome === 'passed' && isOf(row, entry))).map(({ call }) => call);

/** The lists that had rows in the baseline, and have none: sentences. */
export const emptied = (rows: readonly CaseRow[], { rows: before }: Baseline): readonly string[] =>
  rows.flatMap((row) => {
    const had = Number(before[caseName(row)]);
    return row.rows === 0 && had > 0 ? [`${caseName(row)} has no rows; it had ${had}.`] : [];
  });

/** The days for which a new entry is known. */
const knownDays = 30;

/**
 * The baseline of a run, as a text: its failures, with the date and the reason that an entry of them has already, the
 * numbers of its rows, and what the baseline knows of other calls.
 */
export function baselineOf(rows: readonly CaseRow[], { known, rows: before }: Baseline, now: number): string {
  const until = localDay(now + knownDays * 86_400_000);
  const failures = rows.filter((row) => mayBeKnown(row) || row.outcome === 'known');
  const entries = failures.map((row): KnownFailure => {
    const { cause, status, fingerprint } = row;
    const earlier = known.find((entry) => isOf(row, entry) && isSame(row, entry));
    const facts = { cause: cause ?? undefined, status, fingerprint: fingerprint ?? undefined };
    return { call: caseName(row), until: earlier?.until ?? until, why: earlier?.why, ...facts };
  });
  const wasChecked = (row: CaseRow) => row.outcome !== 'skipped';
  const others = known.filter((entry) => !rows.some((row) => wasChecked(row) && isOf(row, entry)));
  const counts = rows.flatMap((row) => (typeof row.rows === 'number' ? [[caseName(row), row.rows] as const] : []));
  const kept = Object.entries({ ...before, ...Object.fromEntries(counts) }).filter(([, count]) => Number(count) > 0);
  return `${JSON.stringify({ known: [...others, ...entries], rows: Object.fromEntries(kept.sort()) }, undefined, 2)}\n`;
}
