// `tuk notify list`: the notifications of the signed-in user.

import { readCommand } from '../../engine/read-command.js';
import { EntityNotificationType } from '../../services/catalogue/words.js';
import type { Column } from '../../ui/format/column.js';

export const noteColumns: readonly Column[] = [
  { path: 'title' },
  { path: 'body', heading: 'text' },
  { path: 'createdAt', heading: 'when', as: 'time' },
  { path: 'entityType', heading: 'about' },
  { path: 'id' },
  { path: 'entityId', heading: 'which' },
];
export const nothing = 'No notifications. Wait for new ones: tuk notify watch';

export const list = readCommand({
  name: 'list',
  summary: 'List the notifications',
  options: [{ flags: '--type <type>', summary: 'only those about missions, or about items', words: EntityNotificationType }],
  examples: ['tuk notify list', 'tuk notify list --type MISSION_GROUP -o csv'],
  service: 'notification',
  endpoints: [{ call: 'listNotifications' }],
  uses: ['notification GET /v1/entity-notifications'],
  open: true,
  columns: noteColumns,
  empty: ['No notifications.', 'Wait for new ones: tuk notify watch'],
});
