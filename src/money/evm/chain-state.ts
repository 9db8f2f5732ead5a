// The chain state of an operation: what its chain shows, by the hashes of the bytes that were signed for it. Only what is in a block is evidence: that a node has no receipt and no
// transaction proves nothing, whatever the nonce of the account is, since nodes lag behind, forget old transactions and answer for one another.

import { OutcomeUnknown } from '../../services/http/errors.js';
import { isRollup } from './describe.js';
import type { JournalEntry } from './journal.js';
import { type MinedReceipt, type Rpc, RpcRefusal } from './rpc.js';
import { mostPerGas, parseTransaction } from './transaction.js';

/** A block of the chain, and how deep it is: 1 for the newest one. */
interface MinedBlock {
  readonly number: bigint;
  readonly hash: string;
  /** Epoch seconds. */
  readonly time: bigint;
  /** Wei; nothing on a chain without one. */
  readonly baseFee?: bigint | undefined;
  readonly confirmations: bigint;
}

/**
 * What the chain shows of an operation.
 * `unsigned`: no bytes were signed for it, so nothing can happen.
 * `absent`: the node has none of its transactions; `isNonceUsed`: it says that their nonce is used, and cannot show by which transaction.
 * `pending`: the node has it, in no block.
 * `mined`: its receipt is in a block. `receipt` is missing where the node does not show it any more, and still has the block in which it was seen before.
 * `replaced`: another transaction that used its nonce is in a block.
 */
export type ChainState =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'absent'; readonly entry: JournalEntry; readonly isNonceUsed: boolean }
  | { readonly kind: 'pending'; readonly entry: JournalEntry }
  | {
      readonly kind: 'mined';
      readonly entry: JournalEntry;
      readonly succeeded: boolean;
      readonly block: MinedBlock;
      readonly receipt?: MinedReceipt | undefined;
    }
  | { readonly kind: 'replaced'; readonly entry: JournalEntry; readonly by?: string | undefined; readonly block: MinedBlock };

/**
 * Reads the state of an operation. A receipt counts only where its block is the one that the chain has at that height; and a block is only as deep as blocks that
 * follow from it show, since several nodes may response at one address.
 * @param finality how deep a block has to be to be final
 * @throws {OutcomeUnknown} IMPOSSIBLE_FIGURES for a receipt that its transaction cannot have; {Failure} of a read
 */
export async function chainStateOf(entries: readonly JournalEntry[], rpc: Rpc, finality: bigint): Promise<ChainState> {
  const newest = entries.at(-1);
  if (newest === undefined) return { kind: 'unsigned' };
  const [height, nonce, seen] = await Promise.all([
    rpc.blockNumber(),
    rpc.nonce(newest.sender, 'latest'),
    Promise.all(
      entries.map(async (entry) => {
        const [receipt, isKnown] = await Promise.all([rpc.receipt(entry.hash), rpc.hasTransaction(entry.hash)]);
        return { entry, receipt, isKnown };
      }),
    ),
  ]);
  for (const { entry, receipt } of seen) {
    if (receipt === undefined) continue;
    requirePossible(receipt, entry);
    const block = await blockAt(rpc, receipt.blockNumber, height, finality);
    requirePrice(receipt, block, entry);
    if (block?.hash === receipt.blockHash) return { kind: 'mined', entry, succeeded: receipt.succeeded, block, receipt };
    const again = await receiptWithBlock(rpc, entry, receipt.blockNumber, finality);
    if (again) return { kind: 'mined', entry, succeeded: again.receipt.succeeded, ...again };
  }
  const known = seen.filter(({ receipt, isKnown }) => isKnown || receipt !== undefined).at(-1); // in a block that was reorganised away, too
  if (known) return { kind: 'pending', entry: known.entry };
  for (const entry of entries) {
    if (entry.blockNumber === undefined) continue; // seen in a block, which may still be there though its transactions are forgotten
    const block = await blockAt(rpc, BigInt(entry.blockNumber), height, finality);
    if (block === undefined || block.hash !== entry.blockHash) continue;
    return entry.state === 'replaced'
      ? { kind: 'replaced', entry, block }
      : { kind: 'mined', entry, succeeded: entry.state === 'SUCCESS', block };
  }
  if (nonce <= BigInt(newest.nonce)) return { kind: 'absent', entry: newest, isNonceUsed: false };
  const user = await userOf(rpc, newest, height, finality);
  if (user === undefined) return { kind: 'absent', entry: newest, isNonceUsed: true };
  const own = entries.find(({ hash }) => hash === user.by);
  return own ? { kind: 'pending', entry: own } : { kind: 'replaced', entry: newest, ...user };
}

/** A block, as deep as the blocks that follow from it show, up to the depth that is final; beyond that by the height of the chain. */
async function blockAt(rpc: Rpc, number: bigint, height: bigint, finality: bigint): Promise<MinedBlock | undefined> {
  const block = await rpc.block(number);
  if (block === undefined) return undefined;
  const depth = height < number ? 0n : height - number + 1n;
  const linked = [depth, finality, mostLinked].reduce((one, other) => (one < other ? one : other));
  if (linked <= 1n) return { number, ...block, confirmations: depth };
  const count = Number(linked) - 1;
  const later = await Promise.all([...Array(count).keys()].map((at) => rpc.block(number + BigInt(at) + 1n)));
  let last = block.hash;
  for (const [at, one] of later.entries()) {
    if (one?.parentHash !== last) return { number, ...block, confirmations: BigInt(at) + 1n };
    last = one.hash;
  }
  return { number, ...block, confirmations: depth };
}
/** How many blocks are followed from parent to child at most. */
const mostLinked = 64n;

/** A receipt and its block, read together: of two nodes at one address one may lack the block. */
async function receiptWithBlock(rpc: Rpc, entry: JournalEntry, number: bigint, finality: bigint) {
  const [receipt, height, shown] = await Promise.all([rpc.receipt(entry.hash), rpc.blockNumber(), rpc.block(number)]);
  if (receipt === undefined || receipt.blockNumber !== number || shown?.hash !== receipt.blockHash) return undefined;
  requirePossible(receipt, entry);
  const block = await blockAt(rpc, number, height, finality);
  return { receipt, block: block?.hash === shown.hash ? block : { number, ...shown, confirmations: 1n } };
}

/** @throws {OutcomeUnknown} IMPOSSIBLE_FIGURES for a receipt whose gas or price is not within what was signed */
function requirePossible({ gasUsed, gasPrice = 0n }: MinedReceipt, entry: JournalEntry): void {
  const { gasLimit, price } = parseTransaction(entry.raw);
  if (gasUsed < leastGas || gasUsed > gasLimit || gasPrice > mostPerGas(price)) throw impossible(entry);
}
const impossible = ({ operation, hash }: JournalEntry): OutcomeUnknown =>
  new OutcomeUnknown(
    'IMPOSSIBLE_FIGURES',
    `The node shows a receipt of ${operation} with gas, or a price of gas, that its transaction cannot have; nothing of it is believed. Hash: ${hash}`,
    { service: 'chain', call: 'eth_getTransactionReceipt', operation },
    undefined,
    'Try another node: tuk profile set NAME rpc.NETWORK URL',
  );

/** @throws {OutcomeUnknown} IMPOSSIBLE_FIGURES for a price of gas below the base fee of its block, or a data fee on a chain that is no rollup or beyond reason */
function requirePrice({ gasPrice, dataFee, blockHash }: MinedReceipt, block: MinedBlock | undefined, entry: JournalEntry): void {
  const isBelow = gasPrice !== undefined && block?.hash === blockHash && gasPrice < (block.baseFee ?? 0n);
  if (isBelow || dataFee > (isRollup(entry.network) ? mostDataFee : 0n)) throw impossible(entry);
}
/** The highest data fee that is believed: 0.05 coins. */
const mostDataFee = 5n * 10n ** 16n;

/** The gas that every transaction uses. */
const leastGas = 21_000n;

/**
 * Finds the transaction that used a nonce, in its block: the block from which on the account has used it is found by halving.
 * @returns nothing where the node has no such block any more, or shows none that fits
 */
async function userOf(
  rpc: Rpc,
  { sender, nonce }: JournalEntry,
  height: bigint,
  finality: bigint,
): Promise<{ readonly by: string; readonly block: MinedBlock } | undefined> {
  const isUsedAt = async (number: bigint): Promise<boolean | undefined> => {
    try {
      return (await rpc.nonce(sender, number)) > BigInt(nonce);
    } catch (error) {
      if (error instanceof RpcRefusal) return undefined; // its state is pruned, or not there yet
      throw error;
    }
  };
  const back = [...Array(mostDoublings).keys()].map((power) => height - 2n ** BigInt(power)).filter((number) => number > 0n);
  const places = [height, ...back, 0n];
  const used = await Promise.all(places.map(isUsedAt));
  const before = used.indexOf(false);
  if (before < 1 || used[before - 1] !== true) return undefined;
  let [low, high] = [places[before]!, places[before - 1]!];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    const isUsed = await isUsedAt(middle);
    if (isUsed === undefined) return undefined;
    if (isUsed) high = middle;
    else low = middle;
  }
  const [by, block] = await Promise.all([rpc.transactionIn(high, sender, BigInt(nonce)), blockAt(rpc, high, height, finality)]);
  return by === undefined || block === undefined ? undefined : { by, block };
}
/** How far back a nonce is looked for: 2^25 blocks. */
const mostDoublings = 26;

/** Whether a node does not show an operation that was signed: neither its transaction, nor its receipt, nor the one that used its nonce. */
export const isForgotten = (state: ChainState): boolean =>
  state.kind === 'absent' || (state.kind === 'mined' && state.receipt === undefined);

/** Whether what a chain shows cannot change any more: its block is as deep as the profile wants it (`finality.NETWORK`). */
export const isFinal = (state: ChainState, finality: bigint): boolean =>
  (state.kind === 'mined' || state.kind === 'replaced') && state.block.confirmations >= finality;
