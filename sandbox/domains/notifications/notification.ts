// Entity notifications about items and missions, written by the listener `notes`.

import { optional, word } from '../../../src/services/catalogue/define.js';
import { EntityNotificationType } from '../../../src/services/catalogue/words.js';
import {
  addRow,
  type Context,
  defineKind,
  type HandlerContext,
  iso,
  type Kind,
  type Listener,
  list,
  minute,
  paging,
  type ResponseOf,
  type Row,
  type Stored,
  saveRow,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/notification.js';
import { groupNamed } from '../missions/group.js';
import { findUser } from '../people/user.js';
import { seedItemIds, seedOrderLog } from '../store/item.js';

/** Only the type is public. */
type Notification = Stored<typeof shapes.Notifications>;

export const notification: Kind<Notification> = defineKind({
  name: 'entity-notification',
  noun: 'NOTIFICATION',
  owned: true,
  seed: (opening) => {
    const { id: owner } = findUser(opening, 'mina')!;
    const { id: groupId } = groupNamed(opening, 'daily');
    const [itemId] = seedItemIds(opening, 'SUCCESS');
    const fulfilledAt = seedOrderLog(opening, 'SUCCESS').at(-1)!.at;
    const seeds: readonly Notification[] = [
      {
        entityType: 'INVENTORY_ITEM',
        entityId: itemId!,
        title: 'Ride voucher',
        body: 'It is in your inventory.',
        createdAt: fulfilledAt,
      },
      {
        entityType: 'MISSION_GROUP',
        entityId: groupId,
        title: 'Today’s missions',
        body: 'Five missions wait for you.',
        createdAt: iso(opening.now - 10 * minute),
      },
    ];
    for (const body of seeds) addRow(opening, notification, { owner, at: Date.parse(body.createdAt), body });
  },
});

/** About a type of entity or all, the newest first. */
export const listNotifications = list(notification, {
  query: { entityType: optional(word(EntityNotificationType)), ...paging },
  filters: ['entityType'],
  newest: true,
});

/** Removes the owner, so the id is never used again. */
export function dismiss(row: Row<Notification>, context: HandlerContext): ResponseOf<typeof shapes.Ok> {
  saveRow(context, notification, { ...row, owner: null }, row.body);
  return { status: 'ok' };
}

export const notificationListener: Listener = {
  on: {
    note: ({ userId, entityType, entityId, title, body }, context: Context) => {
      const facts = {
        entityType: entityType as Notification['entityType'],
        entityId: String(entityId),
        title: String(title),
        body: String(body),
      };
      addRow(context, notification, {
        owner: String(userId),
        body: { ...facts, createdAt: iso(context.now) },
      });
    },
  },
};
