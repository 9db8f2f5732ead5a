// Formats blocks, transactions, receipts and logs for JSON-RPC (the published execution API of Ethereum).

import type { Network } from '../../src/services/catalogue/words.js';
import { type Context, type Row, sha256 } from '../core/index.js';
import { worldId } from '../domains/people/auth-tokens.js';
import type { ChainTransaction, MinedTransaction } from './contract-calls.js';
import { baseFeeOf, genesis, networks } from './networks.js';
import { blockGas } from './submit-transaction.js';
import { minedIn, newestBlock } from './transaction.js';

/** The shortest hexadecimal text. */
export const quantity = (value: bigint | number | string): string => `0x${BigInt(value).toString(16)}`;
const zeros = (bytes: number) => `0x${'0'.repeat(bytes * 2)}`;
const emptyTrie = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
const emptyUncles = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';
/** All ones: any log may be there. */
const bloomOf = (logs: number) => (logs > 0 ? `0x${'f'.repeat(512)}` : zeros(256));

/**
 * A block's hash is 24 hashed bytes and its number. Each world has its own blocks from the first on: no transaction
 * signed for an earlier world counts in this one.
 */
export const blockHash = ({ state }: Context, network: Network, number: number): string =>
  `0x${sha256(`${worldId(state)}:block:${network}:${number}`).slice(0, 48)}${number.toString(16).padStart(16, '0')}`;
/** Undefined for an unknown hash. */
export function blockNumberOf(context: Context, network: Network, hash: string): number | undefined {
  const number = /^0x[0-9a-f]{64}$/i.test(hash) ? Number.parseInt(hash.slice(-16), 16) : Number.NaN;
  const exists = Number.isSafeInteger(number) && number <= newestBlock(context, network);
  return exists && blockHash(context, network, number) === hash.toLowerCase() ? number : undefined;
}

/** `full` includes the transactions. */
export function shownBlock(context: Context, network: Network, number: number, full: boolean) {
  const mined = minedIn(context, network, number);
  const clock = genesis + number * networks[network].blockSeconds! * 1000;
  const at = mined[0]?.body.receipt.at ?? Math.min(clock, context.now);
  const used = mined.reduce((sum, { body }) => sum + BigInt(body.receipt.gasUsed), 0n);
  const logs = mined.reduce((sum, { body }) => sum + body.receipt.logs.length, 0);
  const root = (name: string) => `0x${sha256(`${context.seed}:${name}:${network}:${number}`)}`;
  return {
    number: quantity(number),
    hash: blockHash(context, network, number),
    parentHash: number === 0 ? zeros(32) : blockHash(context, network, number - 1),
    sha3Uncles: emptyUncles,
    logsBloom: bloomOf(logs),
    transactionsRoot: mined.length > 0 ? root('transactions') : emptyTrie,
    stateRoot: root('state'),
    receiptsRoot: mined.length > 0 ? root('receipts') : emptyTrie,
    miner: zeros(20),
    difficulty: '0x0',
    totalDifficulty: '0x0',
    extraData: '0x',
    size: quantity(600 + mined.length * 120),
    gasLimit: quantity(blockGas),
    gasUsed: quantity(used),
    timestamp: quantity(Math.floor(at / 1000)),
    mixHash: zeros(32),
    nonce: zeros(8),
    baseFeePerGas: quantity(baseFeeOf(context, network, number)),
    transactions: mined.map((row) => (full ? shownTransaction(context, row.body) : row.body.hash)),
    uncles: [],
  };
}

/** Mined or pending. */
export function shownTransaction(context: Context, tx: ChainTransaction) {
  const { network, hash, type, from, to, nonce, value, data, gasLimit, feeCap, tip, signature, receipt } = tx;
  const fees =
    type === 0
      ? { gasPrice: quantity(feeCap) }
      : {
          gasPrice: quantity(receipt?.gasPrice ?? feeCap),
          maxFeePerGas: quantity(feeCap),
          maxPriorityFeePerGas: quantity(tip),
          accessList: [],
          yParity: quantity(signature.yParity),
        };
  return {
    hash,
    type: quantity(type),
    chainId: quantity(networks[network].chainId!),
    nonce: quantity(nonce),
    ...placeOf(context, tx),
    from: from.toLowerCase(),
    to: to?.toLowerCase() ?? null,
    value: quantity(value),
    gas: quantity(gasLimit),
    ...fees,
    input: data,
    v: quantity(signature.v),
    r: quantity(signature.r),
    s: quantity(signature.s),
  };
}

function placeOf(context: Context, { network, receipt }: ChainTransaction): Readonly<Record<string, string | null>> {
  if (!receipt) return { blockHash: null, blockNumber: null, transactionIndex: null };
  const { blockNumber, index } = receipt;
  return {
    blockHash: blockHash(context, network, blockNumber),
    blockNumber: quantity(blockNumber),
    transactionIndex: quantity(index),
  };
}

export function shownReceipt(context: Context, tx: MinedTransaction) {
  const { receipt } = tx;
  const before = minedIn(context, tx.network, receipt.blockNumber).filter(
    ({ body }) => body.receipt.index <= receipt.index,
  );
  return {
    transactionHash: tx.hash,
    ...placeOf(context, tx),
    from: tx.from.toLowerCase(),
    to: tx.to?.toLowerCase() ?? null,
    contractAddress: null,
    cumulativeGasUsed: quantity(before.reduce((sum, { body }) => sum + BigInt(body.receipt.gasUsed), 0n)),
    gasUsed: quantity(receipt.gasUsed),
    effectiveGasPrice: quantity(receipt.gasPrice),
    logs: shownLogs(context, tx, before),
    logsBloom: bloomOf(receipt.logs.length),
    status: tx.status === 'SUCCESS' ? '0x1' : '0x0',
    type: quantity(tx.type),
  };
}

/** Numbered through the block. */
export function shownLogs(
  context: Context,
  tx: MinedTransaction,
  block: readonly Row<MinedTransaction>[],
): readonly ShownLog[] {
  const earlier = block.filter(({ body }) => body.receipt.index < tx.receipt.index);
  const first = earlier.reduce((sum, { body }) => sum + body.receipt.logs.length, 0);
  return tx.receipt.logs.map(({ address, topics, data }, index) => ({
    address: address.toLowerCase(),
    topics,
    data,
    ...placeOf(context, tx),
    transactionHash: tx.hash,
    logIndex: quantity(first + index),
    removed: false,
  }));
}
interface ShownLog {
  readonly address: string;
  readonly topics: readonly string[];
}
