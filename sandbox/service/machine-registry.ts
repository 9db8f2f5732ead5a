// The state machines and event listeners by name. Each is loaded when one of its steps is due.
import { historyListener } from '../chain/history-writer.js';
import { migration } from '../chain/migration.js';
import { nativeSwap } from '../chain/native-swap.js';
import { chainTransaction } from '../chain/transaction.js';
import { transfer } from '../chain/transfer.js';
import { type DueHandlers, type Listener, listenerPrefix, type MachineBody, type StateMachine } from '../core/index.js';
import { assetPayment, paymentsListener } from '../domains/assets/asset-payments.js';
import { lease } from '../domains/assets/leases.js';
import { offering } from '../domains/assets/offering.js';
import { share } from '../domains/assets/shares.js';
import { deposit } from '../domains/balances/deposits.js';
import { pointsListener } from '../domains/balances/points-history.js';
import { withdrawal } from '../domains/balances/withdrawals.js';
import { bridgeListener, bridgeSwap } from '../domains/bridge/bridge-swap.js';
import { networkListener } from '../domains/depin/network-rides.js';
import { subscription } from '../domains/depin/subscription.js';
import { fleetListener } from '../domains/fleet/fleet-listener.js';
import { game } from '../domains/games/game.js';
import { gamePayment } from '../domains/games/game-payments.js';
import { missionListener } from '../domains/missions/mission.js';
import { rankingClaim } from '../domains/missions/ranking.js';
import { notificationListener } from '../domains/notifications/notification.js';
import { claim } from '../domains/partners/claims.js';
import { ride } from '../domains/rides/ride.js';
import { item } from '../domains/store/item.js';
import { storeOrder } from '../domains/store/order.js';

type AnyMachine = StateMachine<MachineBody>;
type Loaders<Module> = Readonly<Record<string, () => Module>>;

/** A machine sees only rows of its kind, so the type of the body can be dropped. */
const kinds: Loaders<unknown> = {
  game: () => game,
  'game-payment': () => gamePayment,
  'earn-claim': () => claim,
  withdrawal: () => withdrawal,
  deposit: () => deposit,
  ride: () => ride,
  'chain-transaction': () => chainTransaction,
  transfer: () => transfer,
  migration: () => migration,
  'bridge-swap': () => bridgeSwap,
  'native-swap': () => nativeSwap,
  'store-order': () => storeOrder,
  'inventory-item': () => item,
  'ranking-claim': () => rankingClaim,
  offering: () => offering,
  lease: () => lease,
  payment: () => assetPayment,
  share: () => share,
  subscription: () => subscription,
};
const listeners: Loaders<Listener> = {
  notes: () => notificationListener,
  missions: () => missionListener,
  bridge: () => bridgeListener,
  history: () => historyListener,
  fleet: () => fleetListener,
  payments: () => paymentsListener,
  depin: () => networkListener,
  points: () => pointsListener,
};

/** Undefined for an unknown name. */
export const loadDueHandlers = (names: readonly string[]): DueHandlers =>
  new Map(
    names.map((name) => {
      const load = name.startsWith(listenerPrefix) ? listeners[name.slice(listenerPrefix.length)] : kinds[name];
      return [name, load?.()];
    }),
  ) as DueHandlers;

/** Loads the machine of every kind. */
export const loadStateMachines = (): readonly AnyMachine[] => Object.values(kinds).map((load) => load() as AnyMachine);
