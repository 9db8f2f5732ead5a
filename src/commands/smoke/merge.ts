// `tuk smoke merge`: the reports of shards as one report.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { BadInput } from '../../services/http/errors.js';
import { reportFiles } from './options.js';
import { readReport } from './read-report.js';
import { caseName, type Report, reportSchema, summaryOf } from './report.js';
import { reportSummary } from './reporters.js';
import { printResults, writeReports } from './reports.js';

/** Merges reports. @returns the exit code of the merged report @throws {BadInput} for files that are no reports */
export async function mergeReports({ positionals, options }: Arguments, context: Context): Promise<number> {
  const reports = await Promise.all(positionals.map((file) => readReport(file, context)));
  const report = merged(reports, positionals);
  const files = await writeReports(report, reportFiles(options), context);
  await printResults(report.results, context);
  reportSummary(context, report, files);
  return report.exitCode;
}

/** One report of the shards of a run. What is wrong with the set of shards is among its problems. */
function merged(reports: readonly Report[], files: readonly string[]): Report {
  const [first] = reports;
  if (!first) throw new BadInput('BAD_REPORT', 'There is no report to merge.');
  const results = reports.flatMap((one) => one.results);
  const starts = reports.map(({ startedAt }) => Date.parse(startedAt));
  const [start, end] = [Math.min(...starts), Math.max(...reports.map((one, at) => starts[at]! + one.milliseconds))];
  const interrupted = reports.find((one) => one.interrupted)?.exitCode;
  const problems = [
    ...shardProblems(reports),
    ...sameProblems(reports, files),
    ...twiceProblems(results),
    ...reports.flatMap((one) => one.problems.map((problem) => `Shard ${one.shard}: ${problem}`)),
    ...reports.filter((one) => one.passed + one.failed + one.known === 0).map((one) => `Nothing was checked in shard ${one.shard}.`),
  ];
  const sessionEnded = reports.some((one) => one.sessionEnded);
  const summary = summaryOf(results, { milliseconds: end - start, interrupted, sessionEnded, problems });
  return {
    schema: reportSchema,
    version: first.version,
    startedAt: new Date(start).toISOString(),
    profile: first.profile,
    addresses: Object.assign({}, ...reports.map(({ addresses }) => addresses)),
    shard: '1/1',
    ...summary,
    exitCode: summary.exitCode === 0 ? 0 : 1, // the report of a set is red or it is not; why, its shards say
    results,
  };
}

/** The shards that are missing, there twice, or of another division. */
function shardProblems(reports: readonly Report[]): readonly string[] {
  const shards = reports.map(({ shard }) => shard);
  const counts = [...new Set(shards.map((shard) => shard.split('/')[1]))];
  if (counts.length > 1) return [`The reports are of different divisions: ${[...new Set(shards)].join(', ')}.`];
  const all = Array.from({ length: Number(counts[0]) || 0 }, (_, at) => `${at + 1}/${counts[0]}`);
  const missing = all.filter((shard) => !shards.includes(shard));
  const twice = all.filter((shard) => shards.filter((one) => one === shard).length > 1);
  return [
    ...(missing.length > 0 ? [`The report of shard ${missing.join(', ')} is missing.`] : []),
    ...(twice.length > 0 ? [`Shard ${twice.join(', ')} is there twice.`] : []),
  ];
}

/** The facts in which reports of one run cannot differ. */
const sameProblems = (reports: readonly Report[], files: readonly string[]): readonly string[] =>
  (['profile', 'version'] as const).flatMap((fact) => {
    const at = reports.findIndex((one) => one[fact] !== reports[0]![fact]);
    return at < 0
      ? []
      : [`The reports differ in their ${fact}: ${reports[0]![fact]} in ${files[0]}, ${reports[at]![fact]} in ${files[at]}.`];
  });

function twiceProblems(results: Report['results']): readonly string[] {
  const names = results.map(caseName);
  const twice = new Set(names.filter((name, at) => names.indexOf(name) !== at));
  return twice.size === 0
    ? []
    : [`${twice.size} ${twice.size === 1 ? 'call is' : 'calls are'} in several reports: ${[...twice].slice(0, 3).join(', ')}.`];
}
