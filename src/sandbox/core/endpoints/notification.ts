// The handlers of the notification service.
import { dismiss, notification, notificationListing, notificationQuery } from '../../domains/notifications/notification.js';
import { action, defineHandlers, list } from '../handlers.js';
import { health } from '../health.js';

export default defineHandlers<typeof import('../../../services/catalogue/notification.js')>({
  listNotifications: list(notification, notificationListing, { query: notificationQuery }),
  deleteNotification: action(notification, dismiss),
  ...health,
});
