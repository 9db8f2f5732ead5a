// Writes the report files of a smoke run, prints its cases, and prints the plan of a dry run.
import { appendFileSync } from 'node:fs';
import type { Context } from '../../cli/context.js';
import { saveReport } from '../../cli/report-file.js';
import { LocalFailure } from '../../services/http/errors.js';
import { skipReason, valuesFor } from './case.js';
import { githubAnnotations } from './formats/github.js';
import { junit } from './formats/junit.js';
import { markdown } from './formats/markdown.js';
import type { Options, ReportForm } from './options.js';
import { type Plan, valueSources } from './plan.js';
import { type CaseRow, callFields, type Report, worstFirst } from './report.js';
import { requiredValues, sourcesOf } from './values.js';

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

const columns = ['outcome', 'service', 'method', 'path', 'checked', 'status', 'milliseconds', 'why'];
/** The number of passed cases on a terminal without output options. */
const maxSlowest = 10;

/** Prints the rows, the worst first; on a terminal only failures, flaky cases and the slowest. */
export async function printResults(rows: readonly CaseRow[], context: Context): Promise<void> {
  const isShort = context.world.stdout.isTTY === true && context.out.options.format === undefined;
  const sorted = worstFirst(rows);
  const bad = sorted.filter(({ outcome }) => outcome === 'failed' || outcome === 'known' || outcome === 'flaky');
  const passed = sorted.filter(({ outcome }) => outcome === 'passed');
  const printed = isShort ? [...bad, ...passed.slice(0, maxSlowest)] : sorted;
  await context.out.print(JSON.stringify(printed), { columns, idPath: 'call', scope: false, empty: 'No case.' });
}

/** Prints the calls of a run with the sources of their values; nothing is sent. */
export async function printPlan(plan: Plan, context: Context): Promise<number> {
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
  await context.out.print(JSON.stringify(rows), {
    columns: ['service', 'method', 'path', 'auth', 'effect', 'skipped'],
    idPath: 'call',
  });
  return 0;
}
