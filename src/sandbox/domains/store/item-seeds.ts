// Seeds mina's items, one in each of the five stock states. Those of orders belong to her seeded orders.
import { StoreOrderStatus } from '../../../services/catalogue/words.js';
import { day, iso, minute } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { addRow, rows } from '../../core/rows.js';
import { seededId } from '../../core/seeded-random.js';
import { type StateMachine, schedule } from '../../core/state-machine.js';
import { findUser } from '../people/user.js';
import { storeProduct } from './product.js';
import { productNo } from './product-seeds.js';
import { type InventoryItem, newItem } from './store-rows.js';

type OrderWord = (typeof StoreOrderStatus)[number];
/** The id of mina's seeded order in a state: she has one in each, in the order of SPEC.md's list. */
const seedOrderId = ({ seed }: SandboxContext, status: OrderWord): string =>
  seededId(seed, 'store-order', StoreOrderStatus.indexOf(status) + 1);
/** How long before the opening each of mina's orders was made. */
export const seedOrderTime = (opening: SandboxContext, status: OrderWord): number =>
  opening.now - (StoreOrderStatus.length - StoreOrderStatus.indexOf(status)) * day;

interface Seed {
  readonly status: InventoryItem['status'];
  readonly no: number;
  /** Its order; null for a gift from dara. */
  readonly from: OrderWord | null;
}
const seeds: readonly Seed[] = [
  { status: 'PENDING', no: productNo.batteryPass, from: 'PAID' },
  { status: 'READY', no: productNo.rideVoucher, from: 'SUCCESS' },
  { status: 'USED', no: productNo.rideVoucher, from: 'SUCCESS' },
  { status: 'CANCELED', no: productNo.driverKit, from: 'CANCEL_REFUNDED' },
  { status: 'EXPIRED', no: productNo.rideVoucher, from: null },
];
/** The ids of mina's seeded items of an order, whoever owns them now: other seeds may be made later. */
export const seedItemIds = ({ seed }: SandboxContext, from: OrderWord): string[] =>
  seeds.flatMap((one, index) => (one.from === from ? [seededId(seed, 'inventory-item', index + 1)] : []));

const before: Readonly<Record<InventoryItem['status'], readonly InventoryItem['status'][]>> = {
  PENDING: [],
  READY: ['PENDING'],
  USED: ['PENDING', 'READY'],
  CANCELED: ['PENDING'],
  EXPIRED: ['PENDING', 'READY'],
};

/** Seeds items; the one that is ready follows its date, the pending one waits for its order. */
export function seedItems(opening: SandboxContext, kind: StateMachine<InventoryItem>): void {
  const [mina, dara] = ['mina', 'dara'].map((handle) => findUser(opening, handle)!.id);
  const products = rows(opening, storeProduct);
  for (const { status, no, from } of seeds) {
    const at = from === null ? opening.now - 120 * day : seedOrderTime(opening, from) + minute;
    const base = newItem(products[no - 1]!, from === null ? null : seedOrderId(opening, from), at);
    const words = [...before[status], status];
    const { lastsDays } = base.hidden;
    const isReady = words.includes('READY');
    const body: InventoryItem = {
      ...base,
      status,
      givenBy: from === null ? dara! : null,
      usedAt: status === 'USED' ? iso(at + 2 * minute) : null,
      expiresAt: isReady && lastsDays !== null ? iso(at + lastsDays * day) : null,
      statusLog: words.map((word, index) => ({ status: word, at: iso(at + index * minute) })),
    };
    const row = addRow(opening, kind, { owner: mina!, at, body });
    if (status === 'READY') schedule(opening, kind, row);
  }
}
