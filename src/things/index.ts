// Every kind of thing, in the order of the requests of `tuk find` and of the list of `tuk wait`.

import type { MoneyEndpoint } from '../services/catalogue/endpoint-types.js';
import { app } from './app.js';
import { assetOrder, assetPayment, assetTransaction } from './asset-purchase.js';
import { assetVehicle, income, rideIncome, vehicleOnSale } from './asset-vehicle.js';
import { balance, currency } from './balance.js';
import { bridgeSwap, legacySwap } from './bridge-swap.js';
import { charger } from './charger.js';
import { claim, rankingClaim } from './claim.js';
import { earnEvent } from './earn-event.js';
import { form, game, gameResult } from './game.js';
import { item } from './item.js';
import { lease } from './lease.js';
import { migration } from './migration.js';
import { mission, missionGroup } from './mission.js';
import {
  batterySwap,
  networkRide,
  networkVehicle,
  subscription,
  vehicleSale,
  vehicleToken,
} from './network-vehicle.js';
import { notification } from './notification.js';
import { collection, offering } from './offering.js';
import type { OperationSpec } from './operation.js';
import { place } from './place.js';
import { pointsChange } from './points-change.js';
import { product, purchasable } from './product.js';
import { ride } from './ride.js';
import { session } from './session.js';
import { staking } from './staking.js';
import { station } from './station.js';
import { storeOrder } from './store-order.js';
import type { Thing } from './thing.js';
import { price, token } from './token.js';
import { transaction, transfer } from './transaction.js';
import { account, invitee, referral, user } from './user.js';
import { wallet } from './wallet.js';
import { withdrawal } from './withdrawal.js';

const declared = [
  ride,
  storeOrder,
  item,
  assetOrder,
  assetPayment,
  assetTransaction,
  lease,
  withdrawal,
  pointsChange,
  bridgeSwap,
  legacySwap,
  claim,
  rankingClaim,
  migration,
  staking,
  subscription,
  transaction,
  transfer,
  product,
  purchasable,
  user,
  game,
  gameResult,
  form,
  currency,
  offering,
  collection,
  vehicleOnSale,
  missionGroup,
  place,
  networkVehicle,
  vehicleToken,
  vehicleSale,
  station,
  charger,
  balance,
  account,
  wallet,
  invitee,
  session,
  earnEvent,
  app,
  referral,
  mission,
  assetVehicle,
  rideIncome,
  income,
  notification,
  batterySwap,
  networkRide,
  price,
  token,
] as const;
export const things: readonly Thing[] = declared;

type DeclaredThing = (typeof declared)[number];
type OperationsOf<T> = T extends { readonly operations: infer Specs } ? keyof Specs : never;
type MissingOperation = Exclude<MoneyEndpoint, OperationsOf<DeclaredThing>>;
/** The operation of each call that moves value. The compiler names a call that no thing has. */
export const operationSpecs = Object.assign({}, ...things.map(({ operations }) => operations)) as [
  MissingOperation,
] extends [never]
  ? Readonly<Record<MoneyEndpoint, OperationSpec>>
  : { readonly missing: MissingOperation };
