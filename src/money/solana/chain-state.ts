// The chain state of an operation on Solana, by the signature of its bytes. A transaction is valid for some 150 blocks:
// it is not done, and that is certain, when a final block is higher than its last one and the node, read after that,
// with a history that reaches back to its signature, still does not show it. Any other absence proves nothing.

import { OutcomeUnknown } from '../../services/http/errors.js';
import type { JournalEntry } from '../chain/journal.js';
import { RpcRefusal, unusable } from '../chain/rpc-failures.js';
import type { ChainState, MinedBlock } from '../chain/state.js';
import { finalDepth, validBlocks } from './chain.js';
import type { MinedTransaction, SignatureStatus, SolanaRpc } from './rpc.js';
import { feeOf, messageOf, parseMessage, programs } from './transaction.js';

/** For how many slots a node knows the status of every transaction without its history, and some fewer. */
const remembered = 280n;

/**
 * Reads the state of an operation.
 * @param known `isPublic`: the chain has other transactions all the time, by which a history shows how new it is;
 * `isEnded`: a final block has shown the end before
 * @throws {OutcomeUnknown} IMPOSSIBLE_FIGURES for a result that its transaction cannot have; {Failure} of a read
 */
export async function solanaStateOf(
  entries: readonly JournalEntry[],
  rpc: SolanaRpc,
  { isPublic, isEnded }: { readonly isPublic: boolean; readonly isEnded: boolean },
): Promise<ChainState<MinedTransaction>> {
  const entry = entries.at(-1);
  if (entry === undefined) return { kind: 'unsigned' };
  const { status } = await rpc.status(entry.hash);
  if (status) return seenState(entry, status, rpc);
  return (isEnded ? endOf(entry) : undefined) ?? unseenState(entry, rpc, isPublic);
}

/** The recorded end of a transaction that a node has forgotten: nothing takes back a finalized block. */
function endOf(entry: JournalEntry): ChainState<MinedTransaction> | undefined {
  const { state, blockNumber } = entry;
  if (blockNumber === undefined || blockNumber === null) return undefined;
  const block = { number: BigInt(blockNumber), hash: blockNumber, confirmations: finalDepth };
  if (state === 'expired') return { kind: 'expired', entry, block };
  return { kind: 'mined', entry, succeeded: state === 'SUCCESS', block };
}

/** The state of a transaction whose signature the node knows. */
async function seenState(
  entry: JournalEntry,
  status: SignatureStatus,
  rpc: SolanaRpc,
): Promise<ChainState<MinedTransaction>> {
  if (status.commitment === 'processed') return { kind: 'pending', entry };
  const block = blockOf(status);
  const { succeeded } = status;
  const receipt = await rpc.transaction(entry.hash).catch((error: unknown) => {
    if (error instanceof RpcRefusal) return 'not shown' as const; // a node without a history
    throw error;
  });
  if (receipt === 'not shown' || (receipt === undefined && entry.blockNumber === status.slot.toString()))
    return { kind: 'mined', entry, succeeded, block };
  if (receipt === undefined) return { kind: 'pending', entry }; // its history lags behind
  if (receipt.raw !== entry.raw) throw unusable('getTransaction', 'with another transaction');
  if (receipt.slot !== status.slot || receipt.succeeded !== succeeded) return { kind: 'pending', entry }; // two forks
  requirePossible(receipt, entry);
  return { kind: 'mined', entry, succeeded, block: { ...block, time: receipt.time }, receipt };
}

/** A slot as a block: only a finalized one is as deep as it can be. */
function blockOf({ slot, confirmations = 1n, commitment }: SignatureStatus): MinedBlock {
  const seen = confirmations < 1n ? 1n : confirmations >= finalDepth ? finalDepth - 1n : confirmations;
  return { number: slot, hash: slot.toString(), confirmations: commitment === 'finalized' ? finalDepth : seen };
}

/** The state of a transaction whose signature the node does not know: expired with proof, or absent. */
async function unseenState(
  entry: JournalEntry,
  rpc: SolanaRpc,
  isPublic: boolean,
): Promise<ChainState<MinedTransaction>> {
  const last = BigInt(entry.nonce);
  const [tip, height, confirmed] = await Promise.all([
    rpc.latestBlockhash('finalized'),
    rpc.blockHeight('finalized'),
    rpc.blockHeight('confirmed'),
  ]);
  const final = tip.lastValidBlockHeight - validBlocks;
  const isOver = final > last && height > last;
  if (!isOver) return { kind: 'absent', entry, isPast: confirmed > last };
  const unproven = { kind: 'absent', entry, isPast: true } as const;
  const { blockhash } = parseMessage(messageOf(entry.raw));
  const [first, isValid] = await Promise.all([rpc.firstAvailableBlock(), rpc.isBlockhashValid(blockhash, 'finalized')]);
  const { since } = entry;
  if (since === undefined || since === null || first > BigInt(since) || isValid) return unproven;
  if (tip.slot - BigInt(since) <= validBlocks) return unproven; // there are no fewer slots than blocks
  try {
    const { slot, status } = await rpc.status(entry.hash); // read after the final height
    if (status) return seenState(entry, status, rpc);
    if (slot < tip.slot) return unproven; // another node, which lags behind
    if (isPublic && slot - BigInt(since) > remembered) {
      const lastSlot = tip.slot - (final - last - 1n);
      const newest = await rpc.newestInHistory(programs.system);
      if (newest === undefined || newest <= lastSlot) return unproven; // its history may end before that
    }
    if ((await rpc.transaction(entry.hash)) !== undefined) return { kind: 'pending', entry };
  } catch (error) {
    if (error instanceof RpcRefusal) return unproven;
    throw error;
  }
  return { kind: 'expired', entry, block: { number: final, hash: final.toString(), confirmations: finalDepth } };
}

/** @throws {OutcomeUnknown} IMPOSSIBLE_FIGURES for a fee above the signed one, and for balances that do not add up */
function requirePossible({ fee, before, after }: MinedTransaction, entry: JournalEntry): void {
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
  const isPossible =
    fee <= feeOf(parseMessage(messageOf(entry.raw))) &&
    before.length > 0 &&
    before.length === after.length &&
    sum(before) - sum(after) === fee;
  if (isPossible) return;
  throw new OutcomeUnknown(
    'IMPOSSIBLE_FIGURES',
    `The node shows a result of ${entry.operation} with a fee, or with balances, that its transaction cannot have; nothing of it is believed. Signature: ${entry.hash}`,
    { service: 'chain', call: 'getTransaction', operation: entry.operation },
    undefined,
    'Try another node: tuk profile set NAME rpc.NETWORK URL',
  );
}
