// What comes out of a smoke run: report files, rows on stdout, and the list of a dry run.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../../cli/context.js';
import { kebab } from '../../services/catalogue/define.js';
import { makeFolder } from '../../services/folder.js';
import { LocalFailure } from '../../services/http/errors.js';
import { barred, type Result, valuesFor } from './case.js';
import { junit } from './junit.js';
import { isFlaky, rowOf, type Summary, worstFirst } from './measured.js';
import type { Plan } from './plan.js';
import { type Known, needsOf, sourcesOf } from './values.js';

/** Writes the reports that were asked for. @returns their files. @throws {LocalFailure} */
export async function written(results: readonly Result[], summary: Summary, { options }: Plan, context: Context): Promise<string[]> {
  const clean = (text: string) => context.redact.clean(text);
  const profile = context.settings.profile.value;
  const reports: [string | undefined, () => string][] = [
    [options.junit, () => junit(results, summary, profile, clean)],
    [options.json, () => `${JSON.stringify({ profile, ...summary, results: results.map((one) => rowOf(one, clean)) }, undefined, 2)}\n`],
  ];
  const files: string[] = [];
  for (const [file, text] of reports) {
    if (file === undefined) continue;
    await save(path.resolve(context.world.cwd, file), text());
    files.push(file);
  }
  return files;
}

async function save(file: string, text: string): Promise<void> {
  try {
    makeFolder(path.dirname(file));
    await writeFile(file, text);
  } catch (error) {
    throw new LocalFailure('REPORT', `The report ${file} cannot be written: ${(error as Error).message}.`, undefined, error);
  }
}

const columns = ['outcome', 'service', 'method', 'path', 'status', 'milliseconds', 'why'];
/** How many of the slowest a terminal shows where no form of output was asked for; all else is in the reports and in a pipe. */
const slowest = 10;

/** Prints the rows, the worst first; on a terminal those that matter. */
export async function printed(results: readonly Result[], context: Context): Promise<void> {
  const clean = (text: string) => context.redact.clean(text);
  const short = context.world.stdout.isTTY === true && context.outputOptions.form === undefined;
  const sorted = worstFirst(results);
  const bad = sorted.filter((one) => one.outcome === 'failed' || isFlaky(one));
  const fine = sorted.filter((one) => one.outcome === 'passed' && !bad.includes(one));
  const shown = short ? [...bad, ...fine.slice(0, slowest)] : sorted;
  await context.print(JSON.stringify(shown.map((one) => rowOf(one, clean))), { columns, name: 'call', empty: 'No case.' });
}

/** Prints what a run would call and where its values would come from; nothing is sent. */
export async function listed({ calls, given, reads, means, renamed }: Plan, context: Context): Promise<number> {
  const known: Known = { given, reads, renamed, answers: new Map(), now: context.world.clock.now() };
  const rows = calls.map((call) => {
    const asked = valuesFor(call, known);
    const why = barred(call, means, given);
    const later = needsOf(call, given).map(
      (need) => [need.name, sourcesOf(call, need, reads).filter((one) => typeof one === 'string')] as const,
    );
    const from = 'from' in asked ? asked.from : Object.fromEntries(later.map(([name, some]) => [name, some.join(' | ') || 'nothing']));
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
  await context.print(JSON.stringify(rows), { columns: ['service', 'method', 'path', 'auth', 'effect', 'skipped'], name: 'call' });
  return 0;
}
