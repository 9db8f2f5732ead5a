// The notification service, answered.
import { answers, plain } from '../verbs.js';
import { vitals } from '../vitals.js';

export default answers<typeof import('../../services/notification.js')>({
  listNotifications: plain(),
  deleteNotification: plain(),
  ...vitals,
});
