// `tuk ops check`: reads whether an operation took effect, and records the result.

import { type Command, type Context, resultOf } from '../../cli/command/command.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { refreshOnChain } from '../../engine/chain/status.js';
import { inProfileOf, lookUp, operationOf, withLedger } from '../../engine/operations/operation.js';
import { closedOnOtherChain, resolutionBy } from '../../engine/operations/reader.js';
import { shownState } from '../../engine/operations/state.js';
import { warningsIn } from '../../money/chain/observation.js';
import { isForgotten } from '../../money/chain/state.js';
import type { Ledger } from '../../money/ledger/ledger.js';
import {
  isOpen,
  isUnfinished,
  isUnseen,
  lastSeenAt,
  type Operation,
  type Resolution,
} from '../../money/ledger/operation.js';
import type { LookUpResult, SeenResult } from '../../money/outcome/look-up-result.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import { concurrently, fewAtOnce } from '../../services/concurrently.js';
import { partFailure } from '../../services/http/errors.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import { columns, recovery, summaryOf } from './list.js';

const minutes = 60_000;
const maxRows = 3;
const maxRowLength = 400;

export const check: Command = {
  name: 'check',
  changesNothing: true,
  fromLedger: true,
  values: '[id]',
  summary: 'Look up unknown outcomes and record them',
  description: `Use it after exit 10, before you send anything again. It sends no change.
Without an id it checks every operation of the profile whose outcome or status is open, and lists the results.

tuk looks up the operation by its id. Without an id it compares amount, unit, recipient, kind and time.
A row that fits is one like it. It counts as yours only if the balance fell by exactly the cost, which needs
--client-ref. Otherwise compare it yourself, then use tuk ops settle.
If an operation is not finished, tuk records its status. A status of failure makes it not done. The rules: tuk help money.

Exit 0: the outcome is known now, done or not done. Exit 8: the outcome is still unknown.
Exit 10: the node does not show the transaction, or the service shows other facts: amount, unit, recipient or address to pay to.
Exit 13: the transaction is in a block, but its result differs from the receipt.`,
  examples: ['tuk ops check', 'tuk ops check <id>'],
  run: async ({ positionals: [id] }, context) =>
    withLedger(context, async (ledger) => {
      if (id === undefined) return checkAll(ledger, context);
      const operation = await operationOf(ledger, id);
      if (!mayChange(operation))
        return report({ operation, reason: ended(operation, await shownState(operation, ledger)) }, ledger, context);
      return inProfileOf(operation, context, async (inProfile) =>
        report(await checked(operation, ledger, inProfile), ledger, inProfile),
      );
    }),
};

/** Whether a read may show more of an operation than the ledger has. */
const mayChange = (operation: Operation) =>
  isChain(operation) || isOpen(operation) || isUnfinished(operation) || isUnseen(operation);

/** Reads one operation, and records the result. @throws {Failure} of a read */
function checked(operation: Operation, ledger: Ledger, context: Context): Promise<CheckResult> {
  if (isChain(operation)) return checkOnChain(operation, ledger, context);
  return isOpen(operation) ? checkOpen(operation, ledger, context) : checkUnfinished(operation, ledger, context);
}

/**
 * Checks the operations of the profile without a known outcome or end, a few at a time.
 * @returns the rows, with the exit code as in `report`
 */
async function checkAll(ledger: Ledger, context: Context) {
  const profile = context.settings().profile.value;
  const due: Operation[] = [];
  let newest: Operation | undefined;
  for await (const operation of ledger.newest({ profile })) {
    newest ??= operation;
    if (isOpen(operation) || isUnfinished(operation) || isUnseen(operation)) due.push(operation);
  }
  if (due.length === 0 && newest)
    context.note({ is: 'fact', text: `The newest operation, ${newest.id}, is ${await shownState(newest, ledger)}.` });
  const results = await concurrently(due, fewAtOnce, async (operation): Promise<CheckResult> => {
    try {
      return await checked(operation, ledger, context);
    } catch (error) {
      return { operation, reason: `It could not be read: ${partFailure(error).message}`, isUnread: true };
    }
  });
  const rows = await Promise.all(results.map((result) => rowOf(result, ledger, context)));
  const exit = () => {
    if (rows.some(({ isContradicted, isGone }) => isContradicted || isGone)) return exitCode('unknown');
    if (!rows.every(({ isKnown }) => isKnown)) return exitCode('pending');
    return results.some(({ operation }) => isOtherwise(operation)) ? exitCode('ended-badly') : 0;
  };
  const shown = {
    columns: [...columns.slice(0, 7), { path: 'reason' }],
    idPath: 'id',
    empty: { says: 'No operation has an unknown outcome or end.', of: { from: 'ledger' } as const },
  };
  return resultOf(JSON.stringify(rows.map(({ row }) => row)), shown, { exit: exit() });
}

const ended = (operation: Operation, state: string) =>
  operation.outcome === 'sending'
    ? 'A process is still sending it.'
    : `It is known already: ${state}${operation.note === undefined ? '' : ` (${operation.note})`}. Nothing was read.`;

/** Whether an operation was signed here; its chain shows it. */
const isChain = ({ service }: Operation) => service === 'chain';

/**
 * Looks for the transactions of an operation on their chain; closes the operation if that chain was reset.
 * @throws {Failure} of a read
 */
async function checkOnChain(operation: Operation, ledger: Ledger, context: Context): Promise<CheckResult> {
  const closed = await closedOnOtherChain(context, operation, ledger);
  if (closed) return closed;
  const { operation: now, sentence, state } = await refreshOnChain(context, operation);
  return { operation: now, reason: sentence, isGone: isForgotten(state) };
}

interface Finding {
  readonly resolution?: Resolution;
  /** The service shows the operation with other facts than the request. */
  readonly contradicts?: boolean;
  readonly reason: string;
  /** The rows that do not settle the operation, as JSON texts. */
  readonly rows?: readonly string[];
}

/** A finding, and its operation after it was recorded. */
interface CheckResult extends Finding {
  readonly operation: Operation;
  readonly isUnread?: boolean;
  /** The operation was signed here, and the node does not have its transaction. */
  readonly isGone?: boolean;
}

async function checkOpen(operation: Operation, ledger: Ledger, context: Context): Promise<CheckResult> {
  const finding = await look(operation, ledger, context);
  const { resolution } = finding;
  const resolved = resolution && (await ledger.resolve(operation.id, resolution, context.world.clock.now()));
  return { ...finding, operation: resolved ?? (await ledger.find(operation.id)) ?? operation };
}

/**
 * Records the status of an operation that is done and goes on. Only a bad end changes its outcome; a failed read does
 * not.
 */
async function checkUnfinished(operation: Operation, ledger: Ledger, context: Context): Promise<CheckResult> {
  const finding = await look(operation, ledger, context).catch(
    (error: unknown): Finding => ({
      reason: `Its status could not be read: ${partFailure(error).message}`,
    }),
  );
  const { resolution } = finding;
  const hasRow = resolution?.lastStatus !== undefined; // its absence from a list proves nothing against its response
  const resolved = hasRow ? await ledger.resolve(operation.id, resolution, context.world.clock.now()) : undefined;
  return { ...finding, operation: resolved ?? (await ledger.find(operation.id)) ?? operation };
}

/** Reads the state of an operation and evaluates it. @throws {Failure} of the read, but for a 404 */
async function look(operation: Operation, ledger: Ledger, context: Context): Promise<Finding> {
  const result = await lookUp(operation, ledger, context);
  if (!result) return { reason: 'No endpoint is known to show it.' };
  const { lookedUp, statusList } = result;
  const finding =
    lookedUp.kind === 'seen'
      ? findingOf(lookedUp, statusList, operation, context)
      : unseen(lookedUp, operation, context.world.clock.now());
  return finding.resolution ? finding : { ...finding, rows: rowsOf(lookedUp, context) };
}

/** The first rows of a lookedUp as JSON texts, secrets redacted. */
function rowsOf(lookedUp: LookUpResult, { out }: Context) {
  const rows = 'row' in lookedUp ? [lookedUp.row] : (lookedUp.rows ?? []);
  return rows.slice(0, maxRows).map((row) => out.redact.cleanRecord(stringifyLossless(row)));
}

function unseen(lookedUp: Exclude<LookUpResult, { kind: 'seen' }>, { at, settledAt }: Operation, now: number): Finding {
  if (lookedUp.kind === 'contradicts')
    return { contradicts: true, reason: `The service shows it, but ${lookedUp.why}.` };
  if (lookedUp.why !== undefined) return { reason: `It is not certain that the service shows it: ${lookedUp.why}.` };
  if (lookedUp.kind === 'absent' && lookedUp.conclusive)
    return notDone('The service does not show it in a list that is complete and reaches back beyond it.');
  const age = now - Date.parse(settledAt ?? at);
  const soon = age < 10 * minutes ? ' It may still appear: look again in some minutes.' : '';
  return { reason: `The service does not show it, which does not prove that it was not done.${soon}` };
}

const notDone = (reason: string): Finding => ({
  reason,
  resolution: { outcome: 'not-done', settledBy: 'check', note: reason },
});

function findingOf(lookedUp: SeenResult, list: StatusList, operation: Operation, context: Context): Finding {
  const { status, unread, compared } = lookedUp;
  const sentence = `The service shows it${status === undefined ? '' : ` as ${status}`} (the same ${compared.join(', ') || 'request'})`;
  const resolution = resolutionBy('check', lookedUp, list, operation, context);
  if (!resolution) return { reason: `${sentence}, but how it ended cannot be read: ${unread ?? 'it has no status'}.` };
  const reason = resolution.outcome === 'done' ? `${sentence}.` : `${sentence}: it had no lasting effect.`;
  return { reason, resolution: { ...resolution, note: context.out.redact.clean(reason) } };
}

/** The row of an operation. If the service contradicts a successful response, the outcome is no longer known. */
async function rowOf(
  { operation, reason, contradicts, isUnread, isGone }: CheckResult,
  ledger: Ledger,
  context: Context,
) {
  const { outcome, settledBy = null } = operation;
  const isContradicted = contradicts && settledBy !== 'person';
  const isKnown = !isOpen(operation) && outcome !== 'sending' && !isContradicted && !isUnread;
  const look = isKnown ? undefined : await recovery(operation, context);
  const row = {
    ...(await summaryOf(operation, ledger)),
    seenAt: lastSeenAt(operation),
    outcome,
    settledBy,
    known: isKnown,
    reason: context.out.redact.clean(reason),
    ...factsOnChain(operation),
    look,
  };
  return { row, isKnown, isContradicted, isGone };
}

/** A checked operation, with the exit code: 0 known, 8 not, 10 for a contradiction of a successful response. */
async function report(result: CheckResult, ledger: Ledger, context: Context) {
  const { rows = [] } = result;
  const { row, isKnown, isContradicted, isGone } = await rowOf(result, ledger, context);
  const { id, outcome, state, look, reason } = row;
  const text = JSON.stringify(row);
  // numbers keep every digit
  const withRows = rows.length === 0 ? text : `${text.slice(0, -1)},"rows":[${rows.join(',')}]}`;
  context.note({ is: 'fact', text: reason });
  for (const json of rows)
    context.note({
      is: 'fact',
      text: `The row: ${json.length > maxRowLength ? `${json.slice(0, maxRowLength)}…` : json}`,
    });
  if (isKnown) context.note({ is: outcome === 'done' ? 'done' : 'failed', text: `${id} is ${state}.` });
  else {
    context.note({
      is: 'open',
      text: `${id} is ${isContradicted ? 'unknown: the service contradicts it' : `still ${state}`}.`,
    });
    if (look !== undefined) context.note({ is: 'next', what: 'Read it yourself', line: look });
    const line = `tuk ops settle ${id} --as done|not-done --note TEXT`;
    if (outcome !== 'sending')
      context.note({ is: 'next', what: 'Record your own judgement', line: nextCommand(context, line) });
  }
  const isOther = isOtherwise(result.operation);
  if (isOther) for (const { code, message } of row.warnings ?? []) context.note({ is: 'warning', code, text: message });
  const end = isContradicted || isGone ? 'unknown' : isOther ? 'ended-badly' : isKnown ? undefined : 'pending';
  return resultOf(
    withRows,
    { columns: [...columns.slice(0, 7), { path: 'reason' }], singleRecord: true },
    { exit: end === undefined ? 0 : exitCode(end) },
  );
}

/** Whether a transaction that succeeded did otherwise than was promised. */
const isOtherwise = ({ outcome, ending }: Operation) => outcome === 'done' && ending === 'failed';

/** The facts of a signed transaction by its chain. */
function factsOnChain(operation: Operation) {
  if (!isChain(operation)) return undefined;
  const { hash, block, received, spent, fee, warnings } = operation;
  return { hash, block, received, spent, fee, warnings: warningsIn(warnings) };
}
