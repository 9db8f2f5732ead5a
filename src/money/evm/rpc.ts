// A client of a chain's JSON-RPC. Every result is checked: nothing that a node returns is believed to have a form.

import { isEvmAddress } from '../../services/forms.js';
import { Guarded } from '../../services/http/errors.js';
import { isNothing, isRecord, type Row } from '../../services/json-value.js';
import { isHash, quantity, sameAddress } from '../chain/hex.js';
import { orRefusal, RpcRefusal, unusable } from '../chain/rpc-failures.js';
import { type NodeRequests, RpcReads } from '../chain/rpc-reads.js';
import { revertCode } from './rpc-failures.js';
import type { TransactionFields } from './transaction.js';

/** The receipt of a mined transaction. */
export interface MinedReceipt {
  readonly hash: string;
  readonly succeeded: boolean;
  readonly blockNumber: bigint;
  readonly blockHash: string;
  readonly gasUsed: bigint;
  /** In wei; nothing if the node does not say it. */
  readonly gasPrice: bigint | undefined;
  /** The charge of a rollup for its data on the main chain beside the gas, wei. */
  readonly dataFee: bigint;
  readonly logs: readonly EventLog[];
}
/** A block of a chain: its time in epoch seconds, its base fee in wei, nothing on a chain without one. */
export interface ChainBlock {
  readonly hash: string;
  readonly parentHash: string | undefined;
  readonly time: bigint;
  readonly baseFee: bigint | undefined;
}
/**
 * A transaction as a node shows it: its hash, its effect, and its fee. `to` is missing for a creation of a contract, and
 * for an authorization.
 */
export interface ShownTransaction extends Pick<TransactionFields, 'value' | 'data' | 'gasLimit' | 'price'> {
  readonly hash: string;
  readonly to: string | undefined;
}
/** An event log of a transaction. */
export interface EventLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly transactionHash?: string;
  readonly index?: string;
}
/** A call that is simulated. */
export interface SimulatedCall {
  readonly from: string;
  readonly to: string;
  readonly value?: bigint;
  readonly data?: string;
}

/** The output of a simulated call, 0x hex, and its event logs; `refusal`: why it reverts. */
interface SimulatedResult {
  readonly output: string;
  readonly logs: readonly EventLog[];
  readonly refusal?: RpcRefusal;
}

/** The method that reads event logs: nodes limit it, so that it goes alone. */
const logsMethod = 'eth_getLogs';
/** The method that sends signed bytes: never shared. */
export const broadcastMethod = 'eth_sendRawTransaction';
const blockMethod = 'eth_getBlockByNumber';

/** The client of one node. */
export class Rpc extends RpcReads {
  constructor(node: NodeRequests) {
    super(node, {
      trafficOf: (method) => (method === broadcastMethod ? 'send' : method === logsMethod ? 'alone' : 'read'),
      isFresh: (method) => method === broadcastMethod,
    });
  }

  chainId = (): Promise<bigint> => this.#quantity('eth_chainId');
  blockNumber = (): Promise<bigint> => this.#quantity('eth_blockNumber');
  gasPrice = (): Promise<bigint> => this.#quantity('eth_gasPrice');
  balance = (address: string, block?: bigint): Promise<bigint> =>
    this.#quantity('eth_getBalance', [address, blockTag(block)]);
  nonce = (address: string, block: 'latest' | 'pending' | bigint): Promise<bigint> =>
    this.#quantity('eth_getTransactionCount', [address, blockTag(block)]);
  code = (address: string, block?: bigint) => this.#data('eth_getCode', [address, blockTag(block)]);
  storage = (address: string, slot: string) => this.#data('eth_getStorageAt', [address, slot, 'latest']);
  estimateGas = (call: SimulatedCall): Promise<bigint> => this.#quantity('eth_estimateGas', [callObject(call)]);

  /** Simulates a call on the newest state. @returns its output, 0x hex @throws {RpcRefusal} if it reverts */
  simulate = (call: SimulatedCall, block?: bigint) => this.#data('eth_call', [callObject(call), blockTag(block)]);

  /** The base fee of the newest block, wei, and its time, epoch seconds, with which contracts compare deadlines. */
  async newestBlock(): Promise<Pick<ChainBlock, 'baseFee' | 'time'>> {
    const block = await this.call(blockMethod, ['latest', false]);
    if (!isRecord(block)) throw unusable(blockMethod, 'without the newest block');
    return timeAndFee(block);
  }
  /** A block; nothing if the node does not have it. */
  async block(number: bigint): Promise<ChainBlock | undefined> {
    const block = await this.call(blockMethod, [quantity(number), false]);
    if (block === null) return undefined;
    if (!isRecord(block) || !isHash(block.hash)) throw unusable(blockMethod, 'without a block hash');
    return { hash: block.hash.toLowerCase(), parentHash: hashIn(block.parentHash), ...timeAndFee(block) };
  }
  /**
   * The transaction of a block that has a sender and a nonce, or that uses the nonce up by an authorization of EIP-7702,
   * which moves nothing; nothing if the node does not show it whole.
   */
  async transactionIn(
    number: bigint | 'pending',
    sender: string,
    nonce: bigint,
  ): Promise<ShownTransaction | undefined> {
    const block = await this.call(blockMethod, [blockTag(number), true]);
    const transactions: readonly unknown[] =
      isRecord(block) && Array.isArray(block.transactions) ? block.transactions : [];
    const isSent = ({ from, nonce: stated }: Row) =>
      typeof from === 'string' && sameAddress(from, sender) && toQuantity(blockMethod, stated) === nonce;
    const rows = transactions.filter(isRecord);
    const sent = rows.find(isSent);
    if (sent) return shownIn(sent);
    const authorizes = ({ authorizationList }: Row) =>
      Array.isArray(authorizationList) &&
      authorizationList.some((one: unknown) => isRecord(one) && quantityIn(blockMethod, one.nonce) === nonce);
    const authorization = shownIn(rows.find(authorizes));
    return authorization && { ...authorization, to: undefined };
  }
  /** The tips of the transactions of the last blocks, wei: by percentile. */
  async tips(percentiles: readonly number[]): Promise<readonly bigint[][]> {
    const method = 'eth_feeHistory';
    const history = await this.call(method, [quantity(20), 'latest', percentiles]);
    if (!isRecord(history)) throw unusable(method, 'without a fee history');
    const rewards = Array.isArray(history.reward) ? history.reward : [];
    return rewards.map((row) => (Array.isArray(row) ? row.map((tip) => toQuantity(method, tip)) : []));
  }
  /** Broadcasts signed bytes. @returns the hash that the node responds with @throws {RpcRefusal} {Failure} */
  async broadcast(raw: string): Promise<string> {
    const hash = await this.call(broadcastMethod, [raw]);
    if (!isHash(hash)) throw unusable(broadcastMethod, 'without a hash');
    return hash.toLowerCase();
  }
  /** Whether the node has a transaction, mined or pending. @throws {ServerFailure} for another transaction */
  async hasTransaction(hash: string): Promise<boolean> {
    const method = 'eth_getTransactionByHash';
    const transaction = await this.call(method, [hash]);
    if (transaction === null) return false;
    if (!isRecord(transaction) || hashIn(transaction.hash) !== hash.toLowerCase())
      throw unusable(method, 'with another transaction');
    return true;
  }
  /**
   * The receipt of a transaction; nothing before it is mined.
   * @throws {ServerFailure} for the receipt of another transaction
   */
  async receipt(hash: string): Promise<MinedReceipt | undefined> {
    const method = 'eth_getTransactionReceipt';
    const receipt = await this.call(method, [hash]);
    if (receipt === null) return undefined;
    if (!isRecord(receipt) || hashIn(receipt.transactionHash) !== hash.toLowerCase())
      throw unusable(method, 'with the receipt of another transaction');
    if (isNothing(receipt.blockNumber)) return undefined;
    const status = toQuantity(method, receipt.status);
    if (status !== 0n && status !== 1n) throw unusable(method, 'with a status that is neither 0 nor 1');
    const blockHash = hashIn(receipt.blockHash);
    if (blockHash === undefined) throw unusable(method, 'without a block hash');
    return {
      hash: hash.toLowerCase(),
      succeeded: status === 1n,
      blockNumber: toQuantity(method, receipt.blockNumber),
      blockHash,
      gasUsed: toQuantity(method, receipt.gasUsed),
      gasPrice: quantityIn(method, receipt.effectiveGasPrice),
      dataFee: quantityIn(method, receipt.l1Fee) ?? 0n,
      logs: logsIn(method, receipt.logs),
    };
  }
  /** Event logs by a filter of the node. */
  async logs(filter: Row): Promise<readonly EventLog[]> {
    return logsIn(logsMethod, await this.call(logsMethod, [filter]));
  }

  /**
   * Simulates calls in their order, with their event logs, and with movements of coins as such (`eth_simulateV1`);
   * nothing if the node does not have that method.
   */
  async simulateLogs(...calls: readonly SimulatedCall[]): Promise<readonly SimulatedResult[] | undefined> {
    const method = 'eth_simulateV1';
    const params = [{ blockStateCalls: [{ calls: calls.map(callObject) }], traceTransfers: true }, 'latest'];
    const blocks = await orRefusal(this.call(method, params), () => undefined);
    const [block] = Array.isArray(blocks) ? (blocks as unknown[]) : [];
    const results = isRecord(block) && Array.isArray(block.calls) ? (block.calls as unknown[]) : [];
    if (results.length !== calls.length || !results.every(isRecord)) return undefined;
    return results.map(({ status, returnData, logs, error }) => {
      if (status === '0x1')
        return { output: typeof returnData === 'string' ? returnData.toLowerCase() : '0x', logs: logsIn(method, logs) };
      const { message, data } = isRecord(error) ? error : {};
      const reason = typeof message === 'string' ? message.slice(0, 300) : 'it reverts';
      return { output: '0x', logs: [], refusal: new RpcRefusal(method, revertCode, reason, data ?? returnData) };
    });
  }

  /** A return value of one word. @throws {ServerFailure} for anything else */
  async word(call: SimulatedCall, block?: bigint): Promise<bigint> {
    const value = await this.simulate(call, block);
    if (!isHash(value)) throw unusable('eth_call', 'with something else than one word');
    return BigInt(value);
  }

  async #quantity(method: string, params: readonly unknown[] = []): Promise<bigint> {
    return toQuantity(method, await this.call(method, params));
  }
  async #data(method: string, params: readonly unknown[]) {
    const value = await this.call(method, params);
    if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(value))
      throw unusable(method, 'with something else than bytes');
    return value.toLowerCase();
  }
}

const blockTag = (block: 'latest' | 'pending' | bigint = 'latest') =>
  typeof block === 'bigint' ? quantity(block) : block;
const callObject = ({ from, to, value = 0n, data = '0x' }: SimulatedCall) => ({
  from,
  to,
  value: quantity(value),
  data,
});
const hashIn = (value: unknown): string | undefined => (isHash(value) ? value.toLowerCase() : undefined);
const timeAndFee = ({ baseFeePerGas, timestamp }: Row): Pick<ChainBlock, 'baseFee' | 'time'> => ({
  baseFee: quantityIn(blockMethod, baseFeePerGas),
  time: toQuantity(blockMethod, timestamp),
});

/** A transaction of a block; nothing if a part of its effect or of its fee is missing. */
function shownIn(row: Row | undefined): ShownTransaction | undefined {
  const { to, input, data = input } = row ?? {};
  const [hash, value, gasLimit, most, tip, gasPrice] = [
    hashIn(row?.hash),
    ...[row?.value, row?.gas, row?.maxFeePerGas, row?.maxPriorityFeePerGas, row?.gasPrice].map((text) =>
      quantityIn(blockMethod, text),
    ),
  ];
  const perGas = most ?? gasPrice;
  if (hash === undefined || typeof data !== 'string' || (to !== null && !isEvmAddress(String(to)))) return undefined;
  if (value === undefined || gasLimit === undefined || perGas === undefined) return undefined;
  const price =
    most === undefined || tip === undefined ? { gasPrice: perGas } : { maxFeePerGas: most, maxPriorityFeePerGas: tip };
  return { hash, to: to === null ? undefined : String(to), value, data: data.toLowerCase(), gasLimit, price };
}

function logsIn(method: string, value: unknown): readonly EventLog[] {
  if (!Array.isArray(value)) throw unusable(method, 'without logs');
  return value.map((log: unknown) => {
    const { address, topics, data, transactionHash, logIndex } = isRecord(log) ? log : {};
    if (typeof address !== 'string' || !Array.isArray(topics) || !topics.every(isHash) || typeof data !== 'string')
      throw unusable(method, 'with a log that cannot be read');
    return {
      address,
      topics: topics.map((topic: string) => topic.toLowerCase()),
      data,
      transactionHash: hashIn(transactionHash),
      index: typeof logIndex === 'string' ? logIndex : undefined,
    };
  });
}

const quantityIn = (method: string, value: unknown): bigint | undefined =>
  isNothing(value) ? undefined : toQuantity(method, value);
function toQuantity(method: string, value: unknown) {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value))
    throw unusable(method, 'with something else than a number');
  return BigInt(value);
}

/** @throws {Guarded} OTHER_CHAIN if a node is of another chain than the pinned one */
export async function checkChainId(
  rpc: Rpc,
  { network, chainId }: { readonly network: string; readonly chainId: bigint },
): Promise<void> {
  const stated = await rpc.chainId();
  if (stated === chainId) return;
  throw new Guarded(
    'OTHER_CHAIN',
    `The node is of chain ${stated}, and ${network} is chain ${chainId}.`,
    'Name the right node (rpc.NETWORK), or pin the chain that you mean (chain.NETWORK): tuk profile set',
  );
}
