// Writes the report files of a smoke run, prints its cases, and prints the plan of a dry run.

import { appendFileSync } from 'node:fs';
import { type Context, type Result, resultOf } from '../../cli/command/command.js';
import { saveReport } from '../../cli/files/report-file.js';
import { mdTable, mdText } from '../../cli/output/formats/markdown.js';
import { LocalFailure } from '../../services/http/errors.js';
import { columnsNamed } from '../../text/columns-named.js';
import { escapeControls } from '../../text/visible.js';
import { element, escapeXml, seconds, stamp, xmlDocument } from '../../text/xml.js';
import { skipReason, valuesFor } from './case.js';
import type { Options, ReportForm } from './options.js';
import { type Plan, valueSources } from './plan.js';
import { type CaseRow, callFields, caseName, type Report, skipCounts, verdictOf, worstFirst } from './report.js';
import { requiredValues, sourcesOf } from './values.js';

// Writes a smoke run as JUnit XML, valid by Jenkins' junit-10.xsd: one suite per service, one test case per call.

/** The JUnit report. A run that fails without a failed case has an error; a known failure is skipped. */
function junit(report: Report): string {
  const { results, profile, milliseconds, startedAt } = report;
  const services = [...new Set(results.map(({ service }) => service))];
  const suites = services.map((name) => {
    const rows = results.filter(({ service }) => service === name);
    return suite(name, rows, startedAt);
  });
  const problems = problemsOf(report);
  const errors = problems.length;
  if (errors > 0) {
    const counts = { tests: errors, failures: 0, errors, skipped: 0, time: seconds(0), timestamp: stamp(startedAt) };
    suites.push(element('testsuite', { name: 'tuk smoke', ...counts }, problems.map(runError)));
  }
  const counts = { tests: results.length + errors, failures: report.failed, errors, time: seconds(milliseconds) };
  return xmlDocument(element('testsuites', { name: `tuk smoke, profile ${profile}`, ...counts }, suites));
}

type RunProblem = readonly [name: string, message: string];

function problemsOf(report: Report): readonly RunProblem[] {
  const { problems, exitCode, failed } = report;
  const named = problems.map((why, at) => [`problem ${at + 1} of the run`, why] as const);
  if (named.length > 0 || exitCode === 0 || failed > 0) return named;
  const verdict = verdictOf(report);
  return [['the run', `${runProblems[verdict] ?? verdict}; exit ${exitCode}`]];
}
const runProblems: Readonly<Record<string, string>> = {
  INTERRUPTED: 'The run was interrupted',
  'SESSION ENDED': 'The session ended',
  'NOTHING CHECKED': 'Nothing was checked',
};

const runError = ([name, message]: RunProblem) =>
  element('testcase', { classname: 'tuk smoke', name, time: seconds(0) }, [element('error', { message, type: 'run' })]);

function suite(name: string, rows: readonly CaseRow[], startedAt: string) {
  const count = (...outcomes: CaseRow['outcome'][]) => rows.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const time = rows.reduce((sum, { milliseconds }) => sum + (milliseconds ?? 0), 0);
  const first = rows.flatMap((row) => row.startedAt ?? []).sort()[0] ?? startedAt;
  const counts = {
    tests: rows.length,
    failures: count('failed'),
    errors: 0,
    skipped: count('skipped', 'known'),
    time: seconds(time),
  };
  return element('testsuite', { name, ...counts, timestamp: stamp(first) }, rows.map(testCase));
}

function testCase(row: CaseRow) {
  const {
    service,
    call,
    method,
    path,
    withoutToken,
    outcome,
    cause,
    status,
    milliseconds,
    tries,
    why,
    request,
    curl,
    answer,
    rows,
  } = row;
  const reason = why ?? '';
  const details = [request, answer, curl].filter((text) => text !== null).join('\n\n');
  const children: string[] = [];
  if (outcome === 'flaky')
    children.push(element('flakyFailure', { message: reason, type: 'flaky' }, [escapeXml(`passed on try ${tries}`)]));
  if (outcome === 'skipped') children.push(element('skipped', { message: reason }));
  if (outcome === 'known') children.push(element('skipped', { message: `known failure: ${reason}`, type: 'known' }));
  if (outcome === 'failed')
    children.push(
      element('failure', { message: status === null ? reason : `${status}: ${reason}`, type: cause ?? 'answer' }, [
        escapeXml(details),
      ]),
    );
  if (rows !== null) children.push(element('system-out', {}, [`rows: ${rows}`]));
  return element(
    'testcase',
    {
      classname: service,
      name: `${method} ${path} (${call})${withoutToken ? ' without a token' : ''}`,
      time: seconds(milliseconds ?? 0),
    },
    children,
  );
}

// Writes a smoke run as Markdown (GitHub Flavored), for a ticket or the summary of a CI job.

/** The most rows of the tables of failed and skipped cases. */
const mostRows = 200;

/** The Markdown report: the verdict, its numbers, the causes, and the failed cases. */
function markdown(report: Report): string {
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
    ...[...problems, ...report.emptied].flatMap((problem) => ['', `**${mdText(problem)}**`]),
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
      'Rows',
      ['List', 'Rows'],
      results.flatMap((row) => (row.rows === null ? [] : [[nameOf(row), String(row.rows)]])),
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

// Reports a smoke run to GitHub Actions: an annotation for each cause, and a summary of the job.

/** GitHub shows ten annotations of a kind for each step; more are lost. */
const mostAnnotations = 10;

/**
 * The workflow commands of a run: errors for its problems and causes, warnings for flaky and known cases, a notice of
 * the verdict.
 */
function githubAnnotations(report: Report): readonly string[] {
  const { causes, problems, results, checked, cases } = report;
  const errors = [
    ...problems.map((why) => command('error', 'tuk smoke', why)),
    ...causes.map(({ calls, why }) => command('error', titleOf(calls), `${why}\n${calls.join('\n')}`)),
  ];
  const excess = errors.length - mostAnnotations;
  if (excess > 0)
    errors.splice(mostAnnotations - 1, excess + 1, command('error', 'tuk smoke', `And ${excess + 1} more causes.`));
  const warnings = report.emptied
    .map((list) => command('warning', 'An empty list', list))
    .concat(results.filter(({ outcome }) => outcome === 'flaky' || outcome === 'known').map(warning))
    .slice(0, mostAnnotations);
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

const formats: Readonly<Record<ReportForm, (report: Report) => string>> = {
  junit,
  json: (report) => `${JSON.stringify(report, undefined, 2)}\n`,
  markdown,
};

/** Writes the requested reports. @returns their files. @throws {LocalFailure} */
export function writeReports(report: Report, files: Options['files'], context: Context): string[] {
  for (const { form, file } of files) saveReport(file, formats[form](report), context.world);
  return files.map(({ file }) => file);
}

/**
 * Prints annotations for GitHub Actions on stderr, and adds the report to the summary of its job, if any.
 * @throws {LocalFailure}
 */
export function reportToGithub(report: Report, context: Context): void {
  for (const line of githubAnnotations(report)) context.out.writeCommand(line);
  const file = context.world.env.GITHUB_STEP_SUMMARY;
  if (!file) return;
  try {
    appendFileSync(file, markdown(report));
  } catch (error) {
    throw new LocalFailure(
      'REPORT',
      `The summary ${file} cannot be written: ${(error as Error).message}.`,
      undefined,
      error,
    );
  }
}

const columns = columnsNamed('outcome service method path checked status milliseconds why');
/** The number of passed cases on a terminal without output options. */
const maxSlowest = 10;

/** Prints the rows, the worst first; on a terminal only failures, flaky cases and the slowest. */
export async function printResults(rows: readonly CaseRow[], context: Context): Promise<void> {
  const isShort = context.world.stdout.isTTY === true && context.out.options.format === undefined;
  const sorted = worstFirst(rows);
  const bad = sorted.filter(({ outcome }) => outcome === 'failed' || outcome === 'known' || outcome === 'flaky');
  const passed = sorted.filter(({ outcome }) => outcome === 'passed');
  const printed = isShort ? [...bad, ...passed.slice(0, maxSlowest)] : sorted;
  await context.out.print(JSON.stringify(printed), {
    columns,
    idPath: 'call',
    empty: { says: 'No case.', of: { profiles: 'none' } },
  });
}

/** The calls of a run with the sources of their values; nothing is sent. */
export function plannedCalls(plan: Plan, context: Context): Result {
  const { calls, fixtures, reads, access } = plan;
  const values = valueSources(plan, context);
  const rows = calls.map((call) => {
    const resolved = valuesFor(call, values);
    const planned = () =>
      requiredValues(call, fixtures).map((need) => {
        const sources = sourcesOf(call, need, reads).filter((source) => typeof source === 'string');
        return [need.name, sources.join(' | ') || 'nothing'];
      });
    return {
      ...callFields(call),
      effect: call.effect,
      values: 'from' in resolved ? resolved.from : Object.fromEntries(planned()),
      skipped: skipReason(call, access, fixtures) ?? null,
    };
  });
  return resultOf(JSON.stringify(rows), {
    columns: columnsNamed('service method path auth effect skipped'),
    idPath: 'call',
  });
}
