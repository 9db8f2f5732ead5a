// Summarises a smoke run: counts, latencies, the exit code, and each case as a row of the reports.

import { exitCode } from '../../cli/exit-codes.js';
import { kebab } from '../../services/catalogue/define.js';
import type { Result } from './case.js';

/** The numbers of a run; latencies in milliseconds, of the cases with a response. */
export interface Summary {
  readonly cases: number;
  readonly passed: number;
  /** Passed cases that needed a second or later try. */
  readonly flaky: number;
  readonly failed: number;
  readonly skipped: number;
  readonly milliseconds: number;
  readonly latency: { readonly p50: number; readonly p95: number; readonly max: number } | null;
  readonly interrupted: boolean;
  /** Whether the session ended during the run: cases got a 401. */
  readonly sessionEnded: boolean;
  /** The exit code of `tuk smoke`. */
  readonly exitCode: number;
}

/** The numbers of a run that took so many milliseconds. @param interrupted the exit code of what interrupted it */
export function summaryOf(results: readonly Result[], milliseconds: number, interrupted: number | undefined): Summary {
  const count = (outcome: Result['outcome']) => results.filter((one) => one.outcome === outcome).length;
  const times = results.flatMap((one) => (one.milliseconds === undefined ? [] : [one.milliseconds])).sort((a, b) => a - b);
  const at = (share: number) => rounded(times[Math.min(times.length - 1, Math.ceil(times.length * share) - 1)] ?? 0);
  const [passed, failed, ended] = [count('passed'), count('failed'), sessionEndedIn(results)];
  return {
    cases: results.length,
    passed,
    flaky: results.filter(isFlaky).length,
    failed,
    skipped: count('skipped'),
    milliseconds: Math.round(milliseconds),
    latency: times.length === 0 ? null : { p50: at(0.5), p95: at(0.95), max: at(1) },
    interrupted: interrupted !== undefined,
    sessionEnded: ended,
    exitCode: interrupted ?? (ended ? exitCode('sign-in') : failed > 0 || passed === 0 ? exitCode('failed') : 0),
  };
}

/** Whether the session has ended: a case says so, or every case with it got a 401. */
function sessionEndedIn(results: readonly Result[]): boolean {
  const refused = results.flatMap(({ unauthorized }) => unauthorized ?? []);
  const used = results.some(({ call, outcome }) => call.auth === 'signed-in' && outcome === 'passed');
  return refused.includes('session') || (refused.length > 0 && !used);
}

/** Whether a case passed on a later try. */
export const isFlaky = ({ outcome, tries }: Result): boolean => outcome === 'passed' && tries > 1;

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

/** A case as a row of the reports. */
export const rowOf = (result: Result, clean: (text: string) => string): Readonly<Record<string, unknown>> => {
  const { call, outcome, status, milliseconds, tries, why, request } = result;
  return {
    service: call.service,
    call: kebab(call.name),
    method: call.method,
    path: call.path,
    auth: call.auth,
    outcome: isFlaky(result) ? 'flaky' : outcome,
    status: status ?? null,
    milliseconds: milliseconds === undefined ? null : rounded(milliseconds),
    tries,
    why: why === undefined ? null : clean(why).slice(0, 600),
    request: outcome === 'failed' && request !== undefined ? clean(request) : null,
  };
};

/** Sorts failed cases first, then flaky, passed and skipped ones; the slowest first among equals. */
export function worstFirst(results: readonly Result[]): Result[] {
  const rank = (one: Result) => (one.outcome === 'failed' ? 0 : isFlaky(one) ? 1 : one.outcome === 'passed' ? 2 : 3);
  return [...results].sort((a, b) => rank(a) - rank(b) || (b.milliseconds ?? 0) - (a.milliseconds ?? 0));
}
