// The screens of the group Notify as data.

import { notification } from '../../../things/notification.js';
import type { GroupSpec } from '../../../ui/state/screens.js';
import { groupOf } from './group.js';

/** The screens of the group Notify. */
export const notifyGroup: GroupSpec = groupOf('9', 'Notify', 'notification', [
  {
    name: 'Notifications',
    command: 'notify list',
    counts: { what: 'notifications' },
    cycles: '--type',
    actions: notification.actions,
  },
]);
