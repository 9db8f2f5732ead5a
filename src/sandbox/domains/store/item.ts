// What somebody has from the store: the machine of SPEC.md's five stock words. Their sequence and times are the sandbox's own.
import { optional, text, word } from '../../../services/catalogue/define.js';
import { type ItemActionType, StockStatus } from '../../../services/catalogue/words.js';
import { day, iso, second } from '../../core/clock.js';
import { tell } from '../../core/effects.js';
import { type Listing, paging } from '../../core/handlers.js';
import { refuse } from '../../core/refusal.js';
import { addRow, type Row, rowById, saveRow, theRow } from '../../core/rows.js';
import { enter, type Moving, type MovingKind, type Step, schedule } from '../../core/state-machine.js';
import { caller, type Moment, type World } from '../../core/world.js';
import { findUser } from '../people/user.js';
import { seedItems } from './item-seeds.js';
import type { Product } from './product.js';

/** An item as stored; its owner is who has it. */
export interface Item extends Moving {
  readonly status: (typeof StockStatus)[number];
  readonly productId: string;
  readonly orderId: string | null;
  readonly name: string;
  readonly imageUrl: string;
  readonly actionType: (typeof ItemActionType)[number];
  readonly givenBy: string | null;
  readonly usedAt: string | null;
  readonly expiresAt: string | null;
  readonly createdAt: string;
  readonly hidden: { readonly lastsDays: number | null };
}

const readyAfter = 2 * second;
const usedAfter = 30 * second;

/** Where the buttons of the items lead; nothing here answers at these addresses. */
const actionUrls: Readonly<Record<Item['actionType'], ((id: string) => string) | undefined>> = {
  NONE: undefined,
  WEBVIEW: (id) => `https://store.sandbox.invalid/items/${id}`,
  DAPPVIEW: (id) => `https://dapp.sandbox.invalid/items/${id}`,
  DEEPLINK: (id) => `tuk-sandbox://items/${id}`,
  DEEPLINK_WITH_DEFERRED_AUTH: (id) => `tuk-sandbox://items/${id}?auth=deferred`,
};

function next({ body }: Row<Item>, { now }: Moment): Step | undefined {
  if (body.status === 'PENDING') return { word: 'READY', at: now + readyAfter };
  if (body.status !== 'READY') return undefined;
  if (body.scenario === 'used') return { word: 'USED', at: now + usedAfter };
  return body.expiresAt === null ? undefined : { word: 'EXPIRED', at: Date.parse(body.expiresAt) };
}

export const item: MovingKind<Item> = {
  name: 'inventory-item',
  table: 'inventory_item',
  noun: 'ITEM',
  owned: true,
  word: 'item',
  scenarios: { used: 'READY, then USED half a minute later; chosen by the order' },
  show: ({ id, body: { hidden, scenario, statusLog, ...shown } }) => ({
    id,
    ...shown,
    actionUrl: shown.status === 'READY' ? (actionUrls[shown.actionType]?.(id) ?? null) : null,
    code: shown.status === 'READY' || shown.status === 'USED' ? id.slice(0, 8).toUpperCase() : null,
  }),
  next,
  entered: ({ body }, { now }) => {
    if (body.status === 'USED') return { ...body, usedAt: iso(now) };
    const { lastsDays } = body.hidden;
    return body.status === 'READY' && lastsDays !== null ? { ...body, expiresAt: iso(now + lastsDays * day) } : undefined;
  },
  seed: (opening) => seedItems(opening, item),
};

/** An item before it is ready. */
export const newItem = ({ id, body }: Row<Product>, orderId: string | null, at: number, scenario?: string): Item => ({
  status: 'PENDING',
  ...(scenario !== undefined && { scenario }),
  productId: id,
  orderId,
  name: body.name,
  imageUrl: body.imageUrl,
  actionType: body.actionType,
  givenBy: null,
  usedAt: null,
  expiresAt: null,
  createdAt: iso(at),
  statusLog: [{ status: 'PENDING', at: iso(at) }],
  hidden: { lastsDays: body.hidden.lastsDays },
});

/** Sets items aside for an order that is paid: they are pending until it is fulfilled. */
export const setAside = (moment: Moment, owner: string, body: Item, quantity: number): string[] =>
  Array.from({ length: quantity }, () => addRow(moment, item, { owner, at: moment.now, body }).id);

/** Hands the items of an order over. */
export function handOver(moment: Moment, ids: readonly string[]): void {
  for (const id of ids) schedule(moment, item, rowById(moment, item, id)!);
}

/** Takes the items of an order back. */
export function takeBack(moment: Moment, ids: readonly string[]): void {
  for (const id of ids) enter(moment, item, rowById(moment, item, id)!, 'CANCELED');
}

/** What the list of items takes, newest first: the sandbox's own names. */
export const itemQuery = { status: optional(word(StockStatus)), ...paging };
export const itemListing: Listing<Item> = {
  where: ({ body }, { query }) => query.status === undefined || query.status === body.status,
  sort: () => (a, b) => b.ordinal - a.ordinal,
};

/** What giving takes: the sandbox's own names. */
export const giveBody = { itemId: text(), toUserId: text() };
/** POST /v1/inventory/items/give: an item that is ready goes to somebody else, at once and for good. */
export function giveItem(world: World): unknown {
  const { itemId, toUserId } = world.body as { itemId: string; toUserId: string };
  const { userId } = caller(world);
  const row = theRow(world, item, itemId, userId);
  const receiver = findUser(world, toUserId);
  if (!receiver || receiver.body.deletedAt !== null)
    return refuse(404, `There is no user ${JSON.stringify(toUserId.slice(0, 100))}.`, 'NOT_FOUND_USER');
  if (receiver.id === userId) refuse(422, 'Nobody gives to themselves.', 'NOT_CHANGEABLE');
  if (row.body.status !== 'READY') refuse(422, `The item is ${row.body.status}; it must be READY.`, 'NOT_CHANGEABLE');
  const given = saveRow(world, item, { ...row, owner: receiver.id }, { ...row.body, givenBy: userId });
  tellOf(world, given, userId, 'Given away', `You gave ${row.body.name} to ${receiver.body.name}.`);
  tellOf(world, given, receiver.id, 'A present', `${row.body.name} was given to you.`);
  return item.show(given, world);
}

/** Has somebody notified of an item. */
export const tellOf = (moment: Moment, { id }: { readonly id: string }, userId: string, title: string, body: string): void =>
  tell(moment, 'note', { userId, entityType: 'INVENTORY_ITEM', entityId: id, title, body });
