// Checks planned lines, confirms them all at once, and runs them with one ledger and one pool of connections.

import type { Context } from '../../cli/command.js';
import { isDryRun } from '../../cli/settings.js';
import { requireTrustedFolder } from '../change/transfer.js';
import { checkLines } from './check.js';
import { confirmLines, refuseProblems, requireReferences, summaryOf } from './confirm.js';
import type { LineProblem, Nouns } from './line.js';
import type { PlannedLine } from './plan.js';
import { SharedContext } from './shared-context.js';

interface RunOptions {
  readonly context: Context;
  readonly nouns: Nouns;
  readonly reference: string | undefined;
  readonly newRecipient: boolean;
  /** The most lines that are checked at the same time. */
  readonly concurrency: number;
}

/**
 * Checks and confirms lines, then runs them. A dry run prints their plan instead.
 * @param problems of the file and its plan: the problems of the checks follow them
 * @returns the exit code of `run`; 0 in a dry run
 * @throws {Failure} before anything is sent, with all problems; as `run`
 */
export async function confirmedRun(
  planned: readonly PlannedLine[],
  problems: readonly LineProblem[],
  { context, nouns, reference, newRecipient, concurrency }: RunOptions,
  run: (shared: SharedContext) => Promise<number>,
): Promise<number> {
  const isDry = isDryRun(context.flags);
  const movesValue = planned.some(({ effect }) => effect === 'transfer');
  if (movesValue) {
    await requireTrustedFolder(context);
    if (!isDry && problems.length === 0) requireReferences(planned, reference, nouns);
  }
  const shared = new SharedContext(context);
  try {
    if (planned.some(({ effect }) => effect !== 'read')) await shared.seal();
    if (movesValue) shared.openLedger();
    const checked = await checkLines(planned, shared, { newRecipient, concurrency });
    const { count, ...figures } = summaryOf(planned, checked);
    const plan = { dryRun: true, [`${nouns.part}s`]: count, ...figures };
    if (isDry) await context.out.print(JSON.stringify(plan), { singleRecord: true });
    refuseProblems([...problems, ...checked.problems], nouns);
    if (isDry) return 0;
    await confirmLines({ count, ...figures }, checked.warnings, context, nouns);
    return await run(shared);
  } finally {
    await shared.close();
  }
}
