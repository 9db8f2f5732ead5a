// `tuk notify list`: the notifications of the signed-in user.

import { listCommand } from '../../engine/read/read-command.js';
import { EntityNotificationType } from '../../services/catalogue/words.js';
import { notification } from '../../things/notification.js';

export const emptyMessage = 'No notifications. Wait for new ones: tuk notify watch';

export const list = listCommand('notification', {
  name: 'list',
  summary: 'List the notifications',
  options: [{ flags: '--type <type>', summary: 'filter by type: about missions or about items', words: EntityNotificationType }],
  examples: ['tuk notify list', 'tuk notify list --type MISSION_GROUP -o csv'],
  endpoint: 'listNotifications',
  open: true,
  columns: notification.fields,
  empty: ['No notifications.', 'Wait for new ones: tuk notify watch'],
});
