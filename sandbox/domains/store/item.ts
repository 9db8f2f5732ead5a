// Inventory items: the state machine of platform 8.2. Its sequence and times are the sandbox's own.

import { optional, text, word } from '../../../src/services/catalogue/define.js';
import { StockStatus, StoreOrderStatus } from '../../../src/services/catalogue/words.js';
import {
  addRow,
  type Context,
  callerId,
  day,
  defineKind,
  emit,
  enterState,
  type HandlerContext,
  iso,
  list,
  type Past,
  paging,
  pastLog,
  type ResponseOf,
  type Row,
  refuse,
  requireRow,
  rowById,
  rows,
  type StateMachine,
  type Step,
  saveRow,
  schedule,
  second,
  seededId,
  view,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/sale.js';
import { viewer } from '../missions/mission-rows.js';
import { findUser, requireLiveUser } from '../people/user.js';
import {
  type InventoryItem,
  newItem,
  type OrderWord,
  orderTimelines,
  paymentWindowMs,
  productNo,
  readyAfter,
  type StoreOrder,
  storeProduct,
  usedAfter,
  voucherDays,
} from './store-rows.js';

/** Mina has one order in each state, in the order of `StoreOrderStatus`. */
const seedOrderId = ({ seed }: Context, status: OrderWord): string =>
  seededId(seed, 'store-order', StoreOrderStatus.indexOf(status) + 1);
/** Mina orders once a day before the opening. */
export const seedOrderTime = (opening: Context, status: OrderWord): number =>
  opening.now - (StoreOrderStatus.length - StoreOrderStatus.indexOf(status)) * day;

const paid: readonly OrderWord[] = ['DRAFT', 'PAYMENT_PENDING', 'PAID'];
/** The states before the last. */
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
/** In seconds: mina paid or cancelled, or the order expired. */
const caused = { PAYMENT_PENDING: 3, CANCEL_REQUESTED: 1, EXPIRED: paymentWindowMs / second };
export const orderPast = (status: OrderWord): Past<StoreOrder> => ({ words: [...orderCourse[status], status], caused });
/** The times of the states of mina's order. */
export function seedOrderLog(opening: Context, status: OrderWord): StoreOrder['statusLog'] {
  const draft = {
    owner: null,
    at: seedOrderTime(opening, status),
    body: { status, statusLog: [] } as unknown as StoreOrder,
  };
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
/** The ids of the seeded items of an order, whatever their owner. */
export const seedItemIds = ({ seed: worldSeed }: Context, from: OrderWord): string[] =>
  seeds.flatMap((seed, index) => (seed.from === from ? [seededId(worldSeed, 'inventory-item', index + 1)] : []));

/** Items of an order begin with its payment, and are ready after its fulfilment. */
function itemLog(opening: Context, { status, from }: Seed): InventoryItem['statusLog'] {
  const order = from === null ? [] : seedOrderLog(opening, from);
  const reached = (word: OrderWord) => Date.parse(order.find((step) => step.status === word)?.at ?? '');
  const begun = from === null ? opening.now - 120 * day : reached('PAID');
  const ready = (from === null ? begun : reached('SUCCESS')) + readyAfter;
  const times: Readonly<Record<InventoryItem['status'], readonly (readonly [InventoryItem['status'], at: number])[]>> =
    {
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

/** The ready item follows its date, the pending one waits for its order. */
function seedItems(opening: Context, kind: StateMachine<InventoryItem>): void {
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
      hidden: { ...base.hidden, before: from === null ? [dara!] : undefined },
      usedAt: timeOf('USED'),
      expiresAt: readyAt !== null && lastsDays !== null ? iso(Date.parse(readyAt) + lastsDays * day) : null,
      statusLog,
    };
    const row = addRow(opening, kind, { owner: mina!, at, body });
    if (status === 'READY') schedule(opening, kind, row);
  }
}

/** No server is at these addresses. */
const actionUrls: Readonly<Record<InventoryItem['actionType'], ((id: string) => string) | undefined>> = {
  NONE: undefined,
  WEBVIEW: (id) => `https://store.sandbox.invalid/items/${id}`,
  DAPPVIEW: (id) => `https://dapp.sandbox.invalid/items/${id}`,
  DEEPLINK: (id) => `tuk-sandbox://items/${id}`,
  DEEPLINK_WITH_DEFERRED_AUTH: (id) => `tuk-sandbox://items/${id}?auth=deferred`,
};

function next({ body }: Row<InventoryItem>, { now }: Context): Step | undefined {
  if (body.status === 'PENDING') return { target: 'READY', at: now + readyAfter };
  if (body.status !== 'READY') return undefined;
  if (body.scenario === 'used') return { target: 'USED', at: now + usedAfter };
  return body.expiresAt === null ? undefined : { target: 'EXPIRED', at: Date.parse(body.expiresAt) };
}

/** The buyer sees the order, the owner the code. Earlier owners still see the item. */
function show({ id, owner, body }: Row<InventoryItem>, context: Context): ResponseOf<typeof shapes.Item> {
  const { hidden, scenario, statusLog, ...fields } = body;
  const viewerId = viewer(context) ?? owner;
  const usable = viewerId === owner && fields.status === 'READY';
  return {
    id,
    ...fields,
    orderId: viewerId === (hidden.before?.[0] ?? owner) ? fields.orderId : null,
    actionUrl: usable ? (actionUrls[fields.actionType]?.(id) ?? null) : null,
    code: usable || (viewerId === owner && fields.status === 'USED') ? id.slice(0, 8).toUpperCase() : null,
  };
}

/** Owned by the caller, or given away. */
export function getItem(context: HandlerContext): ResponseOf<typeof shapes.Item> {
  const { id = '' } = context.path;
  const row = rowById(context, item, id);
  const userId = callerId(context);
  return show(row?.body.hidden.before?.includes(userId) ? row : requireRow(context, item, id, userId), context);
}

export const item: StateMachine<InventoryItem, ResponseOf<typeof shapes.Item>> = defineKind({
  name: 'inventory-item',
  noun: 'ITEM',
  owned: true,
  scenarioPrefix: 'item',
  scenarios: { used: 'READY, then USED half a minute later; chosen by the order' },
  show,
  deadline: ({ status, expiresAt }) => (status === 'READY' ? expiresAt : null),
  next,
  onEnter: ({ body }, { now }) => {
    if (body.status === 'USED') return { ...body, usedAt: iso(now) };
    const { lastsDays } = body.hidden;
    return body.status === 'READY' && lastsDays !== null
      ? { ...body, expiresAt: iso(now + lastsDays * day) }
      : undefined;
  },
  seed: (opening) => seedItems(opening, item),
});
/** Paid items are pending until the order is fulfilled. */
export const reserveItems = (context: Context, owner: string, body: InventoryItem, quantity: number): string[] =>
  Array.from({ length: quantity }, () => addRow(context, item, { owner, body }).id);

/** Schedules the delivery of bought items. */
export function releaseItems(context: Context, ids: readonly string[]): void {
  for (const id of ids) schedule(context, item, rowById(context, item, id)!);
}

export function cancelItems(context: Context, ids: readonly string[]): void {
  for (const id of ids) enterState(context, item, rowById(context, item, id)!, 'CANCELED');
}

/** Of a status or all, the newest first. */
export const listItems = list(item, {
  query: { status: optional(word(StockStatus)), ...paging },
  filters: ['status'],
  sort: () => (a, b) => b.at - a.at || b.ordinal - a.ordinal,
});

/** Gives a ready item to another user for good. */
export const giveItem = view(
  (context) => {
    const { itemId, toUserId } = context.body;
    const userId = callerId(context);
    const row = requireRow(context, item, itemId, userId);
    const receiver = requireLiveUser(context, toUserId);
    if (receiver.id === userId) refuse(422, 'An item cannot be given to its owner.', 'NOT_CHANGEABLE');
    if (row.body.status !== 'READY') refuse(422, `The item is ${row.body.status}; it must be READY.`, 'NOT_CHANGEABLE');
    const gift = saveRow(
      context,
      item,
      { ...row, owner: receiver.id },
      {
        ...row.body,
        givenBy: userId,
        hidden: { ...row.body.hidden, before: [...(row.body.hidden.before ?? []), userId] },
      },
    );
    emitItemNotification(context, gift, userId, 'Given away', `You gave ${row.body.name} to ${receiver.body.name}.`);
    emitItemNotification(context, gift, receiver.id, 'A present', `${row.body.name} was given to you.`);
    return item.show(gift, context);
  },
  { body: { itemId: text(), toUserId: text() } },
);

export const emitItemNotification = (
  context: Context,
  { id }: { readonly id: string },
  userId: string,
  title: string,
  body: string,
): void => emit(context, 'note', { userId, entityType: 'INVENTORY_ITEM', entityId: id, title, body });
