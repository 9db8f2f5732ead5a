// The handlers of the notification service.

import { health } from '../../core/health.js';
import { action, defineHandlers } from '../../core/index.js';
import { dismiss, listNotifications, notification } from '../../domains/notifications/notification.js';

export default defineHandlers<typeof import('../../../src/services/catalogue/notification.js')>({
  listNotifications,
  deleteNotification: action(notification, dismiss),
  ...health,
});
