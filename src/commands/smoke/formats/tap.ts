// Writes a smoke run as TAP 14: a line per call, a YAML block for a failed one.

import { escapeForTerminal } from '../../../services/json-text.js';
import { escapeControls } from '../../../text/visible.js';
import { type CaseRow, caseName, type Report } from '../report.js';

/** The TAP report. Each problem of the run itself is a test point. */
export function tap(report: Report): string {
  const { results, exitCode, failed } = report;
  const isUnexplained = report.problems.length === 0 && exitCode !== 0 && failed === 0;
  const problems = isUnexplained ? [`the run ended with exit ${exitCode}`] : report.problems;
  const lines = [
    'TAP version 14',
    `1..${results.length + problems.length}`,
    `# profile ${oneLine(report.profile)}, shard ${report.shard}, ${report.startedAt}`,
    ...results.flatMap((row, at) => testPoint(row, at + 1)),
    ...problems.map((problem, at) => `not ok ${results.length + at + 1} - ${oneLine(problem)}`),
    `# passed ${report.passed}, failed ${report.failed}, known ${report.known}, skipped ${report.skipped}`,
  ];
  return `${lines.join('\n')}\n`;
}

function testPoint(row: CaseRow, nth: number) {
  const { outcome, call, why } = row;
  const name = `${caseName(row)} (${call})`.replace(/[\\#]/g, '\\$&');
  const head = `${outcome === 'failed' || outcome === 'known' ? 'not ok' : 'ok'} ${nth} - ${oneLine(name)}`;
  if (outcome === 'skipped') return [`${head} # SKIP ${oneLine(why ?? '')}`];
  if (outcome === 'known') return [`${head} # TODO known failure: ${oneLine(why ?? '')}`];
  if (outcome === 'flaky') return [head, ...block({ flaky: why })];
  return outcome === 'failed'
    ? [head, ...block({ message: why, cause: row.cause, status: row.status, request: row.request, curl: row.curl })]
    : [head];
}

/** A YAML block; JSON texts and numbers are YAML. */
const block = (fields: Readonly<Record<string, string | number | null>>) => [
  '  ---',
  ...Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [`  ${name}: ${escapeForTerminal(JSON.stringify(value))}`],
  ),
  '  ...',
];
const oneLine = (text: string) => escapeControls(text.replace(/\s+/g, ' ').trim());
