// The items of a new world: mina has one in each of the five stock states. Those of orders belong to her seeded orders.
import { StoreOrderStatus } from '../../../services/catalogue/words.js';
import { day, iso, minute } from '../../core/clock.js';
import { seededId } from '../../core/ids.js';
import { addRow, rows } from '../../core/rows.js';
import { schedule } from '../../core/state-machine.js';
import type { Moment } from '../../core/world.js';
import { findUser } from '../people/user.js';
import { type Item, type item, newItem } from './item.js';
import { product } from './product.js';
import { productNo } from './product-seeds.js';

type OrderWord = (typeof StoreOrderStatus)[number];
/** The id of mina's seeded order in a state: she has one in each, in the order of SPEC.md's list. */
const seedOrderId = ({ seed }: Moment, status: OrderWord): string => seededId(seed, 'store-order', StoreOrderStatus.indexOf(status) + 1);
/** How long before the opening each of mina's orders was made. */
export const seedOrderTime = (opening: Moment, status: OrderWord): number =>
  opening.now - (StoreOrderStatus.length - StoreOrderStatus.indexOf(status)) * day;

interface Seed {
  readonly status: Item['status'];
  readonly no: number;
  /** The order it comes from; nothing is a present of dara's. */
  readonly from: OrderWord | null;
}
const seeds: readonly Seed[] = [
  { status: 'PENDING', no: productNo.batteryPass, from: 'PAID' },
  { status: 'READY', no: productNo.rideVoucher, from: 'SUCCESS' },
  { status: 'USED', no: productNo.rideVoucher, from: 'SUCCESS' },
  { status: 'CANCELED', no: productNo.driverKit, from: 'CANCEL_REFUNDED' },
  { status: 'EXPIRED', no: productNo.rideVoucher, from: null },
];
/** The ids of mina's seeded items of an order, whoever has them now: other seeds may be made later. */
export const seedItemIds = ({ seed }: Moment, from: OrderWord): string[] =>
  seeds.flatMap((one, index) => (one.from === from ? [seededId(seed, 'inventory-item', index + 1)] : []));

const before: Readonly<Record<Item['status'], readonly Item['status'][]>> = {
  PENDING: [],
  READY: ['PENDING'],
  USED: ['PENDING', 'READY'],
  CANCELED: ['PENDING'],
  EXPIRED: ['PENDING', 'READY'],
};

/** Seeds items; the one that is ready follows its date, the pending one waits for its order. */
export function seedItems(opening: Moment, kind: typeof item): void {
  const [mina, dara] = ['mina', 'dara'].map((handle) => findUser(opening, handle)!.id);
  const products = rows(opening, product);
  for (const { status, no, from } of seeds) {
    const at = from === null ? opening.now - 120 * day : seedOrderTime(opening, from) + minute;
    const of = newItem(products[no - 1]!, from === null ? null : seedOrderId(opening, from), at);
    const words = [...before[status], status];
    const { lastsDays } = of.hidden;
    const isReady = words.includes('READY');
    const body: Item = {
      ...of,
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
