// A client of a chain's JSON-RPC. Every result is checked: what a node returns is not believed to have a form.

import { Failure, Guarded, ServerFailure, type Where } from '../../services/http/errors.js';
import { isNothing, isRecord, type Row } from '../../services/json-value.js';
import { revertReason } from './contracts.js';
import { isHash, quantity, sameAddress } from './hex.js';

/** Sends the body of a JSON-RPC request or batch. @param methods the methods in it @returns the text of the response @throws {Failure} without a usable HTTP response */
export type PostRpc = (methods: readonly string[], body: string) => Promise<string>;

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

/** The method that reads event logs: nodes limit it, so that it goes alone. */
const logsMethod = 'eth_getLogs';
/** The method that sends signed bytes: always alone, and never shared. */
export const broadcastMethod = 'eth_sendRawTransaction';

/** The receipt of a mined transaction. */
export interface MinedReceipt {
  readonly hash: string;
  readonly succeeded: boolean;
  readonly blockNumber: bigint;
  readonly blockHash: string;
  readonly gasUsed: bigint;
  /** In wei; nothing where the node does not say it. */
  readonly gasPrice: bigint | undefined;
  /** What a rollup charges beside the gas for its data on the main chain, wei. */
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
/** An event log of a transaction. */
export interface EventLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly transactionHash?: string | undefined;
  readonly index?: string | undefined;
}
/** A call that is simulated. */
export interface SimulatedCall {
  readonly from: string;
  readonly to: string;
  readonly value?: bigint;
  readonly data?: string;
}

/** What a simulated call returns, 0x hex, and its event logs; `refusal`: why it reverts. */
interface SimulatedResult {
  readonly output: string;
  readonly logs: readonly EventLog[];
  readonly refusal?: RpcRefusal;
}

/** Makes a request, or takes the result of an earlier one that is the same. */
type ShareRpc = (method: string, params: readonly unknown[], request: () => Promise<unknown>) => Promise<unknown>;

/** A request that waits for the others of its turn, which go to the node together. */
interface Queued {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}
/** The most requests in a batch. */
const largestBatch = 100;

/** The client of one node. Requests that are made in one turn of the event loop go out as one batch, where the node takes batches. */
export class Rpc {
  readonly #post: PostRpc;
  readonly #share: ShareRpc;
  #id = 0;
  #queue: Queued[] = [];
  #takesBatches = true;
  /** What was read since `hold`. */
  #held: Map<string, Promise<unknown>> | undefined;
  constructor(post: PostRpc, share: ShareRpc = (_, __, request) => request()) {
    this.#post = post;
    this.#share = share;
  }

  /** From here on each read is made once, so that all that is judged is of one moment, until `release`. */
  hold(): void {
    this.#held = new Map();
  }
  /** Reads that are made once are made once more. */
  renew(): void {
    if (this.#held) this.hold();
  }
  /** From here on each read is made anew. */
  release(): void {
    this.#held = undefined;
  }

  /** Makes a request. @throws {RpcRefusal} {ServerFailure} BAD_RPC_ANSWER {Failure} */
  call(method: string, params: readonly unknown[]): Promise<unknown> {
    const request = () => this.#share(method, params, () => this.#enqueue(method, params));
    const held = method === broadcastMethod ? undefined : this.#held;
    if (held === undefined) return request();
    const key = JSON.stringify([method, params]);
    const result = held.get(key) ?? request();
    held.set(key, result);
    return result;
  }
  #enqueue(method: string, params: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const queued = { method, params, resolve, reject };
      if (method === broadcastMethod || method === logsMethod) return void this.#send([queued]);
      if (this.#queue.push(queued) === 1) setImmediate(() => this.#flush());
    });
  }
  #flush(): void {
    const queue = this.#queue;
    this.#queue = [];
    const size = this.#takesBatches ? largestBatch : 1;
    for (let at = 0; at < queue.length; at += size) void this.#send(queue.slice(at, at + size));
  }
  /** Sends requests, and hands each its own result or error. */
  async #send(queued: readonly Queued[]): Promise<void> {
    const requests = queued.map(({ method, params }) => ({ jsonrpc: '2.0', id: ++this.#id, method, params }));
    const methods = queued.map(({ method }) => method);
    try {
      const text = await this.#post(methods, JSON.stringify(requests.length === 1 ? requests[0] : requests));
      const reads = parsed(methods, text);
      if (requests.length > 1 && !(Array.isArray(reads) && reads.length === requests.length)) return this.#sendEach(queued);
      const all = [reads].flat();
      for (const [at, { method, resolve, reject }] of queued.entries())
        try {
          const { id } = requests[at]!;
          resolve(resultOf(method, queued.length === 1 ? all[0] : all.find((one) => isRecord(one) && one.id === id), id));
        } catch (error) {
          reject(error);
        }
    } catch (error) {
      if (requests.length > 1 && error instanceof Failure && /^(refused|server)$/.test(error.kind)) return this.#sendEach(queued);
      for (const { reject } of queued) reject(error);
    }
  }
  /** Sends requests that a node does not take as a batch, each by itself. */
  #sendEach(queued: readonly Queued[]): void {
    this.#takesBatches = false;
    for (const one of queued) void this.#send([one]);
  }

  chainId = async (): Promise<bigint> => this.#quantity('eth_chainId', []);
  blockNumber = async (): Promise<bigint> => this.#quantity('eth_blockNumber', []);
  balance = async (address: string, block?: bigint): Promise<bigint> =>
    this.#quantity('eth_getBalance', [address, block === undefined ? 'latest' : quantity(block)]);
  gasPrice = async (): Promise<bigint> => this.#quantity('eth_gasPrice', []);
  nonce = async (address: string, at: 'latest' | 'pending' | bigint): Promise<bigint> =>
    this.#quantity('eth_getTransactionCount', [address, typeof at === 'bigint' ? quantity(at) : at]);
  code = async (address: string): Promise<string> => this.#data('eth_getCode', [address, 'latest']);
  storage = async (address: string, slot: string): Promise<string> => this.#data('eth_getStorageAt', [address, slot, 'latest']);
  estimateGas = async (call: SimulatedCall): Promise<bigint> => this.#quantity('eth_estimateGas', [callObject(call)]);

  /** Simulates a call on the newest state. @returns its return value, 0x hex @throws {RpcRefusal} where it reverts */
  simulate = async (call: SimulatedCall): Promise<string> => this.#data('eth_call', [callObject(call), 'latest']);

  /** The newest block: its base fee in wei, nothing on a chain without one; and its time, epoch seconds, with which contracts compare their deadlines. */
  async newestBlock(): Promise<{ readonly baseFee: bigint | undefined; readonly time: bigint }> {
    const method = 'eth_getBlockByNumber';
    const block = await this.call(method, ['latest', false]);
    if (!isRecord(block)) throw unusable(method, 'without the newest block');
    const { baseFeePerGas: fee, timestamp } = block;
    return { baseFee: fee === undefined || fee === null ? undefined : toQuantity(method, fee), time: toQuantity(method, timestamp) };
  }
  /** A block; nothing where the node does not have it. */
  async block(number: bigint): Promise<ChainBlock | undefined> {
    const method = 'eth_getBlockByNumber';
    const block = await this.call(method, [quantity(number), false]);
    if (block === null) return undefined;
    if (!isRecord(block) || !isHash(block.hash)) throw unusable(method, 'without a block hash');
    const { baseFeePerGas: fee, parentHash } = block;
    const baseFee = fee === undefined || fee === null ? undefined : toQuantity(method, fee);
    const parent = isHash(parentHash) ? parentHash.toLowerCase() : undefined;
    return { hash: block.hash.toLowerCase(), parentHash: parent, time: toQuantity(method, block.timestamp), baseFee };
  }
  /** The hash of the transaction of a block that has a sender and a nonce. */
  async transactionIn(number: bigint, sender: string, nonce: bigint): Promise<string | undefined> {
    const method = 'eth_getBlockByNumber';
    const block = await this.call(method, [quantity(number), true]);
    const transactions = isRecord(block) && Array.isArray(block.transactions) ? block.transactions : [];
    const found = transactions.find(
      (one: unknown) =>
        isRecord(one) && typeof one.from === 'string' && sameAddress(one.from, sender) && toQuantity(method, one.nonce) === nonce,
    );
    return isRecord(found) && isHash(found.hash) ? found.hash.toLowerCase() : undefined;
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
    const hash = await this.call(broadcastMethod, [raw]);
    if (!isHash(hash)) throw unusable(broadcastMethod, 'without a hash');
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
  /** The receipt of a transaction; nothing before it is mined. @throws {ServerFailure} for the receipt of another transaction */
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
      gasPrice: isNothing(found.effectiveGasPrice) ? undefined : toQuantity(method, found.effectiveGasPrice),
      dataFee: isNothing(found.l1Fee) ? 0n : toQuantity(method, found.l1Fee),
      logs: logsIn(method, found.logs),
    };
  }
  /** Event logs by a filter of the node. */
  async logs(filter: Row): Promise<readonly EventLog[]> {
    return logsIn(logsMethod, await this.call(logsMethod, [filter]));
  }

  /** Simulates calls, one after the other, with their event logs (`eth_simulateV1`); nothing where the node does not have that method. */
  async simulateLogs(...calls: readonly SimulatedCall[]): Promise<readonly SimulatedResult[] | undefined> {
    const method = 'eth_simulateV1';
    let blocks: unknown;
    try {
      blocks = await this.call(method, [{ blockStateCalls: [{ calls: calls.map(callObject) }] }, 'latest']);
    } catch (error) {
      if (error instanceof RpcRefusal) return undefined;
      throw error;
    }
    const [block] = Array.isArray(blocks) ? (blocks as unknown[]) : [];
    const results = isRecord(block) && Array.isArray(block.calls) ? (block.calls as unknown[]) : [];
    if (results.length !== calls.length || !results.every(isRecord)) return undefined;
    return results.map(({ status, returnData, logs, error }) => {
      if (status === '0x1') return { output: typeof returnData === 'string' ? returnData.toLowerCase() : '0x', logs: logsIn(method, logs) };
      const reason = isRecord(error) && typeof error.message === 'string' ? error.message.slice(0, 300) : 'it reverts';
      const data = isRecord(error) ? (error.data ?? returnData) : returnData;
      return { output: '0x', logs: [], refusal: new RpcRefusal(method, revertCode, reason, data) };
    });
  }

  /** A return value of one word. @throws {ServerFailure} for anything else */
  async word(call: SimulatedCall, block?: bigint): Promise<bigint> {
    const value = await this.#data('eth_call', [callObject(call), block === undefined ? 'latest' : quantity(block)]);
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

/**
 * What a node says of a transaction that it does not take, in so many words: its fee is too low for this node, the account cannot pay for it, another one waits with its
 * nonce, or something else of it is wrong. Nothing for any other error: what it means is not known.
 */
export function clearRefusal(error: unknown): 'fee' | 'funds' | 'replacement' | 'other' | undefined {
  if (!(error instanceof RpcRefusal)) return undefined;
  if (/insufficient funds/i.test(error.message)) return 'funds';
  if (/replacement|could not replace/i.test(error.message)) return 'replacement';
  if (/intrinsic gas|block gas limit|nonce too high|(txpool|pool) is full|invalid sender|type not supported/i.test(error.message))
    return 'other';
  return /underpriced|tip (too low|cap)|gas price (too low|below)|fee (too low|cap less)|max fee per gas less/i.test(error.message)
    ? 'fee'
    : undefined;
}

/** Whether a refusal says that the node has the transaction already. */
export const isAlreadyKnown = (error: unknown): boolean =>
  error instanceof RpcRefusal && /already known|known transaction|already imported|already exists/i.test(error.message);

/** Whether a refusal of a call says that it fails on the chain; any other says something of the node. */
export const isRevert = (error: RpcRefusal): boolean =>
  error.rpcCode === revertCode ||
  /revert|invalid opcode|out of gas|gas required|insufficient|exceeds|always failing|vm exception/i.test(error.message);

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
    const { transactionHash, logIndex } = log;
    return {
      address: log.address,
      topics: log.topics.map((topic: string) => topic.toLowerCase()),
      data: log.data,
      transactionHash: isHash(transactionHash) ? transactionHash.toLowerCase() : undefined,
      index: typeof logIndex === 'string' ? logIndex : undefined,
    };
  });
}

function toQuantity(method: string, value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) throw unusable(method, 'with something else than a number');
  return BigInt(value);
}

/** @throws {ServerFailure} for a text that is not JSON-RPC */
function parsed(methods: readonly string[], text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value) || Array.isArray(value)) return value;
  } catch {
    // below
  }
  throw unusable([...new Set(methods)].join(', '), 'with something else than JSON-RPC');
}

/** The result of a response. @throws {RpcRefusal} {ServerFailure} */
function resultOf(method: string, response: unknown, id: number): unknown {
  if (!isRecord(response) || (response.id !== id && response.id !== null)) throw unusable(method, 'for another request');
  if (isRecord(response.error)) {
    const { code, message, data } = response.error;
    throw new RpcRefusal(method, code, typeof message === 'string' ? message.slice(0, 300) : 'it gave no reason', data);
  }
  if (!('result' in response) || response.id === null) throw unusable(method, 'without a result');
  return response.result;
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
  const stated = await rpc.chainId();
  if (stated === chainId) return;
  throw new Guarded(
    'OTHER_CHAIN',
    `The node is of chain ${stated}, and ${network} is chain ${chainId}; nothing was signed.`,
    'Name the right node (rpc.NETWORK), or pin the chain that you mean (chain.NETWORK): tuk profile set',
  );
}
