// Prices in US dollars and conversions, as functions of world time.
import type { AssetCurrency, Fiat } from '../../../src/services/catalogue/words.js';
import { type Context, seededFraction } from '../../core/index.js';
import { fiat, toBase, toDecimal } from './currencies.js';

/** The middle of each price. The ids are public (platform 3.3), the prices the sandbox's own. */
const around: Readonly<Record<string, number>> = {
  'mass-vehicle-ledger': 0.003,
  ethereum: 3300,
  binancecoin: 600,
  bitcoin: 75_000,
  tezos: 0.8,
  'usd-coin': 1,
  'the-open-network': 5,
  solana: 160,
};
/** A wrapped coin has the price of its coin. */
const coinOf: Readonly<Record<string, string>> = { 'binance-bitcoin': 'bitcoin' };
const steady = new Set(['usd-coin']);

const hour = 3_600_000;

/** US dollars at a moment, to eight digits; undefined for an unknown id. */
export function priceOf(context: Pick<Context, 'seed' | 'now'>, name: string): number | undefined {
  const id = Object.hasOwn(coinOf, name) ? coinOf[name]! : name;
  const middle = Object.hasOwn(around, id) ? around[id]! : undefined;
  if (middle === undefined || steady.has(id)) return middle;
  return Number(
    (
      middle *
      (1 + 0.12 * wave(context, id, 24 * 30) + 0.03 * wave(context, id, 24) + 0.01 * wave(context, id, 1))
    ).toPrecision(8),
  );
}

/** From -1 to 1: a smoothed line between points every so many hours. */
function wave({ seed, now }: Pick<Context, 'seed' | 'now'>, id: string, hours: number): number {
  const at = now / (hour * hours);
  const step = Math.floor(at);
  const point = (n: number) => 2 * seededFraction(seed, 'price', `${id}:${hours}`, String(n)) - 1;
  const share = (1 - Math.cos((at - step) * Math.PI)) / 2;
  return point(step) * (1 - share) + point(step + 1) * share;
}

export const assetDecimals: Readonly<Record<AssetCurrency, number>> = { USD: 2, USDC: 6, MVL: 18, JPY: 0, BTC: 8 };
/** Intermediate results are millionths of a US dollar. */
const micro = 6;
const priceDigits = 12;

/** US dollars of a whole unit, times ten to the twelfth. */
function price(context: Context, currency: AssetCurrency): bigint {
  const usd = {
    USD: () => 1,
    USDC: () => 1,
    JPY: () => 1 / fiat.JPY.perUsd,
    MVL: () => priceOf(context, 'mass-vehicle-ledger')!,
    BTC: () => priceOf(context, 'bitcoin')!,
  }[currency]();
  return BigInt(Math.round(usd * 10 ** priceDigits));
}

/** The value of whole units in millionths of a US dollar, rounded down. */
export const usdValue = (context: Context, amount: string, currency: AssetCurrency): bigint =>
  (toBase(amount, assetDecimals[currency]) * price(context, currency)) /
  10n ** BigInt(assetDecimals[currency] + priceDigits - micro);

/** The value of a fare in millionths of a US dollar, rounded down. */
export const fareUsdValue = (fare: string, currency: Fiat): bigint => {
  const { decimals, perUsd } = fiat[currency];
  return (toBase(fare, decimals) * 10n ** BigInt(micro + 2 - decimals)) / BigInt(Math.round(perUsd * 100));
};

/** Converts millionths of a US dollar into a currency, rounded down. */
export const amountOfUsd = (context: Context, usd: bigint, currency: AssetCurrency, digits: number): string =>
  toDecimal((usd * 10n ** BigInt(digits + priceDigits - micro)) / price(context, currency), digits);
