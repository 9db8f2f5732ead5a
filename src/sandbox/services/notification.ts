// The notification service, answered.
import { dismiss, note, noteListing, noteQuery } from '../notes/note.js';
import { act, answers, list } from '../verbs.js';
import { vitals } from '../vitals.js';

export default answers<typeof import('../../services/notification.js')>({
  listNotifications: list(note, noteListing, { query: noteQuery }),
  deleteNotification: act(note, dismiss),
  ...vitals,
});
