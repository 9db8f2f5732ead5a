// A notification of the user (platform 11.2).

import { anyText, thing } from './thing.js';

export const notification = thing({
  name: 'notification',
  natural: ['title', 'createdAt'],
  group: 'Notify',
  reads: [{ call: 'notification listNotifications', of: 'user', finds: anyText }],
  shownBy: 'notify list',
  next: {
    by: 'entityType',
    is: { MISSION_GROUP: 'points missions groups {entityId}', INVENTORY_ITEM: 'store inventory show {entityId}' },
  },
  actions: [['Dismiss', 'notify dismiss {id...}', { role: 'cancel' }]],
  fields: [
    { path: 'title' },
    { path: 'body', heading: 'text' },
    { path: 'createdAt', heading: 'when', as: 'time' },
    { path: 'entityType', heading: 'about' },
    { path: 'id' },
    { path: 'entityId', heading: 'which' },
  ],
});
