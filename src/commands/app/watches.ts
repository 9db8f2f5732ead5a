// The watch screens of kinds of items as data, and the statuses in which something can be done to one.
import type { KindName } from '../../engine/watch/watch-kinds.js';
import type { WatchSpec } from '../../ui/state/screens.js';

/** The ends of a ride that another request can follow (platform 6.1). */
export const recallable = ['NOT_MATCHED', 'DRIVER_CANCELED_RECALLABLE', 'COMPANY_CANCELED_RECALLABLE', 'EXPIRED_RECALLABLE'] as const;
/** The status classes of a ride that has not ended. */
export const goesOn = ['pending', 'needs-you'] as const;
/**
 * The statuses of a store order in which it may be paid, and cancelled. The platform has no transitions (platform 8.1): a failed payment may be repeated as
 * long as no other status says that the order has ended.
 */
export const payable = ['needs-you', 'PAYMENT_FAILED'] as const;
export const cancellable = [...payable, 'PAID'] as const;

/** A ride. */
export const watchedRide: WatchSpec = {
  command: 'ride watch {id}',
  kind: 'ride',
  name: 'Requests',
  reads: 'ride status {id}',
  hasDriver: true,
  columns: [
    { path: 'driverInfo.name', heading: 'driver', section: 'Driver' },
    { path: 'driverInfo.carModel', heading: 'car', section: 'Driver' },
    { path: 'driverInfo.carColor', heading: 'colour', section: 'Driver' },
    { path: 'driverInfo.carPlate', heading: 'plate', section: 'Driver' },
    { path: 'driver.away', heading: 'position', section: 'Driver' },
    { path: 'driver.place', heading: 'place', section: 'Driver' },
    { path: 'origin.name', heading: 'from', section: 'Trip' },
    { path: 'destination.name', heading: 'to', section: 'Trip' },
    { path: 'fare', as: { amount: 'currency' }, section: 'Trip' },
    { path: 'payCurrency', heading: 'paid in', section: 'Trip' },
    { path: 'walletProviderId', heading: 'paid by', section: 'Trip' },
    { path: 'region', section: 'Trip' },
    { path: 'productCode', heading: 'product', section: 'Trip' },
    { path: 'requestedAt', heading: 'asked', as: 'time', section: 'Trip' },
  ],
  actions: [
    ['Cancel…', 'ride cancel {id}', goesOn],
    ['Stop waiting…', 'ride cancel-wait {id}', goesOn],
    ['Request again…', 'ride retry {id}', recallable],
  ],
};

/** An order of the store. */
export const watchedOrder: WatchSpec = {
  command: 'store order wait {id}',
  kind: 'order',
  name: 'Orders',
  reads: 'store order show {id}',
  until: 'expiresAt',
  beside: { as: 'product', line: 'store product {productId}' },
  columns: [
    { path: 'product.name', heading: 'item' },
    { path: 'quantity', as: 'amount' },
    { path: 'price', as: 'amount' },
    { path: 'totalPrice', heading: 'total', as: 'amount' },
    { path: 'currencyId', heading: 'currency' },
    { path: 'createdAt', heading: 'ordered', as: 'time' },
    { path: 'paidAt', heading: 'paid', as: 'time' },
    { path: 'id', heading: 'order' },
  ],
  actions: [
    ['Pay…', 'store order pay {id}', payable],
    ['Cancel the order…', 'store order cancel {id}', cancellable],
  ],
};

/** A kind whose items have no screen of their own: all fields of the response, and no action. */
const plain = (kind: KindName, name: string): WatchSpec => ({ command: `watch ${kind}:{id}`, kind, name });
/** The kinds of each group that are read in the way of `tuk watch`, by the group's screen that has them. */
export const plainWatches = {
  Assets: [plain('asset-order', 'Orders'), plain('payment', 'Payments'), plain('lease', 'Leases')],
  Wallet: [plain('withdrawal', 'Withdrawals'), plain('tx', 'Transactions'), plain('staking', 'Stakings'), plain('migration', 'Migrations')],
  Swap: [plain('bridge', 'Bridge'), plain('swap', 'Legacy')],
  Points: [plain('deposit', 'Deposits'), plain('claim', 'Claims')],
  Store: [plain('stock', 'Inventory')],
  Depin: [plain('subscription', 'Subscription')],
} as const;
