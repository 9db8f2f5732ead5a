// Writes a smoke run as JUnit XML, valid by Jenkins' junit-10.xsd: one suite per service, one test case per call.

import { element, escapeXml, seconds, stamp, xmlDocument } from '../../../text/xml.js';
import { type CaseRow, type Report, verdictOf } from '../report.js';

/** The JUnit report. A run that fails without a failed case has an error; a known failure is skipped. */
export function junit(report: Report): string {
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
