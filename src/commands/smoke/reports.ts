// Writes the report files of a smoke run, prints its cases, and prints the plan of a dry run.
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Context } from '../../cli/context.js';
import { kebab } from '../../services/catalogue/define.js';
import { LocalFailure } from '../../services/http/errors.js';
import { replaceFile } from '../../services/whole-file.js';
import { type Result, skipReason, valuesFor } from './case.js';
import { junit } from './junit.js';
import type { Plan } from './plan.js';
import { isFlaky, rowOf, type Summary, worstFirst } from './summary.js';
import { type Known, requiredValues, sourcesOf } from './values.js';

/** Writes the requested reports. @returns their files. @throws {LocalFailure} */
export async function writeReports(results: readonly Result[], summary: Summary, { options }: Plan, context: Context): Promise<string[]> {
  const clean = (text: string) => context.out.redact.clean(text);
  const profile = context.settings().profile.value;
  const reports: [string | undefined, () => string][] = [
    [options.junit, () => junit(results, summary, profile, clean)],
    [options.json, () => `${JSON.stringify({ profile, ...summary, results: results.map((one) => rowOf(one, clean)) }, undefined, 2)}\n`],
  ];
  const files: string[] = [];
  for (const [file, text] of reports) {
    if (file === undefined) continue;
    save(path.resolve(context.world.cwd, file), text());
    files.push(file);
  }
  return files;
}

function save(file: string, text: string): void {
  try {
    const existing = statSync(file, { throwIfNoEntry: false });
    if (existing && !existing.isFile())
      writeFileSync(file, text); // a pipe, or /dev/stdout
    else replaceFile(file, Buffer.from(text), 0o666, { preserve: true });
  } catch (error) {
    throw new LocalFailure('REPORT', `The report ${file} cannot be written: ${(error as Error).message}.`, undefined, error);
  }
}

const columns = ['outcome', 'service', 'method', 'path', 'status', 'milliseconds', 'why'];
/** The number of slowest cases on a terminal without output options; reports and pipes have all. */
const maxSlowest = 10;

/** Prints the rows, the worst first; on a terminal failures, flaky cases and the slowest. */
export async function printResults(results: readonly Result[], context: Context): Promise<void> {
  const clean = (text: string) => context.out.redact.clean(text);
  const short = context.world.stdout.isTTY === true && context.out.options.format === undefined;
  const sorted = worstFirst(results);
  const bad = sorted.filter((one) => one.outcome === 'failed' || isFlaky(one));
  const passed = sorted.filter((one) => one.outcome === 'passed' && !bad.includes(one));
  const shown = short ? [...bad, ...passed.slice(0, maxSlowest)] : sorted;
  await context.out.print(JSON.stringify(shown.map((one) => rowOf(one, clean))), { columns, idPath: 'call', empty: 'No case.' });
}

/** Prints what a run would call and where its values would come from; nothing is sent. */
export async function printPlan({ calls, fixtures, reads, access, renamed }: Plan, context: Context): Promise<number> {
  const known: Known = { fixtures, reads, renamed, answers: new Map(), now: context.world.clock.now() };
  const rows = calls.map((call) => {
    const resolved = valuesFor(call, known);
    const why = skipReason(call, access, fixtures);
    const plannedSources = requiredValues(call, fixtures).map(
      (need) => [need.name, sourcesOf(call, need, reads).filter((one) => typeof one === 'string')] as const,
    );
    const from =
      'from' in resolved ? resolved.from : Object.fromEntries(plannedSources.map(([name, some]) => [name, some.join(' | ') || 'nothing']));
    return {
      service: call.service,
      call: kebab(call.name),
      method: call.method,
      path: call.path,
      auth: call.auth,
      effect: call.effect,
      values: from,
      skipped: why ?? null,
    };
  });
  await context.out.print(JSON.stringify(rows), { columns: ['service', 'method', 'path', 'auth', 'effect', 'skipped'], idPath: 'call' });
  return 0;
}
