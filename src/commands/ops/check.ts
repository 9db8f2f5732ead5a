// `tuk ops check`: looks whether an operation took effect, and records what is found. It only reads.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { exitCode } from '../../cli/exit-codes.js';
import { nextCommand } from '../../cli/next-command.js';
import { closedOnOtherChain } from '../../engine/chain/other-chain.js';
import { refreshOnChain } from '../../engine/chain/status.js';
import { inTurns } from '../../engine/change/own-operations.js';
import { lookUp } from '../../engine/operations/look-up.js';
import { inProfileOf, operationOf, withLedger } from '../../engine/operations/operation.js';
import { resolutionBy } from '../../engine/operations/resolution.js';
import { shownState } from '../../engine/operations/state.js';
import { isForgotten } from '../../money/evm/chain-state.js';
import { warningsIn } from '../../money/evm/observation.js';
import { isOpen, type Ledger, type Operation, type Resolution } from '../../money/ledger.js';
import { isUnfinished, isUnseen, lastSeenAt } from '../../money/operation-status.js';
import type { Sighting } from '../../money/outcome/look-up.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import { Failure } from '../../services/http/errors.js';
import { escapeControls } from '../../text/visible.js';
import { operationName } from '../../things/operations.js';
import { columns } from './list.js';
import { rowLine, rowsOf } from './rows.js';
import { recovery } from './show.js';

const minutes = 60_000;

export const check: Command = {
  name: 'check',
  values: '[id]',
  summary: 'Look whether an operation with an unknown outcome took effect, and record it; without an id all of them',
  description: `Without an id it reads every operation of the profile whose outcome or end is not known, and lists what was found. Reads what the service shows of it: by its id where that is known, else by amount, unit, recipient, kind and time. Never sends a change. Exits 0
when the outcome is known now (done or not done, as it says), 13 when a transaction did otherwise than was promised, 10 when its node does not show it, 8 when it is not known: a row that does not name all of these, or whose status cannot be
read, is shown and settles nothing; a person can compare it and use tuk ops settle. An operation that no list shows counts as not done only where
the list is complete, reaches back beyond it, has none that is like it in all but its time, and ten minutes have passed. Times are compared by the
clock of the service, as its responses say it. Of one that is done and goes on it records the status; where that is a
bad end, it is not done. One that was done or accepted, and that the service now shows with another amount, unit or recipient, is exit 10.`,
  examples: ['tuk ops check', 'tuk ops check <id>', 'tuk ops check <id> --json'],
  run: async ({ positionals: [id] }, context) =>
    withLedger(context, async (ledger) => {
      if (id === undefined) return checkAll(ledger, context);
      const operation = operationOf(ledger, id);
      if (!mayChange(operation)) return report({ operation, reason: ended(operation, shownState(operation, ledger)) }, ledger, context);
      return inProfileOf(operation, context, async (own) => report(await checked(operation, ledger, own), ledger, own));
    }),
};

/** Whether a read may show more of an operation than the ledger has. */
const mayChange = (operation: Operation): boolean =>
  isChain(operation) || isOpen(operation) || isUnfinished(operation) || isUnseen(operation);

/** Reads one operation, and records what is found. @throws {Failure} of a read */
function checked(operation: Operation, ledger: Ledger, context: Context): Promise<Checked> {
  if (isChain(operation)) return checkOnChain(operation, ledger, context);
  return isOpen(operation) ? checkOpen(operation, ledger, context) : checkUnfinished(operation, ledger, context);
}

/** Checks every operation of the profile whose outcome or end is not known, a few at a time; one that cannot be read says why. @returns the exit code, as `report` */
async function checkAll(ledger: Ledger, context: Context): Promise<number> {
  const profile = context.settings().profile.value;
  const due = ledger.list({ profile }).filter((operation) => isOpen(operation) || isUnfinished(operation) || isUnseen(operation));
  const found = await inTurns(due, async (operation): Promise<Checked> => {
    try {
      return await checked(operation, ledger, context);
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
      return { operation, reason: `It could not be read: ${error.message}`, isUnread: true };
    }
  });
  const rows = await Promise.all(found.map((one) => rowOf(one, ledger, context)));
  await context.out.print(JSON.stringify(rows.map(({ row }) => row)), {
    columns: [...columns.slice(0, 7), { path: 'reason' }],
    idPath: 'id',
    empty: 'No operation has an unknown outcome or end.',
  });
  if (rows.some(({ isContradicted, isGone }) => isContradicted || isGone)) return exitCode('unknown');
  if (!rows.every(({ isKnown }) => isKnown)) return exitCode('pending');
  return found.some(({ operation }) => isOtherwise(operation)) ? exitCode('ended-badly') : 0;
}

const ended = (operation: Operation, state: string): string =>
  operation.outcome === 'sending'
    ? 'A process is still sending it.'
    : `It was known before: ${state}${operation.note === undefined ? '' : ` (${operation.note})`}. Nothing was read.`;

/** Whether an operation was signed here: the chain itself shows it. */
const isChain = ({ service }: Operation): boolean => service === 'chain';

/** Looks for the transactions of an operation on their chain; closes it if that chain is no more. @throws {Failure} of a read */
async function checkOnChain(operation: Operation, ledger: Ledger, context: Context): Promise<Checked> {
  const closed = await closedOnOtherChain(context, operation, ledger);
  if (closed) return closed;
  const { operation: now, sentence, state } = await refreshOnChain(context, operation);
  return { operation: now, reason: sentence, ...(isForgotten(state) ? { isGone: true } : {}) };
}

/** The result of a look: what is known now, if anything, and the sentence that says why. */
interface Finding {
  readonly resolution?: Resolution;
  /** The service shows it with something else than was asked for. */
  readonly contradicts?: true;
  readonly reason: string;
  /** The rows that were found and do not settle it, as JSON texts. */
  readonly rows?: readonly string[];
}

/** A finding with its operation as it is now. */
interface Checked extends Finding {
  readonly operation: Operation;
  /** Its read failed. */
  readonly isUnread?: true;
  /** It was signed here, and the node does not have its transaction. */
  readonly isGone?: true;
}

async function checkOpen(operation: Operation, ledger: Ledger, context: Context): Promise<Checked> {
  const finding = await look(operation, ledger, context);
  const resolved = finding.resolution && ledger.resolve(operation.id, finding.resolution, context.world.clock.now());
  return { ...finding, operation: resolved ?? operation };
}

/** Records the status of an operation that is known to be done and goes on. Its outcome is known whatever a read says or whether it fails, unless it shows a bad end. */
async function checkUnfinished(operation: Operation, ledger: Ledger, context: Context): Promise<Checked> {
  const finding = await look(operation, ledger, context).catch((error: unknown): Finding => {
    if (error instanceof Failure && error.kind !== 'interrupted') return { reason: `Its status could not be read: ${error.message}` };
    throw error;
  });
  const { resolution } = finding;
  const isOfRow = resolution?.lastStatus !== undefined; // that no list shows it proves nothing against its response
  const resolved = isOfRow ? ledger.resolve(operation.id, resolution, context.world.clock.now()) : undefined;
  return { ...finding, operation: resolved ?? operation };
}

/** Reads the state of an operation and evaluates it. @throws {Failure} of the read, but for a 404 */
async function look(operation: Operation, ledger: Ledger, context: Context): Promise<Finding> {
  const result = await lookUp(operation, ledger, context);
  if (!result) return { reason: 'No endpoint is known to show it.' };
  const { sighting, statusList } = result;
  const finding =
    sighting.kind === 'seen' ? findingOf(sighting, statusList, operation, context) : unseen(sighting, operation, context.world.clock.now());
  return finding.resolution ? finding : { ...finding, rows: rowsOf(sighting, context) };
}

function unseen(sighting: Exclude<Sighting, { kind: 'seen' }>, { at, settledAt }: Operation, now: number): Finding {
  if (sighting.kind === 'contradicts') return { contradicts: true, reason: `The service shows it, but ${sighting.why}.` };
  if (sighting.why !== undefined) return { reason: `It is not certain that the service shows it: ${sighting.why}.` };
  if (sighting.kind === 'absent' && sighting.conclusive)
    return notDone('The service does not show it, in a list that is complete and reaches back beyond it.');
  const age = now - Date.parse(settledAt ?? at);
  const soon = age < 10 * minutes ? ' It may still appear: look again in some minutes.' : '';
  return { reason: `The service does not show it, which does not prove that it was not done.${soon}` };
}

const notDone = (reason: string): Finding => ({ reason, resolution: { outcome: 'not-done', settledBy: 'check', note: reason } });

function findingOf(sighting: Sighting & { kind: 'seen' }, list: StatusList, operation: Operation, context: Context): Finding {
  const { status, unread, compared } = sighting;
  const shown = `The service shows it${status === undefined ? '' : ` as ${status}`} (the same ${compared.join(', ') || 'request'})`;
  const resolution = resolutionBy('check', sighting, list, operation, context);
  if (!resolution) return { reason: `${shown}, but how it ended cannot be read: ${unread ?? 'it has no status'}.` };
  const reason = resolution.outcome === 'done' ? `${shown}.` : `${shown}: it had no lasting effect.`;
  return { reason, resolution: { ...resolution, note: context.out.redact.clean(reason) } };
}

/** An operation and what was found, as a row. One whose response was a success, and that the service now shows with something else, is no longer known. */
async function rowOf({ operation, reason, contradicts, isUnread, isGone }: Checked, ledger: Ledger, context: Context) {
  const { id, service, call, amount = null, token = null, recipient = null, at, outcome, settledBy = null } = operation;
  const isContradicted = contradicts === true && /^(done|accepted)$/.test(outcome) && settledBy !== 'person';
  const isKnown = !isOpen(operation) && outcome !== 'sending' && !isContradicted && isUnread !== true;
  const look = isKnown ? undefined : await recovery(operation, context);
  const seenAt = lastSeenAt(operation);
  const row = {
    id,
    what: operationName(service, call),
    amount,
    token,
    recipient,
    state: shownState(operation, ledger),
    at,
    ...(seenAt === undefined ? {} : { seenAt }),
    outcome,
    settledBy,
    known: isKnown,
    reason: context.out.redact.clean(reason),
    ...(await factsOnChain(operation)),
    ...(look === undefined ? {} : { look }),
  };
  return { row, look, isKnown, isContradicted, isGone: isGone === true };
}

/** Prints the operation and what was found. @returns the exit code: 0 known, 8 not, 10 for a contradiction of a response that was a success */
async function report(found: Checked, ledger: Ledger, context: Context): Promise<number> {
  const { rows = [] } = found;
  const { row, look, isKnown, isContradicted, isGone } = await rowOf(found, ledger, context);
  const { id, outcome, state, reason: clean } = row;
  const text = JSON.stringify(row);
  const withRows = rows.length === 0 ? text : `${text.slice(0, -1)},"rows":[${rows.join(',')}]}`; // digits as they were
  await context.out.print(withRows, {
    columns: [...columns.slice(0, 7), { path: 'reason' }],
    singleRecord: true,
  });
  context.log(`  ${escapeControls(clean)}`);
  for (const shown of rows) context.log(rowLine(shown));
  if (isKnown) context.log(`${outcome === 'done' ? '✓' : '✗'} ${id} is ${state}.`);
  else {
    context.log(isContradicted ? `◐ ${id} was ${state}, and the service now contradicts that.` : `◐ ${id} is still ${state}.`);
    if (look !== undefined) context.log(`  See for yourself: ${look}`);
    if (outcome !== 'sending')
      context.log(`  Record your own judgement: ${nextCommand(context, `tuk ops settle ${id} --as done|not-done --note TEXT`)}`);
  }
  if (isContradicted || isGone) return exitCode('unknown');
  if (isOtherwise(found.operation)) {
    for (const { message } of row.warnings ?? []) context.log(`▲ ${message}`);
    return exitCode('ended-badly');
  }
  return isKnown ? 0 : exitCode('pending');
}

/** Whether a transaction that succeeded did otherwise than was promised. */
const isOtherwise = ({ outcome, ending }: Operation): boolean => outcome === 'done' && ending === 'failed';

/** What the chain shows of a transaction that was signed here; nothing for any other operation. */
async function factsOnChain(operation: Operation): Promise<{ readonly warnings?: readonly { readonly message: string }[] }> {
  if (!isChain(operation)) return {};
  const { hash, block, received, spent, fee, warnings } = operation;
  return { ...{ hash, block, received, spent, fee }, warnings: warningsIn(warnings) };
}
