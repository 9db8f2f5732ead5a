// `tuk smoke compare`: what changed between two runs.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { exitCode } from '../../cli/exit-codes.js';
import { counted } from '../../services/counted.js';
import { readReport } from './read-report.js';
import { type CaseRow, caseName, type Outcome, type Report } from './report.js';

/** A difference of one call. */
interface Difference {
  readonly change:
    | 'fails now'
    | 'passes now'
    | 'outcome'
    | 'status'
    | 'slower'
    | 'faster'
    | 'not checked any more'
    | 'checked now'
    | 'only before'
    | 'only after';
  readonly isWorse: boolean;
  readonly call: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly why: string | null;
}

/** Prints the differences. @returns 1 where one of them is for the worse @throws {BadInput} for files that are no reports */
export async function compareReports({ positionals }: Arguments, context: Context): Promise<number> {
  const [before, after] = [await readReport(positionals[0]!, context), await readReport(positionals[1]!, context)];
  const differences = differencesOf(before, after);
  await context.out.print(JSON.stringify(differences), {
    columns: ['change', 'call', 'before', 'after', 'why'],
    idPath: 'call',
    empty: 'No difference.',
  });
  const worse = differences.filter(({ isWorse }) => isWorse).length;
  context.log(`${counted(differences.length, 'difference')}, ${worse} for the worse`);
  return worse > 0 ? exitCode('failed') : 0;
}

/** The differences of two runs, those for the worse first. */
function differencesOf(before: Report, after: Report): readonly Difference[] {
  const [old, now] = [byName(before), byName(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  const all = names.flatMap((name) => differenceOf(name, old.get(name), now.get(name)) ?? []);
  return [...all].sort((one, other) => Number(other.isWorse) - Number(one.isWorse));
}
const byName = ({ results }: Report) => new Map(results.map((row) => [`${caseName(row)} (${row.call})`, row]));

const isGood = (outcome: Outcome): boolean => outcome === 'passed' || outcome === 'flaky';

function differenceOf(call: string, before: CaseRow | undefined, after: CaseRow | undefined): Difference | undefined {
  const of = (change: Difference['change'], isWorse: boolean, one: string | null, other: string | null): Difference => ({
    change,
    isWorse,
    call,
    before: one,
    after: other,
    why: after?.why ?? before?.why ?? null,
  });
  if (!before || !after)
    return before
      ? of('only before', before.outcome !== 'skipped', before.outcome, null)
      : of('only after', after!.outcome === 'failed', null, after!.outcome);
  if (before.outcome !== after.outcome) {
    if (after.outcome === 'failed') return of('fails now', true, before.outcome, after.outcome);
    if (after.outcome === 'skipped') return of('not checked any more', true, before.outcome, after.outcome);
    if (before.outcome === 'skipped') return of('checked now', false, before.outcome, after.outcome);
    if (!isGood(before.outcome) && isGood(after.outcome)) return of('passes now', false, before.outcome, after.outcome);
    return of('outcome', !isGood(after.outcome) || after.outcome === 'flaky', before.outcome, after.outcome);
  }
  if (before.status !== after.status) return of('status', after.outcome === 'failed', textOf(before.status), textOf(after.status));
  return slowerOrFaster(before.milliseconds, after.milliseconds, of);
}
const textOf = (status: number | null): string | null => (status === null ? null : String(status));

/** Times vary: a difference is three times as long, and half a second at least. */
function slowerOrFaster(
  before: number | null,
  after: number | null,
  of: (change: Difference['change'], isWorse: boolean, one: string, other: string) => Difference,
): Difference | undefined {
  if (before === null || after === null || Math.abs(after - before) < 500) return undefined;
  const [one, other] = [`${before} ms`, `${after} ms`];
  if (after > before * 3) return of('slower', true, one, other);
  return before > after * 3 ? of('faster', false, one, other) : undefined;
}
