// The names of the ledger's accounts.

/** The account that minted value comes from; only such accounts may be negative. */
export const mint = (unit: string): string => `mint:${unit}`;
/** A user's balance of a currency, a user's ride points of a region, an address on a chain, the house. */
export const accounts = {
  balance: (userId: string, currencyId: string) => `balance:${userId}:${currencyId}`,
  ride: (userId: string, region: string) => `ride:${userId}:${region}`,
  chain: (network: string, address: string) => `chain:${network}:${address.toLowerCase()}`,
  rides: 'house:rides',
  store: 'house:store',
  /** A user's mission points of a kind. */
  mission: (userId: string, missionPointId: string) => `mission:${userId}:${missionPointId}`,
  assets: 'house:assets',
  /** A third-party app's own balance. */
  app: (appId: string) => `app:${appId}`,
  withdrawals: 'house:withdrawals',
  fees: 'house:fees',
  /** The gas that transactions on the chains pay. */
  gas: 'house:gas',
  /** Value that is being migrated from the closed MVL chain. */
  migrating: 'house:migrating',
  games: 'house:games',
  subscriptions: 'house:subscriptions',
} as const;

/** An opening balance: an account, a unit, an amount in the smallest unit. */
export type OpeningBalance = readonly [account: string, unit: string, amount: bigint];
