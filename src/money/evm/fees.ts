// The price of gas: EIP-1559 if the chain has a base fee, else one price; with a bound that a lying node cannot lift.

import { isPrefixedHash } from '../../services/forms.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { noAccount } from '../chain/hex.js';
import { orRefusal } from '../chain/rpc-failures.js';
import { baseUnits, whole } from '../values/decimal.js';
import { type Chain, coinDecimals } from './chain.js';
import type { Rpc } from './rpc.js';
import { type GasPrice, maxFeeOf, mostPerGas, type TransactionFields } from './transaction.js';

/** How fast a transaction is to be mined. */
export const feeLevels = ['low', 'medium', 'high'] as const;
export type FeeLevel = (typeof feeLevels)[number];

/** The fee as a person states it, in wei. */
export interface FeeChoice {
  readonly level: FeeLevel;
  readonly maxFeePerGas?: bigint;
  readonly maxPriorityFeePerGas?: bigint;
  readonly gasLimit?: bigint;
  /** The whole fee that is accepted above the bounds, as it was typed (--accept-fee). */
  readonly accepted?: string;
}

const gwei = 1_000_000_000n;
const gweiDecimals = 9;
/** The percentiles of recent tips that are read. */
export const tipPercentiles = [10, 50, 90] as const;
/** The percentile of a level, and its factor on a single gas price, in per cent. */
const levels: Readonly<Record<FeeLevel, { readonly percentile: 0 | 1 | 2; readonly percent: bigint }>> = {
  low: { percentile: 0, percent: 100n },
  medium: { percentile: 1, percent: 110n },
  high: { percentile: 2, percent: 130n },
};

/** Parses a price of gas in gwei, to wei. @throws {BadInput} */
export const parseGwei = (text: string, where: string): bigint => baseUnits(text, gweiDecimals, where);
/** A price of gas in gwei. */
export const gweiText = (wei: bigint): string => `${whole(wei, gweiDecimals)} gwei`;

/**
 * The most per unit of gas, in gwei: some ten times the price of the worst days. It catches a node that returns a
 * thousandfold fee, and a typing error, even without limits.fee.
 */
const boundsInGwei: Readonly<Record<string, bigint>> = {
  ETHEREUM: 500n,
  BSC: 50n,
  POLYGON: 5000n,
  KLAYTN: 1000n,
  BASE: 50n,
  ARBITRUM: 50n,
};
const usualBound = 500n;
const boundOf = (network: string) => (boundsInGwei[network] ?? usualBound) * gwei;

/** Finds the price of gas. @throws {BadInput} BAD_VALUE for a tip above the most, or a most below the base fee */
export async function gasPriceOf(rpc: Rpc, choice: FeeChoice): Promise<GasPrice> {
  const price = await proposedPrice(rpc, choice);
  if ('maxFeePerGas' in price && price.maxPriorityFeePerGas > price.maxFeePerGas)
    throw new BadInput(
      'BAD_VALUE',
      `The tip of ${gweiText(price.maxPriorityFeePerGas)} per unit of gas is above the maximum of ${gweiText(price.maxFeePerGas)}.`,
    );
  return price;
}

/**
 * Checks the fee of a transaction, whoever stated its parts: the price of gas by the bound of the network, the gas
 * limit by `gasBound`, the data fee.
 * @throws {Guarded} FEE_TOO_HIGH for a fee above the bounds, or above --accept-fee
 */
export function checkFee(
  {
    gasLimit,
    price,
    dataFee = 0n,
  }: Pick<TransactionFields, 'gasLimit' | 'price'> & { readonly dataFee?: bigint | undefined },
  { network, coin }: Pick<Chain, 'network' | 'coin'>,
  gasBound: bigint,
  choice: Pick<FeeChoice, 'accepted'>,
): void {
  const fee = maxFeeOf({ gasLimit, price }) + dataFee;
  const accepted = choice.accepted === undefined ? undefined : parseAcceptedFee(choice.accepted, { network, coin });
  const bound = boundOf(network);
  const isWithin =
    accepted === undefined
      ? mostPerGas(price) <= bound && gasLimit <= gasBound * mostOverBound && dataFee <= mostDataFee
      : fee <= accepted;
  if (isWithin) return;
  const text = (wei: bigint) => `${whole(wei, coinDecimals)} ${coin}`;
  const perGas = gweiText(mostPerGas(price));
  const why = [
    accepted !== undefined && `more than --accept-fee says (${text(accepted)})`,
    mostPerGas(price) > bound && `${perGas} per unit of gas, and ${network} costs ${gweiText(bound)} at the very most`,
    gasLimit > gasBound * mostOverBound && `${gasLimit} gas, and such a transaction needs ${gasBound} at most`,
    dataFee > mostDataFee && `${text(dataFee)} for the data of the transaction`,
  ];
  throw new Guarded(
    'FEE_TOO_HIGH',
    `The fee is up to ${text(fee)}: ${why.filter(Boolean).join('; ')}.`,
    `If that is right, accept it: --accept-fee '${text(fee)}'`,
  );
}
/** The factor by which a stated gas limit may exceed the bound: unused gas costs nothing. */
const mostOverBound = 10n;

/** Parses --accept-fee, an amount of the coin. @throws {BadInput} BAD_VALUE */
function parseAcceptedFee(text: string, { coin, network }: Pick<Chain, 'network' | 'coin'>) {
  const [amount = '', unit, ...more] = text.trim().split(/\s+/);
  if (more.length > 0 || (unit !== undefined && unit.toUpperCase() !== coin))
    throw new BadInput(
      'BAD_VALUE',
      `--accept-fee takes an amount of ${coin}, in which ${network} takes its fees.`,
      `Like: --accept-fee '0.1 ${coin}'`,
    );
  return baseUnits(amount, coinDecimals, '--accept-fee');
}

async function proposedPrice(rpc: Rpc, { level, maxFeePerGas, maxPriorityFeePerGas }: FeeChoice): Promise<GasPrice> {
  const { percentile, percent } = levels[level];
  const [{ baseFee: base }, tipNow] = await Promise.all([rpc.newestBlock(), usualTip(rpc, percentile)]);
  if (base === undefined) {
    if (maxPriorityFeePerGas !== undefined)
      throw new BadInput(
        'BAD_VALUE',
        'The chain has no base fee, so a transaction has no tip.',
        'Leave the tip of --fee out.',
      );
    return { gasPrice: maxFeePerGas ?? ((await rpc.gasPrice()) * percent) / 100n };
  }
  if (maxFeePerGas !== undefined && maxFeePerGas < base)
    throw new BadInput(
      'BAD_VALUE',
      `--fee max is ${gweiText(maxFeePerGas)}, and the base fee is ${gweiText(base)}: it would not be mined.`,
    );
  const tip = maxPriorityFeePerGas ?? tipNow;
  const most = maxFeePerGas ?? base * 2n + tip;
  return { maxFeePerGas: most, maxPriorityFeePerGas: maxPriorityFeePerGas === undefined && tip > most ? most : tip };
}

/** The median over the last blocks of a percentile of the paid tips; a gwei if the node does not say. */
async function usualTip(rpc: Rpc, percentile: 0 | 1 | 2): Promise<bigint> {
  const rows = await orRefusal(rpc.tips(tipPercentiles), () => []);
  const tips = rows.flatMap((row) => row[percentile] ?? []).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return tips[Math.floor(tips.length / 2)] ?? gwei;
}

// The data fee: what a rollup of the OP stack charges for the data of a transaction on the main chain, beside the gas.

/** Whether a network charges a data fee. */
export const hasDataFee = (network: string): boolean => /^(BASE|OP_)/.test(network);
/** The highest data fee that is believed without --accept-fee: 0.05 coins. */
export const mostDataFee = 5n * 10n ** 16n;
/** The contract that states it, on every such network. */
const oracle = '0x420000000000000000000000000000000000000F';

/**
 * The most that the data of a transaction may cost, wei: twice what the oracle states now, since its price changes until
 * the block. 0 on a network without such a fee.
 * @param unsigned the bytes of the transaction, 0x hex
 * @returns nothing if the oracle does not say
 */
export async function dataFeeOf(rpc: Rpc, network: string, unsigned: string): Promise<bigint | undefined> {
  if (!hasDataFee(network)) return 0n;
  const call = { from: noAccount, to: oracle, data: dataFeeCall(unsigned) };
  const stated = await orRefusal(rpc.simulate(call), () => '0x');
  return isPrefixedHash(stated) ? BigInt(stated) * 2n : undefined;
}
/** Call data of `getL1Fee(bytes)`. */
function dataFeeCall(bytes: string) {
  const digits = bytes.slice(2);
  const word = (number: number) => number.toString(16).padStart(64, '0');
  return `0x49948e0e${word(32)}${word(digits.length / 2)}${digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')}`;
}

/** The most gas that a transaction of each kind needs. A node that returns more is not believed. */
export const gasBounds = { coin: 100_000n, token: 500_000n, approval: 300_000n, swap: 3_000_000n } as const;

/**
 * The gas limit: the stated one, else the node's estimate and a fifth; a plain transfer needs exactly 21000.
 * @throws {Guarded} GAS_TOO_HIGH for an estimate above the bound
 */
export function gasLimitOf(
  estimate: bigint,
  bound: bigint,
  { gasLimit, accepted }: Pick<FeeChoice, 'gasLimit' | 'accepted'>,
): bigint {
  if (gasLimit !== undefined) return gasLimit;
  const limit = estimate === plainGas ? estimate : (estimate * 6n) / 5n;
  if (limit <= bound || accepted !== undefined) return limit; // --accept-fee bounds the whole fee
  throw new Guarded(
    'GAS_TOO_HIGH',
    `The node estimates ${estimate} gas, but such a transaction needs at most ${bound}.`,
    `If that is right, state it: --gas-limit ${limit}; or accept the fee in all: --accept-fee`,
  );
}
const plainGas = 21_000n;
