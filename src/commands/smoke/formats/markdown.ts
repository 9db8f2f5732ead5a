// Writes a smoke run as Markdown (GitHub Flavored), for a ticket or the summary of a CI job.

import { mdTable, mdText } from '../../../cli/output/formats/markdown.js';
import { type CaseRow, caseName, type Report, skipCounts, verdictOf } from '../report.js';

/** The most rows of the tables of failed and skipped cases. */
const mostRows = 200;

/** The Markdown report: the verdict, its numbers, the causes, and the failed cases. */
export function markdown(report: Report): string {
  const { cases, checked, passed, flaky, failed, known, skipped, latency, causes, problems, results } = report;
  const verdict = verdictOf(report);
  const counts = [
    `${passed} passed`,
    flaky > 0 && `${flaky} flaky`,
    `${failed} failed`,
    known > 0 && `${known} known`,
    `${skipped} skipped`,
  ].filter((count) => count !== false);
  const bad = results.filter(({ outcome }) => outcome === 'failed');
  const others = results.filter(({ outcome }) => outcome === 'flaky' || outcome === 'known');
  return [
    `## ${verdict === 'PASSED' ? '✓' : '✗'} tuk smoke: ${verdict}`,
    '',
    `${checked} of ${cases} calls checked: ${counts.join(', ')}. Profile ${mdText(report.profile)}, shard ${report.shard}, ${report.startedAt}, ${(report.milliseconds / 1000).toFixed(1)} s${latency ? `; p50 ${latency.p50} ms, p95 ${latency.p95} ms, max ${latency.max} ms` : ''}.`,
    ...problems.flatMap((problem) => ['', `**${mdText(problem)}**`]),
    ...section(
      'Causes',
      ['Calls', 'Cause', 'Why'],
      causes.map(({ calls, cause, why }) => [String(calls.length), cause ?? '', why]),
    ),
    ...section(
      'Failed',
      ['Call', 'Status', 'Why'],
      bad.map((row) => [nameOf(row), row.status === null ? '–' : String(row.status), row.why ?? '']),
    ),
    ...section(
      'Flaky and known',
      ['Call', 'Outcome', 'Why'],
      others.map((row) => [nameOf(row), row.outcome, row.why ?? '']),
    ),
    ...section(
      'Skipped',
      ['Calls', 'Why'],
      skipCounts(results).map(([why, count]) => [String(count), why]),
    ),
    '',
  ].join('\n');
}
const nameOf = (row: CaseRow) => `${caseName(row)} (${row.call})`;

function section(title: string, heads: readonly string[], rows: readonly (readonly string[])[]) {
  if (rows.length === 0) return [];
  const excess = rows.length > mostRows ? ['', `And ${rows.length - mostRows} more.`] : [];
  return ['', `### ${title}`, '', ...mdTable(heads, rows.slice(0, mostRows)), ...excess];
}
