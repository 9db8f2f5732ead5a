// Inventory items: the state machine of the five statuses of platform 8.2. Their sequence and times are the sandbox's own.

import { optional, text, word } from '../../../services/catalogue/define.js';
import { StockStatus } from '../../../services/catalogue/words.js';
import { day, iso } from '../../core/clock.js';
import { type HandlerContext, requireCaller, type SandboxContext } from '../../core/context.js';
import { emit } from '../../core/events.js';
import { type ListOptions, paging } from '../../core/handlers.js';
import { refuse } from '../../core/refusal.js';
import { addRow, type Row, requireRow, rowById, saveRow } from '../../core/rows.js';
import type * as shapes from '../../core/shapes/sale.js';
import { enterState, type StateMachine, type Step, schedule } from '../../core/state-machine.js';
import type { Answer } from '../../core/stored.js';
import { viewer } from '../missions/viewer.js';
import { findUser } from '../people/user.js';
import { seedItems } from './item-seeds.js';
import { readyAfter, usedAfter } from './order-price.js';
import type { InventoryItem } from './store-rows.js';

/** The links of the items' buttons; no server is at these addresses. */
const actionUrls: Readonly<Record<InventoryItem['actionType'], ((id: string) => string) | undefined>> = {
  NONE: undefined,
  WEBVIEW: (id) => `https://store.sandbox.invalid/items/${id}`,
  DAPPVIEW: (id) => `https://dapp.sandbox.invalid/items/${id}`,
  DEEPLINK: (id) => `tuk-sandbox://items/${id}`,
  DEEPLINK_WITH_DEFERRED_AUTH: (id) => `tuk-sandbox://items/${id}?auth=deferred`,
};

function next({ body }: Row<InventoryItem>, { now }: SandboxContext): Step | undefined {
  if (body.status === 'PENDING') return { target: 'READY', at: now + readyAfter };
  if (body.status !== 'READY') return undefined;
  if (body.scenario === 'used') return { target: 'USED', at: now + usedAfter };
  return body.expiresAt === null ? undefined : { target: 'EXPIRED', at: Date.parse(body.expiresAt) };
}

/** An item as a response. The order is shown to who ordered it, the code to who owns it: those who gave it away still see the item. */
function show({ id, owner, body }: Row<InventoryItem>, context: SandboxContext): Answer<typeof shapes.Item> {
  const { hidden, scenario, statusLog, ...shown } = body;
  const viewerId = viewer(context) ?? owner;
  const usable = viewerId === owner && shown.status === 'READY';
  return {
    id,
    ...shown,
    orderId: viewerId === (hidden.before?.[0] ?? owner) ? shown.orderId : null,
    actionUrl: usable ? (actionUrls[shown.actionType]?.(id) ?? null) : null,
    code: usable || (viewerId === owner && shown.status === 'USED') ? id.slice(0, 8).toUpperCase() : null,
  };
}

/** GET /v1/inventory/items/{id}: one of the caller's, or one that they gave away. */
export function getItem(context: HandlerContext): Answer<typeof shapes.Item> {
  const { id = '' } = context.path;
  const found = rowById(context, item, id);
  const { userId } = requireCaller(context);
  return show(found?.body.hidden.before?.includes(userId) ? found : requireRow(context, item, id, userId), context);
}

export const item: StateMachine<InventoryItem, Answer<typeof shapes.Item>> = {
  name: 'inventory-item',
  table: 'inventory_item',
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
    return body.status === 'READY' && lastsDays !== null ? { ...body, expiresAt: iso(now + lastsDays * day) } : undefined;
  },
  seed: (opening) => seedItems(opening, item),
};
/** Sets items aside for an order that is paid: they are pending until it is fulfilled. */
export const reserveItems = (context: SandboxContext, owner: string, body: InventoryItem, quantity: number): string[] =>
  Array.from({ length: quantity }, () => addRow(context, item, { owner, at: context.now, body }).id);

/** Hands the items of an order over. */
export function releaseItems(context: SandboxContext, ids: readonly string[]): void {
  for (const id of ids) schedule(context, item, rowById(context, item, id)!);
}

/** Takes the items of an order back. */
export function cancelItems(context: SandboxContext, ids: readonly string[]): void {
  for (const id of ids) enterState(context, item, rowById(context, item, id)!, 'CANCELED');
}

/** The query of the list of items, newest first: the sandbox's own names. */
export const itemQuery = { status: optional(word(StockStatus)), ...paging };
export const itemListing: ListOptions<InventoryItem> = {
  filters: ['status'],
  sort: () => (a, b) => b.at - a.at || b.ordinal - a.ordinal,
};

/** The body of a gift: the sandbox's own names. */
export const giveBody = { itemId: text(), toUserId: text() };
/** POST /v1/inventory/items/give: gives a ready item to another user, at once and for good. */
export function giveItem(context: HandlerContext): Answer<typeof shapes.Item> {
  const { itemId, toUserId } = context.body as { itemId: string; toUserId: string };
  const { userId } = requireCaller(context);
  const row = requireRow(context, item, itemId, userId);
  const receiver = findUser(context, toUserId);
  if (!receiver || receiver.body.deletedAt !== null)
    return refuse(404, `There is no user ${JSON.stringify(toUserId.slice(0, 100))}.`, 'NOT_FOUND_USER');
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
}

/** Emits a notification about an item. */
export const emitItemNotification = (
  context: SandboxContext,
  { id }: { readonly id: string },
  userId: string,
  title: string,
  body: string,
): void => emit(context, 'note', { userId, entityType: 'INVENTORY_ITEM', entityId: id, title, body });
