// Orders of the store: the machine of SPEC.md's nine words. Their sequence and times are the sandbox's own.
import type { StoreOrderStatus, StorePaymentMethod } from '../../../services/catalogue/words.js';
import { iso, second } from '../../core/clock.js';
import { tell } from '../../core/effects.js';
import { type Row, rows } from '../../core/rows.js';
import { enter, type Moving, type MovingKind, type Step } from '../../core/state-machine.js';
import type { Moment } from '../../core/world.js';
import { accounts, mint } from '../balances/accounts.js';
import { toBase } from '../balances/amounts.js';
import { balanceOf, credit, debit, decimalsOf } from '../balances/balance-changes.js';
import { handOver, newItem, setAside, takeBack, tellOf } from './item.js';
import { seedOrders } from './order-seeds.js';
import { changeStock, productOf } from './product.js';

export type OrderWord = (typeof StoreOrderStatus)[number];
/** An order as stored. Prices are in whole tokens of `currencyId`. */
export interface Order extends Moving {
  readonly status: OrderWord;
  readonly productId: string;
  readonly quantity: number;
  readonly price: string;
  readonly totalPrice: string;
  readonly currencyId: string;
  readonly paymentMethod: (typeof StorePaymentMethod)[number];
  readonly expiresAt: string;
  readonly createdAt: string;
  readonly paidAt: string | null;
  readonly itemIds: readonly string[];
  readonly statusLog: readonly { readonly status: OrderWord; readonly at: string }[];
  readonly hidden: {
    /** Whether the house holds its price. */
    readonly held: boolean;
    /** How many were taken out of the stock for it. */
    readonly reserved: number;
    readonly qualified: boolean;
    /** The scenario of its items. */
    readonly itemScenario?: string;
  };
}

const collectAfter = 3 * second;
const fulfilAfter = 2 * second;
const refundAfter = 5 * second;

function next({ body }: Row<Order>, { now }: Moment): Step | undefined {
  const expires = { word: 'EXPIRED', at: Math.max(now, Date.parse(body.expiresAt)) };
  const steps: Readonly<Partial<Record<OrderWord, Step>>> = {
    DRAFT: expires,
    PAYMENT_PENDING: { word: 'collect', at: now + collectAfter },
    PAYMENT_FAILED: expires,
    PAID: { word: body.hidden.qualified ? 'SUCCESS' : 'UNQUALIFIED', at: now + fulfilAfter },
    CANCEL_REQUESTED: { word: 'CANCEL_REFUNDED', at: now + refundAfter },
  };
  return steps[body.status];
}

/** The whole price, in the currency's smallest unit. */
const raw = ({ totalPrice, currencyId }: Order): bigint => toBase(totalPrice, decimalsOf(currencyId));
const changeOf = (row: Row<Order>, moment: Moment, description: string) => ({
  userId: row.owner!,
  currencyId: row.body.currencyId,
  amount: raw(row.body),
  description: `${description} ${productOf(moment, row.body.productId).body.name}`,
  cause: `order ${row.id}`,
});

/** Takes the price out of the balance, if it is there; the scenario has the first payment fail, and no other. */
function collect(row: Row<Order>, moment: Moment): Order {
  const { body } = row;
  const meantToFail = body.scenario === 'payment fails' && !body.statusLog.some(({ status }) => status === 'PAYMENT_FAILED');
  const short = balanceOf(moment, row.owner!, body.currencyId) < raw(body);
  return enter(moment, order, row, meantToFail || short ? 'PAYMENT_FAILED' : 'PAID').body;
}

/** How many of a product somebody has bought, this order included. */
const boughtOf = (moment: Moment, { owner, body }: Row<Order>): number =>
  rows(moment, order, { owner: owner!, status: ['PAID', 'SUCCESS'] })
    .filter((one) => one.body.productId === body.productId)
    .reduce((sum, one) => sum + one.body.quantity, 0);

function pay(row: Row<Order>, moment: Moment): Order {
  debit(moment, changeOf(row, moment, 'Bought'), accounts.store);
  const { productId, quantity, hidden } = row.body;
  const product = productOf(moment, productId);
  const { maxPerUser, stockLeft } = product.body;
  const qualified = row.body.scenario !== 'unqualified' && stockLeft >= quantity && boughtOf(moment, row) <= (maxPerUser ?? Infinity);
  const reserved = stockLeft >= quantity ? quantity : 0;
  changeStock(moment, product, -reserved);
  const items = product.body.hidden.credits ? 0 : reserved;
  const itemIds = setAside(moment, row.owner!, newItem(product, row.id, moment.now, hidden.itemScenario), items);
  return { ...row.body, paidAt: iso(moment.now), itemIds, hidden: { ...hidden, held: true, reserved, qualified } };
}

function fulfil(row: Row<Order>, moment: Moment): Order {
  const { productId, quantity, itemIds, hidden } = row.body;
  const { name, hidden: of } = productOf(moment, productId).body;
  if (of.credits) {
    const { currencyId, amount } = of.credits;
    const change = { userId: row.owner!, currencyId, amount: toBase(amount, decimalsOf(currencyId)) * BigInt(quantity) };
    credit(moment, { ...change, description: name, cause: `order ${row.id}` }, mint(currencyId));
  }
  handOver(moment, itemIds);
  for (const id of itemIds) tellOf(moment, { id }, row.owner!, name, 'It is in your inventory.');
  tell(moment, 'order fulfilled', { orderId: row.id, userId: row.owner, productId, quantity });
  return { ...row.body, hidden: { ...hidden, held: false } };
}

/** The price goes back, and what was set aside returns to the shelf. */
function undo(row: Row<Order>, moment: Moment): Order {
  const { productId, itemIds, hidden } = row.body;
  if (hidden.held) credit(moment, changeOf(row, moment, 'Refund of'), accounts.store);
  if (hidden.reserved > 0) changeStock(moment, productOf(moment, productId), hidden.reserved);
  takeBack(moment, itemIds);
  return { ...row.body, hidden: { ...hidden, held: false, reserved: 0 } };
}

const entering: Readonly<Partial<Record<OrderWord, (row: Row<Order>, moment: Moment) => Order>>> = {
  PAID: pay,
  SUCCESS: fulfil,
  UNQUALIFIED: undo,
  CANCEL_REFUNDED: undo,
};

export const order: MovingKind<Order> = {
  name: 'store-order',
  table: 'store_order',
  noun: 'ORDER',
  owned: true,
  word: 'order',
  scenarios: {
    'payment fails': 'PAYMENT_FAILED; a second payment goes through',
    unqualified: 'PAID, then UNQUALIFIED: the price comes back',
  },
  show: ({ id, body: { hidden, scenario, ...shown } }) => ({ id, ...shown }),
  next,
  entered: (row, moment) => entering[row.body.status]?.(row, moment),
  acts: { collect },
  seed: (opening) => seedOrders(opening, order),
};
