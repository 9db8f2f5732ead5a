// The commands of `tuk notify`: notifications about missions and items.
import type { Group } from '../../cli/command.js';
import { listCommand } from '../../engine/read/read-command.js';
import { EntityNotificationType } from '../../services/catalogue/words.js';
import { notification } from '../../things/notification.js';
import { dismiss } from './dismiss.js';
import { watch } from './watch.js';

const list = listCommand('notification', {
  name: 'list',
  summary: 'List the notifications',
  options: [
    {
      flags: '--type <type>',
      effects: 'plain',
      summary: 'filter by type: about missions or about items',
      words: EntityNotificationType,
    },
  ],
  examples: ['tuk notify list', 'tuk notify list --type MISSION_GROUP -o csv'],
  endpoint: 'listNotifications',
  open: true,
  columns: notification.fields,
  empty: ['No notifications.', 'Wait for new ones: tuk notify watch'],
});

export const group: Group = { commands: [list, dismiss, watch] };
