// The currencies of balances, amounts in them, and the names of the ledger's accounts. No floating point.
import type { Fiat, Network, Region } from '../../../src/services/catalogue/words.js';

/** The id is the symbol (platform 1.5). */
export interface BalanceCurrency {
  readonly id: string;
  readonly name: string;
  readonly network: Network | null;
  readonly decimals: number;
  readonly transferable: boolean;
  readonly withdrawable: boolean;
  /** In whole tokens. */
  readonly withdrawalFee: string | null;
}
const currency = (
  id: string,
  name: string,
  network: BalanceCurrency['network'],
  decimals: number,
  more: Partial<BalanceCurrency> = {},
): BalanceCurrency => ({
  id,
  name,
  network,
  decimals,
  transferable: false,
  withdrawable: false,
  withdrawalFee: null,
  ...more,
});

/** The list is the sandbox's own; the ids MVL, bMVL, XTZ and BNB are public (platform 1.5). */
export const balanceCurrencies: readonly BalanceCurrency[] = [
  currency('MVL', 'MVL', 'ETHEREUM', 18, { withdrawable: true, withdrawalFee: '1' }),
  currency('bMVL', 'Binance-Peg MVL', 'BSC', 18, { withdrawable: true, withdrawalFee: '1' }),
  currency('XTZ', 'Tezos', 'XTZ', 6, { withdrawable: true, withdrawalFee: '0.1' }),
  currency('BNB', 'BNB', 'BSC', 18, { withdrawable: true, withdrawalFee: '0.001' }),
  currency('ETH', 'Ether', 'ETHEREUM', 18, { withdrawable: true, withdrawalFee: '0.001' }),
  currency('USDC', 'USD Coin', 'BASE', 6, { withdrawable: true, withdrawalFee: '0.5' }),
  currency('BTC', 'Bitcoin', 'BITCOIN', 8, { withdrawable: true, withdrawalFee: '0.0001' }),
  currency('MVP', 'MVL points', 'SERVERED', 8, { transferable: true, withdrawable: true, withdrawalFee: '1' }),
  currency('TADAP', 'TADA points', 'SERVERED', 8),
  currency('ONIONP', 'ONION points', 'SERVERED', 8),
];
export const balanceCurrency = (id: string): BalanceCurrency | undefined =>
  balanceCurrencies.find((currency) => currency.id === id);

/** Fiat currencies: decimals, and units per US dollar, fixed in the sandbox. */
export const fiat: Readonly<Record<Fiat, { readonly decimals: number; readonly perUsd: number }>> = {
  USD: { decimals: 2, perUsd: 1 },
  SGD: { decimals: 2, perUsd: 1.35 },
  KRW: { decimals: 0, perUsd: 1380 },
  IDR: { decimals: 0, perUsd: 16_000 },
  THB: { decimals: 2, perUsd: 35 },
  KHR: { decimals: 0, perUsd: 4100 },
  JPY: { decimals: 0, perUsd: 150 },
};

/** The currency of a region's fares: US dollars unless platform 1.8 lists another. */
export const fiatOf: Readonly<Record<Region, Fiat>> = {
  SG: 'SGD',
  VN: 'USD',
  KH: 'KHR',
  KR: 'KRW',
  ET: 'USD',
  ID: 'IDR',
  HK: 'USD',
  TH: 'THB',
  JP: 'JPY',
  GLOBAL: 'USD',
  USA: 'USD',
};

/**
 * `'12.5'` with 6 decimals is `12500000n`; digits beyond the decimals are dropped (platform 1.5: the server rounds
 * down).
 */
export function toBase(amount: string, decimals: number): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === '') throw new RangeError(`${amount} is not an amount`);
  const digits = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return sign === '-' ? -digits : digits;
}

/** Without trailing zeros. */
export function toDecimal(base: bigint, decimals: number): string {
  const digits = (base < 0n ? -base : base).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${base < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A percentage, rounded down to a whole step of the unit. */
export const percent = (amount: bigint, share: number): bigint => (amount * BigInt(share)) / 100n;

/** The account of minted value. Only such accounts may be negative. */
export const mint = (unit: string): string => `mint:${unit}`;
export const accounts = {
  balance: (userId: string, currencyId: string) => `balance:${userId}:${currencyId}`,
  ride: (userId: string, region: string) => `ride:${userId}:${region}`,
  chain: (network: string, address: string) =>
    `chain:${network}:${address.startsWith('0x') ? address.toLowerCase() : address}`,
  rides: 'house:rides',
  store: 'house:store',
  mission: (userId: string, missionPointId: string) => `mission:${userId}:${missionPointId}`,
  assets: 'house:assets',
  app: (appId: string) => `app:${appId}`,
  withdrawals: 'house:withdrawals',
  fees: 'house:fees',
  gas: 'house:gas',
  /** Value in migration from the closed MVL chain. */
  migrating: 'house:migrating',
  games: 'house:games',
  subscriptions: 'house:subscriptions',
} as const;

/** The amount is in the smallest unit. */
export type OpeningBalance = readonly [account: string, unit: string, amount: bigint];
