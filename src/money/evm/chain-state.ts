// The chain state of an operation. An operation is its effect (sender, nonce, recipient, value, data): the hashes that
// were signed for it are its first witnesses, and the transaction that used its nonce is another one, whoever signed it.
// Only a block is evidence: a missing receipt or transaction proves nothing, whatever the nonce, since nodes lag behind,
// forget old transactions and respond for one another.

import { OutcomeUnknown } from '../../services/http/errors.js';
import { sameAddress } from '../chain/hex.js';
import { orRefusal } from '../chain/rpc-failures.js';
import type { ChainState, MinedBlock, MinedState } from '../chain/state.js';
import type { JournalEntry } from '../ledger/journal.js';
import { hasDataFee, mostDataFee } from './fees.js';
import { withAccounts } from './result.js';
import type { MinedReceipt, Rpc, ShownTransaction } from './rpc.js';
import { mostPerGas, parseTransaction, serialize } from './transaction.js';

/**
 * Reads the state of an operation. A receipt counts only if the chain has its block at that height. The depth of a
 * block is counted by the blocks that follow from it, since several nodes may respond at one address.
 * @param finality the depth of a final block
 * @param isOfOther whether a hash belongs to another operation of this machine
 * @returns a state of a transaction that was signed elsewhere has an entry of the kind `elsewhere`
 * @throws {OutcomeUnknown} IMPOSSIBLE_FIGURES for a receipt that its transaction cannot have; {Failure} of a read
 */
export async function chainStateOf(
  entries: readonly JournalEntry[],
  rpc: Rpc,
  finality: bigint,
  isOfOther: (hash: string) => Promise<boolean> = async () => false,
): Promise<ChainState<MinedReceipt>> {
  const newest = entries.findLast(({ kind }) => kind !== 'elsewhere');
  if (newest === undefined) return { kind: 'unsigned' };
  const signed = entries.filter(({ kind }) => kind !== 'offered');
  const isOffer = newest.kind === 'offered';
  const [height, nonce, next, seen] = await Promise.all([
    rpc.blockNumber(),
    rpc.nonce(newest.sender, 'latest'),
    isOffer ? rpc.nonce(newest.sender, 'pending') : 0n,
    Promise.all(
      signed.map(async (entry) => {
        const [receipt, isInNode] = await Promise.all([rpc.receipt(entry.hash), rpc.hasTransaction(entry.hash)]);
        return { entry, receipt, isInNode };
      }),
    ),
  ]);
  for (const { entry, receipt } of seen) {
    const mined = receipt && (await minedState(entry, receipt, rpc, height, finality));
    if (mined) return mined;
  }
  // its block may be reorganised away
  const pending = seen.findLast(({ receipt, isInNode }) => isInNode || receipt !== undefined);
  if (pending) return { kind: 'pending', entry: pending.entry };
  const isReplaced = ({ state }: JournalEntry) => state === 'replaced';
  for (const entry of [...entries.filter((one) => !isReplaced(one)), ...entries.filter(isReplaced)]) {
    if (!entry.blockNumber) continue; // the block may still be there though its transactions are forgotten
    const block = await blockAt(rpc, BigInt(entry.blockNumber), height, finality);
    if (block === undefined || block.hash !== entry.blockHash) continue;
    return isReplaced(entry)
      ? { kind: 'replaced', entry, block }
      : { kind: 'mined', entry, succeeded: entry.state === 'SUCCESS', block };
  }
  const own = BigInt(newest.nonce);
  if (nonce <= own) {
    if (isOffer && next === own) return { kind: 'unsigned' }; // what is signed next has its nonce: one of both is mined
    const waiting = isOffer && next > own ? await rpc.transactionIn('pending', newest.sender, own) : undefined;
    const entry = waiting && !(await isOfOther(waiting.hash)) ? equalTo(waiting, entries) : undefined;
    return entry ? { kind: 'pending', entry } : { kind: 'absent', entry: newest, isPast: isOffer && next > own };
  }
  const user = await userOf(rpc, newest, height, finality);
  if (user === undefined) return { kind: 'absent', entry: newest, isPast: true };
  const { transaction, block } = user;
  const ours = signed.find(({ hash }) => hash === transaction.hash);
  if (ours) return { kind: 'pending', entry: ours };
  const equal = (await isOfOther(transaction.hash)) ? undefined : equalTo(transaction, entries);
  if (equal === undefined) return { kind: 'replaced', entry: newest, by: transaction.hash, block };
  const receipt = await rpc.receipt(equal.hash);
  const mined = receipt && (await minedState(equal, receipt, rpc, height, finality));
  return mined ?? { kind: 'pending', entry: equal };
}

/** The entry of a transaction that was signed elsewhere, if its effect is that of an operation. */
function equalTo(
  { hash, to, value, data, gasLimit, price }: ShownTransaction,
  entries: readonly JournalEntry[],
): JournalEntry | undefined {
  const same = entries.find(({ kind, raw }) => {
    const signed = parseTransaction(raw);
    const isCall = kind !== 'cancel' && to !== undefined && sameAddress(to, signed.to);
    return isCall && value === signed.value && data === signed.data.toLowerCase();
  });
  if (same === undefined) return undefined;
  const raw = serialize({ ...parseTransaction(same.raw), gasLimit, price });
  const { blockNumber: _, blockHash: __, ...common } = same;
  return { ...common, hash, raw, kind: 'elsewhere', state: 'sent' };
}

/** The state by a receipt; nothing if the chain does not have its block. @throws {OutcomeUnknown} IMPOSSIBLE_FIGURES */
async function minedState(
  entry: JournalEntry,
  receipt: MinedReceipt,
  rpc: Rpc,
  height: bigint,
  finality: bigint,
): Promise<MinedState<MinedReceipt> | undefined> {
  requirePossible(receipt, entry);
  const { to, data } = parseTransaction(entry.raw);
  const isCoin = data === '0x' && entry.kind !== 'cancel' && receipt.succeeded;
  const begun = isCoin ? withAccounts(receipt, entry.sender, to, rpc) : receipt;
  const block = await blockAt(rpc, receipt.blockNumber, height, finality);
  requirePrice(receipt, block, entry);
  if (block?.hash === receipt.blockHash)
    return { kind: 'mined', entry, succeeded: receipt.succeeded, block, receipt: begun };
  const again = await receiptWithBlock(rpc, entry, receipt.blockNumber, finality);
  return again && { kind: 'mined', entry, succeeded: again.receipt.succeeded, ...again };
}

/**
 * A block with its depth: by the blocks that follow from it up to the final depth, beyond that by the height of the
 * chain.
 */
async function blockAt(rpc: Rpc, number: bigint, height: bigint, finality: bigint): Promise<MinedBlock | undefined> {
  const block = await rpc.block(number);
  if (block === undefined) return undefined;
  const depth = height < number ? 0n : height - number + 1n;
  const linked = [depth, finality, mostLinked].reduce((a, b) => (a < b ? a : b));
  const count = Math.max(Number(linked) - 1, 0);
  const later = await Promise.all([...Array(count).keys()].map((index) => rpc.block(number + BigInt(index) + 1n)));
  const gap = later.findIndex((next, index) => next?.parentHash !== (index === 0 ? block : later[index - 1])!.hash);
  return { number, ...block, confirmations: gap < 0 ? depth : BigInt(gap) + 1n };
}
/** How many blocks are followed from parent to child at most. */
const mostLinked = 64n;

/** A receipt and its block, read together: of two nodes at one address one may lack the block. */
async function receiptWithBlock(rpc: Rpc, entry: JournalEntry, number: bigint, finality: bigint) {
  const [receipt, height, mined] = await Promise.all([rpc.receipt(entry.hash), rpc.blockNumber(), rpc.block(number)]);
  if (receipt === undefined || receipt.blockNumber !== number || mined?.hash !== receipt.blockHash) return undefined;
  requirePossible(receipt, entry);
  const block = await blockAt(rpc, number, height, finality);
  return { receipt, block: block?.hash === mined.hash ? block : { number, ...mined, confirmations: 1n } };
}

/** @throws {OutcomeUnknown} IMPOSSIBLE_FIGURES for a receipt whose gas or price is outside the signed bounds */
function requirePossible({ gasUsed, gasPrice = 0n }: MinedReceipt, entry: JournalEntry) {
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

/**
 * @throws {OutcomeUnknown} IMPOSSIBLE_FIGURES for a price of gas below the base fee, and a data fee beyond reason or
 * without a rollup
 */
function requirePrice(
  { gasPrice, dataFee, blockHash }: MinedReceipt,
  block: MinedBlock | undefined,
  entry: JournalEntry,
) {
  const isBelow = gasPrice !== undefined && block?.hash === blockHash && gasPrice < (block.baseFee ?? 0n);
  if (isBelow || dataFee > (hasDataFee(entry.network) ? mostDataFee : 0n)) throw impossible(entry);
}

/** The gas that every transaction uses. */
const leastGas = 21_000n;

/**
 * Finds the transaction that used a nonce, in its block, by halving.
 * @returns nothing if the node does not show that block
 */
export async function userOf(
  rpc: Rpc,
  { sender, nonce }: Pick<JournalEntry, 'sender' | 'nonce'>,
  height: bigint,
  finality: bigint,
): Promise<{ readonly transaction: ShownTransaction; readonly block: MinedBlock } | undefined> {
  const isUsedAt = async (number: bigint): Promise<boolean | undefined> => {
    const next = await orRefusal(rpc.nonce(sender, number), () => undefined); // its state is pruned, or not there yet
    return next === undefined ? undefined : next > BigInt(nonce);
  };
  const back = [...Array(mostDoublings).keys()]
    .map((power) => height - 2n ** BigInt(power))
    .filter((number) => number > 0n);
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
  const [transaction, block] = await Promise.all([
    rpc.transactionIn(high, sender, BigInt(nonce)),
    blockAt(rpc, high, height, finality),
  ]);
  return transaction === undefined || block === undefined ? undefined : { transaction, block };
}
/** How far back a nonce is looked for: 2^25 blocks. */
const mostDoublings = 26;
