// The notification service, answered.
import { dismiss, note, noteListing, noteQuery } from '../../domains/notifications/note.js';
import { act, answers, list } from '../handlers.js';
import { vitals } from '../health.js';

export default answers<typeof import('../../../services/catalogue/notification.js')>({
  listNotifications: list(note, noteListing, { query: noteQuery }),
  deleteNotification: act(note, dismiss),
  ...vitals,
});
