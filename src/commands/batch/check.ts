// The check of a batch: every row that changes something is run up to its confirmation, as in a dry run, before the first one is sent. What the rows move is added
// up, and compared with the limits and with what the accounts have.

import type { Context } from '../../cli/context.js';
import { exitCode } from '../../cli/exit-codes.js';
import type { World } from '../../cli/world.js';
import { grouped } from '../../money/amount-text.js';
import { type Decimal, decimalOf, decimalText, isMore, plus, zero } from '../../money/decimal.js';
import type { Operation } from '../../money/ledger.js';
import type { BatchCheck, Purse } from '../../money/policy/dependencies.js';
import { isSame } from '../../money/policy/recipients.js';
import type { Verdict } from '../../money/verdict.js';
import { Failure, interrupted, type Kind } from '../../services/http/errors.js';
import type { PlannedRow } from './plan.js';
import type { RowProblem } from './rows.js';
import { runRow } from './run-row.js';

/** What leaves an account in one token, fees on top included. */
interface Leaving {
  readonly account: string;
  readonly token: string;
  readonly total: Decimal;
  readonly balance: Purse['balance'];
}
/** What the check of a batch has found. */
export interface Checked {
  readonly problems: readonly RowProblem[];
  /** What leaves in all, by token, fees on top included; on chains the fee is the most that it may be. */
  readonly totals: Readonly<Record<string, string>>;
  /** Rows that move an amount that is not known before they run: it is an unknown one, or comes from an earlier row. */
  readonly unknownAmounts: number;
  readonly newRecipients: readonly string[];
  /** The warnings of the verdicts, with the lines of their rows. */
  readonly warnings: readonly string[];
}

/** Checks the rows that change something and whose values are known. Reads are made once for all of them. @throws {Failure} if it is interrupted */
export async function checkRows(
  planned: readonly PlannedRow[],
  context: Context,
  options: { readonly newRecipient: boolean; readonly concurrency: number },
): Promise<Checked> {
  const problems: RowProblem[] = [];
  const judged: { readonly row: PlannedRow; readonly verdict: Verdict; readonly purse: Purse }[] = [];
  const operations: Operation[] = [];
  const reads = new Map<string, Promise<unknown>>();
  const rows = planned.filter(({ effect, needs, args }) => effect !== 'read' && needs.length === 0 && args !== undefined);
  const pending = rows.values();
  const resumed = new Set<string>(); // operations of rows that stand above: they are settled before a row signs
  const worker = async () => {
    for (const row of pending) {
      if (context.cancellation.isStopped()) throw interrupted();
      if (row.earlier) resumed.add(row.earlier.id);
      const batchCheck: BatchCheck = {
        planned: operations,
        resumed,
        memo: <T>(key: string, make: () => Promise<T>) => {
          const known = (reads.get(key) as Promise<T> | undefined) ?? make();
          reads.set(key, known);
          return known;
        },
        add: (verdict, purse) => {
          judged.push({ row, verdict, purse });
          operations.push(operationOf(row, verdict, context));
        },
      };
      const world: World = Object.create(context.world, { batchCheck: { value: batchCheck }, followed: { value: resumed } });
      const { code, error } = await runRow(
        row,
        new Map(),
        { context, newRecipient: options.newRecipient },
        { world, flags: { dryRun: true } },
      );
      const found = code === 0 || code === exitCode('unknown') ? [] : problemsOf(row, code, error); // a row that is open is looked up when it runs
      const isSentAgain = row.earlier !== undefined && found.every((one) => one.code === 'UNSETTLED_TRANSACTION'); // the same bytes, when it runs
      if (!isSentAgain) problems.push(...found.filter((one) => one.code !== 'NO_DRY_RUN'));
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, worker));
  const leaving = leavingOf(judged);
  const recipients = judged.flatMap(({ verdict: { isNew, facts } }) => (isNew && facts.recipient ? [facts.recipient.id] : []));
  return {
    problems: [...problems, ...(await overdrawn(leaving, judged))],
    totals: sums(leaving),
    unknownAmounts:
      planned.filter(({ effect, needs }) => effect === 'transfer' && needs.length > 0).length +
      judged.filter(({ verdict }) => isUnknown(verdict)).length,
    newRecipients: recipients.filter((one, at) => recipients.findIndex((other) => isSame(one, other)) === at),
    warnings: judged.flatMap(({ row, verdict }) => verdict.warnings.map(({ message }) => `line ${row.line}: ${message}`)),
  };
}
const isUnknown = ({ facts, figures }: Verdict): boolean =>
  facts.fields.incoming !== true && figures.leaves === undefined && figures.thing === undefined;

/** The problems of a row: its error, or every refusal of it. @throws {Failure} for one that is not the row's own: no session, no service, an interruption */
function problemsOf({ line }: PlannedRow, exit: number, error: string | undefined): readonly RowProblem[] {
  const { code = '', category, message = 'it cannot be done', hint, refusals = [] } = JSON.parse(error ?? '{}') as PrintedError;
  if (category && /^(sign-in|unreachable|rate-limited|local|interrupted)$/.test(category)) throw new Failure(category, code, message, hint);
  const all = refusals.length > 1 ? refusals : [{ code, message }];
  return all.map((one) => ({ line, message: one.message, code: one.code, isGuarded: exit !== exitCode('usage') }));
}
/** An error as a row prints it. */
interface PrintedError {
  readonly code?: string;
  readonly category?: Kind;
  readonly message?: string;
  readonly hint?: string;
  readonly refusals?: readonly { readonly code: string; readonly message: string }[];
}

/** A row as the ledger would have it: it counts for the limits of the rows after it. */
function operationOf({ number, clientRef }: PlannedRow, { recorded, facts }: Verdict, context: Context): Operation {
  const { service, name: call } = facts.call;
  return {
    ...recorded,
    id: `row ${number}`,
    at: new Date(context.world.clock.now()).toISOString(),
    pid: 0,
    outcome: 'done',
    profile: context.settings().profile.value,
    service,
    call,
    method: 'POST',
    url: '',
    ref: clientRef,
  };
}

type Judged = { readonly row: PlannedRow; readonly verdict: Verdict; readonly purse: Purse };
/** What leaves each account, by token. */
function leavingOf(judged: readonly Judged[]): readonly Leaving[] {
  const all = new Map<string, Leaving>();
  const add = ({ account, balance }: Purse, token: string | undefined, amount: string | undefined) => {
    const number = decimalOf(amount ?? '');
    if (token === undefined || number === undefined) return;
    const key = `${account} ${token}`;
    all.set(key, { account, token, balance, total: plus(all.get(key)?.total ?? zero, number) });
  };
  for (const { verdict, purse } of judged) {
    const { amount, token, fee, feeToken } = verdict.recorded;
    if (!verdict.figures.incoming) add(purse, token, amount);
    add(purse, feeToken, fee);
  }
  return [...all.values()];
}

/** The accounts that have less than leaves them, each named on the first row that takes from it. */
async function overdrawn(leaving: readonly Leaving[], judged: readonly Judged[]): Promise<readonly RowProblem[]> {
  const found = await Promise.all(
    leaving.map(async ({ account, token, total, balance }): Promise<readonly RowProblem[]> => {
      const has = await balance(token);
      if (has === undefined || !isMore(total, has)) return [];
      const takes = ({ verdict: { recorded }, purse }: Judged) =>
        purse.account === account && [recorded.token, recorded.feeToken].includes(token);
      const { line } = judged.find(takes)!.row;
      const text = (amount: Decimal) => `${grouped(decimalText(amount))} ${token}`;
      return [{ line, message: `the rows take ${text(total)} in all, fees included, and the account has ${text(has)}`, isGuarded: true }];
    }),
  );
  return found.flat();
}

function sums(leaving: readonly Leaving[]): Readonly<Record<string, string>> {
  const totals = new Map<string, Decimal>();
  for (const { token, total } of leaving) totals.set(token, plus(totals.get(token) ?? zero, total));
  return Object.fromEntries([...totals].map(([token, total]) => [token, decimalText(total)]));
}
