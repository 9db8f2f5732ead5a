// A client of a chain's JSON-RPC. Every result is checked: what a node answers is not believed to have a form.

import { Failure, Guarded, ServerFailure, type Where } from '../../services/http/errors.js';
import { isRecord, type Row } from '../../services/json-value.js';
import { revertReason } from './contracts.js';
import { isHash, quantity, sameAddress } from './hex.js';

/** Sends the body of a JSON-RPC request. @returns the text of the response @throws {Failure} without a usable HTTP response */
export type PostRpc = (method: string, body: string) => Promise<string>;

/** A node has answered with an error. */
export class RpcRefusal extends Failure {
  readonly rpcCode: number | undefined;
  readonly data: unknown;
  constructor(method: string, code: unknown, message: string, data?: unknown) {
    super('refused', 'RPC_REFUSED', `The node refused ${method}: ${message}`, undefined, { service: 'chain', call: method });
    this.rpcCode = typeof code === 'number' ? code : undefined;
    this.data = data;
  }
}

/** The receipt of a mined transaction. */
export interface MinedReceipt {
  readonly hash: string;
  readonly succeeded: boolean;
  readonly blockNumber: bigint;
  readonly blockHash: string;
  readonly gasUsed: bigint;
  /** In wei; nothing where the node does not say it. */
  readonly gasPrice: bigint | undefined;
  readonly logs: readonly EventLog[];
}
/** An event log of a transaction. */
export interface EventLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}
/** A call that is simulated. */
export interface SimulatedCall {
  readonly from: string;
  readonly to: string;
  readonly value?: bigint;
  readonly data?: string;
}

/** Makes a request, or takes the result of an earlier one that is the same. */
type ShareRpc = (method: string, params: readonly unknown[], request: () => Promise<unknown>) => Promise<unknown>;

/** The client of one node. */
export class Rpc {
  readonly #post: PostRpc;
  readonly #share: ShareRpc;
  #id = 0;
  constructor(post: PostRpc, share: ShareRpc = (_, __, request) => request()) {
    this.#post = post;
    this.#share = share;
  }

  /** Makes a request. @throws {RpcRefusal} {ServerFailure} BAD_RPC_ANSWER {Failure} */
  call(method: string, params: readonly unknown[]): Promise<unknown> {
    return this.#share(method, params, () => this.#call(method, params));
  }
  async #call(method: string, params: readonly unknown[]): Promise<unknown> {
    const id = ++this.#id;
    const text = await this.#post(method, JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    const answer = parsed(method, text);
    if (answer.id !== id && answer.id !== null) throw unusable(method, 'for another request');
    if (isRecord(answer.error)) {
      const { code, message, data } = answer.error;
      throw new RpcRefusal(method, code, typeof message === 'string' ? message.slice(0, 300) : 'it gave no reason', data);
    }
    if (!('result' in answer) || answer.id === null) throw unusable(method, 'without a result');
    return answer.result;
  }

  chainId = async (): Promise<bigint> => this.#quantity('eth_chainId', []);
  blockNumber = async (): Promise<bigint> => this.#quantity('eth_blockNumber', []);
  balance = async (address: string): Promise<bigint> => this.#quantity('eth_getBalance', [address, 'latest']);
  gasPrice = async (): Promise<bigint> => this.#quantity('eth_gasPrice', []);
  nonce = async (address: string, at: 'latest' | 'pending'): Promise<bigint> => this.#quantity('eth_getTransactionCount', [address, at]);
  code = async (address: string): Promise<string> => this.#data('eth_getCode', [address, 'latest']);
  storage = async (address: string, slot: string): Promise<string> => this.#data('eth_getStorageAt', [address, slot, 'latest']);
  estimateGas = async (call: SimulatedCall): Promise<bigint> => this.#quantity('eth_estimateGas', [callObject(call)]);

  /** Simulates a call on the newest state. @returns its return value, 0x hex @throws {RpcRefusal} where it reverts */
  simulate = async (call: SimulatedCall): Promise<string> => this.#data('eth_call', [callObject(call), 'latest']);

  /** The base fee of the newest block, wei; nothing on a chain without one. */
  async baseFee(): Promise<bigint | undefined> {
    const block = await this.call('eth_getBlockByNumber', ['latest', false]);
    if (!isRecord(block)) throw unusable('eth_getBlockByNumber', 'without the newest block');
    return block.baseFeePerGas === undefined || block.baseFeePerGas === null
      ? undefined
      : toQuantity('eth_getBlockByNumber', block.baseFeePerGas);
  }
  /** The time of the newest block, epoch seconds: what contracts compare their deadlines with. */
  async newestTime(): Promise<bigint> {
    const block = await this.call('eth_getBlockByNumber', ['latest', false]);
    if (!isRecord(block)) throw unusable('eth_getBlockByNumber', 'without the newest block');
    return toQuantity('eth_getBlockByNumber', block.timestamp);
  }
  /** The hash of a block; nothing where the node does not have it. */
  async blockHash(number: bigint): Promise<string | undefined> {
    const block = await this.call('eth_getBlockByNumber', [quantity(number), false]);
    if (block === null) return undefined;
    if (!isRecord(block) || !isHash(block.hash)) throw unusable('eth_getBlockByNumber', 'without a block hash');
    return block.hash.toLowerCase();
  }
  /** Tips that transactions of the last blocks have paid, wei: by percentile. */
  async tips(percentiles: readonly number[]): Promise<readonly bigint[][]> {
    const history = await this.call('eth_feeHistory', [quantity(20), 'latest', percentiles]);
    if (!isRecord(history)) throw unusable('eth_feeHistory', 'without a fee history');
    const rewards = Array.isArray(history.reward) ? history.reward : [];
    return rewards.map((row) => (Array.isArray(row) ? row.map((one) => toQuantity('eth_feeHistory', one)) : []));
  }
  /** Broadcasts signed bytes. @returns the hash that the node answers @throws {RpcRefusal} {Failure} */
  async broadcast(raw: string): Promise<string> {
    const hash = await this.call('eth_sendRawTransaction', [raw]);
    if (!isHash(hash)) throw unusable('eth_sendRawTransaction', 'without a hash');
    return hash.toLowerCase();
  }
  /** Whether the node has a transaction, mined or pending. @throws {ServerFailure} for another transaction */
  async hasTransaction(hash: string): Promise<boolean> {
    const found = await this.call('eth_getTransactionByHash', [hash]);
    if (found === null) return false;
    if (!isRecord(found) || !isHash(found.hash) || !sameAddress(found.hash, hash))
      throw unusable('eth_getTransactionByHash', 'with another transaction');
    return true;
  }
  /** The receipt of a transaction; nothing before it is mined. @throws {ServerFailure} for that of another transaction */
  async receipt(hash: string): Promise<MinedReceipt | undefined> {
    const method = 'eth_getTransactionReceipt';
    const found = await this.call(method, [hash]);
    if (found === null) return undefined;
    if (!isRecord(found) || !isHash(found.transactionHash) || !sameAddress(found.transactionHash, hash))
      throw unusable(method, 'with the receipt of another transaction');
    if (found.blockNumber === null || found.blockNumber === undefined) return undefined;
    const status = toQuantity(method, found.status);
    if (status !== 0n && status !== 1n) throw unusable(method, 'with a status that is neither 0 nor 1');
    if (!isHash(found.blockHash)) throw unusable(method, 'without a block hash');
    return {
      hash: found.transactionHash.toLowerCase(),
      succeeded: status === 1n,
      blockNumber: toQuantity(method, found.blockNumber),
      blockHash: found.blockHash.toLowerCase(),
      gasUsed: toQuantity(method, found.gasUsed),
      gasPrice: found.effectiveGasPrice === undefined ? undefined : toQuantity(method, found.effectiveGasPrice),
      logs: logsIn(method, found.logs),
    };
  }
  /** Event logs by a filter of the node. */
  async logs(filter: Row): Promise<readonly EventLog[]> {
    return logsIn('eth_getLogs', await this.call('eth_getLogs', [filter]));
  }

  /**
   * Simulates a call with its event logs (`eth_simulateV1`); nothing where the node does not have that method.
   * @throws {RpcRefusal} where the call reverts
   */
  async simulateLogs(call: SimulatedCall): Promise<{ readonly output: string; readonly logs: readonly EventLog[] } | undefined> {
    const method = 'eth_simulateV1';
    let blocks: unknown;
    try {
      blocks = await this.call(method, [{ blockStateCalls: [{ calls: [callObject(call)] }] }, 'latest']);
    } catch (error) {
      if (error instanceof RpcRefusal && error.rpcCode !== revertCode) return undefined;
      throw error;
    }
    const [block] = Array.isArray(blocks) ? (blocks as unknown[]) : [];
    const [result] = isRecord(block) && Array.isArray(block.calls) ? (block.calls as unknown[]) : [];
    if (!isRecord(result)) return undefined;
    const { status, returnData, logs, error } = result;
    if (status !== '0x1') {
      const reason = isRecord(error) && typeof error.message === 'string' ? error.message.slice(0, 300) : 'it reverts';
      throw new RpcRefusal(method, revertCode, reason, isRecord(error) ? (error.data ?? returnData) : returnData);
    }
    return { output: typeof returnData === 'string' ? returnData.toLowerCase() : '0x', logs: logsIn(method, logs) };
  }

  /** A return value of one word. @throws {ServerFailure} for anything else */
  async word(call: SimulatedCall): Promise<bigint> {
    const value = await this.simulate(call);
    if (!/^0x[0-9a-f]{64}$/i.test(value)) throw unusable('eth_call', 'with something else than one word');
    return BigInt(value);
  }

  async #quantity(method: string, params: readonly unknown[]): Promise<bigint> {
    return toQuantity(method, await this.call(method, params));
  }
  async #data(method: string, params: readonly unknown[]): Promise<string> {
    const value = await this.call(method, params);
    if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(value)) throw unusable(method, 'with something else than bytes');
    return value.toLowerCase();
  }
}

/** Whether a refusal says that the node has the transaction already. */
export const isAlreadyKnown = (error: unknown): boolean =>
  error instanceof RpcRefusal && /already known|known transaction|already imported|already exists/i.test(error.message);

/** The reason of a call that reverts, for people. */
export function reasonOf(error: RpcRefusal): string {
  const data =
    typeof error.data === 'string' ? error.data : isRecord(error.data) && typeof error.data.data === 'string' ? error.data.data : undefined;
  return (data === undefined ? undefined : revertReason(data)) ?? error.message.replace(/^The node refused \w+: /, '');
}

/** The code of a call that reverts. */
const revertCode = 3;

const callObject = ({ from, to, value = 0n, data = '0x' }: SimulatedCall) => ({ from, to, value: quantity(value), data });

function logsIn(method: string, value: unknown): readonly EventLog[] {
  if (!Array.isArray(value)) throw unusable(method, 'without logs');
  return value.map((log: unknown) => {
    if (
      !isRecord(log) ||
      typeof log.address !== 'string' ||
      !Array.isArray(log.topics) ||
      !log.topics.every(isHash) ||
      typeof log.data !== 'string'
    )
      throw unusable(method, 'with a log that cannot be read');
    return { address: log.address, topics: log.topics.map((topic: string) => topic.toLowerCase()), data: log.data };
  });
}

function toQuantity(method: string, value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) throw unusable(method, 'with something else than a number');
  return BigInt(value);
}

function parsed(method: string, text: string): Row {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // below
  }
  throw unusable(method, 'with something else than JSON-RPC');
}

const whereOf = (call: string): Where => ({ service: 'chain', call });
const unusable = (method: string, how: string): ServerFailure =>
  new ServerFailure(
    'BAD_RPC_ANSWER',
    `The node answered ${method} ${how}.`,
    whereOf(method),
    'Try another node: tuk profile set NAME rpc.NETWORK URL',
  );

/** @throws {Guarded} OTHER_CHAIN where a node is of another chain than the pinned one */
export async function checkChainId(rpc: Rpc, { network, chainId }: { readonly network: string; readonly chainId: bigint }): Promise<void> {
  const answered = await rpc.chainId();
  if (answered === chainId) return;
  throw new Guarded(
    'OTHER_CHAIN',
    `The node is of chain ${answered}, and ${network} is chain ${chainId}; nothing was signed.`,
    'Name the right node (rpc.NETWORK), or pin the chain that you mean (chain.NETWORK): tuk profile set',
  );
}
