// The handlers of the notification service.

import { action, defineHandlers, list } from '../../core/handlers.js';
import { health } from '../../core/health.js';
import {
  dismiss,
  notification,
  notificationListing,
  notificationQuery,
} from '../../domains/notifications/notification.js';

export default defineHandlers<typeof import('../../../services/catalogue/notification.js')>({
  listNotifications: list(notification, notificationListing, { query: notificationQuery }),
  deleteNotification: action(notification, dismiss),
  ...health,
});
