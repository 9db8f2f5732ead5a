// Seeds mina's items, at least one in each of the five stock states. Those of orders belong to her seeded orders.
import { StoreOrderStatus } from '../../../services/catalogue/words.js';
import { day, iso, second } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { addRow, rows } from '../../core/rows.js';
import { seededId } from '../../core/seeded-random.js';
import { type Past, pastLog, type StateMachine, schedule } from '../../core/state-machine.js';
import { findUser } from '../people/user.js';
import { orderTimelines, paymentWindowMs, readyAfter, usedAfter } from './order-price.js';
import { storeProduct } from './product.js';
import { productNo, voucherDays } from './product-seeds.js';
import { type InventoryItem, newItem, type OrderWord, type StoreOrder } from './store-rows.js';

/** The id of mina's seeded order in a state: she has one in each, in the order of `StoreOrderStatus`. */
const seedOrderId = ({ seed }: SandboxContext, status: OrderWord): string =>
  seededId(seed, 'store-order', StoreOrderStatus.indexOf(status) + 1);
/** How long before the opening each of mina's orders was made. */
export const seedOrderTime = (opening: SandboxContext, status: OrderWord): number =>
  opening.now - (StoreOrderStatus.length - StoreOrderStatus.indexOf(status)) * day;

const paid: readonly OrderWord[] = ['DRAFT', 'PAYMENT_PENDING', 'PAID'];
/** The states of each of mina's orders before its own. */
const orderCourse: Readonly<Record<OrderWord, readonly OrderWord[]>> = {
  DRAFT: [],
  PAYMENT_PENDING: ['DRAFT'],
  PAYMENT_FAILED: ['DRAFT', 'PAYMENT_PENDING'],
  CANCEL_REQUESTED: ['DRAFT'],
  CANCEL_REFUNDED: [...paid, 'CANCEL_REQUESTED'],
  PAID: paid.slice(0, -1),
  SUCCESS: paid,
  EXPIRED: ['DRAFT'],
  UNQUALIFIED: paid,
};
/** After how many seconds mina paid or cancelled; nobody paid the one that expired. */
const caused = { PAYMENT_PENDING: 3, CANCEL_REQUESTED: 1, EXPIRED: paymentWindowMs / second };
/** What mina's order in a state has gone through. */
export const orderPast = (status: OrderWord): Past<StoreOrder> => ({ words: [...orderCourse[status], status], caused });
/** When mina's order in a state began, and when it reached each of its states. */
export function seedOrderLog(opening: SandboxContext, status: OrderWord): StoreOrder['statusLog'] {
  const draft = { owner: null, at: seedOrderTime(opening, status), body: { status, statusLog: [] } as unknown as StoreOrder };
  return pastLog(draft, orderPast(status), orderTimelines, opening);
}

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
  { status: 'CANCELED', no: productNo.founderBadge, from: 'UNQUALIFIED' },
  { status: 'CANCELED', no: productNo.founderBadge, from: 'UNQUALIFIED' },
];
/** The ids of mina's seeded items of an order, whoever owns them now: other seeds may be made later. */
export const seedItemIds = ({ seed }: SandboxContext, from: OrderWord): string[] =>
  seeds.flatMap((one, index) => (one.from === from ? [seededId(seed, 'inventory-item', index + 1)] : []));

/** When an item of the seed was made, and the states that it then had: those of an order begin when it is paid, and are ready once it is fulfilled. */
function itemLog(opening: SandboxContext, { status, from }: Seed): InventoryItem['statusLog'] {
  const order = from === null ? [] : seedOrderLog(opening, from);
  const reached = (word: OrderWord) => Date.parse(order.find((step) => step.status === word)?.at ?? '');
  const begun = from === null ? opening.now - 120 * day : reached('PAID');
  const ready = (from === null ? begun : reached('SUCCESS')) + readyAfter;
  const times: Readonly<Record<InventoryItem['status'], readonly (readonly [InventoryItem['status'], at: number])[]>> = {
    PENDING: [],
    READY: [['READY', ready]],
    USED: [
      ['READY', ready],
      ['USED', ready + usedAfter],
    ],
    CANCELED: [['CANCELED', Date.parse(order.at(-1)?.at ?? '')]],
    EXPIRED: [
      ['READY', ready],
      ['EXPIRED', ready + voucherDays * day],
    ],
  };
  return [['PENDING', begun] as const, ...times[status]].map(([word, at]) => ({ status: word, at: iso(at) }));
}

/** Seeds items; the one that is ready follows its date, the pending one waits for its order. */
export function seedItems(opening: SandboxContext, kind: StateMachine<InventoryItem>): void {
  const [mina, dara] = ['mina', 'dara'].map((handle) => findUser(opening, handle)!.id);
  const products = rows(opening, storeProduct);
  for (const seed of seeds) {
    const { status, no, from } = seed;
    const statusLog = itemLog(opening, seed);
    const timeOf = (word: InventoryItem['status']) => statusLog.find((step) => step.status === word)?.at ?? null;
    const at = Date.parse(statusLog[0]!.at);
    const base = newItem(products[no - 1]!, from === null ? null : seedOrderId(opening, from), at);
    const readyAt = timeOf('READY');
    const { lastsDays } = base.hidden;
    const body: InventoryItem = {
      ...base,
      status,
      givenBy: from === null ? dara! : null,
      hidden: { ...base.hidden, ...(from === null && { before: [dara!] }) },
      usedAt: timeOf('USED'),
      expiresAt: readyAt !== null && lastsDays !== null ? iso(Date.parse(readyAt) + lastsDays * day) : null,
      statusLog,
    };
    const row = addRow(opening, kind, { owner: mina!, at, body });
    if (status === 'READY') schedule(opening, kind, row);
  }
}
