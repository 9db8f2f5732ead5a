// Reports a smoke run on stderr: its progress, and its verdict with counts, latencies, causes and skip reasons.

import type { Context } from '../../cli/context.js';
import { caseName, type Report, skipCounts, verdictOf } from './report.js';
import type { Result } from './result.js';

const [redrawInterval, lineInterval] = [100, 10_000]; // milliseconds

/**
 * The progress reporter of a run of `total` cases: on a terminal a redrawn line, elsewhere a line every ten seconds.
 */
export function progressReporter(context: Context, total: number) {
  const { world, flags } = context;
  const live =
    world.stderr.isTTY === true &&
    !world.env.CI &&
    world.env.TERM !== 'dumb' &&
    !flags.quiet &&
    !context.out.jsonErrors;
  const counts = { done: 0, failed: 0 };
  let drawn = live ? 0 : performance.now();
  return {
    step(result: Result): void {
      counts.done++;
      if (result.outcome === 'failed') counts.failed++;
      const now = performance.now();
      if (live && (now - drawn > redrawInterval || counts.done === total)) {
        drawn = now;
        context.out.draw(`\r\x1b[2K  ${bar(counts.done / total)}  ${counts.done} of ${total}   ✗ ${counts.failed}`);
      } else if (!live && now - drawn > lineInterval) {
        drawn = now;
        context.log(`  ${counts.done} of ${total}, ${counts.failed} failed`);
      }
    },
    end(): void {
      if (live) context.out.draw('\r\x1b[2K');
    },
  };
}

const bar = (share: number) => '█'.repeat(Math.round(share * 30)).padEnd(30, '░');
const time = (milliseconds: number) =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
const mostNamed = 5;

/**
 * Logs the verdict of a run: counts, latencies, failures by cause, skip reasons.
 * @param notes files and other lines at the end
 */
export function reportSummary(context: Context, report: Report, notes: readonly string[]): void {
  const { cases, checked, passed, flaky, failed, known, skipped, latency, problems, milliseconds } = report;
  const verdict = verdictOf(report);
  const sign = verdict === 'PASSED' ? '✓' : report.interrupted ? '!' : '✗';
  const latencyText = latency
    ? `   p50 ${time(latency.p50)}   p95 ${time(latency.p95)}   max ${time(latency.max)}`
    : '';
  context.log(
    `${sign} ${verdict}   ${failed > 0 ? failed : passed} of ${cases}   ${checked} checked   ${time(milliseconds)}${latencyText}`,
  );
  for (const line of causeLines(report)) context.log(line);
  for (const problem of problems) context.log(`  ✗ ${problem}`);
  const line = (mark: string, name: string, count: number, more = '') =>
    count > 0
      ? context.log(`  ${mark} ${name.padEnd(8)} ${String(count).padStart(4)}${more === '' ? '' : `   ${more}`}`)
      : undefined;
  line('✓', 'passed', passed - flaky, checkedBy(report));
  line('~', 'flaky', flaky, 'passed on a later try');
  line('✗', 'failed', failed);
  line('▲', 'known', known, 'failed as the baseline says');
  line('○', 'skipped', skipped, skipReasons(report));
  for (const note of notes) context.log(note.startsWith('known') ? `  ${note}` : `  report     ${note}`);
}

/** The failures by cause: a single one with its call, several with their count and the first calls. */
function causeLines({ causes, results }: Report) {
  return causes.flatMap(({ why, calls }) => {
    const row = results.find((result) => result.outcome === 'failed' && caseName(result) === calls[0])!;
    if (calls.length === 1)
      return [
        `  ✗ ${calls[0]}  ${row.status ?? 'no answer'}${row.milliseconds === null ? '' : `  ${time(row.milliseconds)}`}`,
        `    ${row.why ?? ''}`,
      ];
    const more = calls.length > mostNamed ? `, and ${calls.length - mostNamed} more` : '';
    return [`  ✗ ${calls.length} calls: ${why}`, `    ${calls.slice(0, mostNamed).join(', ')}${more}`];
  });
}

/** The passed cases by check: `120 shape, 60 list, 30 status`. */
function checkedBy({ results }: Report) {
  const count = (checked: string) =>
    results.filter((row) => row.outcome === 'passed' && row.checked === checked).length;
  return `checked: ${['shape', 'list', 'status'].flatMap((checked) => (count(checked) > 0 ? [`${count(checked)} ${checked}`] : [])).join(', ')}`;
}

const skipReasons = ({ results }: Report) =>
  skipCounts(results)
    .map(([why, count]) => (count > 1 ? `${why} ${count}` : why))
    .join(', ');
