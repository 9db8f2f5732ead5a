// The names of the ledger's accounts.

/** Where value comes from when it is made; the only accounts that may be below nothing. */
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
  /** What transactions on the chains pay for their gas. */
  gas: 'house:gas',
  /** What is on its way from the closed MVL chain to another. */
  migrating: 'house:migrating',
  games: 'house:games',
  subscriptions: 'house:subscriptions',
} as const;

/** What somebody owns when the world begins: an account, a unit, a number of the smallest unit. */
export type Holding = readonly [account: string, unit: string, amount: bigint];
