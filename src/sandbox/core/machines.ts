// Whatever has steps that come due, by name: loaded when one of them is.
import { type Listener, listening } from './effects.js';
import type { Moving, MovingKind, Steppers } from './state-machine.js';

type AnyMoving = MovingKind<Moving>;
type Loads<Module> = Readonly<Record<string, () => Promise<Module>>>;

/** Kinds that move by themselves. A kind only ever gets rows of its own, so that their bodies' type may be forgotten here. */
const kinds: Loads<unknown> = {
  game: async () => (await import('../domains/games/game.js')).game,
  'game-payment': async () => (await import('../domains/games/payments.js')).gamePayment,
  'earn-claim': async () => (await import('../domains/partners/claims.js')).claim,
  withdrawal: async () => (await import('../domains/balances/withdrawals.js')).withdrawal,
  deposit: async () => (await import('../domains/balances/deposits.js')).deposit,
  ride: async () => (await import('../domains/rides/ride.js')).ride,
  'chain-transaction': async () => (await import('../chain/transaction.js')).transaction,
  transfer: async () => (await import('../chain/transfer.js')).transfer,
  migration: async () => (await import('../chain/migration.js')).migration,
  'bridge-swap': async () => (await import('../domains/bridge/swap.js')).bridgeSwap,
  'native-swap': async () => (await import('../chain/swap-scenarios.js')).nativeSwap,
  'store-order': async () => (await import('../domains/store/order.js')).order,
  'inventory-item': async () => (await import('../domains/store/item.js')).item,
  'ranking-claim': async () => (await import('../domains/missions/ranking-claim.js')).rankingClaim,
  offering: async () => (await import('../domains/assets/offering.js')).offering,
  lease: async () => (await import('../domains/assets/leases.js')).lease,
  payment: async () => (await import('../domains/assets/payments.js')).payment,
  share: async () => (await import('../domains/assets/shares.js')).share,
  subscription: async () => (await import('../domains/depin/subscription.js')).subscription,
};
/** Listeners to what happens elsewhere (`effects.ts`). */
const listeners: Loads<Listener> = {
  notes: async () => (await import('../domains/notifications/note.js')).notes,
  missions: async () => (await import('../domains/missions/listener.js')).missions,
  bridge: async () => (await import('../domains/bridge/ask.js')).bridge,
  history: async () => (await import('../chain/history-notes.js')).history,
  fleet: async () => (await import('../domains/fleet/listener.js')).fleetListener,
  payments: async () => (await import('../domains/assets/payments.js')).paymentsListener,
  depin: async () => (await import('../domains/depin/rides.js')).depin,
  points: async () => (await import('../domains/balances/points-history.js')).points,
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
