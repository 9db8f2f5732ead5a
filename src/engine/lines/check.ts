// Checks a batch or a flow before anything is sent: each change runs up to its confirmation. The sums are compared
// with the limits and the balances.

import { setMaxListeners } from 'node:events';
import type { Context } from '../../cli/command/command.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import type { SaidError, World } from '../../cli/settings/world.js';
import { type Member, sendGroup } from '../../money/chain/group.js';
import type { Operation } from '../../money/ledger/operation.js';
import { type Decimal, decimalOf, decimalText, grouped, isMore, plus, zero } from '../../money/values/decimal.js';
import { isSame } from '../../money/values/recipients.js';
import type { BatchCheck, SourceAccount } from '../../money/verdict/dependencies.js';
import type { Seal, Sealing } from '../../money/verdict/seal.js';
import type { Verdict } from '../../money/verdict/verdict.js';
import { concurrently } from '../../services/concurrently.js';
import { Failure, interrupted } from '../../services/http/errors.js';
import { type PlannedLine, unitsOf } from './plan.js';
import { runLine } from './run-line.js';
import type { LineProblem } from './values.js';

interface Outflow {
  readonly account: string;
  readonly token: string;
  readonly total: Decimal;
  readonly balance: SourceAccount['balance'];
}
interface JudgedLine {
  readonly row: PlannedLine;
  readonly verdict: Verdict;
  readonly sourceAccount: SourceAccount;
}
export interface CheckResult {
  readonly problems: readonly LineProblem[];
  /** The totals by token, known fees included; on a chain the highest possible fee. */
  readonly totals: Readonly<Record<string, string>>;
  /** The number of rows with a fee that is not known before they run. */
  readonly unknownFees: number;
  /** The number of rows with an amount that is not known before they run. */
  readonly unknownAmounts: number;
  readonly newRecipients: readonly string[];
  readonly warnings: readonly string[];
  /** The numbers of rows that move the same, in groups. */
  readonly equal: readonly (readonly number[])[];
  /** The seals of what each row would move, by its number. */
  readonly seals: ReadonlyMap<number, readonly Seal[]>;
}

/** The most sends of a key whose reads go together. */
const mostTogether = 100;

/** Checks the changes that need no other row. Each read is made once. @throws {Failure} if interrupted */
export async function checkLines(
  planned: readonly PlannedLine[],
  context: Context,
  options: { readonly newRecipient: boolean; readonly concurrency: number },
): Promise<CheckResult> {
  const problems: LineProblem[] = [];
  const judged: JudgedLine[] = [];
  const said = new Map<string, Set<number>>(); // the warnings of transactions, with their lines
  const operations: Operation[] = [];
  const reads = new Map<string, Promise<unknown>>();
  const rows = planned.filter(
    ({ effect, needs, args }) => effect !== 'read' && needs.length === 0 && args !== undefined,
  );
  const seals = new Map<number, readonly Seal[]>();
  const { plan } = context.world;
  const resumed = new Set<string>(); // operations of rows above: they are settled before a row signs
  const checkRow = async (row: PlannedLine, group?: Member) => {
    if (context.deadline.isStopped()) throw interrupted();
    if (row.earlier) resumed.add(row.earlier.id);
    const batchCheck: BatchCheck = {
      planned: operations,
      resumed,
      memo: <T>(key: string, make: () => Promise<T>) => {
        const read = (reads.get(key) as Promise<T> | undefined) ?? make();
        reads.set(key, read);
        return read;
      },
      warn: (messages) => {
        for (const text of messages) said.set(text, (said.get(text) ?? new Set()).add(row.line));
      },
      add: (verdict, sourceAccount) => {
        judged.push({ row, verdict, sourceAccount });
        operations.push(operationOf(row, verdict, context));
      },
    };
    const planned = plan?.sealingOf(row.number);
    const sealing: Sealing = {
      approvals: planned?.approvals,
      take: (seal) => {
        seals.set(row.number, [...(seals.get(row.number) ?? []), seal]);
        return planned?.take(seal) ?? [];
      },
    };
    const world: World = Object.create(context.world, {
      batchCheck: { value: batchCheck },
      followed: { value: resumed },
      sealing: { value: sealing },
    });
    const rowOptions = { context, newRecipient: options.newRecipient, filled: () => row.words, group };
    const check = async () => runLine(row, rowOptions, { world, flags: { dryRun: true } });
    let { code, error } = await check();
    if (error?.code === 'NOT_SIGNED') ({ code, error } = await check()); // an earlier run ended before it signed
    // an open row is looked up when it runs
    if ([0, exitCode('unknown'), exitCode('pending')].includes(code)) return;
    const rowProblems = problemsOf(row, code, error);
    // The same bytes are sent again when the row runs.
    const isSentAgain =
      row.earlier !== undefined && rowProblems.every((problem) => problem.code === 'UNSETTLED_TRANSACTION');
    if (!isSentAgain) problems.push(...rowProblems.filter((problem) => problem.code !== 'NO_DRY_RUN'));
  };
  const units = unitsOf(rows, mostTogether);
  if (context.deadline.signal) setMaxListeners(options.concurrency * mostTogether, context.deadline.signal);
  await concurrently(units, options.concurrency, async (unit) => {
    const group = unit.length > 1 ? sendGroup(unit.length, true) : [];
    await Promise.all(unit.map((row, at) => checkRow(row, group[at]).finally(() => group[at]?.leave(false))));
  });
  const outflows = outflowsOf(judged);
  const recipients = judged.flatMap(({ verdict: { isNew, facts } }) =>
    isNew && facts.recipient ? [facts.recipient.id] : [],
  );
  return {
    problems: [...problems, ...(await overdrawn(outflows, judged))],
    totals: sums(outflows),
    unknownFees: judged.filter(({ verdict: { figures } }) => !figures.incoming && figures.fee === undefined).length,
    unknownAmounts:
      planned.filter(({ effect, needs }) => effect === 'transfer' && needs.length > 0).length +
      judged.filter(({ verdict }) => isUnknown(verdict)).length,
    newRecipients: recipients.filter(
      (recipient, at) => recipients.findIndex((other) => isSame(recipient, other)) === at,
    ),
    warnings: warningsOf(judged, said),
    equal: equalRows(seals),
    seals,
  };
}

/** The warnings of all lines, each once with its lines. */
function warningsOf(judged: readonly JudgedLine[], lines: Map<string, Set<number>>): readonly string[] {
  for (const { row, verdict } of judged)
    for (const { message } of verdict.warnings) lines.set(message, (lines.get(message) ?? new Set()).add(row.line));
  return [...lines].map(([text, of]) => {
    const numbers = [...of].sort((a, b) => a - b);
    const many = numbers.length > mostNamed ? ` and ${numbers.length - mostNamed} more` : '';
    return `${of.size === 1 ? 'line' : 'lines'} ${numbers.slice(0, mostNamed).join(', ')}${many}: ${text}`;
  });
}
const mostNamed = 6;

/** The numbers of rows that move the same: somebody may have written one twice. */
function equalRows(seals: CheckResult['seals']): CheckResult['equal'] {
  const alike = new Map<string, number[]>();
  for (const [number, ofRow] of [...seals].sort(([a], [b]) => a - b)) {
    const key = JSON.stringify(ofRow.map(({ fee: _, ...seal }) => seal)); // the price of gas may change meanwhile
    alike.set(key, [...(alike.get(key) ?? []), number]);
  }
  return [...alike.values()].filter(({ length }) => length > 1);
}
const isUnknown = ({ facts, figures }: Verdict) =>
  facts.fields.incoming !== true && figures.leaves === undefined && figures.thing === undefined;

/** The problems of a row: its refusals, else its error. @throws {Failure} that concerns all rows: no session */
function problemsOf({ line }: PlannedLine, exit: number, error: SaidError = {}): readonly LineProblem[] {
  const { code = 'BAD_ROW', category, message = 'it cannot be done', hint, refusals = [] } = error;
  if (category && /^(sign-in|unreachable|rate-limited|local|interrupted)$/.test(category))
    throw new Failure(category, code, message, hint);
  const reasons = refusals.length > 1 ? refusals : [{ code, message }];
  return reasons.map((refusal) => ({
    line,
    message: refusal.message,
    code: refusal.code,
    isGuarded: exit !== exitCode('usage'),
  }));
}

/** The operation of a row before it is sent: it counts for the limits of later rows. */
function operationOf({ number, clientRef }: PlannedLine, { recorded, facts }: Verdict, context: Context): Operation {
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

function outflowsOf(judged: readonly JudgedLine[]): readonly Outflow[] {
  const outflows = new Map<string, Outflow>();
  const add = ({ account, balance }: SourceAccount, token: string | undefined, amount: string | undefined) => {
    const number = decimalOf(amount ?? '');
    if (token === undefined || number === undefined) return;
    const key = `${account} ${token}`;
    outflows.set(key, { account, token, balance, total: plus(outflows.get(key)?.total ?? zero, number) });
  };
  for (const { verdict, sourceAccount } of judged) {
    const { atMost, atMostToken, amount = atMost, token = atMostToken, fee, feeToken } = verdict.recorded;
    if (!verdict.figures.incoming) add(sourceAccount, token, amount);
    add(sourceAccount, feeToken, fee);
  }
  return [...outflows.values()];
}

/** The accounts with too small a balance, each on the first row that takes from it. */
async function overdrawn(outflows: readonly Outflow[], judged: readonly JudgedLine[]): Promise<readonly LineProblem[]> {
  const problems = await Promise.all(
    outflows.map(async ({ account, token, total, balance }): Promise<readonly LineProblem[]> => {
      const available = await balance(token);
      if (available === undefined || !isMore(total, available)) return [];
      const takes = ({ verdict: { recorded }, sourceAccount }: JudgedLine) =>
        sourceAccount.account === account &&
        [recorded.token ?? recorded.atMostToken, recorded.feeToken].includes(token);
      const { line } = judged.find(takes)!.row;
      const text = (amount: Decimal) => `${grouped(decimalText(amount))} ${token}`;
      const message = `the rows take ${text(total)} in all, known fees included, and the account has ${text(available)}`;
      return [{ line, message, isGuarded: true }];
    }),
  );
  return problems.flat();
}

function sums(outflows: readonly Outflow[]): Readonly<Record<string, string>> {
  const totals = new Map<string, Decimal>();
  for (const { token, total } of outflows) totals.set(token, plus(totals.get(token) ?? zero, total));
  return Object.fromEntries([...totals].map(([token, total]) => [token, decimalText(total)]));
}
