// The currencies of balances, and the fiat currencies that rides are paid in.
import type { Fiat, Network, Region } from '../../../services/catalogue/words.js';

/** A currency of a balance: its id is its symbol (platform 1.5). */
export interface BalanceCurrency {
  readonly id: string;
  readonly name: string;
  readonly network: (typeof Network)[number] | null;
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

/** Which there are, and what each is like, is the sandbox's own; the ids MVL, bMVL, XTZ and BNB are public (platform 1.5). */
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
export const balanceCurrency = (id: string): BalanceCurrency | undefined => balanceCurrencies.find((one) => one.id === id);

type FiatWord = (typeof Fiat)[number];
/** A fiat currency: the digits behind its point, and how many there are to a US dollar, in the sandbox for ever. */
export const fiat: Readonly<Record<FiatWord, { readonly decimals: number; readonly perUsd: number }>> = {
  USD: { decimals: 2, perUsd: 1 },
  SGD: { decimals: 2, perUsd: 1.35 },
  KRW: { decimals: 0, perUsd: 1380 },
  IDR: { decimals: 0, perUsd: 16_000 },
  THB: { decimals: 2, perUsd: 35 },
  KHR: { decimals: 0, perUsd: 4100 },
  JPY: { decimals: 0, perUsd: 150 },
};

/** The fiat currency of a region's fares: US dollars if platform 1.8 lists none of the region's own. */
export const fiatOf: Readonly<Record<(typeof Region)[number], FiatWord>> = {
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
