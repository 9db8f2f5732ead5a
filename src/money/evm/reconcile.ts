// Finds out what has become of an operation on a chain, by the hashes of the bytes that were signed for it.

import type { Ledger, Operation } from '../ledger.js';
import type { Journal, JournalEntry } from './journal.js';
import type { MinedReceipt, Rpc } from './rpc.js';

/**
 * What the chain shows of an operation. `unsigned`: no bytes were signed for it, so nothing can happen. `absent`: the node knows none of its transactions, and
 * its nonce is free: the same bytes may still be sent. `pending`: a node has it. `mined`: in a block. `replaced`: another transaction has used its nonce.
 */
export type ChainState =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'absent' | 'pending'; readonly entry: JournalEntry }
  | { readonly kind: 'mined'; readonly entry: JournalEntry; readonly receipt: MinedReceipt; readonly confirmations: bigint }
  | { readonly kind: 'replaced'; readonly entry: JournalEntry };

/**
 * Reads the state of an operation. A receipt counts only where its block is the one that the chain has at that height.
 * @throws {Failure} of a read
 */
export async function chainStateOf(entries: readonly JournalEntry[], rpc: Rpc): Promise<ChainState> {
  const newest = entries.at(-1);
  if (newest === undefined) return { kind: 'unsigned' };
  for (const entry of entries) {
    const receipt = await rpc.receipt(entry.hash);
    if (!receipt) continue;
    const height = await rpc.blockNumber();
    if ((await rpc.blockHash(receipt.blockNumber)) !== receipt.blockHash) return { kind: 'pending', entry }; // its block was reorganised away
    return { kind: 'mined', entry, receipt, confirmations: height < receipt.blockNumber ? 0n : height - receipt.blockNumber + 1n };
  }
  for (const entry of [...entries].reverse()) if (await rpc.hasTransaction(entry.hash)) return { kind: 'pending', entry };
  const used = await rpc.nonce(newest.sender, 'latest');
  return { kind: used > BigInt(newest.nonce) ? 'replaced' : 'absent', entry: newest };
}

/** Records in journal and ledger what the chain shows of an operation. @returns the operation as it is now */
export function recordState(operation: Operation, state: ChainState, journal: Journal, ledger: Ledger, now: number): Operation {
  const resolve = (resolution: Parameters<Ledger['resolve']>[1]) => ledger.resolve(operation.id, resolution, now) ?? operation;
  const row = (status: string, more: object = {}) =>
    'entry' in state ? JSON.stringify({ hash: state.entry.hash, network: state.entry.network, status, ...more }) : undefined;
  switch (state.kind) {
    case 'unsigned':
      if (operation.outcome === 'unknown')
        ledger.settle(operation.id, { outcome: 'not-sent', message: 'No transaction was signed for it.' }, now);
      return ledger.find(operation.id) ?? operation;
    case 'absent':
      return operation;
    case 'pending':
      if (state.entry.state !== 'sent') journal.mark(state.entry.hash, 'sent');
      return resolve({
        outcome: 'done',
        settledBy: 'check',
        note: 'The node has its transaction.',
        found: row('PENDING'),
        lastStatus: 'PENDING',
      });
    case 'mined': {
      const { entry, receipt } = state;
      const block = { number: receipt.blockNumber, hash: receipt.blockHash };
      for (const { hash } of journal.of(operation.id)) if (hash !== entry.hash) journal.mark(hash, 'replaced');
      journal.mark(entry.hash, receipt.succeeded ? 'SUCCESS' : 'FAIL', block);
      const isDone = receipt.succeeded && entry.kind !== 'cancel';
      const status = receipt.succeeded ? 'SUCCESS' : 'FAIL';
      const note =
        entry.kind === 'cancel' ? 'Its cancellation was mined.' : receipt.succeeded ? 'It was mined.' : 'It was mined and reverted.';
      return resolve({
        outcome: isDone ? 'done' : 'not-done',
        settledBy: 'check',
        note,
        found: row(status, { blockNumber: receipt.blockNumber.toString() }),
        lastStatus: isDone ? 'SUCCESS' : 'FAIL',
        ending: isDone ? 'good' : 'returned',
        replacesDone: true,
      });
    }
    case 'replaced':
      for (const { hash } of journal.of(operation.id)) journal.mark(hash, 'replaced');
      return resolve({
        outcome: 'not-done',
        settledBy: 'check',
        note: 'Another transaction has used its nonce.',
        lastStatus: 'FAIL',
        ending: 'returned',
        replacesDone: true,
      });
  }
}
