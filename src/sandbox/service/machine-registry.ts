// The state machines and event listeners by name. Each is loaded when one of its steps is due.
import { type Listener, listenerPrefix } from '../core/events.js';
import type { DueHandlers, MachineBody, StateMachine } from '../core/state-machine.js';

type AnyMachine = StateMachine<MachineBody>;
type Loaders<Module> = Readonly<Record<string, () => Promise<Module>>>;

/** A machine sees only rows of its kind, so the type of the body can be dropped. */
const kinds: Loaders<unknown> = {
  game: async () => (await import('../domains/games/game.js')).game,
  'game-payment': async () => (await import('../domains/games/game-payments.js')).gamePayment,
  'earn-claim': async () => (await import('../domains/partners/claims.js')).claim,
  withdrawal: async () => (await import('../domains/balances/withdrawals.js')).withdrawal,
  deposit: async () => (await import('../domains/balances/deposits.js')).deposit,
  ride: async () => (await import('../domains/rides/ride.js')).ride,
  'chain-transaction': async () => (await import('../chain/transaction.js')).chainTransaction,
  transfer: async () => (await import('../chain/transfer.js')).transfer,
  migration: async () => (await import('../chain/migration.js')).migration,
  'bridge-swap': async () => (await import('../domains/bridge/bridge-swap.js')).bridgeSwap,
  'native-swap': async () => (await import('../chain/native-swap.js')).nativeSwap,
  'store-order': async () => (await import('../domains/store/order.js')).storeOrder,
  'inventory-item': async () => (await import('../domains/store/item.js')).item,
  'ranking-claim': async () => (await import('../domains/missions/ranking.js')).rankingClaim,
  offering: async () => (await import('../domains/assets/offering.js')).offering,
  lease: async () => (await import('../domains/assets/leases.js')).lease,
  payment: async () => (await import('../domains/assets/asset-payments.js')).assetPayment,
  share: async () => (await import('../domains/assets/shares.js')).share,
  subscription: async () => (await import('../domains/depin/subscription.js')).subscription,
};
const listeners: Loaders<Listener> = {
  notes: async () => (await import('../domains/notifications/notification.js')).notificationListener,
  missions: async () => (await import('../domains/missions/claim-mission.js')).missionListener,
  bridge: async () => (await import('../domains/bridge/bridge-calls.js')).bridgeListener,
  history: async () => (await import('../chain/history-writer.js')).historyListener,
  fleet: async () => (await import('../domains/fleet/fleet-listener.js')).fleetListener,
  payments: async () => (await import('../domains/assets/asset-payments.js')).paymentsListener,
  depin: async () => (await import('../domains/depin/network-rides.js')).networkListener,
  points: async () => (await import('../domains/balances/points-history.js')).pointsListener,
};

/** Undefined for an unknown name. */
export async function loadDueHandlers(names: readonly string[]): Promise<DueHandlers> {
  const handlers = names.map(async (name) => {
    const load = name.startsWith(listenerPrefix) ? listeners[name.slice(listenerPrefix.length)] : kinds[name];
    return [name, await load?.()] as const;
  });
  return new Map(await Promise.all(handlers)) as DueHandlers;
}

export const loadStateMachines = async (): Promise<readonly AnyMachine[]> =>
  Promise.all(Object.values(kinds).map(async (load) => (await load()) as AnyMachine));
