// `tuk smoke compare`: the differences between two runs.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { exitCode } from '../../cli/exit-codes.js';
import { counted } from '../../services/counted.js';
import { readReport } from './read-report.js';
import { type CaseRow, caseName, type Outcome, type Report } from './report.js';

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

/** Prints the differences. @returns 1 if one is for the worse @throws {BadInput} BAD_REPORT */
export async function compareReports({ positionals }: Arguments, context: Context): Promise<number> {
  const [before, after] = [await readReport(positionals[0]!, context), await readReport(positionals[1]!, context)];
  const differences = differencesOf(before, after);
  await context.out.print(JSON.stringify(differences), {
    columns: ['change', 'call', 'before', 'after', 'why'],
    idPath: 'call',
    scope: false,
    empty: 'No difference.',
  });
  const worse = differences.filter(({ isWorse }) => isWorse).length;
  context.log(`${counted(differences.length, 'difference')}, ${worse} for the worse`);
  return worse > 0 ? exitCode('failed') : 0;
}

function differencesOf(before: Report, after: Report): readonly Difference[] {
  const [old, now] = [byName(before), byName(after)];
  const names = new Set([...old.keys(), ...now.keys()]);
  const differences = [...names].flatMap((name) => differenceOf(name, old.get(name), now.get(name)) ?? []);
  return differences.sort((a, b) => Number(b.isWorse) - Number(a.isWorse));
}
const byName = ({ results }: Report) => new Map(results.map((row) => [`${caseName(row)} (${row.call})`, row]));

const isGood = (outcome: Outcome) => outcome === 'passed' || outcome === 'flaky';

type Change = readonly [change: Difference['change'], isWorse: boolean, before: string | null, after: string | null];

function differenceOf(call: string, old: CaseRow | undefined, now: CaseRow | undefined): Difference | undefined {
  const difference = changeOf(old, now);
  if (!difference) return undefined;
  const [change, isWorse, before, after] = difference;
  return { change, isWorse, call, before, after, why: now?.why ?? old?.why ?? null };
}

function changeOf(before: CaseRow | undefined, after: CaseRow | undefined): Change | undefined {
  if (!before) return after && ['only after', after.outcome === 'failed', null, after.outcome];
  if (!after) return ['only before', before.outcome !== 'skipped', before.outcome, null];
  if (before.outcome !== after.outcome)
    return [...outcomeChange(before.outcome, after.outcome), before.outcome, after.outcome];
  if (before.status !== after.status)
    return ['status', after.outcome === 'failed', textOf(before.status), textOf(after.status)];
  return timeChange(before.milliseconds, after.milliseconds);
}
const textOf = (status: number | null): string | null => (status === null ? null : String(status));

function outcomeChange(before: Outcome, after: Outcome): readonly [change: Difference['change'], isWorse: boolean] {
  if (after === 'failed') return ['fails now', true];
  if (after === 'skipped') return ['not checked any more', true];
  if (before === 'skipped') return ['checked now', false];
  if (!isGood(before) && isGood(after)) return ['passes now', false];
  return ['outcome', after !== 'passed'];
}

/** Times vary: a change is a factor of three, and half a second at least. */
function timeChange(before: number | null, after: number | null): Change | undefined {
  if (before === null || after === null || Math.abs(after - before) < 500) return undefined;
  const isSlower = after > before * 3;
  if (!isSlower && before <= after * 3) return undefined;
  return [isSlower ? 'slower' : 'faster', isSlower, `${before} ms`, `${after} ms`];
}
