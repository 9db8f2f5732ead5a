// Converts amounts between currencies at the current prices, in whole numbers.
import type { AssetCurrency, Fiat } from '../../../services/catalogue/words.js';
import type { SandboxContext } from '../../core/context.js';
import { toBase, toDecimal } from '../balances/amounts.js';
import { fiat } from '../balances/currencies.js';
import { priceOf } from '../balances/prices.js';

type AssetWord = (typeof AssetCurrency)[number];

/** The digits behind the point of an amount of each currency. */
export const assetDecimals: Readonly<Record<AssetWord, number>> = { USD: 2, USDC: 6, MVL: 18, JPY: 0, BTC: 8 };
/** The number of millionths in a US dollar: the unit of intermediate results. */
const micro = 6;
const priceDigits = 12;

/** The price of a whole unit in US dollars, times ten to the twelfth. */
function price(context: SandboxContext, currency: AssetWord): bigint {
  const usd = {
    USD: () => 1,
    USDC: () => 1,
    JPY: () => 1 / fiat.JPY.perUsd,
    MVL: () => priceOf(context, 'mass-vehicle-ledger')!,
    BTC: () => priceOf(context, 'bitcoin')!,
  }[currency]();
  return BigInt(Math.round(usd * 10 ** priceDigits));
}

/** Millionths of a US dollar that an amount in whole units is worth; rounded down. */
export const usdValue = (context: SandboxContext, amount: string, currency: AssetWord): bigint =>
  (toBase(amount, assetDecimals[currency]) * price(context, currency)) / 10n ** BigInt(assetDecimals[currency] + priceDigits - micro);

/** Millionths of a US dollar that a fare is worth; rounded down. */
export const fareUsdValue = (fare: string, currency: (typeof Fiat)[number]): bigint => {
  const { decimals, perUsd } = fiat[currency];
  return (toBase(fare, decimals) * 10n ** BigInt(micro + 2 - decimals)) / BigInt(Math.round(perUsd * 100));
};

/** So many millionths of a US dollar as an amount of a currency, to some digits; rounded down. */
export const amountOfUsd = (context: SandboxContext, usd: bigint, currency: AssetWord, digits: number): string =>
  toDecimal((usd * 10n ** BigInt(digits + priceDigits - micro)) / price(context, currency), digits);
