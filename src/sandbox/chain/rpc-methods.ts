// The methods of JSON-RPC that a live network answers, each a short function of its parameters.
import type { Network } from '../../services/catalogue/words.js';
import { type Row, rowById, rows } from '../core/rows.js';
import type { Moment } from '../core/world.js';
import { revertData } from './abi.js';
import { balanceAt, type Call, coinOf, intrinsicGas, Revert } from './calls.js';
import { isContract } from './contracts.js';
import type { SignedTransaction } from './decode.js';
import { baseFeeOf, gasPriceOf, usualTip } from './fees.js';
import { networks } from './networks.js';
import { planOf } from './plan.js';
import { RpcError } from './rpc-error.js';
import { blockNumberOf, quantity, shownBlock, shownLogs, shownReceipt, shownTransaction } from './rpc-shown.js';
import { blockGas, send } from './send.js';
import { type Mined, minedIn, newestBlock, nonceOf, type Transaction, transaction, waitingOf } from './transaction.js';

type NetworkWord = (typeof Network)[number];

/** A call as its method sees it. */
export interface Asked extends Moment {
  readonly network: NetworkWord;
  readonly params: readonly unknown[];
  /** The transaction of `eth_sendRawTransaction`, decoded beforehand. */
  readonly signed: SignedTransaction | undefined;
  /** The scenario that a transaction sent now follows. */
  readonly scenario: () => string | undefined;
}
type Method = (asked: Asked) => unknown;

const wrong = (what: string): never => {
  throw new RpcError(-32602, what);
};
const addressAt = ({ params }: Asked, at: number): string => {
  const given = params[at];
  return typeof given === 'string' && /^0x[0-9a-fA-F]{40}$/.test(given) ? given : wrong(`parameter ${at + 1} must be an address`);
};
const hashAt = ({ params }: Asked, at: number): string => {
  const given = params[at];
  return typeof given === 'string' && /^0x[0-9a-fA-F]{64}$/.test(given) ? given.toLowerCase() : wrong(`parameter ${at + 1} must be a hash`);
};
const hex = (given: unknown, name: string): bigint =>
  typeof given === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(given) ? BigInt(given) : wrong(`${name} must be a hexadecimal number`);

/** The block that a parameter means; nothing for one that there is not yet. */
function blockAt(asked: Asked, given: unknown): number | undefined {
  const newest = newestBlock(asked, asked.network);
  if (given === undefined || given === null || given === 'latest' || given === 'pending') return newest;
  if (given === 'safe' || given === 'finalized') return Math.max(0, newest - 12);
  if (given === 'earliest') return 0;
  const number = Number(hex(given, 'the block'));
  return number <= newest ? number : undefined;
}
/** State is kept as it is now only. @throws {RpcError} for another block. */
function nowOnly(asked: Asked, at: number): void {
  const block = blockAt(asked, asked.params[at]);
  if (block === undefined) wrong('the block is not there yet');
  if (block! < newestBlock(asked, asked.network) - 128 && block !== 0)
    throw new RpcError(-32000, 'missing trie node: state is kept for the newest blocks');
}

const transactionNamed = (asked: Asked): Transaction | undefined => {
  const found = rowById(asked, transaction, hashAt(asked, 0))?.body;
  return found?.network === asked.network && !found.replaced ? found : undefined;
};

function callAt(asked: Asked): Call {
  const given = asked.params[0];
  if (typeof given !== 'object' || given === null) return wrong('parameter 1 must be a call');
  const { from, to, value, data, input } = given as Readonly<Record<string, unknown>>;
  const sent = (input ?? data ?? '0x') as unknown;
  if (typeof sent !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(sent)) return wrong('data must be hexadecimal text');
  const address = (one: unknown, name: string) =>
    typeof one === 'string' && /^0x[0-9a-fA-F]{40}$/.test(one) ? one : wrong(`${name} must be an address`);
  return {
    network: asked.network,
    from: from === undefined || from === null ? `0x${'0'.repeat(40)}` : address(from, 'from'),
    to: to === undefined || to === null ? null : address(to, 'to'),
    value: value === undefined || value === null ? 0n : hex(value, 'value'),
    data: sent,
  };
}

function planned(asked: Asked, call: Call): ReturnType<typeof planOf> {
  try {
    return planOf(asked, call);
  } catch (error) {
    if (error instanceof Revert) throw new RpcError(3, `execution reverted: ${error.message}`, revertData(error.message));
    throw error;
  }
}

function getLogs(asked: Asked): unknown {
  const filter = (asked.params[0] ?? {}) as Readonly<Record<string, unknown>>;
  const one = typeof filter.blockHash === 'string' ? blockNumberOf(asked, asked.network, filter.blockHash) : undefined;
  if (filter.blockHash !== undefined && one === undefined) throw new RpcError(-32000, 'unknown block');
  const from = one ?? blockAt(asked, filter.fromBlock) ?? Number.POSITIVE_INFINITY;
  const to = one ?? blockAt(asked, filter.toBlock) ?? newestBlock(asked, asked.network);
  const mined = (rows(asked, transaction, { owner: asked.network }) as Row<Mined>[]).filter(
    ({ body: { receipt } }) => receipt && receipt.blockNumber >= from && receipt.blockNumber <= to,
  );
  const order = ({ body }: Row<Mined>) => body.receipt.blockNumber * 1000 + body.receipt.index;
  const block = (number: number) => mined.filter(({ body }) => body.receipt.blockNumber === number);
  return mined
    .sort((a, b) => order(a) - order(b))
    .flatMap(({ body }) => shownLogs(asked, body, block(body.receipt.blockNumber)))
    .filter((log) => fits(log.address, filter.address) && topicsFit(log.topics, filter.topics));
}
const fits = (value: string | undefined, wanted: unknown): boolean =>
  wanted === undefined ||
  wanted === null ||
  (value !== undefined && [wanted].flat().some((one) => typeof one === 'string' && one.toLowerCase() === value));
const topicsFit = (topics: readonly string[], wanted: unknown): boolean =>
  !Array.isArray(wanted) || wanted.every((one, at) => fits(topics[at], one));

function feeHistory(asked: Asked): unknown {
  const count = Math.min(1024, Number(typeof asked.params[0] === 'number' ? asked.params[0] : hex(asked.params[0], 'the count')));
  const newest = blockAt(asked, asked.params[1]) ?? wrong('the block is not there yet');
  const percentiles = Array.isArray(asked.params[2]) ? asked.params[2] : undefined;
  const first = Math.max(0, newest - count + 1);
  const blocks = Array.from({ length: newest - first + 1 }, (_, index) => first + index);
  return {
    oldestBlock: quantity(first),
    baseFeePerGas: [...blocks, newest + 1].map((block) => quantity(baseFeeOf(asked, asked.network, block))),
    gasUsedRatio: blocks.map((block) => usedIn(asked, block) / Number(blockGas)),
    ...(percentiles && { reward: blocks.map(() => percentiles.map(() => quantity(usualTip))) }),
  };
}
const usedIn = (asked: Asked, block: number): number =>
  minedIn(asked, asked.network, block).reduce((sum, { body }) => sum + Number(body.receipt.gasUsed), 0);

function transactionCount(asked: Asked): string {
  const address = addressAt(asked, 0);
  const mined = nonceOf(asked, asked.network, address);
  if (asked.params[1] !== 'pending') return quantity(mined);
  const waiting = new Set(waitingOf(asked, asked.network, address).map(({ body }) => body.nonce));
  let next = mined;
  while (waiting.has(next)) next++;
  return quantity(next);
}

const blockShown = (asked: Asked, number: number | undefined): unknown =>
  number === undefined ? null : shownBlock(asked, asked.network, number, asked.params[1] === true);

/** By name. What is not here is -32601. */
export const methods: Readonly<Record<string, Method>> = {
  eth_chainId: ({ network }) => quantity(networks[network].chainId!),
  net_version: ({ network }) => String(networks[network].chainId),
  net_listening: () => true,
  web3_clientVersion: () => 'tuk-sandbox/1',
  eth_syncing: () => false,
  eth_accounts: () => [],
  eth_blockNumber: (asked) => quantity(newestBlock(asked, asked.network)),
  eth_getBlockByNumber: (asked) => blockShown(asked, blockAt(asked, asked.params[0])),
  eth_getBlockByHash: (asked) => blockShown(asked, blockNumberOf(asked, asked.network, hashAt(asked, 0))),
  eth_getBalance: (asked) => {
    nowOnly(asked, 1);
    return quantity(balanceAt(asked, coinOf(asked.network), addressAt(asked, 0)));
  },
  eth_getTransactionCount: transactionCount,
  eth_gasPrice: (asked) => quantity(gasPriceOf(asked, asked.network, newestBlock(asked, asked.network) + 1)),
  eth_maxPriorityFeePerGas: () => quantity(usualTip),
  eth_feeHistory: feeHistory,
  eth_estimateGas: (asked) => {
    const call = callAt(asked);
    return quantity(intrinsicGas(call.data) + planned(asked, call).gas);
  },
  eth_call: (asked) => {
    nowOnly(asked, 1);
    return planned(asked, callAt(asked)).output;
  },
  eth_getCode: (asked) => (isContract(asked.network, addressAt(asked, 0)) ? '0xfe' : '0x'),
  eth_sendRawTransaction: (asked) => send(asked, asked.network, asked.signed!, asked.scenario()),
  eth_getTransactionByHash: (asked) => {
    const found = transactionNamed(asked);
    return found ? shownTransaction(asked, found) : null;
  },
  eth_getTransactionReceipt: (asked) => {
    const found = transactionNamed(asked);
    return found?.receipt ? shownReceipt(asked, found as Mined) : null;
  },
  eth_getLogs: getLogs,
};
