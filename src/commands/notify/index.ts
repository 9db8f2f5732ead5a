// The commands of `tuk notify`: notifications about missions and items.
import type { Group } from '../../cli/command.js';
import { listCommand } from '../../engine/read/read-command.js';
import { announceFlags } from '../../engine/request/announce-flags.js';
import { isPolled } from '../../engine/request/shared-options.js';
import { EntityNotificationType } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import { notification } from '../../things/notification.js';
import { dismiss } from './dismiss.js';

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
    ...announceFlags('TUK_ID, TUK_CHANGE (came, went, changed)').map((flag) => ({ ...flag, param: false as const })),
  ],
  examples: [
    'tuk notify list',
    'tuk notify list --type MISSION_GROUP -o csv',
    "tuk notify list -w --max-wait 1s --on-change 'cat >> new.txt'",
  ],
  endpoint: 'listNotifications',
  open: true,
  toParams: (params, { options }) => {
    const { onChange, bell, notify } = options;
    if ((onChange ?? bell ?? notify) !== undefined && !isPolled(options))
      throw new BadInput('STRAY_OPTION', '--on-change, --bell and --notify belong to -w.');
    return params;
  },
  columns: notification.fields,
  empty: ['No notifications.', 'Wait for new ones: tuk notify list -w'],
});

export const group: Group = { commands: [list, dismiss] };
