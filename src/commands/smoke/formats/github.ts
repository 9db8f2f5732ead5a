// Reports a smoke run to GitHub Actions: an annotation for each cause, and a summary of the job.

import { escapeControls } from '../../../text/visible.js';
import { type CaseRow, caseName, type Report, verdictOf } from '../report.js';

/** GitHub shows ten annotations of a kind for each step; more are lost. */
const mostAnnotations = 10;

/**
 * The workflow commands of a run: errors for its problems and causes, warnings for flaky and known cases, a notice of
 * the verdict.
 */
export function githubAnnotations(report: Report): readonly string[] {
  const { causes, problems, results, checked, cases } = report;
  const errors = [
    ...problems.map((why) => command('error', 'tuk smoke', why)),
    ...causes.map(({ calls, why }) => command('error', titleOf(calls), `${why}\n${calls.join('\n')}`)),
  ];
  const excess = errors.length - mostAnnotations;
  if (excess > 0)
    errors.splice(mostAnnotations - 1, excess + 1, command('error', 'tuk smoke', `And ${excess + 1} more causes.`));
  const warnings = results
    .filter(({ outcome }) => outcome === 'flaky' || outcome === 'known')
    .slice(0, mostAnnotations)
    .map(warning);
  const verdict = command(
    'notice',
    'tuk smoke',
    `${verdictOf(report)}: ${report.passed} passed, ${report.failed} failed, ${checked} of ${cases} calls checked`,
  );
  return [...errors, ...warnings, verdict];
}
const titleOf = (calls: readonly string[]) => (calls.length === 1 ? calls[0]! : `${calls.length} calls`);
const warning = (row: CaseRow) =>
  command(
    'warning',
    caseName(row),
    row.outcome === 'flaky' ? `passed on try ${row.tries}: ${row.why ?? ''}` : `known failure: ${row.why ?? ''}`,
  );

/** A workflow command. Characters that would end a property or the line are encoded as the runner decodes them. */
function command(kind: 'error' | 'warning' | 'notice', title: string, message: string) {
  const data = (text: string) =>
    text
      .split('\n')
      .map(escapeControls)
      .join('\n')
      .replaceAll('%', '%25')
      .replaceAll('\r', '%0D')
      .replaceAll('\n', '%0A');
  return `::${kind} title=${data(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${data(message)}`;
}
