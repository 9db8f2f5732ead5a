// Records the chain state of an operation in the journal and in the ledger. The life of a signed transaction:
//
//   sending -> accepted (a node has it) -> mined (in a block) -> done, or not-done (at the depth finality.NETWORK)
//
// From each state it goes to unknown if the node has forgotten it, and from there to the next observation: a
// reorganisation takes back what was seen.

import type { ChainObservation, JournalEntry } from '../ledger/journal.js';
import type { Ending, Observation, Operation } from '../ledger/operation.js';
import { decimalOf, decimalText, isMore, whole } from '../values/decimal.js';
import { type ChainWarning, type TokenAmount, wholeAmount } from './effect.js';
import type { ChainDependencies, Store } from './intent.js';
import { type ChainResult, type ChainState, isFinal, type MovedElsewhere, resultCodes } from './state.js';

/** Whether the transaction of an operation has succeeded. */
export const hasSucceeded = (state: ChainState): boolean =>
  state.kind === 'mined' && state.succeeded && state.entry.kind !== 'cancel';

/** The status of a state in the platform's list, if the list has one. */
export function statusOf(state: ChainState): 'PENDING' | 'SUCCESS' | 'FAIL' | undefined {
  if (state.kind === 'pending') return 'PENDING';
  if (state.kind === 'replaced' || state.kind === 'expired') return 'FAIL';
  if (state.kind !== 'mined') return undefined;
  return hasSucceeded(state) ? 'SUCCESS' : 'FAIL';
}

/** A chain state as a sentence. */
export function stateSentence(state: ChainState, { family }: Pick<ChainDependencies, 'family'>): string {
  switch (state.kind) {
    case 'unsigned':
      return 'No transaction was signed for it, so nothing can have happened.';
    case 'absent':
      return family.absentSentence(state);
    case 'pending':
      return 'The node has its transaction, in no block yet.';
    case 'replaced':
      return `Another transaction${state.by === undefined ? '' : ` (${state.by})`} has used its nonce in ${family.depthText(state.block)}.`;
    case 'expired':
      return `Its transaction has expired: the chain is final up to block ${state.block.number} and does not have it. It was not done, and cost nothing.`;
    case 'mined': {
      const { kind } = state.entry;
      const elsewhere = 'A transaction with its nonce and its effect, which was signed elsewhere,';
      const what = kind === 'cancel' ? 'Its cancellation' : kind === 'elsewhere' ? elsewhere : 'Its transaction';
      const seen = `in ${family.depthText(state.block)}${state.succeeded ? '' : ', reverted'}`;
      if (state.receipt) return `${what} is ${seen}.`;
      return `${what} was seen ${seen}. The chain still has that block, and the node does not show the transaction any more.`;
    }
  }
}

/**
 * Records the state of an operation, and the result of a mined one.
 * @param now epoch milliseconds
 * @returns the operation as it is now
 * @throws {LocalFailure}
 */
export async function recordState(
  operation: Operation,
  state: ChainState,
  result: ChainResult | undefined,
  deps: Pick<ChainDependencies, 'family' | 'chain'>,
  { journal, ledger }: Store,
  now: number,
): Promise<Operation> {
  if (state.kind === 'unsigned') {
    if (operation.outcome === 'unknown')
      await ledger.settle(operation.id, { outcome: 'not-sent', message: 'No transaction was signed for it.' }, now);
    return (await ledger.find(operation.id)) ?? operation;
  }
  if (operation.outcome === 'sending') return operation; // its process records it
  const observed = observationOf(state, now);
  await journal.see(operation.id, observed);
  const { entry } = state;
  const { finality } = deps.chain;
  const block = 'block' in state ? state.block : undefined;
  const before = await journal.witnesses(operation.id);
  if (before.every(({ hash }) => hash !== entry.hash)) await journal.record({ ...entry, at: observed.at });
  for (const { hash } of [...before, entry]) {
    if (state.kind === 'expired') await journal.mark(hash, 'expired', block);
    else if (state.kind === 'replaced' || (state.kind === 'mined' && hash !== entry.hash))
      await journal.mark(hash, 'replaced', block);
    else if (state.kind === 'mined') await journal.mark(hash, state.succeeded ? 'SUCCESS' : 'FAIL', block);
    else if (state.kind === 'pending') await journal.mark(hash, 'sent'); // what a block has shown stays while nothing is shown
  }
  const outcome = outcomeOf(state, finality);
  const lastStatus = statusOf(state);
  // what a block has shown stays if its receipt is forgotten
  const others = state.kind === 'mined' && !state.receipt ? othersOf(operation) : result?.others;
  const seen: Observation = {
    outcome,
    note: stateSentence(state, deps),
    lastStatus,
    ending: endingOf(outcome, result, operation.ending),
    found: JSON.stringify({
      hash: hashOf(entry),
      network: entry.network,
      status: lastStatus,
      block: block?.number.toString(),
      others: others?.length ? others : undefined,
    }),
    facts: factsOf(state, result, operation, deps),
  };
  return (await ledger.observe(operation.id, seen, now)) ?? operation;
}

/** What left beside the promise, as a block has shown it. */
export const othersOf = ({ found = '{}' }: Pick<Operation, 'found'>): readonly MovedElsewhere[] =>
  (JSON.parse(found) as { readonly others?: readonly MovedElsewhere[] }).others ?? [];

/** The hash of a transaction; nothing for what a signer was only offered. */
const hashOf = ({ kind, hash }: JournalEntry): string | undefined => (kind === 'offered' ? undefined : hash);

function outcomeOf(state: ChainState, finality: bigint): Observation['outcome'] {
  if (state.kind === 'absent') return 'unknown';
  if (state.kind === 'pending') return 'accepted';
  if (!isFinal(state, finality)) return 'mined';
  return hasSucceeded(state) ? 'done' : 'not-done';
}
/** How an operation has ended; as it was recorded if the node has forgotten the receipt. */
function endingOf(
  outcome: Observation['outcome'],
  result: ChainResult | undefined,
  recorded: Ending | undefined,
): Ending | undefined {
  if (outcome === 'not-done') return 'returned';
  if (outcome !== 'done') return undefined;
  if (result === undefined) return recorded;
  if (result.isLess) return 'failed';
  return result.isUnknown || result.isUncompared ? undefined : 'good';
}

/**
 * The facts of a transaction for the ledger; nothing if the node has forgotten its receipt, so that the recorded ones
 * stay.
 */
function factsOf(
  state: ChainState,
  result: ChainResult | undefined,
  operation: Operation,
  { family, chain: { network, coin, decimals } }: Pick<ChainDependencies, 'family' | 'chain'>,
): Observation['facts'] {
  if (state.kind === 'unsigned' || (state.kind === 'mined' && state.receipt === undefined)) return undefined;
  const { entry } = state;
  const { warnings, amount: requested } = operation;
  const maxFee = mostCost(whole(family.maxFeeOf(entry.raw), decimals)!, coin, operation);
  const common = { hash: hashOf(entry), network, maxFee, feeToken: coin, warnings: withWarnings(warnings, result) };
  if (state.kind === 'replaced' || state.kind === 'expired') return { ...common, fee: '0' };
  if (state.kind !== 'mined') return { ...common, fee: maxFee };
  const { block } = state;
  const amount = (moved: TokenAmount | undefined) => moved && wholeAmount(moved);
  return {
    ...common,
    fee: result?.fee === undefined ? undefined : whole((result.fee + (result.rent ?? 0n)).toString(), decimals),
    block: block.number.toString(),
    blockTime: block.time === undefined ? undefined : new Date(Number(block.time) * 1000).toISOString(),
    received: amount(result?.received),
    receivedToken: result?.received?.token.symbol,
    receivedContract: result?.received?.token.address,
    spent: amount(result?.spent),
    stated: moreThanRequested(result?.spent, requested),
  };
}

/** The most that is paid beside the amount: of the receipt, which knows the rent, or of bytes with a higher fee. */
function mostCost(maxFee: string, coin: string, { receiptFee = '', receiptFeeToken }: Operation) {
  const [stated, signed] = [decimalOf(receiptFee), decimalOf(maxFee)];
  const isStated = receiptFeeToken === coin && stated && signed && isMore(stated, signed);
  return isStated ? receiptFee : maxFee;
}

/** The spent amount if it is more than the requested one: limits count it. */
function moreThanRequested(spent: TokenAmount | undefined, requested: string | undefined): string | undefined {
  const [actual, expected] = [spent && decimalOf(wholeAmount(spent)), decimalOf(requested ?? '')];
  return actual && expected && isMore(actual, expected) ? decimalText(actual) : undefined;
}

/** The recorded warnings and the warnings of a result, as JSON text; nothing without any. */
export function withWarnings(
  recorded: string | undefined,
  result: Pick<ChainResult, 'warnings'> | undefined,
): string | undefined {
  const more = result?.warnings ?? [];
  const before = warningsIn(recorded).filter(({ code }) => result === undefined || !resultCodes.has(code));
  // a result replaces a forecast
  const all = [...before.filter(({ code }) => more.every((warning) => warning.code !== code)), ...more];
  return all.length === 0 ? undefined : JSON.stringify(all);
}
/** The warnings of a JSON text. */
export const warningsIn = (recorded: string | undefined): readonly ChainWarning[] =>
  JSON.parse(recorded ?? '[]') as ChainWarning[];

function observationOf(state: Exclude<ChainState, { readonly kind: 'unsigned' }>, now: number): ChainObservation {
  const at = new Date(now).toISOString();
  if (state.kind === 'absent' || state.kind === 'pending') return { at, state: state.kind, hash: hashOf(state.entry) };
  const block = { blockNumber: state.block.number.toString(), blockHash: state.block.hash };
  if (state.kind === 'replaced') return { at, state: 'replaced', hash: state.by, ...block };
  if (state.kind === 'expired') return { at, state: 'expired', hash: state.entry.hash, ...block };
  return {
    at,
    state: !state.succeeded ? 'reverted' : state.entry.kind === 'cancel' ? 'cancelled' : 'mined',
    hash: state.entry.hash,
    ...block,
  };
}
