// The JSON-RPC methods of a live network, each a short function of its parameters.
import type { Network } from '../../src/services/catalogue/words.js';
import { type Context, type Row, rowById, rows } from '../core/index.js';
import { RpcError, revertData } from './abi.js';
import {
  balanceAt,
  type ChainTransaction,
  type ContractCall,
  intrinsicGas,
  type MinedTransaction,
  nativeCoin,
  Revert,
} from './contract-calls.js';
import { isContract } from './contracts.js';
import type { SignedTransaction } from './decode.js';
import { baseFeeOf, gasPriceOf, networks, usualTip } from './networks.js';
import { blockNumberOf, quantity, shownBlock, shownLogs, shownReceipt, shownTransaction } from './rpc-responses.js';
import { simulateCall } from './simulate-call.js';
import { blockGas, submitTransaction } from './submit-transaction.js';
import { chainTransaction, minedIn, newestBlock, nonceOf, pendingOf } from './transaction.js';

export interface RpcRequest extends Context {
  readonly network: Network;
  readonly params: readonly unknown[];
  /** The decoded transaction of `eth_sendRawTransaction`. */
  readonly signed: SignedTransaction | undefined;
  /** The scenario of a new transaction. */
  readonly scenario: () => string | undefined;
}
type Method = (request: RpcRequest) => unknown;

const invalidParams = (what: string): never => {
  throw new RpcError(-32602, what);
};
const addressAt = ({ params }: RpcRequest, at: number): string => {
  const param = params[at];
  return typeof param === 'string' && /^0x[0-9a-fA-F]{40}$/.test(param)
    ? param
    : invalidParams(`parameter ${at + 1} must be an address`);
};
const hashAt = ({ params }: RpcRequest, at: number): string => {
  const param = params[at];
  return typeof param === 'string' && /^0x[0-9a-fA-F]{64}$/.test(param)
    ? param.toLowerCase()
    : invalidParams(`parameter ${at + 1} must be a hash`);
};
const hex = (param: unknown, name: string): bigint =>
  typeof param === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(param)
    ? BigInt(param)
    : invalidParams(`${name} must be a hexadecimal number`);

/** Undefined for a future block. */
function blockAt(request: RpcRequest, param: unknown): number | undefined {
  const newest = newestBlock(request, request.network);
  if (param === undefined || param === null || param === 'latest' || param === 'pending') return newest;
  if (param === 'safe' || param === 'finalized') return Math.max(0, newest - 12);
  if (param === 'earliest') return 0;
  const number = Number(hex(param, 'the block'));
  return number <= newest ? number : undefined;
}
/** Only the newest state is kept. @throws {RpcError} for another block */
function requireNewestBlock(request: RpcRequest, at: number): void {
  const block = blockAt(request, request.params[at]);
  if (block === undefined) invalidParams('the block is not there yet');
  if (block! < newestBlock(request, request.network))
    throw new RpcError(-32000, 'missing trie node: state is kept for the newest block');
}

const transactionNamed = (request: RpcRequest): ChainTransaction | undefined => {
  const transaction = rowById(request, chainTransaction, hashAt(request, 0))?.body;
  return transaction?.network === request.network && !transaction.replaced ? transaction : undefined;
};

function callAt(request: RpcRequest): ContractCall {
  const param = request.params[0];
  if (typeof param !== 'object' || param === null) return invalidParams('parameter 1 must be a call');
  const { from, to, value, data, input } = param as Readonly<Record<string, unknown>>;
  const sent = (input ?? data ?? '0x') as unknown;
  if (typeof sent !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(sent))
    return invalidParams('data must be hexadecimal text');
  const address = (text: unknown, name: string) =>
    typeof text === 'string' && /^0x[0-9a-fA-F]{40}$/.test(text) ? text : invalidParams(`${name} must be an address`);
  return {
    network: request.network,
    from: from === undefined || from === null ? `0x${'0'.repeat(40)}` : address(from, 'from'),
    to: to === undefined || to === null ? null : address(to, 'to'),
    value: value === undefined || value === null ? 0n : hex(value, 'value'),
    data: sent,
  };
}

function simulate(request: RpcRequest, call: ContractCall): ReturnType<typeof simulateCall> {
  try {
    return simulateCall(request, call);
  } catch (error) {
    if (error instanceof Revert)
      throw new RpcError(3, `execution reverted: ${error.message}`, revertData(error.message));
    throw error;
  }
}

function getLogs(request: RpcRequest) {
  const filter = (request.params[0] ?? {}) as Readonly<Record<string, unknown>>;
  const single =
    typeof filter.blockHash === 'string' ? blockNumberOf(request, request.network, filter.blockHash) : undefined;
  if (filter.blockHash !== undefined && single === undefined) throw new RpcError(-32000, 'unknown block');
  const from = single ?? blockAt(request, filter.fromBlock) ?? Number.POSITIVE_INFINITY;
  const to = single ?? blockAt(request, filter.toBlock) ?? newestBlock(request, request.network);
  const mined = (rows(request, chainTransaction, { owner: request.network }) as Row<MinedTransaction>[]).filter(
    ({ body: { receipt } }) => receipt && receipt.blockNumber >= from && receipt.blockNumber <= to,
  );
  const order = ({ body }: Row<MinedTransaction>) => body.receipt.blockNumber * 1000 + body.receipt.index;
  const block = (number: number) => mined.filter(({ body }) => body.receipt.blockNumber === number);
  return mined
    .sort((a, b) => order(a) - order(b))
    .flatMap(({ body }) => shownLogs(request, body, block(body.receipt.blockNumber)))
    .filter((log) => fits(log.address, filter.address) && topicsFit(log.topics, filter.topics));
}
const fits = (value: string | undefined, wanted: unknown): boolean =>
  wanted === undefined ||
  wanted === null ||
  (value !== undefined &&
    [wanted].flat().some((option) => typeof option === 'string' && option.toLowerCase() === value));
const topicsFit = (topics: readonly string[], wanted: unknown): boolean =>
  !Array.isArray(wanted) || wanted.every((topic, at) => fits(topics[at], topic));

function feeHistory(request: RpcRequest) {
  const count = Math.min(
    1024,
    Number(typeof request.params[0] === 'number' ? request.params[0] : hex(request.params[0], 'the count')),
  );
  const newest = blockAt(request, request.params[1]) ?? invalidParams('the block is not there yet');
  const percentiles = Array.isArray(request.params[2]) ? request.params[2] : undefined;
  const first = Math.max(0, newest - count + 1);
  const blocks = Array.from({ length: newest - first + 1 }, (_, index) => first + index);
  return {
    oldestBlock: quantity(first),
    baseFeePerGas: [...blocks, newest + 1].map((block) => quantity(baseFeeOf(request, request.network, block))),
    gasUsedRatio: blocks.map((block) => usedIn(request, block) / Number(blockGas)),
    reward: percentiles && blocks.map(() => percentiles.map(() => quantity(usualTip))),
  };
}
const usedIn = (request: RpcRequest, block: number): number =>
  minedIn(request, request.network, block).reduce((sum, { body }) => sum + Number(body.receipt.gasUsed), 0);

function transactionCount(request: RpcRequest): string {
  const address = addressAt(request, 0);
  const mined = nonceOf(request, request.network, address);
  if (request.params[1] !== 'pending') {
    const block = blockAt(request, request.params[1]) ?? invalidParams('the block is not there yet');
    const isLater = ({ body }: Row<ChainTransaction>) =>
      body.from.toLowerCase() === address.toLowerCase() && (body.receipt?.blockNumber ?? 0) > block;
    return quantity(mined - rows(request, chainTransaction, { owner: request.network }).filter(isLater).length);
  }
  const waiting = new Set(pendingOf(request, request.network, address).map(({ body }) => body.nonce));
  let next = mined;
  while (waiting.has(next)) next++;
  return quantity(next);
}

const blockShown = (request: RpcRequest, number: number | undefined) =>
  number === undefined ? null : shownBlock(request, request.network, number, request.params[1] === true);

/** Others are -32601. */
export const methods: Readonly<Record<string, Method>> = {
  eth_chainId: ({ network }) => quantity(networks[network].chainId!),
  net_version: ({ network }) => String(networks[network].chainId),
  net_listening: () => true,
  web3_clientVersion: () => 'tuk-sandbox/1',
  eth_syncing: () => false,
  eth_accounts: () => [],
  eth_blockNumber: (request) => quantity(newestBlock(request, request.network)),
  eth_getBlockByNumber: (request) => blockShown(request, blockAt(request, request.params[0])),
  eth_getBlockByHash: (request) => blockShown(request, blockNumberOf(request, request.network, hashAt(request, 0))),
  eth_getBalance: (request) => {
    requireNewestBlock(request, 1);
    return quantity(balanceAt(request, nativeCoin(request.network), addressAt(request, 0)));
  },
  eth_getTransactionCount: transactionCount,
  eth_gasPrice: (request) => quantity(gasPriceOf(request, request.network, newestBlock(request, request.network) + 1)),
  eth_maxPriorityFeePerGas: () => quantity(usualTip),
  eth_feeHistory: feeHistory,
  eth_estimateGas: (request) => {
    const call = callAt(request);
    return quantity(intrinsicGas(call.data) + simulate(request, call).gas);
  },
  eth_call: (request) => {
    requireNewestBlock(request, 1);
    return simulate(request, callAt(request)).output;
  },
  eth_getCode: (request) => (isContract(request.network, addressAt(request, 0)) ? '0xfe' : '0x'),
  eth_getStorageAt: (request) => {
    addressAt(request, 0);
    hex(request.params[1], 'the slot');
    requireNewestBlock(request, 2);
    return `0x${'0'.repeat(64)}`; // no contract here is a proxy
  },
  eth_sendRawTransaction: (request) => submitTransaction(request, request.network, request.signed!, request.scenario()),
  eth_getTransactionByHash: (request) => {
    const transaction = transactionNamed(request);
    return transaction ? shownTransaction(request, transaction) : null;
  },
  eth_getTransactionReceipt: (request) => {
    const transaction = transactionNamed(request);
    return transaction?.receipt ? shownReceipt(request, transaction as MinedTransaction) : null;
  },
  eth_getLogs: getLogs,
};
