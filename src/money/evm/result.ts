// What a transaction has done, by its block: the fee that was paid, what left and what arrived, the allowance that stands; compared with what was promised.

import type { ChainState } from './chain-state.js';
import { allowanceCall, balanceCall } from './contracts.js';
import { arrivedBy, type ChainWarning, spentBy, type TokenAmount, type TransactionEffect, wholeAmount } from './describe.js';
import { sameAddress } from './hex.js';
import { type Rpc, RpcRefusal } from './rpc.js';
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
  /** It did less than was promised: less arrived, or another allowance stands. */
  readonly isLess: boolean;
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
  const inBlock = <Value>(read: (number: bigint) => Promise<Value>, number = block.number): Promise<Value | undefined> =>
    read(number).catch((error: unknown) => {
      if (error instanceof RpcRefusal) return undefined; // the node has forgotten the state of the block
      throw error;
    });
  const [byEvents, coins, change, allowance] = await Promise.all([
    arrivedBy(receipt.logs, effect, from) ?? sentCoins(effect),
    coinsOfSwap(effect, from, fee, block.number, inBlock, rpc),
    balanceChange(
      effect,
      from,
      (owner, token, number) => inBlock((at) => rpc.word({ from: owner, to: token, data: balanceCall(owner) }, at), number),
      block.number,
    ),
    allowanceAfter(effect, from, (token, spender) =>
      inBlock((at) => rpc.word({ from, to: token, data: allowanceCall(from, spender) }, at)),
    ),
  ]);
  const spent = spentBy(receipt.logs, effect, from);
  const received =
    byEvents && change !== undefined && change < byEvents.raw ? { ...byEvents, raw: change < 0n ? 0n : change } : (byEvents ?? coins);
  const problems = [...arrivedLess(effect, received, acceptLess), ...otherAllowance(effect, allowance)];
  return {
    fee,
    spent,
    received,
    allowance,
    warnings: [...problems, ...notes(effect, problems.length > 0 ? undefined : received, allowance)],
    isLess: problems.length > 0,
  };
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
  block: bigint,
  inBlock: <Value>(read: (number: bigint) => Promise<Value>, number: bigint) => Promise<Value | undefined>,
  rpc: Rpc,
): Promise<TokenAmount | undefined> {
  if (effect.kind !== 'swap' || effect.floor.token.address !== undefined || block === 0n) return undefined;
  const balance = (number: bigint) => inBlock((at) => rpc.balance(effect.recipient, at), number);
  const nonce = (number: bigint) => inBlock((at) => rpc.nonce(from, at), number);
  const [before, after, firstNonce, nextNonce] = await Promise.all([balance(block - 1n), balance(block), nonce(block - 1n), nonce(block)]);
  if (before === undefined || after === undefined || firstNonce === undefined || nextNonce !== firstNonce + 1n) return undefined;
  const paid = sameAddress(effect.recipient, from) ? fee : 0n;
  return paid === undefined ? undefined : { token: effect.floor.token, raw: after - before + paid };
}

/** Coins that are sent arrive with the block. */
const sentCoins = (effect: TransactionEffect): TokenAmount | undefined =>
  effect.kind === 'transfer' && effect.moves.token.address === undefined ? effect.moves : undefined;

/** How the recipient's balance of a token changes with the block, in base units; nothing where the node does not have both blocks, or the sender is the recipient. */
async function balanceChange(
  effect: TransactionEffect,
  from: string,
  balanceAt: (owner: string, token: string, block: bigint) => Promise<bigint | undefined>,
  block: bigint,
): Promise<bigint | undefined> {
  if (effect.kind === 'approval' || block === 0n) return undefined;
  const [token, recipient] = effect.kind === 'transfer' ? [effect.moves.token, effect.to] : [effect.floor.token, effect.recipient];
  if (token.address === undefined || (effect.kind === 'transfer' && sameAddress(recipient, from))) return undefined;
  const [before, after] = await Promise.all([balanceAt(recipient, token.address, block - 1n), balanceAt(recipient, token.address, block)]);
  return before === undefined || after === undefined ? undefined : after - before;
}

async function allowanceAfter(
  effect: TransactionEffect,
  from: string,
  read: (token: string, spender: string) => Promise<bigint | undefined>,
): Promise<TokenAmount | undefined> {
  const [token, spender] =
    effect.kind === 'approval' ? [effect.allows.token, effect.spender] : effect.kind === 'swap' ? [effect.sells.token, effect.router] : [];
  if (token?.address === undefined || spender === undefined || spender === from) return undefined;
  const raw = await read(token.address, spender);
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
