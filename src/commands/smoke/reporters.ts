// Reports a smoke run on stderr: its progress, and its verdict with counts, latencies and skip reasons.
import type { Context } from '../../cli/context.js';
import type { Result } from './case.js';
import { nameOf } from './selection.js';
import type { Summary } from './summary.js';

/** Reports progress on stderr: one line redrawn on a terminal, a line for each failure elsewhere. */
export interface ProgressReporter {
  step(result: Result): void;
  end(): void;
}
const redrawInterval = 100;

/** The progress reporter of a run of `total` cases. */
export function progressReporter(context: Context, total: number): ProgressReporter {
  const { world, flags } = context;
  const live = world.stderr.isTTY === true && !world.env.CI && world.env.TERM !== 'dumb' && !flags.quiet && !context.out.jsonErrors;
  const counts = { done: 0, failed: 0 };
  let drawn = 0;
  return {
    step(result) {
      counts.done++;
      if (result.outcome === 'failed') counts.failed++;
      const now = performance.now();
      if (live && (now - drawn > redrawInterval || counts.done === total)) {
        drawn = now;
        context.out.writeError(`\r\x1b[2K  ${bar(counts.done / total)}  ${counts.done} of ${total}   ✗ ${counts.failed}`);
      } else if (!live && result.outcome === 'failed') context.log(failureLine(result));
    },
    end() {
      if (live) context.out.writeError('\r\x1b[2K');
    },
  };
}

const bar = (share: number): string => '█'.repeat(Math.round(share * 30)).padEnd(30, '░');
const time = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
const failureLine = ({ call, status, milliseconds, why }: Result): string =>
  `  ✗ ${nameOf(call)}  ${status ?? 'no answer'}${milliseconds === undefined ? '' : `  ${time(milliseconds)}`}\n    ${why ?? ''}`;

/** Logs the verdict of a run. */
export function reportSummary(context: Context, results: readonly Result[], summary: Summary, files: readonly string[]): void {
  const { cases, passed, flaky, failed, skipped, latency } = summary;
  const verdict = verdictOf(summary);
  const latencyText = latency ? `   p50 ${time(latency.p50)}   p95 ${time(latency.p95)}   max ${time(latency.max)}` : '';
  context.log(`${verdict}   ${failed > 0 ? failed : passed} of ${cases}   ${time(summary.milliseconds)}${latencyText}`);
  if (context.world.stderr.isTTY) for (const one of results.filter(({ outcome }) => outcome === 'failed')) context.log(failureLine(one));
  const line = (sign: string, name: string, count: number, more = '') =>
    count > 0 ? context.log(`  ${sign} ${name.padEnd(8)} ${String(count).padStart(4)}${more === '' ? '' : `   ${more}`}`) : undefined;
  line('✓', 'passed', passed - flaky);
  line('~', 'flaky', flaky, 'passed on a later try');
  line('✗', 'failed', failed);
  line('○', 'skipped', skipped, skipReasons(results));
  for (const file of files) context.log(`  report     ${file}`);
}

function verdictOf({ interrupted, sessionEnded, failed, passed }: Summary): string {
  if (interrupted) return '! INTERRUPTED';
  if (sessionEnded) return '✗ SESSION ENDED';
  if (failed > 0) return '✗ FAILED';
  return passed > 0 ? '✓ PASSED' : '✗ NOTHING CHECKED';
}

/** The skip reasons with their counts, the most common first; a reason ends at its colon. */
function skipReasons(results: readonly Result[]): string {
  const counts = new Map<string, number>();
  for (const { outcome, why = '' } of results)
    if (outcome === 'skipped') counts.set(why.split(': ')[0]!, (counts.get(why.split(': ')[0]!) ?? 0) + 1);
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  return sorted.map(([why, count]) => (count > 1 ? `${why} ${count}` : why)).join(', ');
}
