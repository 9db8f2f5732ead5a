// Reads the status of an operation of the ledger, by the read and the list of its call, and records it.

import type { Context } from '../../cli/command/command.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { statusOf } from '../../money/chain/observation.js';
import { closeOnOtherChain, isOfOtherChain, otherChain, otherChainSentence } from '../../money/chain/other-chain.js';
import type { Ledger } from '../../money/ledger/ledger.js';
import { endedBadly, endingOf, type Operation, progressOf, type Resolution } from '../../money/ledger/operation.js';
import type { SeenResult } from '../../money/outcome/look-up-result.js';
import { classOf, type StatusList } from '../../services/catalogue/statuses.js';
import { BadInput, Refused } from '../../services/http/errors.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { stateReads } from '../../things/operations.js';
import { identityOf, networkOf, refreshOnChain } from '../chain/status.js';
import { contradicts } from '../request/compared-reads.js';
import type { StatusRead } from '../watch/status-stream.js';
import { checkReader, lookUpIn, prepared } from './operation.js';
import { shownState } from './state.js';

/** The interval of records of an unchanged status, milliseconds: each record is synced to the disk. */
const leastUnrecorded = 60_000;

interface OperationReader {
  readonly statusList: StatusList;
  readonly source: string;
  readonly fetchStatus: (poll: Context) => Promise<StatusRead<unknown>>;
}

/**
 * The reader of an operation that may have ended. @throws {BadInput} NOT_SHOWN if no endpoint shows it, OTHER_PROFILE
 * if another profile made it; {Refused} NOT_DONE for one that was never done
 */
export async function operationReader(
  operation: Operation,
  context: Context,
  ledger: Ledger,
): Promise<OperationReader> {
  if (hasFailed(operation)) throw await notDone(operation, ledger);
  if (hasEndedWell(operation)) return { ...recordedReader(operation), source: operation.service };
  const { value: current } = context.settings().profile;
  if (operation.profile !== current)
    throw new BadInput(
      'OTHER_PROFILE',
      `The operation ${operation.id} was made in the profile ${operation.profile}, not in ${current}.`,
      `Wait for it alone: tuk wait ${operation.id}`,
    );
  return readerOf(operation, context, ledger);
}

/**
 * The reader of an operation in the profile that made it. The chain shows one that was signed here.
 * `fetchStatus` throws {OutcomeUnknown} ANSWER_CONTRADICTS, {Refused} NOT_DONE, {Failure}.
 * @throws {BadInput} NOT_SHOWN; {Guarded} OTHER_ACCOUNT; {Failure}
 */
async function readerOf(operation: Operation, context: Context, ledger: Ledger): Promise<OperationReader> {
  if (operation.service === 'chain') return chainReader(operation, ledger);
  const lookUp = await prepared(operation, context);
  if (!lookUp) throw notShown(operation, context);
  await checkReader(operation, lookUp, context);
  const logDoubt = once((doubt) =>
    context.log(`  It is not certain which row shows ${operation.id}: ${doubt}. It proves nothing.`),
  );
  const fetchStatus = async (poll: Context): Promise<StatusRead<unknown>> => {
    const lookedUp = await lookUpIn(operation, lookUp, ledger, poll);
    if (lookedUp.kind === 'contradicts') throw contradicts(operation, lookedUp.why, context);
    if (lookedUp.kind !== 'seen') {
      if (lookedUp.why !== undefined) logDoubt(lookedUp.why);
      return { status: undefined, row: null, reason: reasonOf(operation, lookedUp.why) };
    }
    await record(operation, lookedUp, lookUp.statusList, ledger, context);
    const { status, row, unread, word } = lookedUp;
    if (status === undefined && word === undefined)
      return { status, row, reason: `its status cannot be read: ${unread}` };
    return { status: status ?? word, row };
  };
  return { statusList: lookUp.statusList, source: lookUp.service, fetchStatus };
}

/** The reader of a transaction that was signed here: the chain shows it. A transaction of a former chain is closed. */
async function chainReader(operation: Operation, ledger: Ledger): Promise<OperationReader> {
  const fetchStatus = async (poll: Context): Promise<StatusRead<unknown>> => {
    const closed = await closedOnOtherChain(poll, operation, ledger);
    if (closed) throw await notDone(closed.operation, ledger);
    const { state, sentence, isFinal, result } = await refreshOnChain(poll, operation);
    const status = 'block' in state && !isFinal ? 'PENDING' : result?.isLess ? 'FAIL' : statusOf(state);
    const row =
      'entry' in state ? { hash: state.entry.hash, network: state.entry.network, status: status ?? null } : null;
    return { status, row, reason: status === undefined ? sentence : undefined };
  };
  return { statusList: 'WalletTransactionStatus', source: 'chain', fetchStatus };
}

/** Records the status of a poll, if it is new or the last record is old. @throws {LocalFailure} */
async function record({ id }: Operation, lookedUp: SeenResult, list: StatusList, ledger: Ledger, context: Context) {
  const operation = await ledger.find(id);
  const now = context.world.clock.now();
  const isFresh = operation?.seenAt !== undefined && now - Date.parse(operation.seenAt) < leastUnrecorded;
  if (!operation || lookedUp.status === undefined || (lookedUp.status === operation.lastStatus && isFresh)) return;
  const resolution = resolutionBy('wait', lookedUp, list, operation, context);
  if (resolution) await ledger.resolve(id, resolution, now);
}

/** The function without effect for a repeated text. */
function once(run: (text: string) => void): (text: string) => void {
  let last: string | undefined;
  return (text) => {
    if (text !== last) run(text);
    last = text;
  };
}

/** The reason for a missing status, with the last known one. */
function reasonOf(operation: Operation, doubt: string | undefined) {
  const why = doubt ?? 'no row that the service shows is certain to be it';
  const last = progressOf(operation)?.status;
  return last === undefined ? why : `${why}; it was ${last} when it was last seen`;
}

/** The reader of an operation with a recorded good end. */
const recordedReader = (operation: Operation) => ({
  statusList: stateReads(operation.service, operation.call).statusList,
  fetchStatus: async (): Promise<StatusRead<unknown>> => ({
    status: operation.lastStatus,
    row: parseLossless(operation.found ?? 'null'),
  }),
});

/** Whether an operation has ended for good. A bad end that only a read showed is read again. */
const hasFailed = (operation: Operation) =>
  /^(refused|not-sent|not-done)$/.test(operation.outcome) && !endedBadly(operation);

/** Whether a read has shown a good end. */
const hasEndedWell = ({ outcome, ending, lastStatus }: Operation) =>
  outcome === 'done' && ending === 'good' && lastStatus !== undefined;

const notDone = async (operation: Operation, ledger: Ledger): Promise<Refused> =>
  new Refused(
    'ended-badly',
    'NOT_DONE',
    `${operation.id} ended: ${await shownState(operation, ledger)}.`,
    `See it: tuk ops show ${operation.id}`,
  );

/** The failure of a wait for an operation that no read shows. */
export function notShown({ id, service, call }: Operation, context: Context): BadInput {
  return new BadInput(
    'NOT_SHOWN',
    `No endpoint is known to show the state of ${id} (${service} ${call}), so it cannot be followed.`,
    `See what was recorded: ${nextCommand(context, `tuk ops show ${id}`)}`,
  );
}

// The result of a read, as the outcome that the ledger records.

/**
 * The outcome that a row shows: after a bad end the operation was not done; any other status of its list means that it
 * took effect. A bad end of a row without its id proves nothing of an operation that may
 * never have arrived, whose reference would be free.
 * @returns undefined if nothing is concluded, as of an unreadable or unlisted status
 */
export function resolutionBy(
  settledBy: 'check' | 'wait',
  { row, status, compared }: SeenResult,
  list: StatusList,
  operation: Operation,
  context: Context,
): Resolution | undefined {
  if (status === undefined || classOf(list, status) === 'unknown') return undefined;
  const ending = endingOf(list, status);
  const isBad = ending === 'returned' || ending === 'failed';
  if (isBad && !compared.includes('id') && operation.outcome === 'unknown') return undefined;
  return {
    outcome: isBad ? 'not-done' : 'done',
    settledBy,
    note: `The service shows it as ${status}.`,
    found: context.out.redact.cleanRecord(stringifyLossless(row)),
    lastStatus: status,
    ending,
    replacesDone: operation.settledBy !== 'person', // a person's judgement stays, until they change it
  };
}

// Closes an operation of a chain that no longer exists, before any request about it.

/**
 * Closes an operation that was signed for another chain than its network now has.
 * @returns the updated operation, and the reason; undefined if it may belong to the node's chain
 * @throws {BadInput} {Guarded} as `chainAccess`; {Failure} of the read; {LocalFailure}
 */
export async function closedOnOtherChain(
  context: Context,
  operation: Operation,
  ledger: Ledger,
): Promise<{ readonly operation: Operation; readonly reason: string } | undefined> {
  const entries = await ledger.journal.of(operation.id);
  const network = networkOf(operation, entries);
  if (!isOfOtherChain(operation, await identityOf(context, network))) return undefined;
  const now = await closeOnOtherChain(operation, network, ledger, context.world.clock.now());
  return {
    operation: now,
    reason:
      now.lastStatus === otherChain
        ? otherChainSentence(network)
        : `${network} is another chain now, so nothing was read.`,
  };
}
