// The shares that seed users have from before the opening. The seeds of shares, of their transactions and of the networks' histories read this one list.
import type { Share } from './asset-rows.js';

/** A share of the past, of a vehicle by its number. */
export interface PastShare extends Pick<Share, 'num' | 'amount' | 'currency' | 'share'> {
  readonly handle: string;
  /** Days before the opening. */
  readonly ago: number;
  /** A purchase through a bank, in USDC on the chain, for an order; or a lease. */
  readonly by: 'bank' | 'chain' | 'order' | 'lease';
  /** The ordinal of its payment: of mina's third, of the second for kenji's leases. */
  readonly payment?: 3 | 7;
}

/** Each a part of one vehicle of its offering that fits its amount. */
export const pastShares: readonly PastShare[] = [
  { handle: 'mina', num: 1, amount: '4900', currency: 'USD', share: '100', ago: 85, by: 'bank' },
  { handle: 'mina', num: 2, amount: '250', currency: 'USDC', share: '5', ago: 6, by: 'order', payment: 3 },
  { handle: 'mina', num: 3, amount: '21000', currency: 'USD', share: '100', ago: 60, by: 'bank' },
  { handle: 'mina', num: 4, amount: '100', currency: 'USDC', share: '4.8888', ago: 80, by: 'chain' },
  { handle: 'mina', num: 5, amount: '45', currency: 'USD', share: '100', ago: 70, by: 'lease' },
  { handle: 'mina', num: 6, amount: '15000', currency: 'USD', share: '100', ago: 410, by: 'bank' },
  { handle: 'kenji', num: 176, amount: '45', currency: 'USD', share: '100', ago: 20, by: 'lease', payment: 7 },
  { handle: 'lan', num: 30, amount: '50000', currency: 'MVL', share: '4', ago: 88, by: 'bank' },
  { handle: 'whale', num: 168, amount: '0.3', currency: 'BTC', share: '20', ago: 5, by: 'bank' },
];
/** The vehicle that kenji received on a lease. */
export const leasedByKenji = pastShares.find(({ handle }) => handle === 'kenji')!;
