// `tuk smoke merge`: joins the reports of shards.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { BadInput } from '../../services/http/errors.js';
import { reportFiles } from './options.js';
import { readReport } from './read-report.js';
import { caseName, type Report, reportSchema, summaryOf } from './report.js';
import { reportSummary } from './reporters.js';
import { printResults, writeReports } from './reports.js';

/** Merges reports. @returns the exit code of the merged report @throws {BadInput} BAD_REPORT */
export async function mergeReports({ positionals, options }: Arguments, context: Context): Promise<number> {
  const reports = await Promise.all(positionals.map((file) => readReport(file, context)));
  const report = merged(reports, positionals);
  const files = writeReports(report, reportFiles(options), context);
  await printResults(report.results, context);
  reportSummary(context, report, files);
  return report.exitCode;
}

/** One report of the shards of a run. It adds the problems of the set of shards. */
function merged(reports: readonly Report[], files: readonly string[]): Report {
  const [first] = reports;
  if (!first) throw new BadInput('BAD_REPORT', 'There is no report to merge.');
  const results = reports.flatMap((report) => report.results);
  const starts = reports.map(({ startedAt }) => Date.parse(startedAt));
  const [start, end] = [
    Math.min(...starts),
    Math.max(...reports.map((report, at) => starts[at]! + report.milliseconds)),
  ];
  const interrupted = reports.find((report) => report.interrupted)?.exitCode;
  const problems = [
    ...shardProblems(reports),
    ...sameProblems(reports, files),
    ...twiceProblems(results),
    ...reports.flatMap((report) => report.problems.map((problem) => `Shard ${report.shard}: ${problem}`)),
    ...reports
      .filter((report) => report.passed + report.failed + report.known === 0)
      .map((report) => `Nothing was checked in shard ${report.shard}.`),
  ];
  const sessionEnded = reports.some((report) => report.sessionEnded);
  const summary = summaryOf(results, { milliseconds: end - start, interrupted, sessionEnded, problems });
  return {
    schema: reportSchema,
    version: first.version,
    startedAt: new Date(start).toISOString(),
    profile: first.profile,
    addresses: Object.assign({}, ...reports.map(({ addresses }) => addresses)),
    shard: '1/1',
    ...summary,
    exitCode: summary.exitCode === 0 ? 0 : 1, // the reports of the shards have the other codes
    results,
  };
}

function shardProblems(reports: readonly Report[]) {
  const shards = reports.map(({ shard }) => shard);
  const counts = [...new Set(shards.map((shard) => shard.split('/')[1]))];
  if (counts.length > 1) return [`The reports are of different divisions: ${[...new Set(shards)].join(', ')}.`];
  const expected = Array.from({ length: Number(counts[0]) || 0 }, (_, at) => `${at + 1}/${counts[0]}`);
  const missing = expected.filter((shard) => !shards.includes(shard));
  const twice = expected.filter((shard) => shards.indexOf(shard) !== shards.lastIndexOf(shard));
  return [
    missing.length > 0 && `The report of shard ${missing.join(', ')} is missing.`,
    twice.length > 0 && `Shard ${twice.join(', ')} is there twice.`,
  ].filter((problem) => problem !== false);
}

const sameProblems = (reports: readonly Report[], files: readonly string[]) =>
  (['profile', 'version'] as const).flatMap((fact) => {
    const at = reports.findIndex((report) => report[fact] !== reports[0]![fact]);
    return at < 0
      ? []
      : [
          `The reports differ in their ${fact}: ${reports[0]![fact]} in ${files[0]}, ${reports[at]![fact]} in ${files[at]}.`,
        ];
  });

function twiceProblems(results: Report['results']) {
  const names = results.map(caseName);
  const twice = new Set(names.filter((name, at) => names.indexOf(name) !== at));
  return twice.size === 0
    ? []
    : [
        `${twice.size} ${twice.size === 1 ? 'call is' : 'calls are'} in several reports: ${[...twice].slice(0, 3).join(', ')}.`,
      ];
}
