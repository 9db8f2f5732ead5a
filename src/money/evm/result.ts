// What a transaction has done, by its block: the fee that was paid, what left and what arrived, the allowance that stands; compared with what was promised.

import { Failure } from '../../services/http/errors.js';
import type { ChainState } from './chain-state.js';
import { allowanceCall, balanceCall } from './contracts.js';
import {
  approvedBy,
  arrivedBy,
  type ChainWarning,
  type EvmToken,
  isToSelf,
  leavingBy,
  movedBy,
  spentBy,
  type TokenAmount,
  type TransactionEffect,
  tokensOf,
  transfersOf,
  wholeAmount,
} from './describe.js';
import { sameAddress } from './hex.js';
import type { EventLog, MinedReceipt, Rpc } from './rpc.js';
import { leastOf, mostOf, promisedBy } from './simulation.js';
import { type GasPrice, parseTransaction } from './transaction.js';

/** What a transaction has done. Facts that the node does not show are missing. */
export interface ChainResult {
  /** The fee that was paid, wei. */
  readonly fee?: bigint | undefined;
  readonly spent?: TokenAmount | undefined;
  readonly received?: TokenAmount | undefined;
  /** What the spender of an approval, or the router of a swap, may take afterwards. */
  readonly allowance?: TokenAmount | undefined;
  readonly warnings: readonly ChainWarning[];
  /** It did otherwise than was promised: less arrived, more left, or another allowance stands. */
  readonly isLess: boolean;
  /** What it was for cannot be read: the allowance of an approval. */
  readonly isUnknown?: boolean;
  /** It is known by events alone. */
  readonly isUncompared?: boolean;
}

/**
 * Reads what a mined transaction has done.
 * @param acceptLess the share of what was sent that was accepted to arrive
 * @throws {Failure} of a read, but not for the state of a block that the node has forgotten
 */
export async function resultOf(
  state: Mined,
  effect: TransactionEffect,
  from: string,
  acceptLess: string | undefined,
  rpc: Rpc,
): Promise<ChainResult> {
  const { succeeded, block, receipt } = state;
  const fee = paidFee(state);
  if (receipt === undefined || !succeeded) return { fee, warnings: [], isLess: false };
  const reads = readsIn(rpc, block, from, receipt);
  const { token } = leavingBy(effect);
  const [isContract, coins, there, here, allowance] = await Promise.all([
    effect.kind === 'transfer' && token.address !== undefined
      ? reads.ifShown(rpc.code(effect.to)).then((code = '0x') => code !== '0x')
      : false,
    coinsOfSwap(effect, from, fee, reads),
    isToSelf(effect, from) ? nothingMissing : missingOf(arrivingToken(effect), recipientOf(effect), 0n, reads),
    missingOf(token, from, fee, reads),
    allowanceAfter(effect, from, receipt.logs, reads),
  ]);
  const arriving = arrivedBy(receipt.logs, effect, from, isContract) ?? sentCoins(effect);
  const byLogs = arriving && { ...arriving, raw: atLeastZero(arriving.raw - lost(there, arriving.raw)) };
  const spending = spentBy(receipt.logs, effect, from);
  const spent = { ...spending, raw: spending.raw + lost(here, spending.raw) };
  const isUnlisted = tokensOf(effect).some(({ address, isListed }) => address && !isListed);
  const isUncompared = [there, here].some(({ raw, isShared }) => raw === undefined && (isUnlisted || isShared)) || coins === null;
  const shown = byLogs && coins ? { ...coins, raw: least(byLogs.raw, coins.raw) } : (byLogs ?? coins ?? undefined);
  const problems = [
    ...arrivedLess(effect, shown, acceptLess),
    ...spentMore(effect, spent, acceptLess),
    ...otherAllowance(effect, allowance),
  ];
  const received = isUncompared && isUnlisted && problems.length === 0 ? undefined : shown;
  return {
    fee,
    spent: effect.kind === 'approval' && spent.raw === 0n ? undefined : spent,
    received,
    allowance,
    warnings: [...problems, ...notes(effect, problems.length > 0 ? undefined : received, allowance), ...(isUncompared ? [uncompared] : [])],
    isLess: problems.length > 0,
    isUncompared,
    isUnknown: effect.kind === 'approval' && allowance === undefined,
  };
}

/** The codes of what a block shows: a later look says them anew. */
export const resultCodes: ReadonlySet<string> = new Set([
  'ARRIVED_LESS',
  'ARRIVES_LESS',
  'SPENT_MORE',
  'ALLOWANCE_DIFFERS',
  'ALLOWANCE_LEFT',
  'NOT_COMPARED',
]);
const uncompared: ChainWarning = {
  code: 'NOT_COMPARED',
  message:
    'The node does not show the balances of that block, or others have moved the token in it: what has moved is known by events alone.',
};
const arrivingToken = (effect: TransactionEffect): EvmToken | undefined =>
  effect.kind === 'transfer' ? effect.moves.token : effect.kind === 'swap' ? effect.floor.token : undefined;
/** What a comparison adds to what events say: a loss; and, of a token that leaves no events, what has come. */
const lost = ({ raw = 0n }: Missing, byEvents: bigint): bigint => (raw > 0n || byEvents === 0n ? raw : 0n);
const atLeastZero = (raw: bigint): bigint => (raw < 0n ? 0n : raw);
const recipientOf = (effect: TransactionEffect): string | undefined =>
  effect.kind === 'transfer' ? effect.to : effect.kind === 'swap' ? effect.recipient : undefined;

/** Reads about a block; nothing for what the node does not show. */
interface BlockReads {
  readonly rpc: Rpc;
  readonly number: bigint;
  readonly hash: string;
  readonly from: string;
  readonly receipt: MinedReceipt;
  readonly ifShown: <Value>(read: Promise<Value>) => Promise<Value | undefined>;
}
const readsIn = (rpc: Rpc, { number, hash }: Mined['block'], from: string, receipt: MinedReceipt): BlockReads => ({
  ...{ rpc, number, hash, from, receipt },
  ifShown: (read) =>
    read.catch((error: unknown) => {
      if (error instanceof Failure && error.kind !== 'interrupted') return undefined; // the node has forgotten the block, does not have it yet, or shows no logs
      throw error;
    }),
});

/** How much less of a token an account has than event logs say. `isShared`: it has less, and other transactions of the block have moved the token, too. */
interface Missing {
  readonly raw?: bigint;
  readonly isShared?: boolean;
}
const nothingMissing: Missing = { raw: 0n };

/**
 * Compares what an account has of a token before and after a block with the event logs of the block: what a token moves without saying so.
 * @param fee the fee that the account pays, for a token that is the coin, too
 * @returns no amount where the node does not show both states and all logs: it returns old blocks by its newest state, or its logs lag behind
 */
async function missingOf(
  token: EvmToken | undefined,
  account: string | undefined,
  fee: bigint | undefined,
  { rpc, number, hash, from, receipt, ifShown }: BlockReads,
): Promise<Missing> {
  const { address } = token ?? {};
  if (address === undefined || account === undefined) return nothingMissing;
  if (number === 0n) return {};
  const balance = (at: bigint) => ifShown(rpc.word({ from: account, to: address, data: balanceCall(account) }, at));
  const nonce = (at: bigint) => ifShown(rpc.nonce(from, at));
  const [before, after, firstNonce, nextNonce, ...lists] = await Promise.all([
    balance(number - 1n),
    balance(number),
    nonce(number - 1n),
    nonce(number),
    ...transfersOf(account).map((topics) => ifShown(rpc.logs({ blockHash: hash, address, topics }))),
  ]);
  const logs = distinct(lists.flatMap((list) => list ?? []));
  const ownLogs = logs.filter(({ transactionHash }) => transactionHash === receipt.hash);
  const [shown, own] = [movedBy(ownLogs, address, account), movedBy(receipt.logs, address, account)];
  const isShown = lists.every((list) => list !== undefined) && shown.to === own.to && shown.from === own.from;
  if (
    before === undefined ||
    after === undefined ||
    firstNonce === undefined ||
    nextNonce === undefined ||
    nextNonce <= firstNonce ||
    !isShown
  )
    return {};
  const moved = movedBy(logs, address, account);
  const raw = moved.to - moved.from - (after - before);
  if (raw <= 0n || raw === fee) return { raw: raw <= 0n ? raw : 0n };
  return ownLogs.length < logs.length ? { isShared: true } : { raw };
}

/** Event logs without repetition: one of a transfer to oneself is in both lists. */
const distinct = (logs: readonly EventLog[]): readonly EventLog[] => [
  ...new Map(logs.map((log, at) => [log.index === undefined ? at : `${log.transactionHash} ${log.index}`, log] as const)).values(),
];

/** A transaction in a block. */
type Mined = ChainState & { readonly kind: 'mined' };

/** The fee that was paid, wei, by the receipt; its price of gas, if the node does not say it, by the transaction and the base fee of the block. */
export function paidFee({ entry, block, receipt }: Mined): bigint | undefined {
  if (receipt === undefined) return undefined;
  const gasPrice = receipt.gasPrice ?? priceIn(parseTransaction(entry.raw).price, block.baseFee);
  return gasPrice === undefined ? undefined : receipt.gasUsed * gasPrice + receipt.dataFee;
}
function priceIn(price: GasPrice, baseFee: bigint | undefined): bigint | undefined {
  if ('gasPrice' in price) return price.gasPrice;
  if (baseFee === undefined) return undefined;
  return least(price.maxFeePerGas, baseFee + price.maxPriorityFeePerGas);
}
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/**
 * The coins that a swap brings its recipient, by the balances before and after the block; `null` where the node does not have both, or the sender has other
 * transactions in the block; nothing for anything else.
 */
async function coinsOfSwap(
  effect: TransactionEffect,
  from: string,
  fee: bigint | undefined,
  { rpc, number, ifShown }: BlockReads,
): Promise<TokenAmount | undefined | null> {
  if (effect.kind !== 'swap' || effect.floor.token.address !== undefined || number === 0n) return undefined;
  const balance = (at: bigint) => ifShown(rpc.balance(effect.recipient, at));
  const nonce = (at: bigint) => ifShown(rpc.nonce(from, at));
  const [before, after, firstNonce, nextNonce] = await Promise.all([
    balance(number - 1n),
    balance(number),
    nonce(number - 1n),
    nonce(number),
  ]);
  if (before === undefined || after === undefined || firstNonce === undefined || nextNonce !== firstNonce + 1n) return null;
  const paid = sameAddress(effect.recipient, from) ? fee : 0n;
  return paid === undefined ? null : { token: effect.floor.token, raw: atLeastZero(after - before + paid) };
}

/** Coins that are sent arrive with the block. */
const sentCoins = (effect: TransactionEffect): TokenAmount | undefined =>
  effect.kind === 'transfer' && effect.moves.token.address === undefined ? effect.moves : undefined;

/** What the spender of an approval, or the router of a swap, may take after the block; by the newest state, else by the event of the approval, if the node has forgotten it. */
async function allowanceAfter(
  effect: TransactionEffect,
  from: string,
  logs: readonly EventLog[],
  { rpc, number, ifShown }: BlockReads,
): Promise<TokenAmount | undefined> {
  if (effect.kind === 'transfer') return undefined;
  const [token, spender] = effect.kind === 'approval' ? [effect.allows.token, effect.spender] : [effect.sells.token, effect.router];
  const { address } = token;
  if (address === undefined) return undefined;
  const read = (at?: bigint) => ifShown(rpc.word({ from, to: address, data: allowanceCall(from, spender) }, at));
  const raw = (await read(number)) ?? (await read()) ?? approvedBy(logs, address, from, spender);
  return raw === undefined ? undefined : { token, raw };
}

function arrivedLess(
  effect: TransactionEffect,
  received: TokenAmount | undefined,
  acceptLess: string | undefined,
): readonly ChainWarning[] {
  const promised = promisedBy(effect);
  if (promised === undefined || received === undefined || received.raw >= leastOf(promised, acceptLess)) return [];
  return [
    {
      code: 'ARRIVED_LESS',
      message: `${wholeAmount(received)} ${received.token.symbol} arrived of ${wholeAmount(promised)}${effect.kind === 'swap' ? ' at least' : ''}.`,
    },
  ];
}
function spentMore(effect: TransactionEffect, spent: TokenAmount, acceptLess: string | undefined): readonly ChainWarning[] {
  const { raw } = leavingBy(effect);
  if (spent.raw <= mostOf(raw, acceptLess)) return [];
  const { symbol } = spent.token;
  return [{ code: 'SPENT_MORE', message: `${wholeAmount(spent)} ${symbol} left the account, and not ${wholeAmount({ ...spent, raw })}.` }];
}
function otherAllowance(effect: TransactionEffect, allowance: TokenAmount | undefined): readonly ChainWarning[] {
  if (effect.kind !== 'approval' || allowance === undefined || allowance.raw === effect.allows.raw) return [];
  return [
    {
      code: 'ALLOWANCE_DIFFERS',
      message: `The spender may take ${wholeAmount(allowance)} ${allowance.token.symbol} now, and not ${wholeAmount(effect.allows)}: the token does not do what it is asked for.`,
    },
  ];
}
/** What is less than perfect, and was accepted or costs nothing. */
function notes(effect: TransactionEffect, received: TokenAmount | undefined, allowance: TokenAmount | undefined): readonly ChainWarning[] {
  const promised = promisedBy(effect);
  const isLess = effect.kind === 'transfer' && received !== undefined && promised !== undefined && received.raw < promised.raw;
  return [
    ...(isLess
      ? [
          {
            code: 'ARRIVES_LESS',
            message: `${wholeAmount(received)} ${received.token.symbol} arrived of ${wholeAmount(promised)}: the token keeps a part of what is sent.`,
          },
        ]
      : []),
    ...(effect.kind === 'swap' && allowance !== undefined && allowance.raw > 0n
      ? [
          {
            code: 'ALLOWANCE_LEFT',
            message: `The router may still take ${wholeAmount(allowance)} ${allowance.token.symbol} of this account.`,
          },
        ]
      : []),
  ];
}
