// Whatever has steps that come due, by name: loaded when one of them is.
import { type Listener, listening } from './effects.js';
import type { Moving, MovingKind, Steppers } from './machine.js';

type AnyMoving = MovingKind<Moving>;
type Loads<Module> = Readonly<Record<string, () => Promise<Module>>>;

/** Kinds that move by themselves. A kind only ever gets rows of its own, so that their bodies' type may be forgotten here. */
const kinds: Loads<unknown> = {
  game: async () => (await import('./games/game.js')).game,
  'game-payment': async () => (await import('./games/payments.js')).gamePayment,
  'earn-claim': async () => (await import('./partners/claims.js')).claim,
  withdrawal: async () => (await import('./money/withdrawals.js')).withdrawal,
  deposit: async () => (await import('./money/deposits.js')).deposit,
  ride: async () => (await import('./rides/ride.js')).ride,
  'chain-transaction': async () => (await import('./chain/transaction.js')).transaction,
  transfer: async () => (await import('./chain/transfer.js')).transfer,
  migration: async () => (await import('./chain/migration.js')).migration,
  'bridge-swap': async () => (await import('./bridge/swap.js')).bridgeSwap,
  'native-swap': async () => (await import('./chain/swap-scenarios.js')).nativeSwap,
  'store-order': async () => (await import('./store/order.js')).order,
  'inventory-item': async () => (await import('./store/item.js')).item,
  'ranking-claim': async () => (await import('./missions/ranking-claim.js')).rankingClaim,
  offering: async () => (await import('./assets/offering.js')).offering,
  lease: async () => (await import('./assets/leases.js')).lease,
  payment: async () => (await import('./assets/payments.js')).payment,
  share: async () => (await import('./assets/shares.js')).share,
  subscription: async () => (await import('./depin/subscription.js')).subscription,
};
/** Listeners to what happens elsewhere (`effects.ts`). */
const listeners: Loads<Listener> = {
  notes: async () => (await import('./notes/note.js')).notes,
  missions: async () => (await import('./missions/listener.js')).missions,
  bridge: async () => (await import('./bridge/ask.js')).bridge,
  history: async () => (await import('./chain/history-notes.js')).history,
  fleet: async () => (await import('./fleet/listener.js')).fleetListener,
  payments: async () => (await import('./assets/payments.js')).paymentsListener,
  depin: async () => (await import('./depin/rides.js')).depin,
  points: async () => (await import('./money/points-history.js')).points,
};

/** The kinds and listeners of these names; nothing for a name that there is not. */
export async function steppersNamed(names: readonly string[]): Promise<Steppers> {
  const found = names.map(async (name) => {
    const own = name.startsWith(listening) ? listeners[name.slice(listening.length)] : kinds[name];
    return [name, await own?.()] as const;
  });
  return new Map(await Promise.all(found)) as Steppers;
}

/** Every kind that moves by itself. */
export const allMovingKinds = async (): Promise<readonly AnyMoving[]> =>
  Promise.all(Object.values(kinds).map(async (load) => (await load()) as AnyMoving));
