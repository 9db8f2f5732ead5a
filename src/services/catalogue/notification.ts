// Notification service: notes about missions and items. Nothing of its payloads is public.
import { healthCalls, open, service, verbs } from './define.js';

const { get, del } = verbs();

export default service({
  name: 'notification',
  auth: 'signed-in',
  // biome-ignore format: one call a line
  calls: {
    listNotifications: get('/v1/entity-notifications', { summary: 'List the notifications of the signed-in user', query: open }),
    deleteNotification: del('/v1/entity-notifications/{id}', { summary: 'Dismiss a notification', effect: 'service' }),
    ...healthCalls,
  },
});
