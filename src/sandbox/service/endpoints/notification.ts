// The handlers of the notification service.

import { action, defineHandlers } from '../../core/handlers.js';
import { health } from '../../core/health.js';
import { dismiss, listNotifications, notification } from '../../domains/notifications/notification.js';

export default defineHandlers<typeof import('../../../services/catalogue/notification.js')>({
  listNotifications,
  deleteNotification: action(notification, dismiss),
  ...health,
});
