// The state machines and event listeners by name. Each is loaded when one of its steps is due.

import { historyListener } from '../chain/history-writer.js';
import { migration } from '../chain/migration.js';
import { nativeSwap } from '../chain/swap-scenarios.js';
import { chainTransaction } from '../chain/transaction.js';
import { transfer } from '../chain/transfer.js';
import { type Listener, listenerPrefix } from '../core/events.js';
import type { DueHandlers, MachineBody, StateMachine } from '../core/state-machine.js';
import { assetPayment, paymentsListener } from '../domains/assets/asset-payments.js';
import { lease } from '../domains/assets/leases.js';
import { offering } from '../domains/assets/offering.js';
import { share } from '../domains/assets/shares.js';
import { deposit } from '../domains/balances/deposits.js';
import { pointsListener } from '../domains/balances/points-history.js';
import { withdrawal } from '../domains/balances/withdrawals.js';
import { bridgeListener } from '../domains/bridge/bridge-calls.js';
import { bridgeSwap } from '../domains/bridge/bridge-swap.js';
import { networkListener } from '../domains/depin/served-rides.js';
import { subscription } from '../domains/depin/subscription.js';
import { fleetListener } from '../domains/fleet/fleet-listener.js';
import { game } from '../domains/games/game.js';
import { gamePayment } from '../domains/games/game-payments.js';
import { missionListener } from '../domains/missions/mission-listener.js';
import { rankingClaim } from '../domains/missions/ranking-claim.js';
import { notificationListener } from '../domains/notifications/notification.js';
import { claim } from '../domains/partners/claims.js';
import { ride } from '../domains/rides/ride.js';
import { item } from '../domains/store/item.js';
import { storeOrder } from '../domains/store/order.js';

type AnyMachine = StateMachine<MachineBody>;
type Loaders<Module> = Readonly<Record<string, () => Promise<Module>>>;

/** The state machines. Each only ever sees rows of its own kind, so that the type of the body may be dropped here. */
const kinds: Loaders<unknown> = {
  game: async () => game,
  'game-payment': async () => gamePayment,
  'earn-claim': async () => claim,
  withdrawal: async () => withdrawal,
  deposit: async () => deposit,
  ride: async () => ride,
  'chain-transaction': async () => chainTransaction,
  transfer: async () => transfer,
  migration: async () => migration,
  'bridge-swap': async () => bridgeSwap,
  'native-swap': async () => nativeSwap,
  'store-order': async () => storeOrder,
  'inventory-item': async () => item,
  'ranking-claim': async () => rankingClaim,
  offering: async () => offering,
  lease: async () => lease,
  payment: async () => assetPayment,
  share: async () => share,
  subscription: async () => subscription,
};
/** The event listeners (`events.ts`). */
const listeners: Loaders<Listener> = {
  notes: async () => notificationListener,
  missions: async () => missionListener,
  bridge: async () => bridgeListener,
  history: async () => historyListener,
  fleet: async () => fleetListener,
  payments: async () => paymentsListener,
  depin: async () => networkListener,
  points: async () => pointsListener,
};

/** Loads the machines and listeners of these names; undefined for an unknown name. */
export async function loadDueHandlers(names: readonly string[]): Promise<DueHandlers> {
  const found = names.map(async (name) => {
    const load = name.startsWith(listenerPrefix) ? listeners[name.slice(listenerPrefix.length)] : kinds[name];
    return [name, await load?.()] as const;
  });
  return new Map(await Promise.all(found)) as DueHandlers;
}

/** Loads every state machine. */
export const loadStateMachines = async (): Promise<readonly AnyMachine[]> =>
  Promise.all(Object.values(kinds).map(async (load) => (await load()) as AnyMachine));
