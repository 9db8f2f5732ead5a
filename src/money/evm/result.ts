// What a transaction has done, by its block: the fee that was paid, what left and what arrived, the allowance that stands; compared with what was promised.

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
import { type EventLog, type Rpc, RpcRefusal } from './rpc.js';
import { leastOf, promisedBy } from './simulation.js';
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
  const reads = readsIn(rpc, block);
  const arriving = arrivedBy(receipt.logs, effect, from) ?? sentCoins(effect);
  const spending = spentBy(receipt.logs, effect, from);
  const [coins, missingThere, missingHere, allowance] = await Promise.all([
    coinsOfSwap(effect, from, fee, reads),
    isToSelf(effect, from) ? 0n : missingOf(arriving?.token, recipientOf(effect), reads),
    missingOf(spending.token, from, reads),
    allowanceAfter(effect, from, receipt.logs, reads),
  ]);
  const byLogs = arriving && { ...arriving, raw: atLeastZero(arriving.raw - (missingThere ?? 0n)) };
  const received = byLogs && coins ? { ...coins, raw: least(byLogs.raw, coins.raw) } : (byLogs ?? coins);
  const spent = { ...spending, raw: spending.raw + (missingHere ?? 0n) };
  const problems = [...arrivedLess(effect, received, acceptLess), ...spentMore(effect, spent), ...otherAllowance(effect, allowance)];
  const isUncompared =
    [missingThere, missingHere].includes(undefined) && tokensOf(effect).some(({ address, isListed }) => address && !isListed);
  return {
    fee,
    spent: effect.kind === 'approval' && spent.raw === 0n ? undefined : spent,
    received,
    allowance,
    warnings: [...problems, ...notes(effect, problems.length > 0 ? undefined : received, allowance), ...(isUncompared ? [uncompared] : [])],
    isLess: problems.length > 0,
    isUnknown: effect.kind === 'approval' && allowance === undefined,
  };
}

const uncompared: ChainWarning = {
  code: 'NOT_COMPARED',
  message: 'The node does not show the balances of that block: what has moved is known by the events of the token alone.',
};
const atLeastZero = (raw: bigint): bigint => (raw < 0n ? 0n : raw);
const recipientOf = (effect: TransactionEffect): string | undefined =>
  effect.kind === 'transfer' ? effect.to : effect.kind === 'swap' ? effect.recipient : undefined;

/** Reads about a block; nothing where the node does not have its state. */
interface BlockReads {
  readonly rpc: Rpc;
  readonly number: bigint;
  readonly hash: string;
  readonly ifShown: <Value>(read: Promise<Value>) => Promise<Value | undefined>;
}
const readsIn = (rpc: Rpc, { number, hash }: Mined['block']): BlockReads => ({
  ...{ rpc, number, hash },
  ifShown: (read) =>
    read.catch((error: unknown) => {
      if (error instanceof RpcRefusal) return undefined; // the node has forgotten the state of the block, or does not have it yet
      throw error;
    }),
});

/**
 * How much less of a token an account has after a block than the event logs of the block say: what a token moves without saying so. Other transfers of the block are in
 * the logs, too. 0 for the coin, and where it has more; nothing where the node does not have the state of both blocks.
 */
async function missingOf(
  token: EvmToken | undefined,
  account: string | undefined,
  { rpc, number, hash, ifShown }: BlockReads,
): Promise<bigint | undefined> {
  const { address } = token ?? {};
  if (address === undefined || account === undefined) return 0n;
  if (number === 0n) return undefined;
  const balance = (at: bigint) => ifShown(rpc.word({ from: account, to: address, data: balanceCall(account) }, at));
  const [before, after, ...logs] = await Promise.all([
    balance(number - 1n),
    balance(number),
    ...transfersOf(account).map((topics) => ifShown(rpc.logs({ blockHash: hash, address, topics }))),
  ]);
  if (before === undefined || after === undefined || logs.includes(undefined)) return undefined;
  const [incoming, outgoing] = logs.map((some) => movedBy(some!, address, account));
  return atLeastZero(incoming!.to - outgoing!.from - (after - before));
}

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
 * The coins that a swap brings its recipient, by the balances before and after the block; nothing where the node does not have both, or the sender has other
 * transactions in the block.
 */
async function coinsOfSwap(
  effect: TransactionEffect,
  from: string,
  fee: bigint | undefined,
  { rpc, number, ifShown }: BlockReads,
): Promise<TokenAmount | undefined> {
  if (effect.kind !== 'swap' || effect.floor.token.address !== undefined || number === 0n) return undefined;
  const balance = (at: bigint) => ifShown(rpc.balance(effect.recipient, at));
  const nonce = (at: bigint) => ifShown(rpc.nonce(from, at));
  const [before, after, firstNonce, nextNonce] = await Promise.all([
    balance(number - 1n),
    balance(number),
    nonce(number - 1n),
    nonce(number),
  ]);
  if (before === undefined || after === undefined || firstNonce === undefined || nextNonce !== firstNonce + 1n) return undefined;
  const paid = sameAddress(effect.recipient, from) ? fee : 0n;
  return paid === undefined ? undefined : { token: effect.floor.token, raw: atLeastZero(after - before + paid) };
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
function spentMore(effect: TransactionEffect, spent: TokenAmount): readonly ChainWarning[] {
  const { raw } = leavingBy(effect);
  if (spent.raw <= raw) return [];
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
