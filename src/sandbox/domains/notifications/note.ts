// Entity notifications: what somebody is told of their items and missions; and the listener `notes`, which writes them down.
import { optional, word } from '../../../services/catalogue/define.js';
import { EntityNotificationType } from '../../../services/catalogue/words.js';
import { iso, minute } from '../../core/clock.js';
import type { Listener } from '../../core/effects.js';
import { type Listing, paging } from '../../core/handlers.js';
import { addRow, type Kind, type Row, saveRow } from '../../core/rows.js';
import type { Moment, World } from '../../core/world.js';
import { groupNamed } from '../missions/group.js';
import { findUser } from '../people/user.js';
import { seedItemIds } from '../store/item-seeds.js';

/** A notification as stored: all names but the word are the sandbox's own. */
interface Note {
  readonly entityType: (typeof EntityNotificationType)[number];
  readonly entityId: string;
  readonly title: string;
  readonly body: string;
  readonly createdAt: string;
}

export const note: Kind<Note> = {
  name: 'entity-notification',
  table: 'entity_notification',
  noun: 'NOTIFICATION',
  owned: true,
  show: ({ id, body }) => ({ id, ...body }),
  seed: (opening) => {
    const { id: owner } = findUser(opening, 'mina')!;
    const { id: groupId } = groupNamed(opening, 'daily');
    const [itemId] = seedItemIds(opening, 'SUCCESS');
    const seeds: readonly Omit<Note, 'createdAt'>[] = [
      { entityType: 'MISSION_GROUP', entityId: groupId, title: 'Today’s missions', body: 'Five missions wait for you.' },
      { entityType: 'INVENTORY_ITEM', entityId: itemId!, title: 'Ride voucher', body: 'It is in your inventory.' },
    ];
    for (const [index, one] of seeds.entries()) {
      const at = opening.now - (seeds.length - index) * 10 * minute;
      addRow(opening, note, { owner, at, body: { ...one, createdAt: iso(at) } });
    }
  },
};

/** What the list takes, newest first. */
export const noteQuery = { entityType: optional(word(EntityNotificationType)), ...paging };
export const noteListing: Listing<Note> = {
  where: ({ body }, { query }) => query.entityType === undefined || query.entityType === body.entityType,
  sort: () => (a, b) => b.ordinal - a.ordinal,
};

/** DELETE /v1/entity-notifications/{id}: it is nobody's from then on, so that its id is never used again. */
export function dismiss(row: Row<Note>, world: World): unknown {
  saveRow(world, note, { ...row, owner: null }, row.body);
  return { status: 'ok' };
}

export const notes: Listener = {
  hears: {
    note: ({ userId, entityType, entityId, title, body }, moment: Moment) => {
      const facts = { entityType: entityType as Note['entityType'], entityId: String(entityId), title: String(title), body: String(body) };
      addRow(moment, note, { owner: String(userId), at: moment.now, body: { ...facts, createdAt: iso(moment.now) } });
    },
  },
};
